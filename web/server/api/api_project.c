/* SPDX-License-Identifier: MIT */
/* Projects: listed, kept for how long, deleted with all that they have. */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/base/clock.h"
#include "server/http/grant.h"

enum { RETENTION_MAX_DAYS = 36500 };

struct list {
	struct request *request;
	struct json_writer json;
};

/* The highest role that they have for PROJECT. */
static const char *role_for(const struct principal *principal, const char *project)
{
	for (int role = ROLE_ADMIN; role >= 0; role--)
		if (principal_may(principal, project, (enum role)role))
			return role_names[role];
	return NULL;
}

/* id, name, retention_days, last_ns, reports */
static int list_project(const struct store_value *row, void *data)
{
	struct list *list = data;
	const char *role = role_for(&list->request->principal, row[1].bytes);

	if (!role)
		return 0;
	put_open(&list->json, NULL, '{');
	put_text(&list->json, "name", row[1].bytes);
	put_integer(&list->json, "reports", row[4].integer);
	if (row[3].type == STORE_INTEGER)
		put_integer(&list->json, "last_ns", row[3].integer);
	else
		put_null(&list->json, "last_ns");
	put_text(&list->json, "role", role);
	if (row[2].type == STORE_INTEGER)
		put_integer(&list->json, "retention_days", row[2].integer);
	else
		put_null(&list->json, "retention_days");
	put_close(&list->json, '}');
	return 0;
}

int project_list(struct request *request, struct store_connection *db)
{
	struct list list = { request, reply_writer(request) };
	int err;

	put_open(&list.json, NULL, '{');
	put_open(&list.json, "projects", '[');
	err = STORE_RUN(db, STATEMENT_PROJECT_LIST, list_project, &list, store_text(""));
	put_close(&list.json, ']');
	put_close(&list.json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

/* How many runs would go if they were kept for so many days: whoever shortens that is asked first.
 */
int project_expired(struct request *request, struct store_connection *db)
{
	struct json_writer json;
	int64_t days, runs = 0;
	int err;

	if (!api_number(request, "days", 1, RETENTION_MAX_DAYS, RETENTION_MAX_DAYS, &days))
		return 0;
	err = STORE_RUN(db, STATEMENT_REPORT_COUNT_EXPIRED, store_get_integer, &runs,
	                store_integer(request->project_id),
	                store_integer(clock_unix_ns() - days * 86400 * NS_PER_S));
	if (err)
		return err;
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_integer(&json, "runs", runs);
	put_close(&json, '}');
	reply_json(request, MHD_HTTP_OK);
	return 0;
}

int project_prepare(struct request *request, struct store_connection *db)
{
	const struct json_node *days;
	struct json json = { 0 };
	char *copy = NULL;
	int64_t *prepared;

	(void)db;
	if (!api_body(request, &json, &copy))
		goto out;
	days = json_member(&json, json.nodes, "retention_days");
	prepared = malloc(sizeof *prepared);
	if (!prepared || !days ||
	    (days->type != JSON_NULL && (days->type != JSON_INTEGER || days->integer < 1 ||
	                                 days->integer > RETENTION_MAX_DAYS))) {
		free(prepared);
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content",
		              "retention_days must be a number from 1 to %d, or null",
		              RETENTION_MAX_DAYS);
		goto out;
	}
	*prepared = days->type == JSON_NULL ? 0 : days->integer;
	request->prepared = prepared;
	request->prepared_free = free;
out:
	json_release(&json);
	free(copy);
	return 0;
}

int project_store(struct request *request, struct store_connection *db)
{
	const int64_t days = *(const int64_t *)request->prepared;
	struct json_writer json;
	int64_t id = 0;
	int err = grant_project(db, request->project, &id);

	if (!err)
		err = STORE_RUN(db, STATEMENT_PROJECT_SET_RETENTION, NULL, NULL, store_integer(id),
		                days ? store_integer(days) : store_null());
	if (err)
		return err;
	snprintf(request->subject, sizeof request->subject, "retention_days %lld", (long long)days);
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_text(&json, "name", request->project);
	if (days)
		put_integer(&json, "retention_days", days);
	else
		put_null(&json, "retention_days");
	put_close(&json, '}');
	reply_json(request, MHD_HTTP_OK);
	return 0;
}

/*
 * Nobody finds it under its name any more; what it has is deleted by the watch, a little at a time
 * (retention.c), since others want to write meanwhile.
 */
int project_remove(struct request *request, struct store_connection *db)
{
	char name[DROPPED_NAME_MAX];
	int err = STORE_RUN(db, STATEMENT_PROJECT_DELETE_TOKENS, NULL, NULL,
	                    store_integer(request->project_id));

	grant_dropped_name(request->project_id, name);
	if (!err)
		err = STORE_RUN(db, STATEMENT_PROJECT_DROP, NULL, NULL,
		                store_integer(request->project_id), store_text(name));
	if (!err) {
		snprintf(request->subject, sizeof request->subject, "%s", request->project);
		reply_empty(request, MHD_HTTP_NO_CONTENT);
	}
	return err;
}
