/* SPDX-License-Identifier: MIT */
/* Tokens: listed, made, revoked. The console can do the same (cli/cmd_token.c). */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/utf8.h"
#include "server/http/grant.h"

enum { EXPIRES_MAX_DAYS = 36500 };

/* id, role, project, description, created_ns, created_by, expires_ns */
static int list_token(const struct store_value *row, void *data)
{
	struct json_writer *json = data;
	char id[24];

	put_open(json, NULL, '{');
	/* Ids have up to 63 bits: more than a browser's numbers. */
	snprintf(id, sizeof id, "%lld", (long long)row[0].integer);
	put_text(json, "id", id);
	put_text(json, "role", row[1].bytes);
	put_text_or_null(json, "project", row[2].type == STORE_TEXT ? row[2].bytes : NULL);
	put_text(json, "description", row[3].bytes);
	put_integer(json, "created_ns", row[4].integer);
	put_text(json, "created_by", row[5].bytes);
	if (row[6].type == STORE_INTEGER)
		put_integer(json, "expires_ns", row[6].integer);
	else
		put_null(json, "expires_ns");
	put_close(json, '}');
	return 0;
}

int token_list(struct request *request, struct store_connection *db)
{
	struct json_writer json = reply_writer(request);
	int err;

	put_open(&json, NULL, '{');
	put_open(&json, "tokens", '[');
	err = STORE_RUN(db, STATEMENT_TOKEN_LIST, list_token, &json, store_integer(0));
	put_close(&json, ']');
	put_close(&json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

struct wish {
	char *role, *project, *description;
	int64_t days;
};

static void wish_free(void *data)
{
	struct wish *wish = data;

	free(wish->role);
	free(wish->project);
	free(wish->description);
	free(wish);
}

static void refuse(struct request *request, const char *why)
{
	reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content", "%s", why);
}

/* A member of another type must not be taken for one that is missing: that would be all projects,
 * for ever. */
static void read_wish(struct request *request, const struct json *json, struct wish *wish)
{
	const struct json_node *project = json_member(json, json->nodes, "project");
	const struct json_node *days = json_member(json, json->nodes, "expires_days");

	wish->role = api_member(json, "role");
	wish->project = api_member(json, "project");
	wish->description = api_member(json, "description");
	wish->days = json_integer_or(days, 0);
	if (!wish->role || role_find(wish->role) < 0)
		refuse(request, "role must be read, upload or admin");
	else if (wish->project ? !grant_is_project(wish->project)
	                       : project && project->type != JSON_NULL)
		refuse(request, GRANT_PROJECT_NAME);
	else if (days && days->type != JSON_NULL &&
	         (wish->days < 1 || wish->days > EXPIRES_MAX_DAYS))
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content",
		              "expires_days must be a number from 1 to %d, or null",
		              EXPIRES_MAX_DAYS);
	else if (wish->description &&
	         (strlen(wish->description) > LIMIT_FIELD_BYTES ||
	          !utf8_is_plain(wish->description, strlen(wish->description))))
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content",
		              "description is a line of at most %d bytes", LIMIT_FIELD_BYTES);
}

int token_prepare(struct request *request, struct store_connection *db)
{
	struct wish *wish = calloc(1, sizeof *wish);
	struct json json = { 0 };
	char *copy = NULL;

	(void)db;
	if (!wish)
		return -ENOMEM;
	request->prepared = wish;
	request->prepared_free = wish_free;
	if (api_body(request, &json, &copy))
		read_wish(request, &json, wish);
	json_release(&json);
	free(copy);
	return 0;
}

int token_store(struct request *request, struct store_connection *db)
{
	const struct wish *asked = request->prepared;
	const struct token_wish wish = {
		.role = (enum role)role_find(asked->role),
		.project = asked->project,
		.description = asked->description ? asked->description : "",
		.created_by = request->principal.name,
		.expires_ns = asked->days ? clock_unix_ns() + asked->days * 86400 * NS_PER_S : 0,
	};
	char text[SECRET_MAX], number[24], subject[TOKEN_SUBJECT_MAX];
	struct json_writer json;
	int64_t id;
	int err = grant_token(db, &wish, text, &id);

	if (err)
		return err;
	snprintf(number, sizeof number, "%lld", (long long)id);
	grant_token_subject(id, wish.description, subject);
	snprintf(request->subject, sizeof request->subject, "%s", subject);
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_text(&json, "id", number);
	put_text(&json, "token", text);
	put_close(&json, '}');
	reply_json(request, MHD_HTTP_CREATED);
	return 0;
}

int token_remove(struct request *request, struct store_connection *db)
{
	char *end = request->parameters[0];
	const int64_t id = strtoll(end, &end, 10);
	struct token_gone gone = { .id = 0 };
	int err = *end ? 0 : grant_revoke_token(db, id, &gone);

	if (err)
		return err;
	if (!gone.id) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such token");
		return 0;
	}
	snprintf(request->subject, sizeof request->subject, "%s", gone.subject);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	return 0;
}
