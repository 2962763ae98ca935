/* SPDX-License-Identifier: MIT */
/* Tests of where a program's start-up ends: each of its limits, from both sides. */
#include "rules/shared/start_up.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>

#include "suite.h"

enum {
	OPERATIONS_MAX = 300,
	SHAPES = 40,
	MAIN = 0,
	OTHER = 1,
	RARE = 2,
	KERNEL_NS = 10,
	GAP_NS = 5
};

static int64_t start_ns[OPERATIONS_MAX], end_ns[OPERATIONS_MAX];
static uint32_t detail[OPERATIONS_MAX];
static uint8_t type[OPERATIONS_MAX];
static struct trace_transfer transfers[] = {
	{ .size_bytes = 100, .copy_kind = COPY_HTOD },
	{ .size_bytes = 200, .copy_kind = COPY_HTOD },
};
static struct trace_launch_shape shapes[SHAPES]; /* each of a function of its own */
static struct trace trace;

static void begin_trace(void)
{
	for (uint32_t i = 0; i < SHAPES; i++)
		shapes[i].function = i;
	trace = (struct trace){ .launch_shapes = shapes,
		                .launch_shapes_count = SHAPES,
		                .functions_count = SHAPES,
		                .transfers = transfers,
		                .transfers_count = sizeof transfers / sizeof *transfers,
		                .operations = { .start_ns = start_ns,
		                                .end_ns = end_ns,
		                                .detail = detail,
		                                .type = type } };
}

static void add(enum operation_type operation, uint32_t its_detail, int64_t gap_ns)
{
	const size_t i = trace.operations.count++;

	ck_assert_uint_lt(i, OPERATIONS_MAX);
	start_ns[i] = (i ? end_ns[i - 1] : 0) + gap_ns;
	end_ns[i] = start_ns[i] + KERNEL_NS;
	detail[i] = its_detail;
	type[i] = (uint8_t)operation;
}

static void launch(uint32_t shape, uint32_t times)
{
	for (uint32_t i = 0; i < times; i++)
		add(OPERATION_KERNEL, shape, GAP_NS);
}

/* TIMES launches, of shapes that none is launched often of. */
static void launch_rare(uint32_t times)
{
	for (uint32_t i = 0; i < times; i++)
		launch(RARE + i % (SHAPES - RARE), 1);
}

static struct start_up find(void)
{
	struct start_up start_up;

	ck_assert_int_eq(start_up_find(&start_up, &trace), 0);
	return start_up;
}

/* Releases it, too. */
static uint32_t end_of_start_up(void)
{
	struct start_up start_up = find();
	const uint32_t end = start_up.end;

	start_up_release(&start_up);
	return end;
}

static uint32_t end_before(uint32_t launches)
{
	begin_trace();
	launch_rare(5);
	launch(MAIN, launches);
	return end_of_start_up();
}

START_TEST(ten_launches_are_a_loop)
{
	ck_assert_uint_eq(end_before(10), 5);
	ck_assert_uint_eq(end_before(9), 0);
}
END_TEST

/* The first of a hundred launches are of a shape, the others of another one. */
static uint32_t end_where_first_are(uint32_t launches)
{
	begin_trace();
	launch(OTHER, launches);
	launch(MAIN, 100 - launches);
	return end_of_start_up();
}

START_TEST(a_loop_goes_on_for_a_quarter_of_the_launches)
{
	ck_assert_uint_eq(end_where_first_are(26), 0); /* 25 from the first to the last */
	ck_assert_uint_eq(end_where_first_are(25), 25);
}
END_TEST

/* Of a hundred launches so many are of the shape that is launched first; nearly half of these
 * before the other shape begins, the rest evenly among its own. */
static uint32_t end_where_of_first_are(uint32_t launches)
{
	const uint32_t alone = 12, others = 100 - launches, rest = launches - alone;

	begin_trace();
	launch(OTHER, alone);
	for (uint32_t i = 0; i < rest; i++) {
		launch(MAIN, (i + 1) * others / rest - i * others / rest);
		launch(OTHER, 1);
	}
	return end_of_start_up();
}

START_TEST(loops_run_where_a_quarter_of_their_launches_has_begun)
{
	ck_assert_uint_eq(end_where_of_first_are(25), 0);
	ck_assert_uint_eq(end_where_of_first_are(24), 12);
}
END_TEST

/* Where the loop of a hundred launches begins if it is tried out, and something else comes
 * then. */
static uint32_t end_where_tried_out(uint32_t tries, uint32_t between)
{
	begin_trace();
	launch(MAIN, tries);
	launch_rare(between);
	launch(MAIN, 100 - tries);
	return end_of_start_up();
}

/* Launches behind the last try are 0.88 apart as a whole, or 0.89: the loop begins 8 behind it,
 * or 9. */
START_TEST(a_break_is_ten_times_the_usual_distance)
{
	ck_assert_uint_eq(end_where_tried_out(19, 8), 19 + 8);
	ck_assert_uint_eq(end_where_tried_out(19, 7), 0);
}
END_TEST

START_TEST(a_loop_is_tried_out_in_its_first_fifth)
{
	ck_assert_uint_eq(end_where_tried_out(19, 20), 19 + 20); /* the 20th is behind the break */
	ck_assert_uint_eq(end_where_tried_out(20, 20), 0);
}
END_TEST

/* A hundred launches of which the first 15 come before a pause, and of which one comes so much
 * later again. */
static uint32_t end_where_again(uint32_t between, uint32_t later)
{
	begin_trace();
	launch(MAIN, 15);
	launch_rare(between);
	launch(MAIN, 45);
	launch_rare(later);
	launch(MAIN, 40);
	return end_of_start_up();
}

START_TEST(a_break_that_comes_again_is_none)
{
	ck_assert_uint_eq(end_where_again(40, 19), 15 + 40); /* distances of 41 and 20 */
	ck_assert_uint_eq(end_where_again(39, 19), 0);
	ck_assert_uint_eq(end_where_again(40, 40), 0);
}
END_TEST

/* What the devices idled at the start of a loop of a hundred with such a pause before one of it. */
static int64_t idle_with_pause(uint32_t before, int64_t pause_ns)
{
	struct start_up start_up;
	int64_t idle_ns;

	begin_trace();
	launch(MAIN, before);
	add(OPERATION_KERNEL, MAIN, pause_ns);
	launch(MAIN, 99 - before);
	start_up = find();
	idle_ns = start_up.idle_ns;
	start_up_release(&start_up);
	return idle_ns;
}

START_TEST(pauses_that_do_not_recur_are_of_the_start)
{
	ck_assert_int_eq(idle_with_pause(19, 10 * GAP_NS + 1), 10 * GAP_NS + 1);
	ck_assert_int_eq(idle_with_pause(19, 10 * GAP_NS), 0);
	ck_assert_int_eq(idle_with_pause(20, 10 * GAP_NS + 1), 0); /* not of the first fifth */
}
END_TEST

START_TEST(all_pauses_before_loops_are_of_the_start)
{
	struct start_up start_up;

	begin_trace();
	launch_rare(5);
	launch(MAIN, 100);
	start_up = find();
	ck_assert_int_eq(start_up.idle_ns, 5 * GAP_NS); /* between six */
	start_up_release(&start_up);
}
END_TEST

START_TEST(copies_that_come_again_are_not_of_the_start)
{
	struct start_up start_up;

	begin_trace();
	add(OPERATION_COPY, 0, GAP_NS);
	add(OPERATION_COPY, 1, GAP_NS);
	launch(MAIN, 50);
	add(OPERATION_COPY, 1, GAP_NS);
	launch(MAIN, 50);
	start_up = find();
	ck_assert_uint_eq(start_up.end, 2);
	ck_assert(start_up_has(&start_up, &trace, 0));
	ck_assert(!start_up_has(&start_up, &trace, 1));
	ck_assert(!start_up_has(&start_up, &trace, 52));
	start_up_release(&start_up);
}
END_TEST

START_TEST(programs_without_loops_have_no_start)
{
	struct start_up start_up;

	begin_trace();
	add(OPERATION_COPY, 0, GAP_NS);
	launch_rare(50);
	start_up = find();
	ck_assert_uint_eq(start_up.end, 0);
	ck_assert_int_eq(start_up.idle_ns, 0);
	ck_assert(!start_up_has(&start_up, &trace, 0));
	start_up_release(&start_up);
}
END_TEST

/*
 * Where a loop begins in which a function is launched a hundred times, with a copy each time, the
 * first 21 times with another grid: WITH_COPY of those have one, behind PAUSE_NS in the last, and
 * all but WITHOUT in ten of the others.
 */
static uint32_t end_where_grid_changes(uint32_t with_copy, int64_t pause_ns, uint32_t without)
{
	begin_trace();
	shapes[OTHER].function = MAIN;
	for (uint32_t i = 0; i < 100; i++) {
		if (i < 21 ? i < with_copy : i % 10 >= without)
			add(OPERATION_COPY, 0, i == 20 ? pause_ns : GAP_NS);
		launch(i < 21 ? OTHER : MAIN, 1);
	}
	return end_of_start_up();
}

START_TEST(a_loop_goes_on_with_another_grid)
{
	ck_assert_uint_eq(end_where_grid_changes(21, GAP_NS, 0), 1);
	ck_assert_uint_eq(end_where_grid_changes(21, GAP_NS, 1), 1); /* one in ten has no copy */
	ck_assert_uint_gt(end_where_grid_changes(21, GAP_NS, 2), 21);
	ck_assert_uint_eq(end_where_grid_changes(0, GAP_NS, 0), 20); /* the last one has one */
}
END_TEST

START_TEST(a_long_pause_is_not_of_the_rounds)
{
	const int64_t round_ns = KERNEL_NS + 2 * GAP_NS;

	ck_assert_uint_eq(end_where_grid_changes(21, 10 * round_ns - KERNEL_NS - GAP_NS, 0), 1);
	ck_assert_uint_eq(end_where_grid_changes(21, 10 * round_ns - KERNEL_NS - GAP_NS + 1, 0),
	                  20 * 2 + 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("start_up");
	TCase *test_case = tcase_create("start_up");

	tcase_add_test(test_case, ten_launches_are_a_loop);
	tcase_add_test(test_case, a_loop_goes_on_for_a_quarter_of_the_launches);
	tcase_add_test(test_case, loops_run_where_a_quarter_of_their_launches_has_begun);
	tcase_add_test(test_case, a_break_is_ten_times_the_usual_distance);
	tcase_add_test(test_case, a_loop_is_tried_out_in_its_first_fifth);
	tcase_add_test(test_case, a_break_that_comes_again_is_none);
	tcase_add_test(test_case, pauses_that_do_not_recur_are_of_the_start);
	tcase_add_test(test_case, all_pauses_before_loops_are_of_the_start);
	tcase_add_test(test_case, copies_that_come_again_are_not_of_the_start);
	tcase_add_test(test_case, programs_without_loops_have_no_start);
	tcase_add_test(test_case, a_loop_goes_on_with_another_grid);
	tcase_add_test(test_case, a_long_pause_is_not_of_the_rounds);
	suite_add_tcase(suite, test_case);
	return run_suite(suite);
}
