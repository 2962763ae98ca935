/* SPDX-License-Identifier: MIT */
/*
 * Replays of small runs made by hand, on both sides of the numbers that decide: which thread handed
 * its work to which, how long a call takes to return from a wait that the recording did not have,
 * and what is left of a launch without what recording cost.
 */
#include <check.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"

enum {
	US = 1000,
	KERNEL_NS = 1000 * US,
	CALLS = 6,
};

enum { LAUNCH, WAIT, OTHER, LAUNCH_GRAPH };

static struct trace_device device = { .cc_major = 9, .multiprocessors = 132 };
static struct trace_context context;
static struct trace_stream stream = { .type = STREAM_NON_BLOCKING };
static struct trace_thread threads[] = { { .name = "" }, { .name = "" } };
static struct trace_function function = { .name = "work" };
static struct trace_launch_shape shape = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
static struct trace_call_name names[] = {
	[LAUNCH] = { .name = "cudaLaunchKernel", .class = CALL_LAUNCH },
	[WAIT] = { .name = "cudaDeviceSynchronize", .class = CALL_SYNCHRONIZE },
	[OTHER] = { .name = "cudaMallocHost", .class = CALL_OTHER },
	[LAUNCH_GRAPH] = { .name = "cudaGraphLaunch", .class = CALL_GRAPH_LAUNCH },
};

static int64_t call_start_ns[CALLS], call_end_ns[CALLS];
static uint32_t call_thread[CALLS];
static uint16_t call_name[CALLS];
static int16_t results[CALLS];
static uint32_t correlation_ids[CALLS];

static int64_t kernel_start_ns[3], kernel_end_ns[3];
static uint32_t zeros[3], launching_call[3];
static uint16_t channel[3];
static uint8_t type[3], flags[3] = { OPERATION_ASYNC, OPERATION_ASYNC, OPERATION_ASYNC };
static struct trace_transfer transfers[] = { { .size_bytes = 50000000, .copy_kind = COPY_HTOD },
	                                     { .size_bytes = 50000000, .copy_kind = COPY_HTOD } };
static struct trace_synchronization synchronization = { .type = SYNC_CONTEXT, .stream = NONE };

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
	.call_names_count = 4,
	.synchronizations = &synchronization,
	.synchronizations_count = 1,
	.transfers = transfers,
	.transfers_count = 2,
	.operations = { 1, kernel_start_ns, kernel_end_ns, zeros, launching_call, zeros, channel,
	                type, flags },
	.calls = { 0, call_start_ns, call_end_ns, correlation_ids, call_thread, call_name,
	           results },
};

/* The next call, in order of start. Returns its end. */
static int64_t add_call(uint32_t thread, uint16_t name, int64_t start_ns, int64_t end_ns)
{
	size_t i = trace.calls.count++;

	call_start_ns[i] = start_ns;
	call_end_ns[i] = end_ns;
	call_thread[i] = thread;
	call_name[i] = name;
	return end_ns;
}

/* A kernel of KERNEL_NS, and the call after it that waits for it or for nothing. */
static void add_kernel_and_wait(int64_t wait_start_ns, int64_t wait_end_ns)
{
	launching_call[0] = (uint32_t)trace.calls.count;
	kernel_start_ns[0] = add_call(0, LAUNCH, 10 * US, 14 * US) + 3 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	synchronization.call = (uint32_t)trace.calls.count;
	synchronization.start_ns = wait_start_ns;
	synchronization.end_ns = add_call(0, WAIT, wait_start_ns, wait_end_ns);
}

/* The run with a kernel of another duration. */
static void replay_kernel(int64_t duration_ns, struct graph *graph, struct replay *replay)
{
	struct scenario scenario;

	trace.last_ns = call_end_ns[trace.calls.count - 1];
	ck_assert_int_eq(graph_build(graph, &trace), 0);
	scenario_init(&scenario, graph);
	scenario_duration(&scenario, 0, duration_ns);
	ck_assert_int_eq(graph_replay(graph, &scenario, true, replay), 0);
	scenario_release(&scenario);
}

/* Thread 1 goes on OTHER_NS after a call of thread 0, and OWN_NS after one of its own. */
static const struct {
	int64_t own_ns, other_ns;
	bool is_handover;
} pauses[] = {
	{ 200 * US, 10 * US, true }, /* 20 times closer */
	{ 50 * US, 10 * US, false }, /* 5 times closer */
	{ 50 * US, 1 * US, true },   /* a short pause, and still one */
	{ 10 * US, US / 2, false },  /* no pause: it has work of its own */
};

START_TEST(handover)
{
	const int64_t kernel_end = 17 * US + KERNEL_NS;
	const int64_t other_end = kernel_end + 8 * US, start = other_end + pauses[_i].other_ns;
	const int64_t own_end = start - pauses[_i].own_ns, shorter = KERNEL_NS / 2;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	add_call(1, OTHER, 1 * US, 3 * US);
	add_kernel_and_wait(20 * US, kernel_end + 5 * US);
	add_call(1, OTHER, own_end - 1 * US, own_end);
	add_call(0, OTHER, other_end - 2 * US, other_end);
	add_call(1, OTHER, start, start + 4 * US);
	replay_kernel(KERNEL_NS - shorter, &graph, &replay);
	ck_assert_int_le(
	        llabs(replay.call_start_ns[5] - (pauses[_i].is_handover ? start - shorter : start)),
	        US);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* The wait found all done; now it does not, and returns as fast as waits do. */
START_TEST(wake)
{
	const int64_t start = 17 * US + KERNEL_NS + 100 * US;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	add_kernel_and_wait(start, start + 100 * US);
	replay_kernel(3 * KERNEL_NS, &graph, &replay);
	ck_assert_int_ge(replay.call_end_ns[1] - replay.end_ns[0], 2 * US);
	ck_assert_int_le(replay.call_end_ns[1] - replay.end_ns[0], 15 * US);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* The run without what recording cost. */
static void replay_alone(struct graph *graph, struct replay *replay)
{
	trace.call_cost_ns = 200;
	replay_kernel(KERNEL_NS, graph, replay);
	trace.call_cost_ns = 0;
}

/* When its call ends, or began, says nothing of when a graph starts that was launched for the
 * recorder's sake over 80 us. */
static const int64_t graph_starts_ns[] = { -40 * US, -5 * US, 1 * US };

START_TEST(graph_start)
{
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	launching_call[0] = 0;
	kernel_start_ns[0] = add_call(0, LAUNCH_GRAPH, 10 * US, 90 * US) + graph_starts_ns[_i];
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	flags[0] |= OPERATION_GRAPH;
	synchronization.call = 1;
	add_call(0, WAIT, 91 * US, kernel_end_ns[0] + 3 * US);
	replay_alone(&graph, &replay);
	flags[0] &= (uint8_t)~OPERATION_GRAPH;
	ck_assert_int_le(replay.call_end_ns[0] - replay.call_start_ns[0], 5 * US);
	ck_assert_int_ge(replay.start_ns[0] - replay.call_end_ns[0], 5 * US);
	ck_assert_int_le(replay.start_ns[0] - replay.call_end_ns[0], 7 * US);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* One that started 4 us after its call began does so no later without the recorder. */
START_TEST(graph_start_soon)
{
	const int64_t start_ns = 14 * US;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	launching_call[0] = 0;
	add_call(0, LAUNCH_GRAPH, 10 * US, 90 * US);
	kernel_start_ns[0] = start_ns;
	kernel_end_ns[0] = start_ns + KERNEL_NS;
	flags[0] |= OPERATION_GRAPH;
	synchronization.call = 1;
	add_call(0, WAIT, 91 * US, kernel_end_ns[0] + 3 * US);
	replay_alone(&graph, &replay);
	flags[0] &= (uint8_t)~OPERATION_GRAPH;
	ck_assert_int_le(replay.start_ns[0] - replay.call_start_ns[0], 4 * US);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* A launch that is captured gives no record of a kernel: it cost less. */
START_TEST(captured_launch)
{
	struct replay replay;
	struct graph graph;
	int64_t captured_ns, launch_ns;

	trace.calls.count = 0;
	add_call(0, LAUNCH, 2 * US, 6 * US);
	add_kernel_and_wait(20 * US, 20 * US + KERNEL_NS);
	replay_alone(&graph, &replay);
	captured_ns = replay.call_end_ns[0] - replay.call_start_ns[0];
	launch_ns = replay.call_end_ns[1] - replay.call_start_ns[1];
	ck_assert_int_lt(captured_ns, 4 * US);
	ck_assert_int_gt(captured_ns, launch_ns);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* A call that was recorded to last less than recording one costs is a quarter as long without. */
START_TEST(a_quarter_of_a_call_stays)
{
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	launching_call[0] = 0;
	kernel_start_ns[0] = add_call(0, LAUNCH, 10 * US, 10 * US + 400) + 3 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	synchronization.call = 1;
	synchronization.start_ns = 20 * US;
	synchronization.end_ns = add_call(0, WAIT, 20 * US, kernel_end_ns[0] + 3 * US);
	replay_alone(&graph, &replay);
	ck_assert_int_eq(replay.call_end_ns[0] - replay.call_start_ns[0], 100);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* Two kernels of a graph, closer than what recording costs between them: an eighth of the gap
 * stays, and the second kernel is shorter by the rest. */
START_TEST(an_eighth_of_a_gap_stays)
{
	const int64_t gap_ns = 80;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	launching_call[0] = launching_call[1] = 0;
	trace.operations.count = 2;
	kernel_start_ns[0] = add_call(0, LAUNCH_GRAPH, 10 * US, 14 * US) + 5 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	kernel_start_ns[1] = kernel_end_ns[0] + gap_ns;
	kernel_end_ns[1] = kernel_start_ns[1] + KERNEL_NS;
	flags[0] |= OPERATION_GRAPH;
	flags[1] |= OPERATION_GRAPH;
	synchronization.call = 1;
	synchronization.start_ns = 20 * US;
	synchronization.end_ns = add_call(0, WAIT, 20 * US, kernel_end_ns[1] + 3 * US);
	replay_alone(&graph, &replay);
	flags[0] &= (uint8_t)~OPERATION_GRAPH;
	flags[1] &= (uint8_t)~OPERATION_GRAPH;
	trace.operations.count = 1;
	ck_assert_int_eq(replay.start_ns[1] - replay.end_ns[0], gap_ns / 8);
	ck_assert_int_lt(replay.end_ns[1] - replay.start_ns[1], KERNEL_NS);
	replay_release(&replay);
	graph_release(&graph);
}
END_TEST

/* The second of two kernels is left out. Behind the first it ends with that; where another fix has
 * taken it out of the stream, it is done as soon as it is issued. */
START_TEST(dropped)
{
	struct scenario scenario;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	trace.operations.count = 2;
	launching_call[0] = 0;
	launching_call[1] = 1;
	kernel_start_ns[0] = add_call(0, LAUNCH, 10 * US, 14 * US) + 3 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	kernel_start_ns[1] = kernel_end_ns[0] + US;
	kernel_end_ns[1] = add_call(0, LAUNCH, 15 * US, 19 * US) + 2 * KERNEL_NS;
	synchronization.call = 2;
	synchronization.start_ns = 20 * US;
	synchronization.end_ns = add_call(0, WAIT, 20 * US, kernel_end_ns[1] + 3 * US);
	trace.last_ns = synchronization.end_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	scenario_init(&scenario, &graph);
	if (_i)
		scenario_unchain(&scenario, 1, NONE);
	scenario_drop_operation(&scenario, 1);
	ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
	trace.operations.count = 1;
	if (_i)
		ck_assert_int_lt(replay.end_ns[1], replay.end_ns[0] - KERNEL_NS / 2);
	else
		ck_assert_int_eq(replay.end_ns[1], replay.end_ns[0]);
	replay_release(&replay);
	scenario_release(&scenario);
	graph_release(&graph);
}
END_TEST

/* The first of two nodes of a graph is left out, which is launched long after the kernel before it
 * ended: the second node starts with the launch all the same. */
START_TEST(dropped_first_node)
{
	struct scenario scenario;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	trace.operations.count = 3;
	launching_call[0] = 0;
	launching_call[1] = launching_call[2] = 1;
	kernel_start_ns[0] = add_call(0, LAUNCH, 10 * US, 14 * US) + 3 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	kernel_start_ns[1] =
	        add_call(0, LAUNCH_GRAPH, 2000 * US + KERNEL_NS, 2010 * US + KERNEL_NS) + 3 * US;
	kernel_end_ns[1] = kernel_start_ns[1] + KERNEL_NS;
	kernel_start_ns[2] = kernel_end_ns[1] + US;
	kernel_end_ns[2] = kernel_start_ns[2] + KERNEL_NS;
	flags[1] |= OPERATION_GRAPH;
	flags[2] |= OPERATION_GRAPH;
	synchronization.call = 2;
	synchronization.start_ns = 2020 * US + KERNEL_NS;
	synchronization.end_ns =
	        add_call(0, WAIT, 2020 * US + KERNEL_NS, kernel_end_ns[2] + 3 * US);
	trace.last_ns = synchronization.end_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	scenario_init(&scenario, &graph);
	scenario_drop_operation(&scenario, 1);
	ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
	ck_assert_int_ge(replay.start_ns[2], replay.call_end_ns[1]);
	ck_assert_int_le(replay.start_ns[2], kernel_start_ns[1] + 3 * US);
	trace.operations.count = 1;
	flags[1] = flags[2] = OPERATION_ASYNC;
	replay_release(&replay);
	scenario_release(&scenario);
	graph_release(&graph);
}
END_TEST

/* Of two copies in one stream, the second goes to another stream. It waits for the engine of its
 * direction, and a little longer than its own stream would: no copy of the recording tells how
 * much. One of the other direction begins as soon as it is issued. */
static const enum copy_kind second_copies[] = { COPY_HTOD, COPY_DTOH };

START_TEST(copy_in_another_stream)
{
	const bool has_same_engine = second_copies[_i] == transfers[0].copy_kind;
	uint32_t details[] = { 0, 1 };
	struct scenario scenario;
	struct replay replay;
	struct graph graph;

	trace.calls.count = 0;
	trace.operations.count = 2;
	trace.operations.detail = details;
	transfers[1].copy_kind = second_copies[_i];
	for (uint32_t i = 0; i < 2; i++) {
		launching_call[i] = i;
		type[i] = OPERATION_COPY;
		add_call(0, OTHER, (10 + 5 * i) * US, (14 + 5 * i) * US);
	}
	kernel_start_ns[0] = 17 * US;
	kernel_end_ns[0] = kernel_start_ns[0] + KERNEL_NS;
	kernel_start_ns[1] = kernel_end_ns[0] + US;
	kernel_end_ns[1] = kernel_start_ns[1] + KERNEL_NS;
	synchronization.call = 2;
	synchronization.start_ns = 20 * US;
	synchronization.end_ns = add_call(0, WAIT, 20 * US, kernel_end_ns[1] + 3 * US);
	trace.last_ns = synchronization.end_ns;
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	scenario_init(&scenario, &graph);
	scenario_unchain(&scenario, 1, NONE);
	ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
	if (has_same_engine) {
		ck_assert_int_ge(replay.start_ns[1] - replay.end_ns[0], 1 * US);
		ck_assert_int_le(replay.start_ns[1] - replay.end_ns[0], 3 * US);
	} else {
		ck_assert_int_lt(replay.start_ns[1], replay.start_ns[0] + 20 * US);
	}
	trace.operations.count = 1;
	trace.operations.detail = zeros;
	type[0] = type[1] = OPERATION_KERNEL;
	replay_release(&replay);
	scenario_release(&scenario);
	graph_release(&graph);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("replay");
	TCase *tests = tcase_create("replay");

	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, handover, 0, (int)(sizeof pauses / sizeof *pauses));
	tcase_add_test(tests, wake);
	tcase_add_loop_test(tests, graph_start, 0,
	                    (int)(sizeof graph_starts_ns / sizeof *graph_starts_ns));
	tcase_add_test(tests, graph_start_soon);
	tcase_add_test(tests, captured_launch);
	tcase_add_test(tests, a_quarter_of_a_call_stays);
	tcase_add_test(tests, an_eighth_of_a_gap_stays);
	tcase_add_loop_test(tests, dropped, 0, 2);
	tcase_add_test(tests, dropped_first_node);
	tcase_add_loop_test(tests, copy_in_another_stream, 0, 2);
	return run_suite(suite);
}
