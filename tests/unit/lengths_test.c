/* SPDX-License-Identifier: MIT */
/* Rounds of different lengths, which come again or do not. */
#include <check.h>
#include <stdint.h>
#include <stdlib.h>

#include "rules/shared/lengths.h"
#include "suite.h"

enum { LEAST = 20, SAME = 50, PRIME = 101 };

/* Whether COUNT rounds of lengths that come again after EVERY are uneven, when OTHER is done beside
 * them. */
static bool are_uneven(int count, int every, int64_t other)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;
	bool found;

	for (int i = 0; i < count; i++) {
		const int k = i % every;

		done += 100 + 10 * (k * k % PRIME);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0); /* nothing was done */
	}
	ck_assert_uint_eq(lengths.count, (size_t)count);
	found = lengths_are_uneven(&lengths, done + other, LEAST, SAME);
	lengths_release(&lengths);
	return found;
}

START_TEST(lengths_come_again)
{
	ck_assert(!are_uneven(40, 1, 0));
	ck_assert(!are_uneven(40, 3, 0));
	ck_assert(!are_uneven(40, 20, 0));
	ck_assert(are_uneven(40, 40, 0));
}
END_TEST

START_TEST(rounds_are_enough)
{
	ck_assert(are_uneven(20, 20, 0));
	ck_assert(!are_uneven(19, 19, 0));
}
END_TEST

START_TEST(rounds_are_most)
{
	ck_assert(are_uneven(40, 40, 1000));
	ck_assert(!are_uneven(40, 40, 100000));
}
END_TEST

/* Two in three rounds are of 1,000, and the others of 20 to 1,010. */
START_TEST(most_is_in_the_same)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;

	for (int i = 0; i < 81; i++) {
		done += i % 3 ? 1000 : 20 + 10 * (i * i % PRIME);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
	}
	ck_assert(!lengths_are_uneven(&lengths, done, LEAST, 75));
	ck_assert(lengths_are_uneven(&lengths, done, LEAST, 90));
	lengths_release(&lengths);
}
END_TEST

/* Two inputs are copied for each round, with an operation between them. */
START_TEST(short_ones_count_little)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;

	for (int i = 0; i < 80; i++) {
		done += i % 2 ? 1 : 100 + 10 * (i * i % PRIME);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
	}
	ck_assert(lengths_are_uneven(&lengths, done, LEAST, SAME));
	lengths_release(&lengths);
}
END_TEST

/* Whether rounds are uneven of which each is longer than 10,000 by some of PARTS. */
static bool are_uneven_by(int parts)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;
	bool found;

	for (int i = 0; i < 80; i++) {
		done += 10000 + parts * (i * i % PRIME);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
	}
	found = lengths_are_uneven(&lengths, done, LEAST, SAME);
	lengths_release(&lengths);
	return found;
}

START_TEST(hardly_differ)
{
	ck_assert(!are_uneven_by(2));
	ck_assert(are_uneven_by(12));
}
END_TEST

/* Whether COUNT rounds of KINDS of lengths that come in no order are uneven, OTHERS percent of them
 * of any length. */
static bool are_uneven_of(int count, int kinds, int others)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;
	bool found;

	for (int i = 0; i < count; i++) {
		const int any = i * i % 10007 * 7 % 10007; /* a prime */

		done += any % 100 < others ? 500 + any % 1000 : 1000 + 50 * (any / 100 % kinds);
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
	}
	found = lengths_are_uneven(&lengths, done, LEAST, SAME);
	lengths_release(&lengths);
	return found;
}

START_TEST(lengths_are_few)
{
	ck_assert(!are_uneven_of(200, 4, 20));
	ck_assert(are_uneven_of(400, 12, 0));
	ck_assert(are_uneven_of(400, 4, 70)); /* few have little of what is done */
	ck_assert(are_uneven_of(24, 4, 0));   /* each came a few times */
}
END_TEST

START_TEST(very_many)
{
	struct lengths lengths = { 0 };
	int64_t done = 0;

	for (int i = 0; i < 10000; i++) {
		done += 1 + i * (int64_t)i % 9973;
		ck_assert_int_eq(lengths_mark(&lengths, done), 0);
	}
	ck_assert(lengths_are_uneven(&lengths, done, LEAST, SAME));
	lengths_release(&lengths);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lengths");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, lengths_come_again);
	tcase_add_test(cases, rounds_are_enough);
	tcase_add_test(cases, rounds_are_most);
	tcase_add_test(cases, most_is_in_the_same);
	tcase_add_test(cases, short_ones_count_little);
	tcase_add_test(cases, hardly_differ);
	tcase_add_test(cases, lengths_are_few);
	tcase_add_test(cases, very_many);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
