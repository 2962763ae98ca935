/* SPDX-License-Identifier: MIT */
/*
 * Tests of who is remembered, and of how often an address may fail. store_run() is this file's own:
 * what others do while the database answers is done in it.
 */
#include "server/http/access.h"

#include <check.h>

#include "suite.h"

#define TOKEN "wwt_a token"

static bool is_revoked_meanwhile;

/* One row of token_find. */
int store_run(struct store_connection *connection, enum statement statement,
              const struct store_value *parameters, size_t count, store_row_fn *row, void *data)
{
	const struct store_value found[] = { store_integer(17), store_text("read"),
		                             store_null(),      store_null(),
		                             store_null(),      store_text("nightly") };

	(void)connection;
	(void)parameters;
	(void)count;
	ck_assert_int_eq(statement, STATEMENT_TOKEN_FIND);
	if (is_revoked_meanwhile)
		access_forget();
	return row(found, data);
}

static bool is_remembered(void)
{
	unsigned char hash[HASH_SIZE];
	struct principal principal;

	hash_bytes(TOKEN, strlen(TOKEN), hash);
	return access_recall(hash, &principal);
}

static void find(void)
{
	struct principal principal;

	ck_assert_int_eq(access_find_token(NULL, TOKEN, &principal), 0);
	ck_assert_str_eq(principal.name, "token 17");
	ck_assert_str_eq(principal.title, "token \"nightly\"");
}

START_TEST(a_token_is_remembered)
{
	access_forget();
	is_revoked_meanwhile = false;
	ck_assert(!is_remembered());
	find();
	ck_assert(is_remembered());
	access_forget();
	ck_assert(!is_remembered());
}
END_TEST

START_TEST(one_that_is_revoked_while_it_is_asked_for_is_not)
{
	access_forget();
	is_revoked_meanwhile = true;
	find();
	ck_assert(!is_remembered());
	is_revoked_meanwhile = false;
	find();
	ck_assert(is_remembered());
}
END_TEST

START_TEST(all_that_began_count)
{
	const char *address = "192.0.2.1";

	for (int i = 0; i < LIMIT_FAILURES; i++)
		ck_assert_int_eq(access_count_s(FAILURE_PASSWORD, address), 0);
	ck_assert_int_gt(access_count_s(FAILURE_PASSWORD, address), 0);
	ck_assert_int_eq(access_wait_s(FAILURE_TOKEN, address), 0);
	ck_assert_int_eq(access_wait_s(FAILURE_PASSWORD, "192.0.2.2"), 0);
	access_take_back(FAILURE_PASSWORD, address);
	ck_assert_int_eq(access_count_s(FAILURE_PASSWORD, address), 0);
	ck_assert_int_gt(access_wait_s(FAILURE_PASSWORD, address), 0);
}
END_TEST

START_TEST(right_ones_count_for_nothing)
{
	const char *address = "192.0.2.3";

	for (int i = 0; i < 3 * LIMIT_FAILURES; i++) {
		ck_assert_int_eq(access_count_s(FAILURE_PASSWORD, address), 0);
		access_take_back(FAILURE_PASSWORD, address);
	}
	access_take_back(FAILURE_PASSWORD, address);
	for (int i = 0; i < LIMIT_FAILURES; i++)
		ck_assert_int_eq(access_count_s(FAILURE_PASSWORD, address), 0);
	ck_assert_int_gt(access_wait_s(FAILURE_PASSWORD, address), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("access");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, a_token_is_remembered);
	tcase_add_test(cases, one_that_is_revoked_while_it_is_asked_for_is_not);
	tcase_add_test(cases, all_that_began_count);
	tcase_add_test(cases, right_ones_count_for_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
