/* SPDX-License-Identifier: MIT */
/* Tests of which launches are the first of their kind, and of what there is no room for. */
#include "stacks/first_launches.h"

#include <check.h>
#include <stdint.h>

#include "suite.h"

enum { PLACES = FIRST_LAUNCHES_PLACES, NEIGHBOURS = 16 };

static struct first_launches met;

START_TEST(each_is_new_once_as_long_as_there_is_room)
{
	uint64_t key = 1;

	ck_assert(!first_launches_add(&met, 0));
	for (uint64_t i = 0; i < NEIGHBOURS; i++)
		ck_assert(first_launches_add(&met, PLACES / 2 + i * PLACES));
	ck_assert(!first_launches_add(&met, PLACES / 2 + NEIGHBOURS * PLACES));
	for (int added = NEIGHBOURS; added < FIRST_LAUNCHES_MAX; added++)
		ck_assert(first_launches_add(&met, key++));
	ck_assert(!first_launches_add(&met, key));
	while (--key > 0)
		ck_assert(!first_launches_add(&met, key));
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
