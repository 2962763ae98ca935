/* SPDX-License-Identifier: MIT */
/* Reports: uploaded, listed, read, deleted. report_prepare() on a worker, report_store() on the
 * writer. */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/run.h"
#include "server/http/grant.h"
#include "server/http/metrics.h"
#include "server/report/upload.h"

/* ---- uploading ---- */

static void free_upload(void *data)
{
	upload_release(data);
	free(data);
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_tag(const char *tag)
{
	const char *value = strchr(tag, '=');
	const size_t key = value ? (size_t)(value - tag) : 0;

	return key && key <= LIMIT_TAG_KEY_BYTES && strlen(value + 1) <= LIMIT_FIELD_BYTES &&
	       strspn(tag, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") ==
	               key;
}

/* All tag= of the query, sorted; true: all were well. COUNT is at most LIMIT_TAGS. */
static bool collect_tags(struct request *request, const char *tags[LIMIT_TAGS], size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < request->query.count; i++) {
		const struct query_item *item = &request->query.items[i];

		if (strcmp(item->name, "tag") != 0)
			continue;
		if (*count == LIMIT_TAGS || !is_tag(item->value)) {
			reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
			              "a tag is KEY=VALUE with at most %d and %d bytes, the key of "
			              "letters, digits, '.', '_' and '-'; %d of them at most",
			              LIMIT_TAG_KEY_BYTES, LIMIT_FIELD_BYTES, LIMIT_TAGS);
			return false;
		}
		tags[(*count)++] = item->value;
	}
	qsort(tags, *count, sizeof *tags, compare_texts);
	return true;
}

static bool read_query(struct request *request, struct upload *upload)
{
	const char *tags[LIMIT_TAGS];
	size_t count;

	if (!api_text(request, "branch", &upload->branch) ||
	    !api_text(request, "commit", &upload->commit) ||
	    !api_text(request, "host", &upload->host) || !collect_tags(request, tags, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		buffer_text(&upload->tags, i ? "" : "\n");
		buffer_text(&upload->tags, tags[i]);
		buffer_text(&upload->tags, "\n");
	}
	return true;
}

static void refuse(struct request *request, enum report_fault fault,
                   const struct report_error *error)
{
	static const struct {
		int status;
		const char *code;
	} faults[] = {
		[REPORT_NO_MEMORY] = { 503, "overloaded" },
		[REPORT_BAD_ENCODING] = { 400, "invalid-encoding" },
		[REPORT_TOO_LARGE] = { 413, "body-too-large" },
		[REPORT_BAD_JSON] = { 400, "invalid-json" },
		[REPORT_WRONG_VERSION] = { 422, "unsupported-version" },
		[REPORT_INVALID] = { 422, "invalid-report" },
	};
	struct buffer more = { 0 };
	struct json_writer json = { .out = &more };

	metrics_add(METRIC_REPORTS_REFUSED, 1);
	if (fault == REPORT_INVALID)
		put_text(&json, "pointer", error->pointer);
	else if (fault == REPORT_WRONG_VERSION)
		put_text(&json, "schema_version", error->version);
	else if (fault == REPORT_TOO_LARGE)
		put_integer(&json, "limit_bytes",
		            (int64_t)request->server->options.report_limit_bytes);
	reply_problem_more(request, faults[fault].status, faults[fault].code,
	                   more.size ? buffer_string(&more) : NULL, "%s", error->text);
	buffer_release(&more);
}

int report_prepare(struct request *request, struct store_connection *db)
{
	struct upload *upload = calloc(1, sizeof *upload);
	const struct report_body body = {
		.codec = request->codec,
		.bytes = body_bytes(&request->body),
		.size = request->body.size,
		.limit_bytes = request->server->options.report_limit_bytes,
	};
	struct report_error error;
	enum report_fault fault;

	(void)db;
	if (!upload || !body.bytes) {
		free(upload);
		return -ENOMEM;
	}
	request->prepared = upload;
	request->prepared_free = free_upload;
	if (!read_query(request, upload))
		return 0;
	fault = report_read(request->server->schema, &body, &upload->report, &error);
	if (fault) {
		refuse(request, fault, &error);
		return 0;
	}
	return upload_finish(upload);
}

static void print_kept(struct json_writer *json, const struct upload_kept *kept)
{
	put_open(json, "kept_labels", '{');
	put_text_or_null(json, "commit", *kept->commit ? kept->commit : NULL);
	put_text_or_null(json, "branch", *kept->branch ? kept->branch : NULL);
	put_close(json, '}');
}

static void reply_stored(struct request *request, const char *hash, bool is_new,
                         const struct upload_kept *kept)
{
	struct json_writer json = reply_writer(request);

	put_open(&json, NULL, '{');
	put_text(&json, "id", hash);
	put_text(&json, "project", request->project);
	buffer_print(json.out, ",\"url\":\"/runs/%s?project=%s\"", hash, request->project);
	put_bool(&json, "is_new", is_new);
	if (kept->is_other)
		print_kept(&json, kept);
	put_close(&json, '}');
	reply_json(request, is_new ? MHD_HTTP_CREATED : MHD_HTTP_OK);
	reply_header(request, "Location", "%s/api/v1/reports/%s?project=%s",
	             request->server->options.base_path, hash, request->project);
	metrics_add(is_new ? METRIC_REPORTS_STORED : METRIC_REPORTS_REPEATED, 1);
}

int report_store(struct request *request, struct store_connection *db)
{
	const struct upload *upload = request->prepared;
	struct upload_kept kept = { 0 };
	char hash[HASH_TEXT];
	int64_t id = 0, project = 0;
	/* By now somebody may have made the project, or deleted it. */
	int err = STORE_RUN(db, STATEMENT_PROJECT_GET, store_get_integer, &project,
	                    store_text(request->project));

	hash_print(upload->report->hash, hash);
	if (!err && !project)
		err = grant_project(db, request->project, &project);
	request->project_id = project;
	if (!err)
		err = upload_store(db, request->project_id, request->principal.name, upload, &id);
	if (!err && id)
		snprintf(request->subject, sizeof request->subject, "%s", hash);
	else if (!err)
		err = upload_find_kept(db, project, upload, &kept);
	if (!err)
		reply_stored(request, hash, id != 0, &kept);
	return err;
}

/* ---- listing ---- */

static const struct sorting {
	const char *name;
	enum statement statement;
	int column; /* that it is sorted by */
} sortings[] = {
	{ "recorded", STATEMENT_RUN_LIST_RECORDED, RUN_RECORDED_NS },
	{ "duration", STATEMENT_RUN_LIST_DURATION, RUN_DURATION_NS },
	{ "gain", STATEMENT_RUN_LIST_GAIN, RUN_GAIN_NS },
};
enum { SORTINGS = sizeof sortings / sizeof *sortings };

struct listing {
	struct json_writer json;
	int64_t limit, count;
	int column;
	int64_t last_value, last_id;
};

static int list_row(const struct store_value *row, void *data)
{
	struct listing *listing = data;

	/* One more than asked for: there is another page. */
	if (listing->count++ == listing->limit)
		return 0;
	listing->last_value = row[listing->column].integer;
	listing->last_id = row[RUN_ID].integer;
	put_open(&listing->json, NULL, '{');
	run_print(&listing->json, row);
	put_close(&listing->json, '}');
	return 0;
}

/* The SIZE bytes at TEXT for LIKE with ESCAPE '!': what would be a wildcard stands for itself. */
static void add_pattern(struct buffer *out, const char *text, size_t size, bool is_folded)
{
	for (const char *end = text + size; text < end; text++) {
		const bool is_upper = is_folded && *text >= 'A' && *text <= 'Z';
		const char c = (char)(is_upper ? *text - 'A' + 'a' : *text);

		if (c == '%' || c == '_' || c == '!')
			buffer_add(out, "!", 1);
		buffer_add(out, &c, 1);
	}
}

/* Fields of which a part is asked for, in the order of the statements. */
static const char *const part_fields[] = { "branch", "host", "gpu", "commit" };

enum {
	PARTS = sizeof part_fields / sizeof *part_fields,
	WORDS = 8, /* of ?q=, each a pattern; the last has all that follow, too */
};

struct filter {
	const char *rule;
	struct buffer parts[PARTS], words[WORDS], tags; /* patterns; "": not asked for */
	int64_t from_ns, to_ns, limit, after_value, after_id;
	const struct sorting *sorting;
};

static void filter_release(struct filter *filter)
{
	for (int i = 0; i < PARTS; i++)
		buffer_release(&filter->parts[i]);
	for (int i = 0; i < WORDS; i++)
		buffer_release(&filter->words[i]);
	buffer_release(&filter->tags);
}

/* The cursor "VALUE.ID" of the last row of the page before. */
static bool read_cursor(struct request *request, struct filter *filter)
{
	const char *after = query_get(&request->query, "after");
	int read = 0;
	long long value, id;

	filter->after_value = filter->after_id = INT64_MAX;
	if (!after)
		return true;
	if (sscanf(after, "%19lld.%19lld%n", &value, &id, &read) == 2 && !after[read]) {
		filter->after_value = value;
		filter->after_id = id;
		return true;
	}
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
	              "after is not the \"next\" of a page before");
	return false;
}

static bool read_sorting(struct request *request, struct filter *filter)
{
	const char *name = query_get(&request->query, "sort");

	filter->sorting = &sortings[0];
	for (int i = 0; i < SORTINGS && name; i++)
		if (strcmp(sortings[i].name, name) == 0) {
			filter->sorting = &sortings[i];
			name = NULL;
		}
	if (name) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              "sort must be recorded, duration or gain");
		return false;
	}
	return true;
}

/* What finds the SIZE bytes at TEXT anywhere; "" finds all. */
static bool make_pattern(struct buffer *pattern, const char *text, size_t size)
{
	if (size) {
		buffer_text(pattern, "%");
		add_pattern(pattern, text, size, true);
		buffer_text(pattern, "%");
	}
	return buffer_string(pattern);
}

static bool read_parts(struct request *request, struct filter *filter)
{
	for (int i = 0; i < PARTS; i++) {
		const char *text;

		if (!api_reported(request, part_fields[i], &text) ||
		    !make_pattern(&filter->parts[i], text, strlen(text)))
			return false;
	}
	return true;
}

/* All words are looked for, each anywhere: "solver main" is a program and its branch. */
static bool read_words(struct request *request, struct filter *filter)
{
	const char *text;

	if (!api_text(request, "q", &text))
		return false;
	for (int i = 0; i < WORDS; i++) {
		size_t size;

		text += strspn(text, " ");
		size = i + 1 < WORDS ? strcspn(text, " ") : strlen(text);
		if (!make_pattern(&filter->words[i], text, size))
			return false;
		text += size;
	}
	return true;
}

/* They are stored sorted, so one pattern finds several. */
static bool read_tags(struct request *request, struct filter *filter)
{
	const char *tags[LIMIT_TAGS];
	size_t count;

	if (!collect_tags(request, tags, &count))
		return false;
	for (size_t i = 0; i < count; i++) {
		buffer_text(&filter->tags, "%\n");
		add_pattern(&filter->tags, tags[i], strlen(tags[i]), false);
		buffer_text(&filter->tags, i + 1 < count ? "" : "\n%");
	}
	return buffer_string(&filter->tags);
}

static bool read_filter(struct request *request, struct filter *filter)
{
	return api_text(request, "rule", &filter->rule) &&
	       api_number(request, "from", INT64_MIN, INT64_MAX, INT64_MIN, &filter->from_ns) &&
	       api_number(request, "to", INT64_MIN, INT64_MAX, INT64_MAX, &filter->to_ns) &&
	       api_number(request, "limit", 1, LIMIT_LIST, 50, &filter->limit) &&
	       read_cursor(request, filter) && read_sorting(request, filter) &&
	       read_parts(request, filter) && read_words(request, filter) &&
	       read_tags(request, filter);
}

static int list_runs(struct request *request, struct store_connection *db,
                     const struct filter *filter, struct listing *listing)
{
	const struct buffer *parts = filter->parts, *words = filter->words;

	return STORE_RUN(db, filter->sorting->statement, list_row, listing,
	                 store_integer(request->project_id), store_integer(filter->after_value),
	                 store_integer(filter->after_id), store_integer(filter->from_ns),
	                 store_integer(filter->to_ns), store_text(parts[0].bytes),
	                 store_text(parts[1].bytes), store_text(parts[2].bytes),
	                 store_text(parts[3].bytes), store_text(filter->tags.bytes),
	                 store_text(words[0].bytes), store_integer(filter->limit + 1),
	                 store_text(filter->rule), store_text(words[1].bytes),
	                 store_text(words[2].bytes), store_text(words[3].bytes),
	                 store_text(words[4].bytes), store_text(words[5].bytes),
	                 store_text(words[6].bytes), store_text(words[7].bytes));
}

int report_list(struct request *request, struct store_connection *db)
{
	struct filter filter = { 0 };
	struct listing listing;
	int err = 0;

	if (!read_filter(request, &filter))
		goto out;
	listing = (struct listing){ .json = reply_writer(request),
		                    .limit = filter.limit,
		                    .column = filter.sorting->column };
	put_open(&listing.json, NULL, '{');
	put_open(&listing.json, "reports", '[');
	err = list_runs(request, db, &filter, &listing);
	if (err)
		goto out;
	put_close(&listing.json, ']');
	if (listing.count > listing.limit)
		buffer_print(listing.json.out, ",\"next\":\"%lld.%lld\"",
		             (long long)listing.last_value, (long long)listing.last_id);
	else
		put_null(&listing.json, "next");
	put_close(&listing.json, '}');
	reply_json(request, MHD_HTTP_OK);
out:
	filter_release(&filter);
	if (!err && !request->reply.status)
		err = -ENOMEM;
	return err;
}

/* ---- one ---- */

struct found_body {
	struct request *request;
	bool is_found;
};

static int take_body(const struct store_value *row, void *data)
{
	struct found_body *found = data;
	struct request *request = found->request;
	struct buffer *out = &request->reply.body;
	int err;

	found->is_found = true;
	if (request_coding(request) == CODEC_ZSTD) {
		buffer_add(out, row[0].bytes, row[0].size);
		err = out->err;
		reply_header(request, "Content-Encoding", "zstd");
	} else {
		err = codec_decode(CODEC_ZSTD, row[0].bytes, row[0].size, out);
	}
	return err;
}

int report_get(struct request *request, struct store_connection *db)
{
	struct found_body found = { .request = request };
	unsigned char hash[HASH_SIZE];
	int64_t id = 0;
	int err = 0;

	if (!api_hash(request, 0, "report", hash))
		return 0;
	/* Content is its own version: what has this address never changes, but may be gone. */
	if (request_header(request, "If-None-Match"))
		err = STORE_RUN(db, STATEMENT_REPORT_FIND, store_get_integer, &id,
		                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (err || (id && reply_is_known(request, request->parameters[0])))
		return err;
	reply_empty(request, 0);
	err = STORE_RUN(db, STATEMENT_REPORT_BODY_GET, take_body, &found,
	                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (err)
		return err;
	if (!found.is_found) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such report");
		return 0;
	}
	if (!reply_is_known(request, request->parameters[0])) {
		reply_header(request, "Cache-Control", "private, no-cache");
		reply_json(request, MHD_HTTP_OK);
	}
	return 0;
}

struct summary {
	struct json_writer json;
	int64_t id;
};

static int take_summary(const struct store_value *row, void *data)
{
	struct summary *summary = data;

	summary->id = row[RUN_ID].integer;
	run_print(&summary->json, row);
	return 0;
}

static int list_trace(const struct store_value *row, void *data)
{
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	put_hash(json, "sha256", &row[0]);
	put_integer(json, "size", row[1].integer);
	put_close(json, '}');
	return 0;
}

int report_summary(struct request *request, struct store_connection *db)
{
	struct summary summary = { .json = reply_writer(request) };
	unsigned char hash[HASH_SIZE];
	int err;

	if (!api_hash(request, 0, "report", hash))
		return 0;
	put_open(&summary.json, NULL, '{');
	err = STORE_RUN(db, STATEMENT_RUN_GET, take_summary, &summary,
	                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (!err && !summary.id) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such report");
		return 0;
	}
	put_open(&summary.json, "traces", '[');
	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_LIST, list_trace, &summary.json,
		                store_integer(summary.id));
	put_close(&summary.json, ']');
	put_close(&summary.json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

/* ---- deleting ---- */

int report_erase(struct store_connection *db, int64_t id)
{
	static const enum statement statements[] = {
		STATEMENT_REPORT_DELETE_LINKS,    STATEMENT_REPORT_DELETE_LINKS_OF_TRACES,
		STATEMENT_REPORT_DELETE_PIECES,   STATEMENT_REPORT_DELETE_TRACES,
		STATEMENT_REPORT_DELETE_FINDINGS, STATEMENT_REPORT_DELETE_MEASURES,
		STATEMENT_REPORT_DELETE_BODY,     STATEMENT_REPORT_DELETE,
	};
	int err = 0;

	for (size_t i = 0; i < sizeof statements / sizeof *statements && !err; i++)
		err = STORE_RUN(db, statements[i], NULL, NULL, store_integer(id));
	return err;
}

int report_drop(struct store_connection *db, int64_t id)
{
	int64_t trace = 0, project;
	int err = STORE_RUN(db, STATEMENT_REPORT_DELETE_LINKS, NULL, NULL, store_integer(id));

	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_HAND_OVER, NULL, NULL, store_integer(id));
	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_OF_REPORT, store_get_integer, &trace,
		                store_integer(id));
	if (err || !trace)
		return err ? err : report_erase(db, id);
	err = grant_dropped_project(db, &project);
	if (!err)
		err = STORE_RUN(db, STATEMENT_REPORT_MOVE, NULL, NULL, store_integer(id),
		                store_integer(project));
	if (!err)
		err = STORE_RUN(db, STATEMENT_TRACE_MOVE_OF_REPORT, NULL, NULL, store_integer(id),
		                store_integer(project));
	return err;
}

int report_remove(struct request *request, struct store_connection *db)
{
	unsigned char hash[HASH_SIZE];
	int64_t id = 0;
	int err;

	if (!api_hash(request, 0, "report", hash))
		return 0;
	err = STORE_RUN(db, STATEMENT_REPORT_FIND, store_get_integer, &id,
	                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (!err && !id) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such report");
		return 0;
	}
	if (!err)
		err = report_drop(db, id);
	if (!err) {
		snprintf(request->subject, sizeof request->subject, "%s", request->parameters[0]);
		reply_empty(request, MHD_HTTP_NO_CONTENT);
	}
	return err;
}
