/* SPDX-License-Identifier: MIT */
/* Rounds that grow or shrink, on both sides of each threshold. */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>

#include "rules/shared/growth.h"
#include "suite.h"

enum { ROUNDS = 21 };

/* Whether COUNT rounds of these LENGTHS are found to grow or shrink, when OTHER is done beside
 * them. */
static bool is_found(const int64_t *lengths, int count, int64_t other)
{
	struct growth growth = { 0 };
	int64_t done = other;

	growth_mark(&growth, done);
	for (int i = 0; i < count; i++) {
		done += lengths[i];
		growth_mark(&growth, done);
	}
	ck_assert_int_eq(growth.rounds, count);
	return growth_is_found(&growth, done);
}

/* Each STEP longer than the one before. */
static void fill(int64_t lengths[ROUNDS], int64_t first, int64_t step)
{
	for (int i = 0; i < ROUNDS; i++)
		lengths[i] = first + i * step;
}

START_TEST(grows_and_shrinks)
{
	int64_t lengths[ROUNDS];
	struct growth none = { 0 };

	fill(lengths, 60, 7);
	ck_assert(is_found(lengths, ROUNDS, 0));
	fill(lengths, 200, -7);
	ck_assert(is_found(lengths, ROUNDS, 0));
	fill(lengths, 100, 0);
	ck_assert(!is_found(lengths, ROUNDS, 0));
	ck_assert(!growth_is_found(&none, 0));
}
END_TEST

START_TEST(ten_rounds)
{
	int64_t lengths[ROUNDS];

	fill(lengths, 10, 10);
	ck_assert(is_found(lengths, 10, 0));
	ck_assert(!is_found(lengths, 9, 0));
}
END_TEST

/* Of 20 rounds that have one before, as many become shorter. */
START_TEST(a_few_rounds_are_cut)
{
	int64_t lengths[ROUNDS];

	fill(lengths, 60, 7);
	lengths[5] = lengths[4] - 1;
	lengths[10] = lengths[9] - 1;
	ck_assert(is_found(lengths, ROUNDS, 0));
	lengths[15] = lengths[14] - 1;
	ck_assert(!is_found(lengths, ROUNDS, 0));
}
END_TEST

START_TEST(rounds_are_most)
{
	int64_t lengths[ROUNDS], sum = 0;

	fill(lengths, 60, 7);
	for (int i = 0; i < ROUNDS; i++)
		sum += lengths[i];
	ck_assert(is_found(lengths, ROUNDS, sum / 5));  /* 83 % of all */
	ck_assert(!is_found(lengths, ROUNDS, sum / 3)); /* 75 % */
}
END_TEST

START_TEST(one_end_alone_is_no_trend)
{
	int64_t lengths[ROUNDS];

	fill(lengths, 100, 1);
	lengths[0] = 10;
	ck_assert(!is_found(lengths, ROUNDS, 0));
	fill(lengths, 100, 1);
	lengths[ROUNDS - 1] = 300;
	ck_assert(!is_found(lengths, ROUNDS, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("growth");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, grows_and_shrinks);
	tcase_add_test(cases, ten_rounds);
	tcase_add_test(cases, a_few_rounds_are_cut);
	tcase_add_test(cases, rounds_are_most);
	tcase_add_test(cases, one_end_alone_is_no_trend);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
