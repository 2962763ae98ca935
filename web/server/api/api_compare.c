/* SPDX-License-Identifier: MIT */
/*
 * Reports of a project compared: ?base=ID&new=ID, each once or, to tell a difference from noise,
 * several times. On a worker.
 */
#include "server/api/api.h"

#include <errno.h>
#include <string.h>

#include "server/api/run.h"
#include "server/report/comparing.h"

static int take_run(const struct store_value *row, void *data)
{
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	run_print(json, row);
	put_close(json, '}');
	return 0;
}

/* body, size */
static int take_body(const struct store_value *row, void *data)
{
	struct buffer *body = data;
	int err = codec_decode(CODEC_ZSTD, row[0].bytes, row[0].size, body);

	return err == -EINVAL ? -EIO : err;
}

/* One report of a side, read into BODY. */
static int find_report(struct request *request, struct store_connection *db, const char *id,
                       struct json_writer *json, struct buffer *body)
{
	const size_t before = json->out->size;
	unsigned char hash[HASH_SIZE];
	int err;

	if (!hash_read(id, hash)) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              "base and new must be ids of reports");
		return 0;
	}
	err = STORE_RUN(db, STATEMENT_RUN_GET, take_run, json, store_integer(request->project_id),
	                store_blob(hash, sizeof hash));
	if (!err && json->out->size == before)
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no report %s",
		              id);
	if (err || request->reply.status)
		return err;
	err = STORE_RUN(db, STATEMENT_REPORT_BODY_GET, take_body, body,
	                store_integer(request->project_id), store_blob(hash, sizeof hash));
	if (err == -E2BIG) {
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "too-large-to-compare",
		              "reports of at most %d bytes are compared here; `warpwise compare` "
		              "takes larger ones",
		              LIMIT_COMPARED_BYTES);
		err = 0;
	}
	return err;
}

static int add_report(struct request *request, struct store_connection *db,
                      struct comparing *comparing, const struct query_item *item,
                      struct json_writer *json)
{
	struct buffer body = { .limit = LIMIT_COMPARED_BYTES };
	char error[COMPARING_ERROR_MAX];
	int err = find_report(request, db, item->value, json, &body);

	if (!err && !request->reply.status) {
		err = comparing_add(comparing, strcmp(item->name, "new") == 0, item->value,
		                    body.bytes, body.size, error);
		if (err == -EINVAL) {
			reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "not-comparable",
			              "%s", error);
			err = 0;
		}
	}
	buffer_release(&body);
	return err;
}

/* The rows of one side as an array; *COUNT is how many there were. */
static int add_side(struct request *request, struct store_connection *db,
                    struct comparing *comparing, const char *name, struct json_writer *json)
{
	int err = 0, count = 0;

	put_open(json, name, '[');
	for (size_t i = 0; i < request->query.count && !err && !request->reply.status; i++) {
		if (strcmp(request->query.items[i].name, name) != 0)
			continue;
		if (++count > LIMIT_COMPARED)
			reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
			              "at most %d reports of a side are compared", LIMIT_COMPARED);
		else
			err = add_report(request, db, comparing, &request->query.items[i], json);
	}
	if (!err && !request->reply.status && !count)
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query", "%s is missing",
		              name);
	if (!err && !request->reply.status)
		put_close(json, ']');
	return err;
}

int compare_get(struct request *request, struct store_connection *db)
{
	struct comparing *comparing = comparing_new();
	struct json_writer json = reply_writer(request);
	int err = comparing ? 0 : -ENOMEM;

	put_open(&json, NULL, '{');
	if (!err)
		err = add_side(request, db, comparing, "base", &json);
	if (!err && !request->reply.status)
		err = add_side(request, db, comparing, "new", &json);
	if (!err && !request->reply.status) {
		buffer_text(json.out, ",\"comparison\":");
		err = comparing_print(comparing, json.out);
		put_close(&json, '}');
	}
	if (!err && !request->reply.status)
		reply_json(request, MHD_HTTP_OK);
	comparing_free(comparing);
	return err;
}
