/* SPDX-License-Identifier: MIT */
/* Tests of the statistics: against sorting, and at the ends of the range. */
#include "base/statistics.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 500, ROUNDS = 400 };

static int random_below(unsigned *state, int limit)
{
	*state = *state * 1664525 + 1013904223;
	return (int)((*state >> 8) % (unsigned)limit);
}

static int compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

START_TEST(knows_a_textbook_case)
{
	static const int64_t values[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	struct statistics s = { 0 };

	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		statistics_add(&s, values[i]);
	ck_assert_int_eq(s.count, 8);
	ck_assert_int_eq(s.total, 40);
	ck_assert_int_eq(s.min, 2);
	ck_assert_int_eq(s.max, 9);
	ck_assert_double_eq_tol(statistics_average(&s), 5, 1e-12);
	ck_assert_double_eq_tol(statistics_deviation(&s), 2, 1e-12);
}
END_TEST

START_TEST(is_zero_of_nothing)
{
	struct statistics s = { 0 };

	ck_assert_double_eq(statistics_average(&s), 0);
	ck_assert_double_eq(statistics_deviation(&s), 0);
	ck_assert_int_eq(statistics_median(NULL, 0), 0);
}
END_TEST

/* One value of a second, a million of 5 us that differ by 10 ns: nothing may cancel out. */
START_TEST(keeps_small_deviations)
{
	struct statistics s = { 0 };

	for (int i = 0; i < 1000000; i++)
		statistics_add(&s, 1000000000 + (i % 2 ? 10 : -10));
	ck_assert_double_eq_tol(statistics_average(&s), 1e9, 1e-6);
	ck_assert_double_eq_tol(statistics_deviation(&s), 10, 0.01);
}
END_TEST

START_TEST(saturates_instead_of_overflowing)
{
	struct statistics s = { 0 };

	for (int i = 0; i < 100; i++)
		statistics_add(&s, INT64_C(1) << 61);
	ck_assert_int_eq(s.total, INT64_MAX);
	ck_assert_double_eq_tol(statistics_average(&s) / 0x1p61, 1, 1e-12);
	ck_assert_int_eq(sum_saturated(INT64_MAX, 1), INT64_MAX);
	ck_assert_int_eq(sum_saturated(1, 2), 3);
}
END_TEST

/* Few different values, many, sorted, equal: selection must agree with sorting for each rank. */
START_TEST(selects_as_sorting_does)
{
	int64_t values[VALUES_MAX], sorted[VALUES_MAX], work[VALUES_MAX];
	unsigned state = 3;

	for (int round = 0; round < ROUNDS; round++) {
		size_t count = 1 + (size_t)random_below(&state, VALUES_MAX - 1);
		int different = 1 + random_below(&state, round % 2 ? 4 : 100000);
		size_t k = (size_t)random_below(&state, (int)count);

		for (size_t i = 0; i < count; i++)
			values[i] = random_below(&state, different) - different / 3;
		memcpy(sorted, values, sizeof values);
		qsort(sorted, count, sizeof *sorted, compare);
		if (round % 5 == 0)
			memcpy(values, sorted, sizeof values);

		memcpy(work, values, sizeof values);
		ck_assert_int_eq(statistics_select(work, count, k), sorted[k]);
		for (size_t i = 0; i < count; i++)
			ck_assert(i < k ? work[i] <= sorted[k] : work[i] >= sorted[k]);
		memcpy(work, values, sizeof values);
		ck_assert_int_eq(statistics_median(work, count),
		                 count % 2
		                         ? sorted[count / 2]
		                         : sorted[count / 2 - 1] +
		                                   (sorted[count / 2] - sorted[count / 2 - 1]) / 2);
	}
}
END_TEST

/*
 * The order that is worst for a median of three (Musser, Software: Practice and Experience 27
 * (1997)): without a bound this takes minutes, and the test runs into its time limit.
 */
START_TEST(is_not_slow_on_the_worst_order)
{
	size_t half = 1 << 19;
	int64_t *values = malloc(2 * half * sizeof *values);

	ck_assert_ptr_nonnull(values);
	for (size_t i = 1; i <= half; i++) {
		if (i % 2) {
			values[i - 1] = (int64_t)i;
			values[i] = (int64_t)(half + i);
		}
		values[half + i - 1] = (int64_t)(2 * i);
	}
	ck_assert_int_eq(statistics_select(values, 2 * half, 2 * half - 1), (int64_t)(2 * half));
	free(values);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("statistics");
	TCase *tests = tcase_create("statistics");

	suite_add_tcase(suite, tests);
	tcase_add_test(tests, knows_a_textbook_case);
	tcase_add_test(tests, is_zero_of_nothing);
	tcase_add_test(tests, keeps_small_deviations);
	tcase_add_test(tests, saturates_instead_of_overflowing);
	tcase_add_test(tests, selects_as_sorting_does);
	tcase_add_test(tests, is_not_slow_on_the_worst_order);
	return run_suite(suite);
}
