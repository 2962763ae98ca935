/* SPDX-License-Identifier: MIT */
/* Tests of what recording costs: the yardstick of a run scales the table; the table's numbers are
 * measured, and no test repeats them. */
#include "graph/constants.h"
#include "graph/recorder_cost.h"
#include "graph/walk_state.h"
#include "suite.h"

#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { YARDSTICK_NS = 200 };

static struct recorder_cost cost_at(int64_t call_cost_ns)
{
	const struct trace trace = { .call_cost_ns = call_cost_ns };
	struct recorder_cost cost;

	recorder_cost_init(&cost, &trace);
	return cost;
}

START_TEST(without_a_yardstick_nothing_is_known)
{
	const struct recorder_cost cost = cost_at(0), nothing = { .is_known = false };

	ck_assert(!cost.is_known);
	ck_assert_mem_eq(cost.call_ns, nothing.call_ns, sizeof cost.call_ns);
	ck_assert_mem_eq(cost.gap_ns, nothing.gap_ns, sizeof cost.gap_ns);
	ck_assert_int_eq(cost.wait_ns, 0);
	ck_assert_int_eq(cost.graph_launch_ns, 0);
	ck_assert(cost.warp_ns == 0);
}
END_TEST

START_TEST(of_kernels_that_the_gpu_timed_nothing_is_known)
{
	const struct trace trace = { .call_cost_ns = YARDSTICK_NS, .has_hardware_times = true };
	struct recorder_cost cost;

	recorder_cost_init(&cost, &trace);
	ck_assert(!cost.is_known);
}
END_TEST

/* Half of what the yardstick says is believed: four times as long is twice the cost. */
START_TEST(calls_cost_with_the_root_of_the_yardstick)
{
	const struct recorder_cost cost = cost_at(YARDSTICK_NS), slow = cost_at(4 * YARDSTICK_NS);

	ck_assert(cost.is_known && slow.is_known);
	ck_assert_int_gt(cost.call_ns[CALL_LAUNCH], 0);
	for (int class = 0; class < CALL_CLASSES; class ++) {
		ck_assert_int_ge(cost.call_ns[class], 0);
		ck_assert_int_le(llabs(slow.call_ns[class] - 2 * cost.call_ns[class]), 1);
	}
	ck_assert_int_le(llabs(slow.graph_launch_ns - 2 * cost.graph_launch_ns), 1);
	ck_assert_int_le(llabs(slow.wait_ns - 2 * cost.wait_ns), 1);
}
END_TEST

/* What it costs in a trace of 60 launches, of LAUNCH_NS each. */
static struct recorder_cost cost_of_launches(int64_t launch_ns)
{
	enum { LAUNCHES = 60 };
	static const struct trace_call_name names[] = { { .name = "cudaLaunchKernel_v7000",
		                                          .class = CALL_LAUNCH } };
	int64_t start_ns[LAUNCHES], end_ns[LAUNCHES];
	uint16_t name[LAUNCHES] = { 0 };
	int16_t result[LAUNCHES] = { 0 };
	struct trace trace = {
		.call_cost_ns = YARDSTICK_NS,
		.calls = { .count = LAUNCHES,
		           .start_ns = start_ns,
		           .end_ns = end_ns,
		           .name = name,
		           .result = result },
		.call_names = (struct trace_call_name *)names,
		.call_names_count = 1,
	};
	struct recorder_cost cost;

	for (int i = 0; i < LAUNCHES; i++) {
		start_ns[i] = 100000 * i;
		end_ns[i] = start_ns[i] + launch_ns;
	}
	recorder_cost_init(&cost, &trace);
	return cost;
}

/* As launches take, in proportion; but no more than so many times the table: what takes longer is
 * slow by itself. */
START_TEST(launches_tell_what_calls_cost)
{
	const struct recorder_cost one = cost_of_launches(3025), slow = cost_of_launches(4525),
	                           most = cost_of_launches(17025),
	                           at_once = cost_of_launches(12025);

	ck_assert(one.is_known);
	ck_assert_int_le(llabs(slow.wait_ns * 3025 - one.wait_ns * 4525), 3025 + 4525);
	ck_assert_int_gt(slow.wait_ns, one.wait_ns);
	ck_assert_int_eq(most.wait_ns, at_once.wait_ns);
}
END_TEST

START_TEST(the_gpu_does_not_depend_on_the_host)
{
	const struct recorder_cost cost = cost_at(YARDSTICK_NS), slow = cost_at(4 * YARDSTICK_NS);

	ck_assert_mem_eq(slow.gap_ns, cost.gap_ns, sizeof cost.gap_ns);
	ck_assert_int_eq(slow.node_ns, cost.node_ns);
	ck_assert(slow.warp_ns == cost.warp_ns);
}
END_TEST

/* What was measured of two calls together is half of it for each; a pair of operations costs the
 * same in either order. */
START_TEST(pairs_are_shared)
{
	const struct recorder_cost cost = cost_at(YARDSTICK_NS);

	ck_assert_int_eq(cost.call_ns[CALL_ALLOCATE], cost.call_ns[CALL_FREE]);
	for (int a = 0; a < OPERATION_TYPES; a++)
		for (int b = 0; b < OPERATION_TYPES; b++)
			ck_assert_int_eq(cost.gap_ns[a][b], cost.gap_ns[b][a]);
}
END_TEST

/* Allocations in the order of a stream were measured apart; one that fails has a record alone. */
START_TEST(an_allocation_of_a_stream_costs_its_own)
{
	enum { DEVICE, STREAM, STREAM_FREE, FAILED, CALLS };
	struct trace_call_name names[] = {
		{ .name = "cudaMalloc_v3020", .class = CALL_ALLOCATE },
		{ .name = "cudaMallocAsync_v11020", .class = CALL_ALLOCATE },
		{ .name = "cuMemFreeAsync", .class = CALL_FREE },
	};
	uint16_t name[CALLS] = { [STREAM] = 1, [STREAM_FREE] = 2, [FAILED] = 1 };
	int16_t result[CALLS] = { [FAILED] = 2 };
	const struct trace trace = { .call_names = names,
		                     .calls = { .name = name, .result = result } };
	const struct recorder_cost cost = cost_at(YARDSTICK_NS);
	const int64_t stream_ns = recorder_cost_of_call(&cost, &trace, STREAM, false);

	ck_assert_int_eq(stream_ns, cost.ordered_allocation_ns);
	ck_assert_int_gt(stream_ns, cost.call_ns[CALL_OTHER]);
	ck_assert_int_eq(recorder_cost_of_call(&cost, &trace, STREAM_FREE, false), stream_ns);
	ck_assert_int_eq(recorder_cost_of_call(&cost, &trace, DEVICE, false),
	                 cost.call_ns[CALL_ALLOCATE]);
	ck_assert_int_ne(cost.call_ns[CALL_ALLOCATE], stream_ns);
	ck_assert_int_eq(recorder_cost_of_call(&cost, &trace, FAILED, false),
	                 cost.call_ns[CALL_OTHER]);
}
END_TEST

/* What recording adds before a graph is no part of what it adds to its nodes. */
START_TEST(a_graph_follows_as_fast_as_a_kernel)
{
	const struct recorder_cost cost = cost_at(YARDSTICK_NS);
	const int64_t kernel_ns = cost.gap_ns[OPERATION_KERNEL][OPERATION_KERNEL];

	ck_assert_int_eq(cost.graph_start_ns, DEFAULT_STREAM_NS - kernel_ns);
	ck_assert_int_gt(cost.node_ns, kernel_ns);
	ck_assert_int_lt(cost.node_ns, 2 * kernel_ns);
}
END_TEST

/* A warp that is not full counts. */
START_TEST(a_kernel_costs_by_its_warps)
{
	struct trace_launch_shape shape = { .grid = { 10, 1, 1 }, .block = { 33, 1, 1 } };
	uint32_t detail = 0;
	const struct trace trace = { .launch_shapes = &shape,
		                     .launch_shapes_count = 1,
		                     .operations.detail = &detail };
	const struct recorder_cost cost = { .is_known = true, .warp_ns = 1.5 };

	ck_assert_int_eq(recorder_cost_of_warps(&cost, &trace, 0), 30);
	shape.block[0] = 32;
	ck_assert_int_eq(recorder_cost_of_warps(&cost, &trace, 0), 15);
	shape.grid[2] = 4;
	ck_assert_int_eq(recorder_cost_of_warps(&cost, &trace, 0), 60);
}
END_TEST

/* Beside a copy that no engine makes, each has its time stamps and that is all. */
START_TEST(a_small_copy_goes_the_kernels_way)
{
	enum { KERNEL, IN, OUT };
	struct trace_transfer transfers[] = { { .size_bytes = 64 << 10, .copy_kind = COPY_HTOD },
		                              { .size_bytes = 64 << 10, .copy_kind = COPY_DTOH } };
	uint32_t detail[] = { [IN] = 0, [OUT] = 1 };
	uint8_t type[] = { OPERATION_KERNEL, OPERATION_COPY, OPERATION_COPY };
	const struct trace trace = { .transfers = transfers,
		                     .operations = { .detail = detail, .type = type } };
	const struct recorder_cost cost = cost_at(YARDSTICK_NS);
	const int64_t between_ns = cost.gap_ns[OPERATION_KERNEL][OPERATION_COPY];

	ck_assert_int_gt(cost.small_copy_gap_ns, 0);
	ck_assert_int_lt(cost.small_copy_gap_ns, between_ns);
	ck_assert_int_eq(recorder_cost_of_gap(&cost, &trace, KERNEL, IN), cost.small_copy_gap_ns);
	ck_assert_int_eq(recorder_cost_of_gap(&cost, &trace, IN, KERNEL), cost.small_copy_gap_ns);
	ck_assert_int_eq(recorder_cost_of_gap(&cost, &trace, KERNEL, OUT), between_ns);
	ck_assert_int_eq(recorder_cost_of_gap(&cost, &trace, IN, IN),
	                 cost.gap_ns[OPERATION_COPY][OPERATION_COPY]);
	transfers[0].size_bytes++;
	ck_assert_int_eq(recorder_cost_of_gap(&cost, &trace, KERNEL, IN), between_ns);
}
END_TEST

/* A run from which nothing was taken varies all the same; what was taken adds to that. */
START_TEST(half_of_what_runs_is_left)
{
	const struct walk walk = { 0 };

	ck_assert_int_eq(walk_shorter_duration(&walk, &(struct operation){ .shorter_ns = 40 }, 100),
	                 60);
	ck_assert_int_eq(walk_shorter_duration(&walk, &(struct operation){ .shorter_ns = 80 }, 100),
	                 50);
}
END_TEST

START_TEST(the_error_is_of_the_run_and_of_what_was_taken)
{
	const int64_t run_ns = 100000000, alone_ns = recorder_cost_error_ns(run_ns, run_ns);

	ck_assert_int_gt(alone_ns, 0);
	ck_assert_int_le(llabs(recorder_cost_error_ns(2 * run_ns, 2 * run_ns) - 2 * alone_ns), 1);
	ck_assert_int_gt(recorder_cost_error_ns(2 * run_ns, run_ns), alone_ns);
	ck_assert_int_eq(recorder_cost_error_ns(0, 0), 0);
}
END_TEST

/* Of the runs that recording slowed by more than a twentieth, between two thirds and nine tenths
 * are as far off as the error says: what is normally distributed has 68 % within its deviation. */
START_TEST(the_error_is_neither_too_small_nor_too_large)
{
	const char *source = getenv("TEST_SOURCE");
	char path[4096], line[256];
	int runs = 0, within = 0;
	FILE *table;

	snprintf(path, sizeof path, "%s/analyzer/graph/alone.tsv", source ? source : ".");
	table = fopen(path, "r");
	ck_assert_msg(table != NULL, "cannot open %s: set TEST_SOURCE", path);
	while (fgets(line, sizeof line, table)) {
		int64_t recorded_ns, alone_ns, unrecorded_ns;

		if (sscanf(line, "%*s %" SCNd64 " %" SCNd64 " %" SCNd64, &recorded_ns, &alone_ns,
		           &unrecorded_ns) != 3 ||
		    recorded_ns - alone_ns <= alone_ns / 20)
			continue;
		runs++;
		within += llabs(alone_ns - unrecorded_ns) <=
		          recorder_cost_error_ns(recorded_ns, alone_ns);
	}
	fclose(table);
	ck_assert_int_ge(runs, 25);
	ck_assert_int_ge(3 * within, 2 * runs);
	ck_assert_int_le(10 * within, 9 * runs);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorder_cost");
	TCase *test_case = tcase_create("recorder_cost");

	tcase_add_test(test_case, without_a_yardstick_nothing_is_known);
	tcase_add_test(test_case, of_kernels_that_the_gpu_timed_nothing_is_known);
	tcase_add_test(test_case, calls_cost_with_the_root_of_the_yardstick);
	tcase_add_test(test_case, launches_tell_what_calls_cost);
	tcase_add_test(test_case, the_gpu_does_not_depend_on_the_host);
	tcase_add_test(test_case, pairs_are_shared);
	tcase_add_test(test_case, an_allocation_of_a_stream_costs_its_own);
	tcase_add_test(test_case, a_graph_follows_as_fast_as_a_kernel);
	tcase_add_test(test_case, a_kernel_costs_by_its_warps);
	tcase_add_test(test_case, a_small_copy_goes_the_kernels_way);
	tcase_add_test(test_case, half_of_what_runs_is_left);
	tcase_add_test(test_case, the_error_is_of_the_run_and_of_what_was_taken);
	tcase_add_test(test_case, the_error_is_neither_too_small_nor_too_large);
	suite_add_tcase(suite, test_case);
	return run_suite(suite);
}
