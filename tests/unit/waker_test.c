/* SPDX-License-Identifier: MIT */
/*
 * A function of the host in a stream wakes a thread when all before it is done, as those of JAX do.
 * One thread launches kernels and puts such a function behind them; another one's next launch
 * follows.
 */
#include <check.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"

enum { CALLS = 4, OPERATIONS = 2, MS = 1000000, US = 1000, KERNEL_END_NS = 10 * MS };

static struct trace_device device = { .cc_major = 9, .multiprocessors = 132 };
static struct trace_context context;
static struct trace_stream stream = { .type = STREAM_NON_BLOCKING };
static struct trace_thread threads[] = { { .name = "feeder" }, { .name = "waiter" } };
static struct trace_function function = { .name = "work" };
static struct trace_launch_shape shape = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
static struct trace_call_name names[] = {
	{ .name = "cuStreamCreate", .class = CALL_STREAM },
	{ .name = "cuLaunchKernel", .class = CALL_LAUNCH },
	{ .name = "cuLaunchHostFunc", .class = CALL_HOST_CALLBACK },
};
static struct trace_stream_call host_function = { .call = 2 };

/* The waiter's first call, the feeder's launch and function, the waiter's launch. */
static int64_t call_start_ns[CALLS] = { 0, 20 * US, 30 * US };
static int64_t call_end_ns[CALLS] = { 5 * US, 25 * US, 32 * US };
static uint32_t call_threads[CALLS] = { 1, 0, 0, 1 };
static uint16_t call_names[CALLS] = { 0, 1, 2, 1 };
static uint32_t correlations[CALLS] = { 1, 2, 3, 4 };
static int16_t results[CALLS];
static int64_t start_ns[OPERATIONS] = { 28 * US }, end_ns[OPERATIONS] = { KERNEL_END_NS };
static uint32_t operation_calls[OPERATIONS] = { 1, 3 }, zeros[OPERATIONS];
static uint16_t channels[OPERATIONS];
static uint8_t types[OPERATIONS], flags[OPERATIONS] = { OPERATION_ASYNC, OPERATION_ASYNC };

static struct trace trace = {
	.devices = &device,
	.devices_count = 1,
	.contexts = &context,
	.contexts_count = 1,
	.streams = &stream,
	.streams_count = 1,
	.threads = threads,
	.threads_count = 2,
	.functions = &function,
	.functions_count = 1,
	.launch_shapes = &shape,
	.launch_shapes_count = 1,
	.call_names = names,
	.call_names_count = 3,
	.host_functions = &host_function,
	.operations = { OPERATIONS, start_ns, end_ns, zeros, operation_calls, zeros, channels,
	                types, flags },
	.calls = { CALLS, call_start_ns, call_end_ns, correlations, call_threads, call_names,
	           results },
};

/* A replay has the usual lag where the recording has each its own. */
static void is_about(int64_t ns, int64_t expected_ns)
{
	ck_assert_int_le(llabs(ns - expected_ns), 2 * US);
}

/* The waiter launches LATER_NS after the kernel. */
static void build(struct graph *graph, size_t functions, int64_t later_ns)
{
	trace.host_functions_count = functions;
	call_start_ns[3] = KERNEL_END_NS + later_ns;
	call_end_ns[3] = call_start_ns[3] + 5 * US;
	start_ns[1] = call_end_ns[3] + 3 * US;
	end_ns[1] = trace.last_ns = start_ns[1] + MS;
	ck_assert_int_eq(graph_build(graph, &trace), 0);
	is_about(graph->replayed_ns, trace.last_ns);
}

START_TEST(a_thread_that_is_waked_waited_for_the_kernel)
{
	struct scenario scenario;
	struct replay replay;
	struct graph graph;

	build(&graph, 1, 100 * US);
	ck_assert_uint_eq(graph.waker[3], 0);
	ck_assert_uint_eq(graph.waker[2], NONE);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], KERNEL_END_NS - 28 * US + MS);
	ck_assert_int_eq(graph.run.share_ns[SHARE_HOST],
	                 100 * US + 15 * US); /* before the launch, too */
	scenario_init(&scenario, &graph);
	scenario_duration(&scenario, 0, MS);
	ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
	is_about(replay.wall_ns, trace.last_ns - (KERNEL_END_NS - 28 * US - MS));
	ck_assert_int_eq(replay.budget.share_ns[SHARE_KERNEL], 2 * MS);
	replay_release(&replay);
	scenario_release(&scenario);
	graph_release(&graph);
}
END_TEST

/* It follows too late to have been waked: so much is its own work. Or nothing is there to wake it.
 */
START_TEST(a_thread_that_works_waited_for_nothing)
{
	static const struct {
		size_t functions;
		int64_t later_ns;
	} cases[] = { { 1, 2 * MS }, { 0, 100 * US } };
	struct graph graph;

	build(&graph, cases[_i].functions, cases[_i].later_ns);
	ck_assert(!graph.waker || graph.waker[3] == NONE);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], MS);
	ck_assert_int_gt(graph.run.share_ns[SHARE_HOST], KERNEL_END_NS - MS);
	graph_release(&graph);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("waker");
	TCase *tests = tcase_create("waker");

	suite_add_tcase(suite, tests);
	tcase_add_test(tests, a_thread_that_is_waked_waited_for_the_kernel);
	tcase_add_loop_test(tests, a_thread_that_works_waited_for_nothing, 0, 2);
	return run_suite(suite);
}
