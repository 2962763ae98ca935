/* SPDX-License-Identifier: MIT */
/* Tests of united intervals: against a count of every single nanosecond. */
#include "base/interval.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_NS = 400, ROUNDS = 300 };

/* A small random number that depends on nothing but the calls before. */
static int random_below(unsigned *state, int limit)
{
	*state = *state * 1664525 + 1013904223;
	return (int)((*state >> 8) % (unsigned)limit);
}

static int compare_starts(const void *a, const void *b)
{
	return (int)(((const struct interval *)a)->start_ns -
	             ((const struct interval *)b)->start_ns);
}

START_TEST(unites_touching_and_nested)
{
	struct interval_set set = { 0 };

	ck_assert_int_eq(interval_set_add(&set, 10, 20), 0);
	ck_assert_int_eq(interval_set_add(&set, 12, 15), 0); /* nested */
	ck_assert_int_eq(interval_set_add(&set, 20, 25), 0); /* touches */
	ck_assert_int_eq(interval_set_add(&set, 30, 30), 0); /* empty */
	ck_assert_int_eq(interval_set_add(&set, 40, 41), 0);
	interval_set_unite(&set);
	ck_assert_uint_eq(set.count, 2);
	ck_assert_int_eq(set.items[0].start_ns, 10);
	ck_assert_int_eq(set.items[0].end_ns, 25);
	ck_assert_int_eq(interval_set_length(&set), 16);
	interval_set_release(&set);
}
END_TEST

START_TEST(unites_what_comes_in_disorder)
{
	struct interval_set set = { 0 };

	interval_set_add(&set, 50, 60);
	interval_set_add(&set, 10, 20);
	interval_set_add(&set, 15, 55);
	interval_set_add(&set, -5, -1);
	interval_set_unite(&set);
	ck_assert_uint_eq(set.count, 2);
	ck_assert_int_eq(interval_set_length(&set), 54);
	interval_set_release(&set);
}
END_TEST

START_TEST(handles_the_largest_times)
{
	const int64_t most = INT64_C(1) << 60;
	struct interval_set set = { 0 }, empty = { 0 };
	struct sweep sweep = { 0 };

	interval_set_add(&set, -most, most);
	ck_assert_int_eq(interval_set_length(&set), 2 * most);
	ck_assert_int_eq(interval_set_intersection(&set, &set), 2 * most);
	ck_assert_int_eq(interval_set_intersection(&set, &empty), 0);
	interval_set_release(&set);

	ck_assert_int_eq(sweep_add(&sweep, 0, -most, most), 0);
	sweep_finish(&sweep);
	ck_assert_int_eq(sweep_any_ns(&sweep, 1), 2 * most);
	sweep_release(&sweep);
}
END_TEST

/* Random sets: length and intersection must be what counting each nanosecond gives. */
START_TEST(agrees_with_counting)
{
	unsigned state = 1;

	for (int round = 0; round < ROUNDS; round++) {
		bool line[2][LINE_NS] = { { false } };
		struct interval_set rest = { 0 }, sets[2] = { { 0 } };
		int64_t expected[3] = { 0 };

		for (int which = 0; which < 2; which++) {
			int count = random_below(&state, 30);

			for (int i = 0; i < count; i++) {
				int start = random_below(&state, LINE_NS);
				int end = start + random_below(&state, LINE_NS - start);

				end = start + (end - start) / 8;
				interval_set_add(&sets[which], start, end);
				for (int t = start; t < end; t++)
					line[which][t] = true;
			}
			interval_set_unite(&sets[which]);
		}
		for (int t = 0; t < LINE_NS; t++) {
			expected[0] += line[0][t];
			expected[1] += line[1][t];
			expected[2] += line[0][t] && line[1][t];
		}
		ck_assert_int_eq(interval_set_length(&sets[0]), expected[0]);
		ck_assert_int_eq(interval_set_length(&sets[1]), expected[1]);
		ck_assert_int_eq(interval_set_intersection(&sets[0], &sets[1]), expected[2]);
		ck_assert_int_eq(interval_set_intersection(&sets[1], &sets[0]), expected[2]);
		for (size_t i = 0; i < sets[0].count; i++)
			ck_assert_int_eq(interval_set_add_outside(&rest, sets[0].items[i].start_ns,
			                                          sets[0].items[i].end_ns,
			                                          &sets[1]),
			                 0);
		ck_assert_int_eq(interval_set_length(&rest), expected[0] - expected[2]);
		ck_assert_int_eq(interval_set_intersection(&rest, &sets[1]), 0);
		interval_set_release(&rest);
		interval_set_release(&sets[0]);
		interval_set_release(&sets[1]);
	}
}
END_TEST

START_TEST(sweep_agrees_with_counting)
{
	unsigned state = 7;

	for (int round = 0; round < ROUNDS; round++) {
		int active[LINE_NS][SWEEP_CLASSES] = { { 0 } };
		int64_t any = 0, both = 0, several = 0;
		struct interval items[40];
		struct sweep sweep = { 0 };
		int most = 0, count = random_below(&state, 40);

		for (int i = 0; i < count; i++) {
			items[i].start_ns = random_below(&state, LINE_NS - 50);
			items[i].end_ns = items[i].start_ns + random_below(&state, 50);
		}
		qsort(items, (size_t)count, sizeof *items, compare_starts);
		for (int i = 0; i < count; i++) {
			int class = random_below(&state, 3);

			ck_assert_int_eq(
			        sweep_add(&sweep, class, items[i].start_ns, items[i].end_ns), 0);
			for (int64_t t = items[i].start_ns; t < items[i].end_ns; t++)
				active[t][class]++;
		}
		sweep_finish(&sweep);
		for (int t = 0; t < LINE_NS; t++) {
			any += active[t][0] || active[t][1] || active[t][2];
			both += active[t][0] && active[t][1];
			several += active[t][0] > 1;
			most = active[t][0] > most ? active[t][0] : most;
		}
		ck_assert_int_eq(sweep_any_ns(&sweep, 7), any);
		ck_assert_int_eq(sweep_both_ns(&sweep, 1, 2), both);
		ck_assert_int_eq(sweep.several_ns[0], several);
		ck_assert_uint_eq(sweep.most[0], (size_t)most);
		sweep_release(&sweep);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interval");
	TCase *tests = tcase_create("interval");

	suite_add_tcase(suite, tests);
	tcase_add_test(tests, unites_touching_and_nested);
	tcase_add_test(tests, unites_what_comes_in_disorder);
	tcase_add_test(tests, handles_the_largest_times);
	tcase_add_test(tests, agrees_with_counting);
	tcase_add_test(tests, sweep_agrees_with_counting);
	return run_suite(suite);
}
