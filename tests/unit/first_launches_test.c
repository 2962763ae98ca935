/* SPDX-License-Identifier: MIT */
/* Tests of which launches are the first of their kind, and of what there is no room for. */
#include "stacks/first_launches.h"

#include <check.h>
#include <stdint.h>

#include "suite.h"

enum { PLACES = 4096, NEIGHBOURS = 16 };

/* One test: with a sanitizer all share a process, and the set is never emptied. */
START_TEST(each_is_new_once_as_long_as_there_is_room)
{
	uint64_t key = 1;

	ck_assert(!first_launches_add(0));
	for (uint64_t i = 0; i < NEIGHBOURS; i++)
		ck_assert(first_launches_add(PLACES / 2 + i * PLACES));
	ck_assert(!first_launches_add(PLACES / 2 + NEIGHBOURS * PLACES));
	for (int added = NEIGHBOURS; added < FIRST_LAUNCHES_MAX; added++)
		ck_assert(first_launches_add(key++));
	ck_assert(!first_launches_add(key));
	while (--key > 0)
		ck_assert(!first_launches_add(key));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("first launches");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, each_is_new_once_as_long_as_there_is_room);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
