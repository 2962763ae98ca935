/* SPDX-License-Identifier: MIT */
/* People who sign in with a browser, and the audit log. */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/http/grant.h"
#include "server/http/metrics.h"

/* SameSite=Strict: a link from elsewhere opens the sign-in page's "you are signed in" at the first
 * click. */
#define COOKIE_FORMAT "warpwise_session=%s; Path=%s/; HttpOnly; SameSite=Strict; Max-Age=%d%s"

static void print_session(struct request *request, struct json_writer *json,
                          const struct principal *principal)
{
	const char *user = principal->account_id ? principal->name + sizeof "user " - 1 : NULL;

	put_open(json, NULL, '{');
	put_text_or_null(json, "user", user);
	put_text(json, "name", principal->name);
	put_bool(json, "is_demo", request->server->options.is_demo);
	put_text_or_null(json, "csrf_token", *principal->csrf_token ? principal->csrf_token : NULL);
	put_open(json, "rights", '[');
	for (size_t i = 0; i < principal->count; i++) {
		put_open(json, NULL, '{');
		put_text_or_null(json, "project",
		                 *principal->rights[i].project ? principal->rights[i].project
		                                               : NULL);
		put_text(json, "role", role_names[principal->rights[i].role]);
		put_close(json, '}');
	}
	put_close(json, ']');
	put_close(json, '}');
}

int session_get(struct request *request, struct store_connection *db)
{
	struct json_writer json = reply_writer(request);

	(void)db;
	print_session(request, &json, &request->principal);
	reply_json(request, MHD_HTTP_OK);
	reply_header(request, "Cache-Control", "no-store");
	return 0;
}

/* ---- signing in ---- */

struct sign_in {
	char cookie[SECRET_MAX];
	int64_t account_id;
	/* On the writer the account may have another one by now: then neither session nor change.
	 */
	char verified_hash[PASSWORD_HASH_MAX];
	char new_hash[PASSWORD_HASH_MAX]; /* own_password_prepare()'s */
};

struct credentials {
	char *user, *password;
};

/* The body, COPY and JSON, and what was read of it. */
static void forget(struct json *json, char *copy, struct credentials *shown)
{
	json_release(json);
	free(copy);
	free(shown->user);
	free(shown->password);
}

/* id, password_hash */
static int take_account(const struct store_value *row, void *data)
{
	struct sign_in *in = data;

	in->account_id = row[0].integer;
	snprintf(in->verified_hash, sizeof in->verified_hash, "%s", row[1].bytes);
	return 0;
}

static void refuse_password(struct request *request, int status)
{
	metrics_add(METRIC_SIGN_IN_FAILURES, 1);
	reply_problem(request, status, "wrong-password", "this name or password is wrong");
}

/* Counts an attempt; false: who failed too often has to wait, and the reply says so. */
static bool may_try(struct request *request)
{
	const int wait_s = access_count_s(FAILURE_PASSWORD, request->address);

	if (!wait_s)
		return true;
	reply_problem(request, MHD_HTTP_TOO_MANY_REQUESTS, "too-many-requests",
	              "too many wrong passwords from %s: try again in %d s", request->address,
	              wait_s);
	reply_header(request, "Retry-After", "%d", wait_s);
	return false;
}

/* Fills in IN, where PASSWORD is that of USER; else the reply has STATUS. */
static int check_password(struct request *request, struct store_connection *db, struct sign_in *in,
                          const struct credentials *shown, int status)
{
	bool is_right = false;
	int err;

	if (!shown->user || !shown->password || strlen(shown->password) > PASSWORD_MAX) {
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "invalid-content",
		              "user and password are texts, a password of at most %d bytes",
		              PASSWORD_MAX);
		return 0;
	}
	if (!may_try(request))
		return 0;
	err = STORE_RUN(db, STATEMENT_ACCOUNT_GET, take_account, in, store_text(shown->user));
	if (!err)
		is_right = password_is(shown->password, in->account_id ? in->verified_hash : NULL);
	if (err || is_right)
		access_take_back(FAILURE_PASSWORD, request->address);
	else
		refuse_password(request, status);
	return err;
}

static int begin_session(struct request *request, struct store_connection *db, struct sign_in *in,
                         const char *user)
{
	request->principal = (struct principal){ .account_id = in->account_id };
	snprintf(request->principal.name, sizeof request->principal.name, "user %s", user);
	secret_make("", in->cookie);
	secret_make("", request->principal.csrf_token);
	return access_load_rights(db, &request->principal);
}

static struct sign_in *make_sign_in(struct request *request)
{
	struct sign_in *in = calloc(1, sizeof *in);

	request->prepared = in;
	request->prepared_free = free;
	return in;
}

/* On a worker: the hash alone takes 60 ms. */
int session_prepare(struct request *request, struct store_connection *db)
{
	struct sign_in *in = make_sign_in(request);
	struct credentials shown = { NULL, NULL };
	struct json json = { 0 };
	char *copy = NULL;
	int err = in ? 0 : -ENOMEM;

	if (!err && api_body(request, &json, &copy)) {
		shown.user = api_member(&json, "user");
		shown.password = api_member(&json, "password");
		err = check_password(request, db, in, &shown, MHD_HTTP_UNAUTHORIZED);
		if (!err && !request->reply.status)
			err = begin_session(request, db, in, shown.user);
	}
	forget(&json, copy, &shown);
	return err;
}

static void set_cookie(struct request *request, const char *value, int age_s)
{
	reply_header(request, "Set-Cookie", COOKIE_FORMAT, value,
	             request->server->options.base_path, age_s,
	             request->is_secure ? "; Secure" : "");
}

int session_store(struct request *request, struct store_connection *db)
{
	const struct sign_in *in = request->prepared;
	const int64_t now_ns = clock_unix_ns();
	unsigned char hash[HASH_SIZE];
	struct json_writer json;
	int64_t account = 0;
	int err;

	hash_bytes(in->cookie, strlen(in->cookie), hash);
	err = STORE_RUN(db, STATEMENT_SESSION_INSERT, store_get_integer, &account,
	                store_blob(hash, sizeof hash), store_integer(in->account_id),
	                store_text(request->principal.csrf_token), store_integer(now_ns),
	                store_integer(now_ns + LIMIT_SESSION_S * NS_PER_S),
	                store_text(in->verified_hash));
	if (!err && !account)
		refuse_password(request, MHD_HTTP_UNAUTHORIZED);
	if (err || !account)
		return err;
	snprintf(request->subject, sizeof request->subject, "%s", request->principal.name);
	json = reply_writer(request);
	print_session(request, &json, &request->principal);
	reply_json(request, MHD_HTTP_OK);
	set_cookie(request, in->cookie, LIMIT_SESSION_S);
	return 0;
}

int session_end(struct request *request, struct store_connection *db)
{
	unsigned char hash[HASH_SIZE];
	char cookie[SECRET_MAX];
	int err = 0;

	if (request_cookie(request, "warpwise_session", cookie, sizeof cookie)) {
		hash_bytes(cookie, strlen(cookie), hash);
		err = STORE_RUN(db, STATEMENT_SESSION_DELETE, NULL, NULL,
		                store_blob(hash, sizeof hash));
	}
	if (err)
		return err;
	snprintf(request->subject, sizeof request->subject, "%s", request->principal.name);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	set_cookie(request, "", 0);
	return 0;
}

/* ---- one's own password ---- */

/* On a worker: two hashes. A session that somebody left open is not enough. */
int own_password_prepare(struct request *request, struct store_connection *db)
{
	struct sign_in *in = make_sign_in(request);
	struct credentials shown = { NULL, NULL };
	struct json json = { 0 };
	char *copy = NULL;
	int err = in ? 0 : -ENOMEM;

	if (!err && !request->principal.account_id) {
		reply_problem(request, MHD_HTTP_FORBIDDEN, "forbidden", "a token has no password");
	} else if (!err && api_body(request, &json, &copy)) {
		shown.user = strdup(request->principal.name + sizeof "user " - 1);
		shown.password = api_member(&json, "old_password");
		err = check_password(request, db, in, &shown, MHD_HTTP_FORBIDDEN);
		if (!err && !request->reply.status)
			err = api_new_password(request, &json, in->new_hash);
	}
	forget(&json, copy, &shown);
	return err;
}

int own_password_store(struct request *request, struct store_connection *db)
{
	const struct sign_in *in = request->prepared;
	bool is_changed;
	int err = grant_own_password(db, in->account_id, in->verified_hash, in->new_hash,
	                             &is_changed);

	if (!err && !is_changed)
		refuse_password(request, MHD_HTTP_UNAUTHORIZED);
	if (err || !is_changed)
		return err;
	snprintf(request->subject, sizeof request->subject, "%s", request->principal.name);
	reply_empty(request, MHD_HTTP_NO_CONTENT);
	set_cookie(request, "", 0);
	return 0;
}

/* ---- the audit log ---- */

struct audit {
	struct json_writer json;
	int64_t limit, count, last_id;
};

/* id, at_ns, actor, address, action, project, subject */
static int list_entry(const struct store_value *row, void *data)
{
	static const char *const names[] = { "actor", "address", "action", "project", "subject" };
	struct audit *audit = data;
	char id[24];

	/* One more than asked for: there are older ones. */
	if (audit->count++ == audit->limit)
		return 0;
	audit->last_id = row[0].integer;
	put_open(&audit->json, NULL, '{');
	snprintf(id, sizeof id, "%lld", (long long)row[0].integer);
	put_text(&audit->json, "id", id);
	put_integer(&audit->json, "at_ns", row[1].integer);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		put_text(&audit->json, names[i], row[2 + i].bytes);
	put_close(&audit->json, '}');
	return 0;
}

int audit_get(struct request *request, struct store_connection *db)
{
	struct audit audit = { .count = 0 };
	const char *project;
	int64_t before;
	int err;

	if (!api_text(request, "project", &project) ||
	    !api_number(request, "before", 0, INT64_MAX, INT64_MAX, &before) ||
	    !api_number(request, "limit", 1, LIMIT_LIST, LIMIT_LIST, &audit.limit))
		return 0;
	audit.json = reply_writer(request);
	put_open(&audit.json, NULL, '{');
	put_open(&audit.json, "entries", '[');
	err = STORE_RUN(db, STATEMENT_AUDIT_LIST, list_entry, &audit, store_text(project),
	                store_integer(before), store_integer(audit.limit + 1));
	put_close(&audit.json, ']');
	if (audit.count > audit.limit)
		buffer_print(audit.json.out, ",\"next\":\"%lld\"", (long long)audit.last_id);
	else
		put_null(&audit.json, "next");
	put_close(&audit.json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}
