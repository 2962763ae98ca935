/* SPDX-License-Identifier: MIT */
/*
 * Between looking at a password, on a worker, and storing what it allows, on the writer, somebody
 * else may have changed it: then it allows nothing.
 */
#include "server/api/api.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/http/grant.h"
#include "suite.h"

#define OLD   "correct horse battery"
#define NEW   "a new password"
#define OTHER "yet another one"

static char folder[64];
static struct server server = { .options = { .base_path = "" } };
static struct store_connection *db;

static void hash_of(const char *password, char hash[PASSWORD_HASH_MAX])
{
	ck_assert_int_eq(password_hash(password, hash), 0);
}

static void set_up(void)
{
	const struct store_place place = { .directory = folder };
	char error[STORE_ERROR_MAX], hash[PASSWORD_HASH_MAX];
	int64_t id;

	snprintf(folder, sizeof folder, "/tmp/warpwise-session-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(secret_init(), 0);
	ck_assert_int_eq(store_open(&place, &server.store, error), 0);
	ck_assert_int_eq(store_connect(server.store, &db, error), 0);
	hash_of(OLD, hash);
	ck_assert_int_eq(grant_account(db, "ada", hash, &id), 0);
}

static void tear_down(void)
{
	static const char *const names[] = { "dashboard.db", "dashboard.db-wal",
		                             "dashboard.db-shm" };
	char path[128];

	store_disconnect(db);
	store_close(server.store);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

/* Ada's, with BODY. */
static struct request *new_request(const char *body)
{
	struct request *request = request_new(&server, "/api/v1/session");
	int64_t id;

	ck_assert_ptr_nonnull(request);
	ck_assert_int_eq(body_add(&request->body, body, strlen(body), folder), 0);
	ck_assert_int_eq(grant_find_account(db, "ada", &id), 0);
	request->principal = (struct principal){ .name = "user ada", .account_id = id };
	return request;
}

static void change_password(const char *password)
{
	char hash[PASSWORD_HASH_MAX];
	int64_t id;

	hash_of(password, hash);
	ck_assert_int_eq(grant_find_account(db, "ada", &id), 0);
	ck_assert_int_eq(grant_password(db, id, hash), 0);
}

static int count_row(const struct store_value *row, void *data)
{
	(void)row;
	++*(int *)data;
	return 0;
}

static int sessions(const struct request *request)
{
	const char *cookie = request->prepared; /* struct sign_in begins with it */
	unsigned char hash[HASH_SIZE];
	int count = 0;

	hash_bytes(cookie, strlen(cookie), hash);
	ck_assert_int_eq(STORE_RUN(db, STATEMENT_SESSION_FIND, count_row, &count,
	                           store_blob(hash, sizeof hash)),
	                 0);
	return count;
}

static bool is_password(const char *password)
{
	struct request *request;
	char body[128];
	bool is_it;

	snprintf(body, sizeof body, "{\"user\":\"ada\",\"password\":\"%s\"}", password);
	request = new_request(body);
	ck_assert_int_eq(session_prepare(request, db), 0);
	is_it = request->reply.status == 0;
	request_free(request);
	return is_it;
}

START_TEST(who_signs_in_has_a_session)
{
	struct request *request = new_request("{\"user\":\"ada\",\"password\":\"" OLD "\"}");

	ck_assert_int_eq(session_prepare(request, db), 0);
	ck_assert_int_eq(request->reply.status, 0);
	ck_assert_int_eq(session_store(request, db), 0);
	ck_assert_int_eq(request->reply.status, 200);
	ck_assert_int_eq(sessions(request), 1);
	request_free(request);
}
END_TEST

START_TEST(a_changed_password_lets_nobody_in)
{
	struct request *request = new_request("{\"user\":\"ada\",\"password\":\"" OLD "\"}");

	ck_assert_int_eq(session_prepare(request, db), 0);
	ck_assert_int_eq(request->reply.status, 0);
	change_password(NEW);
	ck_assert_int_eq(session_store(request, db), 0);
	ck_assert_int_eq(request->reply.status, 401);
	ck_assert_int_eq(sessions(request), 0);
	request_free(request);
}
END_TEST

START_TEST(a_changed_password_changes_nothing)
{
	struct request *request =
	        new_request("{\"old_password\":\"" OLD "\",\"password\":\"" OTHER "\"}");

	ck_assert_int_eq(own_password_prepare(request, db), 0);
	ck_assert_int_eq(request->reply.status, 0);
	change_password(NEW);
	ck_assert_int_eq(own_password_store(request, db), 0);
	ck_assert_int_eq(request->reply.status, 401);
	request_free(request);
	ck_assert(is_password(NEW));
	ck_assert(!is_password(OTHER));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("session");
	TCase *cases = tcase_create("all");

	tcase_add_checked_fixture(cases, set_up, tear_down);
	tcase_add_test(cases, who_signs_in_has_a_session);
	tcase_add_test(cases, a_changed_password_lets_nobody_in);
	tcase_add_test(cases, a_changed_password_changes_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
