/* SPDX-License-Identifier: MIT */
/* Tests of which modules are new, where ids come in any order, and of what there is no room for. */
#include "timeline/late_modules.h"

#include <check.h>
#include <stdint.h>

#include "host/losses.h"
#include "suite.h"

enum { PLACES = 4096, NEIGHBOURS = 16 };

static int64_t further;

/* Stands in for the collector's. */
void counter_add(enum counter counter, int64_t n)
{
	ck_assert_int_eq(counter, COUNTER_further_modules);
	further += n;
}

START_TEST(each_is_new_once)
{
	for (uint32_t id = 0; id < 1000; id++)
		ck_assert(late_modules_is_new(id));
	for (uint32_t id = 0; id < 1000; id++)
		ck_assert(!late_modules_is_new(id));
	ck_assert(late_modules_is_new(UINT32_MAX));
	ck_assert(!late_modules_is_new(UINT32_MAX));
	ck_assert_int_eq(further, 0);
}
END_TEST

/* Ids behind those of the test before. */
START_TEST(what_finds_no_place_is_counted)
{
	const uint32_t first = 2000;

	further = 0;
	for (uint32_t i = 0; i < NEIGHBOURS; i++)
		ck_assert(late_modules_is_new(first + i * PLACES));
	for (uint32_t i = 0; i < NEIGHBOURS; i++)
		ck_assert(!late_modules_is_new(first + i * PLACES));
	ck_assert_int_eq(further, 0);
	ck_assert(!late_modules_is_new(first + NEIGHBOURS * PLACES));
	ck_assert(!late_modules_is_new(first + NEIGHBOURS * PLACES));
	ck_assert_int_eq(further, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("late modules");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, each_is_new_once);
	tcase_add_test(cases, what_finds_no_place_is_counted);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
