/* SPDX-License-Identifier: MIT */
/* The rank test against published values and against counting all ways to deal the ranks. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rank_test.h"
#include "suite.h"

enum { VALUES_MAX = 12 };

static double p_of(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count)
{
	struct rank_test test;

	ck_assert_int_eq(rank_test(a, a_count, b, b_count, &test), 0);
	return test.p;
}

/* Twice the midrank of each of the values. */
static int doubled_rank(const int64_t *values, int count, int i)
{
	int below = 0, equal = 0;

	for (int k = 0; k < count; k++) {
		below += values[k] < values[i];
		equal += values[k] == values[i];
	}
	return 2 * below + equal + 1;
}

/* The same p-value by trying every subset. */
static double p_by_counting(const int64_t *values, int count, int taken)
{
	int observed = 0, all = 0, below = 0, above = 0;

	for (int i = 0; i < taken; i++)
		observed += doubled_rank(values, count, i);
	for (unsigned set = 0; set < 1u << count; set++) {
		int sum = 0;

		if (__builtin_popcount(set) != taken)
			continue;
		for (int i = 0; i < count; i++)
			sum += set >> i & 1 ? doubled_rank(values, count, i) : 0;
		all++;
		below += sum <= observed;
		above += sum >= observed;
	}
	return fmin(1, 2.0 * (below < above ? below : above) / all);
}

START_TEST(agrees_with_counting)
{
	int64_t values[VALUES_MAX];

	srand(1);
	for (int round = 0; round < 300; round++) {
		int count = 2 + rand() % (VALUES_MAX - 1), taken = 1 + rand() % (count - 1);
		int spread = 1 + rand() % 20; /* a small one makes many equal */

		for (int i = 0; i < count; i++)
			values[i] = rand() % spread;
		ck_assert_double_eq_tol(
		        p_of(values, (size_t)taken, values + taken, (size_t)(count - taken)),
		        p_by_counting(values, count, taken), 1e-12);
	}
}
END_TEST

/* Critical values of U, two-sided at 0.05, for samples of equal size: the largest U with p <= 0.05
 * (the table in Mann and Whitney's and in every textbook). */
START_TEST(has_the_published_critical_values)
{
	static const int critical[] = {
		[4] = 0, [5] = 2, [6] = 5, [7] = 8, [8] = 13, [9] = 17, [10] = 23
	};

	for (int n = 4; n <= 10; n++)
		for (int u = critical[n]; u <= critical[n] + 1; u++) {
			/* A value of A beats as many of B as there are steps below it: U in all. */
			int64_t a[10], b[10];
			int left = u;

			for (int i = 0; i < n; i++) {
				int beaten;

				b[i] = 100 * i;
				beaten = left > n ? n : left;
				a[n - 1 - i] = 100 * beaten - 50 - i; /* no two alike */
				left -= beaten;
			}
			if (u == critical[n])
				ck_assert_double_le(p_of(a, (size_t)n, b, (size_t)n), 0.05);
			else
				ck_assert_double_gt(p_of(a, (size_t)n, b, (size_t)n), 0.05);
		}
}
END_TEST

START_TEST(needs_four_runs)
{
	static const int64_t low[] = { 1, 2, 3, 4 }, high[] = { 5, 6, 7, 8 };

	ck_assert(!rank_test_can_tell(0, 9));
	ck_assert(!rank_test_can_tell(1, 1));
	ck_assert(!rank_test_can_tell(3, 3));
	ck_assert(rank_test_can_tell(4, 4));
	ck_assert(rank_test_can_tell(1, 40));
	ck_assert_double_eq_tol(p_of(low, 3, high, 3), 2.0 / 20, 1e-12);
	ck_assert_double_eq_tol(p_of(low, 4, high, 4), 2.0 / 70, 1e-12);
}
END_TEST

START_TEST(equal_runs_do_not_differ)
{
	static const int64_t same[] = { 7, 7, 7, 7, 7 };

	ck_assert_double_eq(p_of(same, 5, same, 5), 1);
}
END_TEST

/* Where both can be used, the approximation is near. */
START_TEST(the_approximation_is_near)
{
	int64_t a[26], b[25];
	struct rank_test exact, approximate;

	srand(2);
	for (int i = 0; i < 26; i++)
		a[i] = rand() % 1000;
	for (int i = 0; i < 25; i++)
		b[i] = 120 + rand() % 1000;
	ck_assert_int_eq(rank_test(a, 25, b, 25, &exact), 0);
	ck_assert_int_eq(rank_test(a, 26, b, 25, &approximate), 0);
	ck_assert(exact.is_exact);
	ck_assert(!approximate.is_exact);
	ck_assert_double_eq_tol(exact.p, approximate.p, 0.05);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rank test");
	TCase *all = tcase_create("all");

	tcase_add_test(all, agrees_with_counting);
	tcase_add_test(all, has_the_published_critical_values);
	tcase_add_test(all, needs_four_runs);
	tcase_add_test(all, equal_runs_do_not_differ);
	tcase_add_test(all, the_approximation_is_near);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
