/* SPDX-License-Identifier: MIT */
/*
 * People who may sign in: listed, made, removed, their passwords and rights. The console can do the
 * same (cli/cmd_user.c). Who administers everything can take away neither their own account nor
 * their own right to do so: there is always one who can.
 */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/http/grant.h"

/* ---- listing ---- */

struct list {
	struct json_writer json;
	int64_t account; /* whose rights are being listed; 0: the first is to come */
};

static void end_account(struct list *list)
{
	if (!list->account)
		return;
	put_close(&list->json, ']');
	put_close(&list->json, '}');
}

/* id, name, created_ns, project_name, role: a row for each right, or one without. */
static int list_right(const struct store_value *row, void *data)
{
	struct list *list = data;

	if (row[0].integer != list->account) {
		end_account(list);
		list->account = row[0].integer;
		put_open(&list->json, NULL, '{');
		put_text(&list->json, "name", row[1].bytes);
		put_integer(&list->json, "created_ns", row[2].integer);
		put_open(&list->json, "rights", '[');
	}
	if (row[3].type != STORE_TEXT)
		return 0;
	put_open(&list->json, NULL, '{');
	put_text_or_null(&list->json, "project", *row[3].bytes ? row[3].bytes : NULL);
	put_text(&list->json, "role", row[4].bytes);
	put_close(&list->json, '}');
	return 0;
}

int user_list(struct request *request, struct store_connection *db)
{
	struct list list = { .json = reply_writer(request) };
	int err;

	put_open(&list.json, NULL, '{');
	put_open(&list.json, "users", '[');
	err = STORE_RUN(db, STATEMENT_ACCOUNT_RIGHTS, list_right, &list, store_text(""));
	end_account(&list);
	put_close(&list.json, ']');
	put_close(&list.json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

/* ---- what a body wishes ---- */

struct wish {
	char *name, *project; /* project NULL: all */
	int role;             /* -1: none */
	char password_hash[PASSWORD_HASH_MAX];
};

static void wish_free(void *data)
{
	struct wish *wish = data;

	free(wish->name);
	free(wish->project);
	free(wish);
}

static void refuse(struct request *request, const char *why)
{
	reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content", "%s", why);
}

/* Hashed here, since that takes 60 ms. */
int api_new_password(struct request *request, const struct json *json, char hash[PASSWORD_HASH_MAX])
{
	char *password = api_member(json, "password");
	const size_t length = password ? strlen(password) : 0;
	int err = 0;

	if (length < PASSWORD_MIN || length > PASSWORD_MAX)
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content",
		              "a password has %d to %d characters", PASSWORD_MIN, PASSWORD_MAX);
	else
		err = password_hash(password, hash);
	free(password);
	return err;
}

/* {"role": "read", "project": "app"}; where IS_ANY, role null takes the right away. */
static void read_right(struct request *request, const struct json *json, struct wish *wish,
                       bool is_any)
{
	const struct json_node *role = json_member(json, json->nodes, "role");
	const struct json_node *project = json_member(json, json->nodes, "project");
	char *text = api_member(json, "role");

	wish->role = text ? role_find(text) : -1;
	wish->project = api_member(json, "project");
	if (wish->role < 0 && !(is_any && role && role->type == JSON_NULL))
		refuse(request, is_any ? "role must be read, upload, admin or null"
		                       : "role must be read, upload or admin");
	else if (wish->project ? !grant_is_project(wish->project)
	                       : project && project->type != JSON_NULL)
		refuse(request, GRANT_PROJECT_NAME);
	free(text);
}

static struct wish *make_wish(struct request *request)
{
	struct wish *wish = calloc(1, sizeof *wish);

	request->prepared = wish;
	request->prepared_free = wish_free;
	return wish;
}

int user_prepare(struct request *request, struct store_connection *db)
{
	struct wish *wish = make_wish(request);
	struct json json = { 0 };
	char *copy = NULL;
	int err = wish ? 0 : -ENOMEM;

	(void)db;
	if (!err && api_body(request, &json, &copy)) {
		wish->name = api_member(&json, "user");
		if (!wish->name || !grant_is_account(wish->name))
			refuse(request, GRANT_ACCOUNT_NAME);
		else
			read_right(request, &json, wish, false);
		if (!request->reply.status)
			err = api_new_password(request, &json, wish->password_hash);
	}
	json_release(&json);
	free(copy);
	return err;
}

int user_password_prepare(struct request *request, struct store_connection *db)
{
	struct wish *wish = make_wish(request);
	struct json json = { 0 };
	char *copy = NULL;
	int err = wish ? 0 : -ENOMEM;

	(void)db;
	if (!err && api_body(request, &json, &copy))
		err = api_new_password(request, &json, wish->password_hash);
	json_release(&json);
	free(copy);
	return err;
}

int user_right_prepare(struct request *request, struct store_connection *db)
{
	struct wish *wish = make_wish(request);
	struct json json = { 0 };
	char *copy = NULL;

	(void)db;
	if (!wish)
		return -ENOMEM;
	if (api_body(request, &json, &copy))
		read_right(request, &json, wish, true);
	json_release(&json);
	free(copy);
	return 0;
}

/* ---- on the writer ---- */

/* *ID of the account in the address; 0: there is none, and the reply says so. */
static int find_account(struct request *request, struct store_connection *db, int64_t *id)
{
	int err = grant_find_account(db, request->parameters[0], id);

	if (!err && !*id)
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such user");
	return err;
}

/* "user bob: read in app": for the audit log. */
static void note_right(struct request *request, const char *name, const struct wish *wish)
{
	snprintf(request->subject, sizeof request->subject, "user %s: %s in %s", name,
	         wish->role < 0 ? "nothing" : role_names[wish->role],
	         wish->project ? wish->project : "all projects");
}

int user_store(struct request *request, struct store_connection *db)
{
	const struct wish *wish = request->prepared;
	struct json_writer json;
	int64_t id;
	int err = grant_account(db, wish->name, wish->password_hash, &id);

	if (err)
		return err;
	if (!id) {
		reply_problem(request, MHD_HTTP_CONFLICT, "user-exists",
		              "there is a user of this name already");
		return 0;
	}
	err = grant_right(db, id, wish->project ? wish->project : "", wish->role);
	if (err)
		return err;
	note_right(request, wish->name, wish);
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_text(&json, "name", wish->name);
	put_close(&json, '}');
	reply_json(request, MHD_HTTP_CREATED);
	return 0;
}

int user_remove(struct request *request, struct store_connection *db)
{
	int64_t id;
	int err = find_account(request, db, &id);

	if (err || !id)
		return err;
	if (id == request->principal.account_id) {
		reply_problem(request, MHD_HTTP_CONFLICT, "own-account",
		              "nobody removes their own account");
		return 0;
	}
	err = grant_remove_account(db, id);
	if (err)
		return err;
	snprintf(request->subject, sizeof request->subject, "user %s", request->parameters[0]);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	return 0;
}

int user_password_store(struct request *request, struct store_connection *db)
{
	const struct wish *wish = request->prepared;
	int64_t id;
	int err = find_account(request, db, &id);

	if (err || !id)
		return err;
	err = grant_password(db, id, wish->password_hash);
	if (err)
		return err;
	snprintf(request->subject, sizeof request->subject, "user %s", request->parameters[0]);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	return 0;
}

int user_right_store(struct request *request, struct store_connection *db)
{
	const struct wish *wish = request->prepared;
	int64_t id;
	int err = find_account(request, db, &id);

	if (err || !id)
		return err;
	if (id == request->principal.account_id && !wish->project && wish->role != ROLE_ADMIN) {
		reply_problem(request, MHD_HTTP_CONFLICT, "own-account",
		              "nobody takes away their own right to administer");
		return 0;
	}
	err = grant_right(db, id, wish->project ? wish->project : "", wish->role);
	if (err)
		return err;
	note_right(request, request->parameters[0], wish);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	return 0;
}
