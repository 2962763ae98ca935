/* SPDX-License-Identifier: MIT */
/* Tests of how long measuring may take. */
#include "counters/measuring_time.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>

#define S INT64_C(1000000000)

static bool is_left(int64_t limit_ns, int64_t spent_ns, int64_t now_ns, bool is_urgent)
{
	const struct measuring_need need = { .is_urgent = is_urgent };
	struct measuring_time time = { .begin_ns = 100 * S, .limit_ns = limit_ns };

	atomic_store(&time.spent_ns, spent_ns);
	return measuring_time_is_left(&time, 100 * S + now_ns, need);
}

START_TEST(short_program)
{
	ck_assert(is_left(0, 0, 0, false));
	ck_assert(is_left(0, 5 * S, 6 * S, false));
	ck_assert(!is_left(0, 5 * S + 1, 6 * S, false));
	ck_assert(is_left(0, 5 * S + 1, 6 * S, true));
	ck_assert(!is_left(0, 10 * S, 11 * S, true));
}
END_TEST

START_TEST(long_program)
{
	ck_assert(is_left(0, 30 * S, 90 * S, false)); /* 60 s of its own */
	ck_assert(!is_left(0, 30 * S + 1, 90 * S, false));
	ck_assert(is_left(0, 59 * S, 120 * S, true));
	ck_assert(!is_left(0, 61 * S, 121 * S, true));
}
END_TEST

START_TEST(limited)
{
	ck_assert(is_left(2 * S, S, 1000 * S, false));
	ck_assert(is_left(2 * S, 2 * S - 1, 1000 * S, true));
	ck_assert(!is_left(2 * S, 2 * S, 1000 * S, true));
}
END_TEST

/* Two launches took 2 s each, on average. */
START_TEST(reserved)
{
	struct measuring_time time = { .limit_ns = 10 * S };

	ck_assert(measuring_time_is_left(&time, 0, (struct measuring_need){ true, 1000 }));
	measuring_time_spend(&time, S);
	measuring_time_spend(&time, 3 * S);
	ck_assert(measuring_time_is_left(&time, 0, (struct measuring_need){ true, 2 }));
	ck_assert(!measuring_time_is_left(&time, 0, (struct measuring_need){ true, 3 }));
	ck_assert(!measuring_time_is_left(&time, 0, (struct measuring_need){ false, 3 }));
	/* A tenth is for all. */
	time.limit_ns = 45 * S;
	ck_assert(measuring_time_is_left(&time, 0, (struct measuring_need){ false, 1000 }));
	measuring_time_spend(&time, S);
	ck_assert(!measuring_time_is_left(&time, 0, (struct measuring_need){ true, 1000 }));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("measuring time");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, short_program);
	tcase_add_test(cases, long_program);
	tcase_add_test(cases, limited);
	tcase_add_test(cases, reserved);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
