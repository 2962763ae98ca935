/* SPDX-License-Identifier: MIT */
/*
 * A stored trace as the timeline that the page draws: its head, and windows of it, as tiles that
 * were made once (timelines.h) and are sent as they are. Who asks first is told that it is being
 * made. On a worker.
 */
#include "server/api/api.h"

#include <config.h>
#include <inttypes.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/api/timeline_file.h"
#include "server/api/timelines.h"

/* ---- opening ---- */

static void reply_unfinished(struct request *request, enum timeline_state state, int64_t seconds)
{
	struct json_writer json;

	switch (state) {
	case TIMELINE_NO_TRACE:
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "not-a-trace",
		              "this file is damaged, or no trace of a version that is known here");
		return;
	case TIMELINE_TOO_LARGE:
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "too-large-to-draw",
		              "drawing this trace takes more than %d s or %d MiB; `warpwise "
		              "analyze --format html` has no such limits",
		              LIMIT_DRAWING_S, LIMIT_DRAWING_MB);
		return;
	case TIMELINE_FAILED:
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "not-drawn",
		              "the server has no room for this timeline now; its log says more");
		reply_header(request, "Retry-After", "%d", LIMIT_TIMELINE_RETRY_S);
		return;
	case TIMELINE_TOO_MANY:
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
		              "other traces are being drawn");
		reply_header(request, "Retry-After", "10");
		return;
	default:
		json = reply_writer(request);
		put_open(&json, NULL, '{');
		put_text(&json, "state", state == TIMELINE_WAITS ? "waiting" : "drawing");
		put_integer(&json, "seconds", seconds);
		put_close(&json, '}');
		reply_json(request, MHD_HTTP_ACCEPTED);
		reply_header(request, "Cache-Control", "no-store");
		reply_header(request, "Retry-After", "1");
	}
}

/* An index of another version is as none. */
static enum timeline_state open_file(struct timelines *timelines, const struct stored_trace *trace,
                                     struct timeline_file *file, int64_t *seconds)
{
	enum timeline_state state =
	        timelines_open(timelines, trace->id, trace->size, &file->fd, seconds);

	if (state != TIMELINE_READY || timeline_file_read(file, file->fd) == 0)
		return state;
	close(file->fd);
	timelines_forget(timelines, trace->id);
	return timelines_open(timelines, trace->id, trace->size, &file->fd, seconds);
}

/* The index of the trace of the address. Where the reply has a status, that says why not. 0 or an
 * error of store_run(). */
static int open_timeline(struct request *request, struct store_connection *db,
                         struct timeline_file *file)
{
	struct timelines *timelines = request->server->timelines;
	char tag[HASH_TEXT + 32];
	enum timeline_state state;
	struct stored_trace trace;
	int64_t seconds = 0;
	int err = trace_find_complete(request, db, &trace);

	file->fd = -1;
	if (err || request->reply.status)
		return err;
	state = timelines ? open_file(timelines, &trace, file, &seconds) : TIMELINE_TOO_MANY;
	if (state != TIMELINE_READY) {
		reply_unfinished(request, state, seconds);
		return 0;
	}
	/* An address shows the same as long as the version is the same. */
	snprintf(tag, sizeof tag, "%.32s-%s", request->parameters[0], PACKAGE_VERSION);
	if (!reply_is_known(request, tag)) {
		/* Causes and shares are numbers of this version's legend. */
		reply_header(request, "X-Warpwise-Version", "%s", PACKAGE_VERSION);
		reply_header(request, "Cache-Control", "private, no-cache");
	}
	return 0;
}

static void reply_columns(struct request *request, int err)
{
	if (err) {
		buffer_release(&request->reply.body);
		request->reply.header_count = 0;
		reply_problem(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "damaged",
		              "the index of this timeline is damaged");
		return;
	}
	request->reply.status = MHD_HTTP_OK;
	request->reply.type = "application/octet-stream";
}

int trace_timeline(struct request *request, struct store_connection *db)
{
	struct timeline_file file = { .fd = -1 };
	int err = open_timeline(request, db, &file);

	if (!err && !request->reply.status) {
		futimens(file.fd, NULL); /* it was used: others make room first */
		reply_columns(request,
		              timeline_file_add(&file, file.footer.head_offset,
		                                file.footer.head_bytes, &request->reply.body));
	}
	if (file.fd >= 0)
		close(file.fd);
	return err;
}

/* ---- windows ---- */

struct window {
	bool has[FINE_ROWS];
	int64_t from_ns, to_ns, pixels;
};

/* "calls,ranges"; none: all. */
static bool read_rows(struct request *request, struct window *window)
{
	const char *text = query_get(&request->query, "rows");

	for (int rows = 0; rows < FINE_ROWS; rows++)
		window->has[rows] = !text;
	while (text) {
		const size_t length = strcspn(text, ",");
		int rows = 0;

		while (rows < FINE_ROWS && (strlen(fine_rows_names[rows]) != length ||
		                            strncmp(fine_rows_names[rows], text, length) != 0))
			rows++;
		if (rows == FINE_ROWS) {
			reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
			              "rows must be some of operations, calls, ranges, samples, "
			              "overheads, migrations and steps, with commas between them");
			return false;
		}
		window->has[rows] = true;
		text = text[length] ? text + length + 1 : NULL;
	}
	return true;
}

static bool read_window(struct request *request, struct window *window)
{
	static const char *const names[] = { "from", "to", "pixels" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!query_get(&request->query, names[i])) {
			reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
			              "%s must be given", names[i]);
			return false;
		}
	if (!api_number(request, "from", 0, INT64_MAX - 1, 0, &window->from_ns) ||
	    !api_number(request, "to", 1, INT64_MAX - 1, 0, &window->to_ns) ||
	    !api_number(request, "pixels", 1, LIMIT_WINDOW_PIXELS, 0, &window->pixels) ||
	    !read_rows(request, window))
		return false;
	if (window->from_ns < window->to_ns)
		return true;
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query", "from must be before to");
	return false;
}

static bool is_within_run(struct request *request, const struct timeline_file *file,
                          const struct window *window)
{
	const struct timeline_index_footer *footer = &file->footer;

	if (window->to_ns > footer->first_ns && window->from_ns <= footer->last_ns)
		return true;
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
	              "the run is from %" PRId64 " to %" PRId64 " ns", footer->first_ns,
	              footer->last_ns);
	return false;
}

/* Tiles of a window: what is said of each, and where it is. */
struct tiles {
	struct json_writer json;
	struct buffer head, bytes;
};

static void put_tile(struct tiles *tiles, enum fine_rows rows,
                     const struct timeline_index_entry *entry)
{
	put_open(&tiles->json, NULL, '{');
	put_text(&tiles->json, "rows", fine_rows_names[rows]);
	put_integer(&tiles->json, "level", (int64_t)(entry->key >> 48 & 255));
	put_integer(&tiles->json, "index", (int64_t)(entry->key & ((UINT64_C(1) << 48) - 1)));
	put_integer(&tiles->json, "count", entry->count);
	put_bool(&tiles->json, "is_complete", entry->is_complete != 0);
	put_integer(&tiles->json, "size", entry->size_bytes);
	put_close(&tiles->json, '}');
}

static int add_tiles(struct tiles *tiles, const struct timeline_file *file,
                     const struct window *window, enum fine_rows rows)
{
	const struct timeline_index_footer *footer = &file->footer;
	const int level =
	        timeline_file_level(file, window->to_ns - window->from_ns, window->pixels);
	const int64_t tile_ns = timeline_file_tile_ns(file, level);
	const int64_t from_ns =
	        window->from_ns > footer->first_ns ? window->from_ns : footer->first_ns;
	const int64_t to_ns = window->to_ns < footer->last_ns ? window->to_ns : footer->last_ns + 1;
	uint64_t before = UINT64_MAX;
	int err = 0;

	for (int64_t i = (from_ns - footer->first_ns) / tile_ns;
	     !err && i <= (to_ns - 1 - footer->first_ns) / tile_ns; i++) {
		struct timeline_index_entry entry;

		err = timeline_file_find(file, rows, level, (uint64_t)i, &entry);
		if (err || entry.key == before)
			continue;
		before = entry.key;
		put_tile(tiles, rows, &entry);
		err = timeline_file_add(file, entry.offset_bytes, entry.size_bytes, &tiles->bytes);
	}
	return err;
}

/* The size of what is said of them, 4 bytes, the lowest first; that, as JSON; then the tiles. */
static int write_tiles(struct request *request, const struct timeline_file *file,
                       const struct window *window)
{
	struct tiles tiles = { .bytes = { .limit = LIMIT_WINDOW_BYTES } };
	unsigned char size[4];
	int err = 0;

	tiles.json = (struct json_writer){ .out = &tiles.head };
	put_open(&tiles.json, NULL, '[');
	for (int rows = 0; rows < FINE_ROWS && !err; rows++)
		if (window->has[rows])
			err = add_tiles(&tiles, file, window, (enum fine_rows)rows);
	put_close(&tiles.json, ']');
	for (int i = 0; i < 4; i++)
		size[i] = (unsigned char)(tiles.head.size >> 8 * i);
	buffer_add(&request->reply.body, size, sizeof size);
	buffer_add(&request->reply.body, tiles.head.bytes, tiles.head.size);
	if (tiles.bytes.size)
		buffer_add(&request->reply.body, tiles.bytes.bytes, tiles.bytes.size);
	if (!err)
		err = tiles.head.err ? tiles.head.err : request->reply.body.err;
	buffer_release(&tiles.head);
	buffer_release(&tiles.bytes);
	return err;
}

int trace_window(struct request *request, struct store_connection *db)
{
	struct timeline_file file = { .fd = -1 };
	struct window window = { 0 };
	int err = 0;

	if (read_window(request, &window))
		err = open_timeline(request, db, &file);
	if (file.fd >= 0 && !request->reply.status && is_within_run(request, &file, &window))
		reply_columns(request, write_tiles(request, &file, &window));
	if (file.fd >= 0)
		close(file.fd);
	return err;
}
