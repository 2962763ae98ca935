/* SPDX-License-Identifier: MIT */
/*
 * A host that launches faster than the GPU works, until the hardware queue is full: its launch
 * calls are as long as kernels are. Replays of such runs are compared with the same run, simulated
 * with other kernels.
 */
#include <check.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"

enum {
	LAUNCHES = 3000,
	CALLS = 2 * LAUNCHES,
	CALL_NS = 4000, /* a launch call that finds room */
	HOST_NS = 1000, /* between two calls */
	WAKE_NS =
	        3000, /* from the end of a kernel to the return of the call that needed its place */
	LATENCY_NS = 2500,
	GAP_NS = 1100,
	GRAPH_NS = 5500, /* from one graph to the next: GRAPH_START_NS */
};

static struct trace_device device = { .cc_major = 9, .multiprocessors = 132 };
static struct trace_context context;
static struct trace_stream stream = { .type = STREAM_NON_BLOCKING };
static struct trace_thread thread = { .name = "" };
static struct trace_function function = { .name = "work" };
static struct trace_launch_shape shape = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
static struct trace_call_name names[] = { { .name = "cudaLaunchKernel", .class = CALL_LAUNCH },
	                                  { .name = "cudaLaunchHostFunc",
	                                    .class = CALL_HOST_CALLBACK } };

static int64_t start_ns[LAUNCHES], end_ns[LAUNCHES], call_start_ns[CALLS], call_end_ns[CALLS];
static uint32_t zeros[CALLS], calls[LAUNCHES], correlation_ids[CALLS];
static uint16_t small_zeros[LAUNCHES], call_names[CALLS];
static int16_t results[CALLS];
static uint8_t kinds[LAUNCHES], flags[LAUNCHES];

static struct trace trace = {
	.devices = &device,
	.devices_count = 1,
	.contexts = &context,
	.contexts_count = 1,
	.streams = &stream,
	.streams_count = 1,
	.threads = &thread,
	.threads_count = 1,
	.functions = &function,
	.functions_count = 1,
	.launch_shapes = &shape,
	.launch_shapes_count = 1,
	.call_names = names,
	.call_names_count = 2,
	.operations = { LAUNCHES, start_ns, end_ns, zeros, calls, zeros, small_zeros, kinds,
	                flags },
	.calls = { LAUNCHES, call_start_ns, call_end_ns, correlation_ids, zeros, call_names,
	           results },
};

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Fills the trace; returns its wall time. */
static int64_t simulate(int64_t kernel_ns, int places)
{
	for (int i = 0; i < LAUNCHES; i++) {
		int64_t free_ns = i >= places ? end_ns[i - places] + WAKE_NS : 0;

		calls[i] = (uint32_t)i;
		flags[i] = OPERATION_ASYNC;
		call_start_ns[i] = i ? call_end_ns[i - 1] + HOST_NS : 0;
		call_end_ns[i] = later(call_start_ns[i] + CALL_NS, free_ns);
		start_ns[i] = later(call_end_ns[i] + LATENCY_NS, i ? end_ns[i - 1] + GAP_NS : 0);
		end_ns[i] = start_ns[i] + kernel_ns;
	}
	return end_ns[LAUNCHES - 1];
}

static int64_t replay(const struct graph *graph, int64_t kernel_ns)
{
	struct scenario scenario;
	struct replay run;

	scenario_init(&scenario, graph);
	for (uint32_t i = 0; i < LAUNCHES; i++)
		scenario_duration(&scenario, i, kernel_ns);
	ck_assert_int_eq(graph_replay(graph, &scenario, false, &run), 0);
	scenario_release(&scenario);
	return run.wall_ns;
}

START_TEST(full_queue_follows_the_kernels)
{
	static const int places[] = { 500, 1022 };
	const int64_t expected_ns = simulate(10000, places[_i]);
	const int64_t recorded_ns = simulate(50000, places[_i]);
	struct graph graph;

	trace.last_ns = recorded_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	/* The replay takes the median lag, the recording has each its own. */
	ck_assert_int_le(llabs(graph.replayed_ns - recorded_ns), recorded_ns / 1000);
	ck_assert_int_le(llabs(replay(&graph, 10000) - expected_ns), expected_ns / 100);
	/* Such a host does not wait for itself: the GPU is what the run lasts for. */
	ck_assert_int_ge(graph.run.share_ns[SHARE_KERNEL], recorded_ns / 100 * 95);
	graph_release(&graph);
}
END_TEST

/* Graphs of one node each: their launches wait for room, too. */
START_TEST(graphs_fill_the_queue)
{
	const int64_t expected_ns = simulate(10000, 500), recorded_ns = simulate(50000, 500);
	struct graph graph;

	names[0].class = CALL_GRAPH_LAUNCH;
	for (int i = 0; i < LAUNCHES; i++)
		flags[i] |= OPERATION_GRAPH;
	trace.last_ns = recorded_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	ck_assert_uint_ne(graph.waited[LAUNCHES - 1], NONE);
	/* Each starts no sooner behind another one than graphs do. */
	ck_assert_int_le(replay(&graph, 10000), expected_ns + (int64_t)LAUNCHES * GRAPH_NS);
	ck_assert_int_ge(graph.run.share_ns[SHARE_KERNEL], recorded_ns / 100 * 95);
	graph_release(&graph);
	names[0].class = CALL_LAUNCH;
}
END_TEST

/* Like simulate(), but a function of the host follows each launch, and its call is the one that
 * waits for room. */
static int64_t simulate_functions(int64_t kernel_ns, int places)
{
	int64_t now_ns = 0;

	for (int i = 0; i < LAUNCHES; i++) {
		const int64_t free_ns = i >= places ? end_ns[i - places] + WAKE_NS : 0;

		calls[i] = 2 * (uint32_t)i;
		call_names[2 * i + 1] = 1;
		call_start_ns[2 * i] = now_ns;
		call_end_ns[2 * i] = now_ns + CALL_NS;
		call_start_ns[2 * i + 1] = call_end_ns[2 * i] + HOST_NS;
		call_end_ns[2 * i + 1] = later(call_start_ns[2 * i + 1] + CALL_NS, free_ns);
		now_ns = call_end_ns[2 * i + 1] + HOST_NS;
		start_ns[i] =
		        later(call_end_ns[2 * i] + LATENCY_NS, i ? end_ns[i - 1] + GAP_NS : 0);
		end_ns[i] = start_ns[i] + kernel_ns;
	}
	return end_ns[LAUNCHES - 1];
}

/* What is put into a queue behind a launch waits for room as well. */
START_TEST(host_functions_fill_the_queue)
{
	const int64_t expected_ns = simulate_functions(20000, 500);
	const int64_t recorded_ns = simulate_functions(50000, 500);
	struct graph graph;

	trace.calls.count = CALLS;
	trace.last_ns = recorded_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	ck_assert_uint_ne(graph.waited[CALLS - 1], NONE);
	ck_assert_int_le(llabs(replay(&graph, 20000) - expected_ns), expected_ns / 100);
	ck_assert_int_ge(graph.run.share_ns[SHARE_KERNEL], recorded_ns / 100 * 95);
	graph_release(&graph);
	trace.calls.count = LAUNCHES;
	for (int i = 0; i < CALLS; i++)
		call_names[i] = 0;
}
END_TEST

/* The first launch from FIRST on in whose call, if it took LONGER_NS more, a kernel would end. */
static int call_with_an_end(int first, int64_t longer_ns)
{
	for (int i = first; i < LAUNCHES; i++)
		for (int k = 0; k < i; k++)
			if (end_ns[k] > call_start_ns[i] && end_ns[k] < call_end_ns[i] + longer_ns)
				return i;
	ck_abort_msg("no kernel ends in a call");
	return 0;
}

/* Room for all: what a call lasts longer is not the queue's, while few are pending, or if it is no
 * longer than calls are at times. */
START_TEST(host_that_is_interrupted)
{
	static const struct {
		int first;
		int64_t longer_ns;
	} cases[] = { { 100, 60000 }, { 280, 60000 }, { 1000, 8000 } };
	struct graph graph;
	int interrupted;

	simulate(50000, LAUNCHES);
	interrupted = call_with_an_end(cases[_i].first, cases[_i].longer_ns);
	for (int i = interrupted; i < LAUNCHES; i++) {
		call_end_ns[i] += cases[_i].longer_ns;
		if (i > interrupted)
			call_start_ns[i] += cases[_i].longer_ns;
	}
	trace.last_ns = end_ns[LAUNCHES - 1];
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	ck_assert_uint_eq(graph.waited[interrupted], NONE);
	graph_release(&graph);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch_queue");
	TCase *tests = tcase_create("launch_queue");

	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, full_queue_follows_the_kernels, 0, 2);
	tcase_add_test(tests, graphs_fill_the_queue);
	tcase_add_test(tests, host_functions_fill_the_queue);
	tcase_add_loop_test(tests, host_that_is_interrupted, 0, 3);
	return run_suite(suite);
}
