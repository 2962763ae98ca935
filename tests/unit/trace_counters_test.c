/* SPDX-License-Identifier: MIT */
/* Tests of loading samples of warps and counters. */
#include "trace/trace.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "trace_fixture.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const char samples_sql[] =
        "INSERT INTO stall_reason VALUES (3, 'x_stalled_wait_not_issued'), (5, "
        "'x_stalled_wait'), (6, 'x_stalled_selected'), (7, 'other_not_issued');"
        "INSERT INTO function VALUES (11, '_Z1gv');"
        "INSERT INTO pc_sample VALUES (1, 5, 11, -2, 32, 5, 4), (2, 1, 10, 7, 16, 5, 1), (3, 77, "
        "10, 7, 0, 6, 2), (4, 1, 10, -2, 64, 3, 3);"
        "INSERT INTO pc_sampling VALUES (1, NULL, 9, 1, 2), (5, 32, 4, 0, 0);";

START_TEST(loads_samples_of_warps)
{
	static const int64_t samples[] = { 3, 2, 1, 4 }; /* by function, module, offset */
	struct trace t;

	trace_fixture_load(&t, samples_sql);
	ck_assert_uint_eq(t.stall_reasons_count, 4);
	ck_assert_str_eq(t.stall_reasons[1].label, "wait");
	ck_assert(t.stall_reasons[0].is_subset && !t.stall_reasons[1].is_subset);
	ck_assert_uint_eq(t.stall_reasons[0].subset_of, 1);
	ck_assert(t.stall_reasons[2].is_issuing && !t.stall_reasons[1].is_issuing);
	ck_assert(t.stall_reasons[3].is_subset);
	ck_assert_uint_eq(t.stall_reasons[3].subset_of, NONE);
	ck_assert_uint_eq(t.pc_samples_count, 4);
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
		ck_assert_int_eq(t.pc_samples[i].samples, samples[i]);
	ck_assert_uint_eq(t.pc_samples[1].context, NONE);
	ck_assert_uint_eq(t.pc_samples[3].context, 1);
	ck_assert_uint_eq(t.pc_samples[3].function, 1);
	ck_assert_int_eq(t.pc_samples[0].module_crc, -2);
	ck_assert_uint_eq(t.pc_samplings_count, 2);
	ck_assert_int_eq(t.pc_samplings[0].period_cycles, 0);
	ck_assert_int_eq(t.pc_samplings[0].non_user_samples, 2);
	ck_assert_int_eq(t.pc_samplings[1].period_cycles, 32);
	trace_release(&t);
}
END_TEST

START_TEST(warps_drain_at_their_exit)
{
	static const int64_t offsets[] = { 0, 16, 32, 48, 64 };
	static const int64_t samples[] = { 5, 1, 2, 3, 4 };
	struct trace t;

	trace_fixture_load(
	        &t, "INSERT INTO stall_reason VALUES (1, 'x_stalled_drain'), "
	            "(2, 'x_stalled_drain_not_issued'), (3, 'x_stalled_wait');"
	            "INSERT INTO pc_sample VALUES (1, 1, 10, 7, 32, 1, 1), (2, 1, 10, 7, 48, 2, 2),"
	            "(3, 1, 10, 7, 48, 3, 3), (4, 1, 10, 7, 64, 3, 4), (5, 1, 10, 7, 0, 1, 5);");
	ck_assert_uint_eq(t.pc_samples_count, ARRAY_SIZE(samples));
	for (size_t i = 0; i < ARRAY_SIZE(samples); i++) {
		ck_assert_int_eq(t.pc_samples[i].samples, samples[i]);
		ck_assert_int_eq(t.pc_samples[i].pc_offset_bytes, offsets[i]);
	}
	trace_release(&t);
}
END_TEST

/* A metric, a measured launch of shape 4 by call 103, a sample of the GPU. */
#define COUNTED                                                                                  \
	"INSERT INTO metric VALUES (3, 'm.sum'), (9, 'n');"                                      \
	"INSERT INTO measured_launch VALUES (2, 4, 103, 1, 2), (5, 4, NULL, 1, 1), (6, 4, 104, " \
	"2, 1);"                                                                                 \
	"INSERT INTO gpu_sample (id, device_id, start_ns, duration_ns) VALUES (1, 2, 10, 5), "   \
	"(2, 0, 30, 5), (3, 0, 20, 5);"

START_TEST(loads_counters)
{
	static const int64_t values[] = { 2, 4, 3, 5, 1 }; /* by module, offset, metric, launch */
	const struct trace_gpu_sample *samples;
	struct trace t;

	trace_fixture_load(
	        &t, COUNTED
	        "INSERT INTO kernel (stream_id, launch_shape_id, correlation_id, channel_id) "
	        "VALUES "
	        "(1, "
	        "4, 103, 0), (1, 4, 109, 0), (1, 4, 104, 0);"
	        "INSERT INTO launch_metric VALUES (5, 3, 1.5), (2, 9, -2), (2, 3, 0);"
	        "INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, "
	        "metric_id, value) VALUES (2, 7, 32, 3, 1), (2, -7, 48, 3, 2), (5, 7, 16, 3, 3), "
	        "(2, "
	        "7, "
	        "16, 3, 4), (2, 7, 16, 9, 5);"
	        "INSERT INTO gpu_sample_metric VALUES (2, 9, 4), (1, 3, 3), (2, 3, 5)");
	ck_assert_uint_eq(t.diagnostics_count, 0);
	ck_assert_uint_eq(t.metrics_count, 2);
	ck_assert_uint_eq(t.measured_launches_count, 3);
	ck_assert_uint_eq(t.measured_launches[0].call, 1);
	ck_assert_uint_eq(t.measured_launches[1].call, NONE);
	ck_assert_uint_eq(t.measured_launches[2].call, NONE); /* a call that is not recorded */
	ck_assert_int_eq(t.untimed_operations, 1);            /* 109 alone was not measured */
	ck_assert_int_eq(t.launch_shapes[0].untimed_launches, 3);
	ck_assert_uint_eq(t.launch_metrics_count, 3);
	ck_assert_uint_eq(t.launch_metrics[1].metric, 1);
	ck_assert_double_eq(t.launch_metrics[2].value, 1.5);
	ck_assert_uint_eq(t.instruction_metrics_count, 5);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++)
		ck_assert_int_eq(t.instruction_metrics[i].value, values[i]);
	samples = t.gpu_samples; /* by device and time; their values stay with them */
	ck_assert_uint_eq(t.gpu_samples_count, 3);
	ck_assert_int_eq(samples[0].start_ns, 20);
	ck_assert_uint_eq(samples[0].value_count, 0);
	ck_assert_uint_eq(samples[1].value_count, 2);
	ck_assert_double_eq(t.gpu_sample_values[samples[1].first_value].value, 5);
	ck_assert_uint_eq(samples[2].device, 1);
	ck_assert_double_eq(t.gpu_sample_values[samples[2].first_value].value, 3);
	trace_release(&t);
}
END_TEST

START_TEST(pairs_of_keys_rise)
{
	char error[TRACE_ERROR_MAX];
	struct trace t;

	/* A key of two columns, without the file's own order. */
	trace_fixture_make(
	        COUNTED "DROP TABLE launch_metric; CREATE TABLE launch_metric (measured_launch_id "
	                "INTEGER NOT NULL, metric_id INTEGER NOT NULL, value REAL NOT NULL);"
	                "INSERT INTO launch_metric VALUES (2, 9, 1), (2, 3, 1)");
	ck_assert_int_eq(trace_load(&t, trace_path, error), -EINVAL);
	unlink(trace_path);
}
END_TEST

/* Launches of two streams start in another order than they were launched; the nodes of a graph are
 * none, and shapes that a launch cannot tell apart count together. */
static const char numbered_sql[] =
        "DELETE FROM kernel;"
        "INSERT INTO api_call VALUES (120, 100, 5, 1, 1, 0), (121, 110, 5, 1, 1, 0), (122, 120, 5, "
        "1, 1, 0), (123, 130, 5, 1, 1, 0);"
        "INSERT INTO launch_shape SELECT 5, function_id, grid_x, grid_y, grid_z, block_x, block_y, "
        "block_z, 0, 0, 0, 99, 100, dynamic_shared_bytes, 400, NULL, 1, 8, 1 FROM launch_shape "
        "WHERE id = 4;"
        "INSERT INTO launch_shape SELECT 6, function_id, grid_x, grid_y, grid_z, block_x, block_y, "
        "block_z, 0, 0, 0, 99, 100, 7, 400, NULL, 1, 8, 1 FROM launch_shape WHERE id = 4;"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id, graph_id, graph_node_id) VALUES (9000, 60, 1, 4, 120, 8, NULL, NULL), (1000, "
        "90, 1, 4, 121, 8, 3, 1), (1100, 90, 1, 4, 121, 8, 3, 2), (2000, 70, 2, 5, 122, 8, NULL, "
        "NULL), (3000, 80, 2, 4, 123, 8, NULL, NULL);"
        "INSERT INTO measured_launch VALUES (1, 4, NULL, 1, 1), (2, 4, 120, 1, 1), (3, 4, NULL, 2, "
        "1), (4, 5, NULL, 3, 1), (5, 4, NULL, 4, 1), (6, 6, NULL, 1, 1);";

START_TEST(times_of_measured_launches)
{
	static const int64_t times[] = { 60, 0, 70, 80, 0, 0 };
	struct trace t;

	trace_fixture_load(&t, numbered_sql);
	ck_assert_uint_eq(t.measured_launches_count, ARRAY_SIZE(times));
	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		ck_assert_int_eq(t.measured_launches[i].timeline_ns, times[i]);
	trace_release(&t);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("trace counters");
	TCase *tcase = tcase_create("trace counters");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_add_test(tcase, loads_samples_of_warps);
	tcase_add_test(tcase, warps_drain_at_their_exit);
	tcase_add_test(tcase, loads_counters);
	tcase_add_test(tcase, pairs_of_keys_rise);
	tcase_add_test(tcase, times_of_measured_launches);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
