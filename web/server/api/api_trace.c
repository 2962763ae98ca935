/* SPDX-License-Identifier: MIT */
/*
 * Traces: sent in pieces, in order, each stored before it is acknowledged, so that an upload goes
 * on where it stopped. The hash of what is there is carried from piece to piece. Two uploads of one
 * trace do not disturb each other: a piece is stored only where it is the next (trace_advance), the
 * slower one is told where to go on. A project has a trace once; other reports that it is sent for
 * are linked to it, and whoever asks for one of them begins with a piece, which makes the link.
 */
#include "server/api/api.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/api/run.h"
#include "server/base/clock.h"
#include "server/http/grant.h"

enum { TRACE_MAX_GB = 1024 };

struct trace {
	int64_t id, size, offset, report_id;
	bool is_complete;
	unsigned char report[HASH_SIZE];
	crypto_hash_sha256_state state;
};

/* id, size, received, is_complete, report, state, report_id */
static int take_trace(const struct store_value *row, void *data)
{
	struct trace *trace = data;

	trace->id = row[0].integer;
	trace->size = row[1].integer;
	trace->offset = row[2].integer;
	trace->is_complete = row[3].integer != 0;
	if (row[4].size == HASH_SIZE)
		memcpy(trace->report, row[4].bytes, HASH_SIZE);
	if (row[5].size == sizeof trace->state)
		memcpy(&trace->state, row[5].bytes, sizeof trace->state);
	trace->report_id = row[6].integer;
	return 0;
}

static int find_trace(struct request *request, struct store_connection *db,
                      const unsigned char hash[HASH_SIZE], struct trace *trace)
{
	*trace = (struct trace){ 0 };
	return STORE_RUN(db, STATEMENT_TRACE_GET, take_trace, trace,
	                 store_integer(request->project_id), store_blob(hash, HASH_SIZE));
}

/* Whether TRACE is known as one of REPORT's. */
static int is_of_report(struct store_connection *db, const struct trace *trace, int64_t report,
                        bool *is_linked)
{
	int64_t found = 0;
	int err = trace->report_id == report
	                  ? 0
	                  : STORE_RUN(db, STATEMENT_TRACE_IS_LINKED, store_get_integer, &found,
	                              store_integer(report), store_integer(trace->id));

	*is_linked = trace->report_id == report || found;
	return err;
}

/* ---- a piece arrives ---- */

struct piece {
	unsigned char hash[HASH_SIZE]; /* of the trace */
	struct trace before;           /* id 0: this is the first piece */
	int64_t first, size, total, report_id;
	struct buffer packed;
	crypto_hash_sha256_state state; /* behind it */
	bool is_last, is_wrong;
};

static void piece_free(void *data)
{
	struct piece *piece = data;

	buffer_release(&piece->packed);
	free(piece);
}

static void reply_offset(struct request *request, int status, int64_t offset, int64_t size,
                         bool is_complete)
{
	struct json_writer json = reply_writer(request);

	put_open(&json, NULL, '{');
	put_integer(&json, "offset", offset);
	put_integer(&json, "size", size);
	put_bool(&json, "is_complete", is_complete);
	put_close(&json, '}');
	reply_json(request, status);
}

static void reply_conflict(struct request *request, const struct trace *trace)
{
	char more[64];

	snprintf(more, sizeof more, "\"offset\":%lld", (long long)trace->offset);
	reply_problem_more(request, MHD_HTTP_CONFLICT, "wrong-offset", more,
	                   "the next piece begins at byte %lld", (long long)trace->offset);
}

static bool read_range(struct request *request, struct piece *piece)
{
	const char *range = request_header(request, "Content-Range");
	long long first, last, total;
	int read = 0;

	if (range &&
	    sscanf(range, "bytes %18lld-%18lld/%18lld%n", &first, &last, &total, &read) == 3 &&
	    !range[read] && first >= 0 && last >= first && total > last &&
	    total <= (long long)TRACE_MAX_GB << 30 && last - first < LIMIT_PIECE_BYTES) {
		piece->first = first;
		piece->size = last - first + 1;
		piece->total = total;
		piece->is_last = last + 1 == total;
		return true;
	}
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-range",
	              "Content-Range must be bytes FIRST-LAST/TOTAL, a piece at most %d bytes long",
	              LIMIT_PIECE_BYTES);
	return false;
}

static int find_report(struct request *request, struct store_connection *db, int64_t *id)
{
	const char *report = query_get(&request->query, "report");
	unsigned char hash[HASH_SIZE];
	int err = 0;

	*id = 0;
	if (report && hash_read(report, hash))
		err = STORE_RUN(db, STATEMENT_REPORT_FIND, store_get_integer, id,
		                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (!err && !*id)
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found",
		              "report must be the id of a report in this project");
	return err;
}

/* The piece itself: decoded, hashed, packed. */
static int read_piece(struct request *request, struct piece *piece)
{
	struct buffer plain = { .limit = LIMIT_PIECE_BYTES };
	const void *bytes = body_bytes(&request->body);
	unsigned char hash[HASH_SIZE];
	int err = bytes ? codec_decode(request->codec, bytes, request->body.size, &plain) : -EIO;

	if (err == -EINVAL || err == -E2BIG || (!err && (int64_t)plain.size != piece->size)) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-encoding",
		              "the body is not %lld bytes in the coding that Content-Encoding says",
		              (long long)piece->size);
		err = 0;
	} else if (!err) {
		piece->state = piece->before.state;
		if (!piece->first)
			crypto_hash_sha256_init(&piece->state);
		crypto_hash_sha256_update(&piece->state, (const unsigned char *)plain.bytes,
		                          plain.size);
		if (piece->is_last) {
			crypto_hash_sha256_state last = piece->state;

			crypto_hash_sha256_final(&last, hash);
			piece->is_wrong = memcmp(hash, piece->hash, HASH_SIZE) != 0;
		}
		err = codec_encode(CODEC_ZSTD, plain.bytes, plain.size, &piece->packed);
	}
	buffer_release(&plain);
	return err;
}

int trace_prepare(struct request *request, struct store_connection *db)
{
	struct piece *piece = calloc(1, sizeof *piece);
	bool is_linked = false;
	int err;

	if (!piece)
		return -ENOMEM;
	request->prepared = piece;
	request->prepared_free = piece_free;
	if (!api_hash(request, 0, "trace", piece->hash) || !read_range(request, piece))
		return 0;
	err = find_report(request, db, &piece->report_id);
	if (err || request->reply.status)
		return err;
	err = find_trace(request, db, piece->hash, &piece->before);
	if (err)
		return err;
	if (piece->before.is_complete) {
		err = is_of_report(db, &piece->before, piece->report_id, &is_linked);
		if (!err && is_linked)
			reply_offset(request, MHD_HTTP_OK, piece->before.size, piece->before.size,
			             true);
	} else if (piece->before.offset != piece->first ||
	           (piece->before.id && piece->before.size != piece->total)) {
		reply_conflict(request, &piece->before);
	} else {
		err = read_piece(request, piece);
	}
	return err;
}

int trace_drop(struct store_connection *db, int64_t id)
{
	int64_t project;
	int err = grant_dropped_project(db, &project);

	return err ? err
	           : STORE_RUN(db, STATEMENT_TRACE_MOVE, NULL, NULL, store_integer(id),
	                       store_integer(project));
}

static int drop(struct request *request, struct store_connection *db, int64_t id)
{
	int err = trace_drop(db, id);

	if (err)
		return err;
	request->keeps_write = true;
	reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "wrong-hash",
	              "what was sent does not have the SHA-256 of its address: begin again");
	return 0;
}

static int link_report(struct store_connection *db, const struct trace *trace, int64_t report)
{
	return trace->report_id == report
	               ? 0
	               : STORE_RUN(db, STATEMENT_TRACE_LINK, NULL, NULL, store_integer(report),
	                           store_integer(trace->id));
}

/* All of TRACE is there already: what was sent only says that the report has it, too. */
static int link_whole(struct request *request, struct store_connection *db,
                      const struct piece *piece, const struct trace *trace)
{
	int err = link_report(db, trace, piece->report_id);

	if (err)
		return err;
	reply_offset(request, MHD_HTTP_OK, trace->size, trace->size, true);
	snprintf(request->subject, sizeof request->subject, "%s", request->parameters[0]);
	return 0;
}

static int store_piece(struct request *request, struct store_connection *db,
                       const struct piece *piece, const struct trace *trace)
{
	int err = STORE_RUN(db, STATEMENT_TRACE_PIECE_INSERT, NULL, NULL, store_integer(trace->id),
	                    store_integer(piece->first), store_integer(piece->size),
	                    store_blob(piece->packed.bytes, piece->packed.size));

	if (!err && piece->is_last)
		err = link_report(db, trace, piece->report_id);
	if (err)
		return err;
	reply_offset(request, piece->is_last ? MHD_HTTP_CREATED : MHD_HTTP_OK,
	             piece->first + piece->size, piece->total, piece->is_last);
	if (piece->is_last)
		snprintf(request->subject, sizeof request->subject, "%s", request->parameters[0]);
	return 0;
}

int trace_store(struct request *request, struct store_connection *db)
{
	const struct piece *piece = request->prepared;
	int64_t advanced = 0;
	struct trace trace;
	int err = 0;

	if (!piece->first && !piece->before.is_complete)
		err = STORE_RUN(db, STATEMENT_TRACE_INSERT, NULL, NULL, store_integer(id_new()),
		                store_integer(request->project_id), store_integer(piece->report_id),
		                store_blob(piece->hash, HASH_SIZE), store_integer(piece->total),
		                store_integer(clock_unix_ns()), store_blob("", 0));
	if (!err)
		err = find_trace(request, db, piece->hash, &trace);
	if (err)
		return err;
	if (trace.is_complete)
		return link_whole(request, db, piece, &trace);
	if (piece->before.is_complete) { /* deleted since it was prepared */
		reply_conflict(request, &trace);
		return 0;
	}
	if (piece->is_wrong && trace.offset == piece->first)
		return drop(request, db, trace.id);
	err = STORE_RUN(db, STATEMENT_TRACE_ADVANCE, store_get_integer, &advanced,
	                store_integer(trace.id), store_integer(piece->first),
	                store_integer(piece->first + piece->size), store_integer(piece->is_last),
	                store_integer(clock_unix_ns()),
	                store_blob(&piece->state, sizeof piece->state));
	if (!err && !advanced)
		reply_conflict(request, &trace);
	else if (!err)
		err = store_piece(request, db, piece, &trace);
	return err;
}

/* ---- reading ---- */

/* For ?report=: of a trace that is there, but not as this report's, a piece is still to come. */
static int look_for_report(struct request *request, struct store_connection *db,
                           struct trace *trace)
{
	bool is_linked = true;
	int64_t report = 0;
	int err = 0;

	if (query_get(&request->query, "report"))
		err = find_report(request, db, &report);
	if (!err && !request->reply.status && query_get(&request->query, "report"))
		err = is_of_report(db, trace, report, &is_linked);
	if (!is_linked && trace->is_complete) {
		trace->offset = 0;
		trace->is_complete = false;
	}
	return err;
}

int trace_status(struct request *request, struct store_connection *db)
{
	unsigned char hash[HASH_SIZE];
	struct json_writer json;
	struct trace trace;
	int err;

	if (!api_hash(request, 0, "trace", hash))
		return 0;
	err = find_trace(request, db, hash, &trace);
	if (!err && !trace.id)
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such trace");
	else if (!err)
		err = look_for_report(request, db, &trace);
	if (err || request->reply.status)
		return err;
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_integer(&json, "offset", trace.offset);
	put_integer(&json, "size", trace.size);
	put_bool(&json, "is_complete", trace.is_complete);
	put_hash(&json, "report",
	         &(struct store_value){ .bytes = (const char *)trace.report, .size = HASH_SIZE });
	put_close(&json, '}');
	reply_json(request, MHD_HTTP_OK);
	reply_header(request, "Cache-Control", "no-store");
	return 0;
}

struct copying {
	int fd;
	int64_t offset; /* of the next piece */
};

/* offset, size, body */
static int copy_piece(const struct store_value *row, void *data)
{
	struct copying *copying = data;
	struct buffer plain = { .limit = LIMIT_PIECE_BYTES };
	int err = row[0].integer == copying->offset
	                  ? codec_decode(CODEC_ZSTD, row[2].bytes, row[2].size, &plain)
	                  : -EIO;

	if (!err &&
	    pwrite(copying->fd, plain.bytes, plain.size, copying->offset) != (ssize_t)plain.size)
		err = errno == ENOSPC ? -ENOSPC : -EIO;
	copying->offset += (int64_t)plain.size;
	buffer_release(&plain);
	return err;
}

int trace_copy(struct store_connection *db, int64_t id, int64_t size_bytes, int fd)
{
	struct copying copying = { .fd = fd };
	int err = 0;

	while (!err && copying.offset < size_bytes) {
		const int64_t before = copying.offset;

		err = STORE_RUN(db, STATEMENT_TRACE_PIECE_GET, copy_piece, &copying,
		                store_integer(id), store_integer(copying.offset));
		if (!err && copying.offset == before)
			err = -EIO;
	}
	return err;
}

/* Unpacks TRACE into a file without name, *FD. */
static int unpack(struct request *request, struct store_connection *db, const struct trace *trace,
                  int *fd)
{
	int err;

	*fd = open(request->server->options.directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (*fd < 0)
		return errno == ENOSPC ? -ENOSPC : -EIO;
	err = trace_copy(db, trace->id, trace->size, *fd);
	if (err)
		close(*fd);
	return err;
}

/* The trace of the address, all of it there; else the reply says that it is not. */
static int find_complete(struct request *request, struct store_connection *db, struct trace *trace)
{
	unsigned char hash[HASH_SIZE];
	int err;

	*trace = (struct trace){ 0 };
	if (!api_hash(request, 0, "trace", hash))
		return 0;
	err = find_trace(request, db, hash, trace);
	if (!err && !trace->is_complete)
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found",
		              "there is no such trace, or not all of it");
	return err;
}

int trace_find_complete(struct request *request, struct store_connection *db,
                        struct stored_trace *stored)
{
	struct trace trace;
	int err = find_complete(request, db, &trace);

	*stored = (struct stored_trace){ .id = trace.id, .size = trace.size };
	return err;
}

/* The file as it was sent, by way of one without a name: pieces are unpacked only once. */
int trace_content(struct request *request, struct store_connection *db)
{
	struct trace trace;
	int fd = -1, err = find_complete(request, db, &trace);

	if (err || request->reply.status || reply_is_known(request, request->parameters[0]))
		return err;
	err = unpack(request, db, &trace, &fd);
	if (err)
		return err;
	request->reply.status = MHD_HTTP_OK;
	request->reply.type = "application/vnd.sqlite3";
	request->reply.is_file = true;
	request->reply.fd = fd;
	request->reply.constant_size = (size_t)trace.size;
	reply_header(request, "Cache-Control", "private, no-cache");
	return 0;
}
