/* SPDX-License-Identifier: MIT */
/* Tests of a part of a trace: what one range of the program's holds. */
#include "trace/trace_window.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "trace_fixture.h"
#include "suite.h"

#define RANGES                                                                  \
	"INSERT INTO string VALUES (52, 'mark'), (53, 'late');"                 \
	"INSERT INTO marker VALUES (1, 50, NULL, 1, 18, 21), (2, 50, NULL, 1, " \
	"24, 28), (3, 52, NULL, 1, 19, 19), (4, 53, NULL, 1, 400, 500);"

START_TEST(cuts_to_a_range)
{
	const struct trace_operations *o;
	struct trace t;

	trace_fixture_load(
	        &t,
	        RANGES SYNC_ROW("3, 19, 1, 1, 1, 103, 0") ";" SYNC_ROW(
	                "3, 32, 1, 1, 1, 110, 0") ";"
	                                          "INSERT INTO function VALUES (11, '_Z1gv');"
	                                          "INSERT INTO launch_shape VALUES (5, 11, 1,1,1, "
	                                          "32,1,1, 0,0,0, 8, 0,0,0, NULL, 0, 0, 0);"
	                                          "INSERT INTO kernel (start_ns, duration_ns, "
	                                          "stream_id, launch_shape_id, correlation_id, "
	                                          "channel_id) VALUES (400, 9, 1, 5, 100, 8);"
	                                          "INSERT INTO copy_stream VALUES (1, 1, 103), (2, "
	                                          "1, "
	                                          "110);"
	                                          "INSERT INTO copy_address VALUES (1, 103, "
	                                          "64), (2, 110, 64);"
	                                          "INSERT INTO allocation VALUES (1, 12, 1, 3, 64, "
	                                          "16, "
	                                          "0, NULL, 0, NULL, 100), (2, 22, 2, 3, 64, 16, "
	                                          "0, "
	                                          "NULL, 0, NULL, 103), (3, 31, 1, 3, 64, 16, 0, "
	                                          "NULL, 0, NULL, 110);");
	ck_assert_int_eq(trace_window(&t, "nothing"), -ENOENT);
	ck_assert_int_eq(trace_window(&t, "mark"), -ENOENT);
	ck_assert_int_eq(trace_window(&t, "late"), -ENOENT); /* no calls */
	ck_assert_ptr_null(t.part.name);
	ck_assert_uint_eq(t.calls.count, 3);

	ck_assert_int_eq(trace_window(&t, "range"), 0);
	ck_assert_str_eq(t.part.name, "range");
	ck_assert_uint_eq(t.part.ranges, 2);
	ck_assert_int_eq(t.part.start_ns, 18);
	ck_assert_int_eq(t.part.end_ns, 28);
	ck_assert_int_eq(t.part.run_ns, 409 - 10);
	ck_assert_uint_eq(t.calls.count, 1);
	ck_assert_int_eq(t.calls.start_ns[0], 20);
	ck_assert_uint_eq(t.calls.thread[0], 1);
	o = &t.operations;
	ck_assert_uint_eq(o->count, 1); /* it ran later, but was issued in it */
	ck_assert_int_eq(o->start_ns[0], 300);
	ck_assert_uint_eq(o->call[0], 0);
	ck_assert_uint_eq(o->channel[0], 8);
	ck_assert(!t.functions[0].is_launched_before);
	ck_assert(t.functions[1].is_launched_before);
	ck_assert_uint_eq(t.synchronizations_count, 1);
	ck_assert_uint_eq(t.synchronizations[0].call, 0);
	ck_assert_uint_eq(t.copy_streams_count, 1);
	ck_assert_uint_eq(t.copy_addresses_count, 1);
	ck_assert_uint_eq(t.allocations_count, 2);
	ck_assert_uint_eq(t.allocations[0].call, NONE); /* held when it began */
	ck_assert_uint_eq(t.allocations[1].call, 0);
	ck_assert_int_eq(t.first_ns, 20);
	ck_assert_int_eq(t.last_ns, 350);
	trace_release(&t);
}
END_TEST

START_TEST(names_ranges)
{
	char text[64], narrow[19];
	struct trace t;

	trace_fixture_load(&t, RANGES);
	trace_window_names(&t, text, sizeof text);
	ck_assert_str_eq(text, "range, late");
	trace_window_names(&t, narrow, sizeof narrow);
	ck_assert_str_eq(narrow, "range and 1 more");
	trace_release(&t);
	trace_fixture_load(&t, "");
	trace_window_names(&t, text, sizeof text);
	ck_assert_str_eq(text, "");
	trace_release(&t);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("trace window");
	TCase *tcase = tcase_create("trace window");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_add_test(tcase, cuts_to_a_range);
	tcase_add_test(tcase, names_ranges);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
