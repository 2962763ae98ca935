/* SPDX-License-Identifier: MIT */
/*
 * Calls that wait for the GPU, of which no record says so. The first launch of a function loads it,
 * and a copy of pageable memory fills the driver's own memory, only when the GPU is done: what it
 * worked meanwhile is the kernels' time, in the budget and when these get shorter.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"
#include "trace_fixture.h"

enum { MS = 1000000, US = 1000, FIRST_NS = 10 * MS, SECOND_NS = MS, LOAD_NS = 2 * MS };

/* A kernel of 10 ms, and the launch of another function, which returns 2 ms behind it. */
static const char sql[] =
        "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
        "INSERT INTO function VALUES (11, '_Z1gv');"
        "INSERT INTO launch_shape VALUES (5, 11, 2,3,4, 32,2,1, 0,0,0, 40, 100, 200, 300, NULL, 1, "
        "8, 1);"
        "INSERT INTO api_call VALUES (201, 0, 10000, 1, 1, 0), (202, 30000, 11990000, 1, 1, 0);"
        "INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (327680, 40000, "
        "11900000, 1);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id)"
        " VALUES (20000, 10000000, 1, 4, 201, 8), (12025000, 1000000, 1, 5, 202, 8);";

static void load(struct trace *trace, struct graph *graph)
{
	trace_fixture_load(trace, sql);
	ck_assert_int_eq(graph_build(graph, trace), 0);
	ck_assert(graph_is_load(graph, 1));
}

/* The run is so much shorter when its first kernel takes half its time. */
static void wins_half_of_the_first(const struct graph *graph, struct replay *replay)
{
	struct scenario scenario;

	scenario_init(&scenario, graph);
	scenario_duration(&scenario, 0, FIRST_NS / 2);
	ck_assert_int_eq(graph_replay(graph, &scenario, true, replay), 0);
	ck_assert_int_le(llabs(graph->replayed_ns - replay->wall_ns - FIRST_NS / 2), 2 * US);
	scenario_release(&scenario);
}

/* A kernel of 10 ms, a copy whose call returns 30 us behind it and before the copy itself, and a
 * kernel of 1 ms. */
static const char copy_sql[] =
        "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
        "INSERT INTO api_call VALUES (201, 0, 10000, 1, 1, 0), (202, 15000, 10035000, 1, 3, 0), "
        "(203, 10055000, 10000, 1, 1, 0);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id)"
        " VALUES (20000, 10000000, 1, 4, 201, 8), (10070000, 1000000, 1, 4, 203, 8);"
        "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, "
        "target_kind, is_async, correlation_id, channel_id) VALUES (10052000, 1500, 1, 16384, 1, "
        "1, "
        "3, 0, 202, 8);";

START_TEST(a_load_that_waits_is_the_kernels_time)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph);
	ck_assert_uint_eq(graph.waited[1], 0);
	ck_assert_int_eq(graph.run.share_ns[SHARE_LOADING], LOAD_NS);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], FIRST_NS + SECOND_NS);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

START_TEST(a_load_ends_earlier_behind_a_shorter_kernel)
{
	struct replay replay;
	struct trace trace;
	struct graph graph;

	load(&trace, &graph);
	wins_half_of_the_first(&graph, &replay);
	ck_assert_int_eq(replay.budget.share_ns[SHARE_LOADING], LOAD_NS);
	replay_release(&replay);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

START_TEST(a_copy_waits_for_its_stream_before_it_begins)
{
	struct replay replay;
	struct trace trace;
	struct graph graph;

	trace_fixture_load(&trace, copy_sql);
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	ck_assert_uint_eq(graph.waited[1], 0);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], FIRST_NS + SECOND_NS);
	ck_assert_int_eq(graph.run.share_ns[SHARE_CALL_COPY], 30 * US);
	wins_half_of_the_first(&graph, &replay);
	replay_release(&replay);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/*
 * A kernel of 10 ms; meanwhile a call that loads code returns after 1 ms, and the thread's next one
 * begins so many ns behind the kernel, or before its end.
 */
static void load_early(struct trace *trace, struct graph *graph, const char *api, int behind_ns)
{
	char text[2048];

	snprintf(text, sizeof text,
	         "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
	         "INSERT INTO string VALUES (60, '%s');"
	         "INSERT INTO api_call VALUES (201, 0, 10000, 1, 1, 0), (202, 20000, 980000, 1, "
	         "60, 0), "
	         "(203, %d, 10000, 1, 1, 0);"
	         "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	         "correlation_id, channel_id)"
	         " VALUES (20000, 10000000, 1, 4, 201, 8), (%d, 1000000, 1, 4, 203, 8);",
	         api, FIRST_NS + 20 * US + behind_ns, FIRST_NS + 50 * US + abs(behind_ns));
	trace_fixture_load(trace, text);
	ck_assert_int_eq(graph_build(graph, trace), 0);
}

START_TEST(a_load_returns_before_it_has_waited)
{
	struct replay replay;
	struct trace trace;
	struct graph graph;

	load_early(&trace, &graph, "cuLibraryLoadData", 100 * US);
	ck_assert_int_eq(trace.calls.end_ns[1], trace.operations.end_ns[0]);
	ck_assert_uint_eq(graph.waited[1], 0);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], FIRST_NS + SECOND_NS);
	ck_assert_int_eq(graph.run.share_ns[SHARE_HOST], 100 * US);
	wins_half_of_the_first(&graph, &replay);
	replay_release(&replay);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* Of 9 ms between the calls a twentieth is 450 us. */
static const struct {
	const char *api;
	int behind_ns;
} other_pauses[] = {
	{ "cuMemcpyHtoDAsync_v2x", 100 * US }, /* no load */
	{ "cuLibraryLoadData", 600 * US },     /* the thread goes on much later */
	{ "cuLibraryLoadData", -100 * US },    /* ... or earlier */
};

START_TEST(a_pause_is_the_hosts_where_it_does_not_end_with_the_kernel)
{
	struct trace trace;
	struct graph graph;

	load_early(&trace, &graph, other_pauses[_i].api, other_pauses[_i].behind_ns);
	ck_assert_int_eq(trace.calls.end_ns[1] - trace.calls.start_ns[1], 980 * US);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* A graph with a kernel of 10 ms and a copy of pageable memory, whose launch returns 30 us behind
 * both, or before; and a kernel of 1 ms. */
static void launch_graph(struct trace *trace, struct graph *graph, int call_ns)
{
	char text[2048];

	snprintf(text, sizeof text,
	         "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
	         "INSERT INTO string VALUES (60, 'cudaGraphLaunch_v10000');"
	         "INSERT INTO api_call VALUES (201, 0, %d, 1, 60, 0), (202, 10055000, 10000, 1, 1, "
	         "0);"
	         "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	         "correlation_id, channel_id, graph_id, graph_node_id)"
	         " VALUES (20000, 10000000, 1, 4, 201, 8, 3, 7);"
	         "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	         "correlation_id, channel_id) VALUES (10070000, 1000000, 1, 4, 202, 8);"
	         "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, "
	         "source_kind, target_kind, is_async, correlation_id, channel_id, graph_id, "
	         "graph_node_id) VALUES (10022000, 1000, 1, 8, 2, 3, 1, 1, 201, 8, 3, 8);",
	         call_ns);
	trace_fixture_load(trace, text);
	ck_assert_int_eq(graph_build(graph, trace), 0);
}

START_TEST(a_graph_with_a_pageable_copy_is_waited_for)
{
	struct replay replay;
	struct trace trace;
	struct graph graph;

	launch_graph(&trace, &graph, FIRST_NS + 53 * US);
	ck_assert_uint_eq(graph.waited[0], 1);
	ck_assert_int_eq(graph.run.share_ns[SHARE_KERNEL], FIRST_NS + SECOND_NS);
	wins_half_of_the_first(&graph, &replay);
	replay_release(&replay);
	graph_release(&graph);
	trace_release(&trace);
	launch_graph(&trace, &graph, 15 * US);
	ck_assert_uint_eq(graph.waited[0], NONE);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("hidden waits");
	TCase *tests = tcase_create("hidden waits");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	suite_add_tcase(suite, tests);
	tcase_add_test(tests, a_load_that_waits_is_the_kernels_time);
	tcase_add_test(tests, a_load_ends_earlier_behind_a_shorter_kernel);
	tcase_add_test(tests, a_copy_waits_for_its_stream_before_it_begins);
	tcase_add_test(tests, a_load_returns_before_it_has_waited);
	tcase_add_loop_test(tests, a_pause_is_the_hosts_where_it_does_not_end_with_the_kernel, 0,
	                    sizeof other_pauses / sizeof *other_pauses);
	tcase_add_test(tests, a_graph_with_a_pageable_copy_is_waited_for);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
