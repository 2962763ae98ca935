/* SPDX-License-Identifier: MIT */
/* A program that allocates before its first work on the GPU: what of that is CUDA's start. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "suite.h"
#include "trace_fixture.h"

enum { MS = 1000000 };

/* Calls that allocate, back to back: the first one starts CUDA, for 200 ms. All take 30 ms. */
#define ALLOCATE(id, start_ms, ms) \
	"INSERT INTO api_call VALUES (" #id ", " #start_ms "000000, " #ms "000000, 1, 99, 0);"

static const char base[] =
        "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
        "DELETE FROM synchronization; DELETE FROM event_record;"
        "INSERT INTO string VALUES (99, 'cudaHostAlloc_v3020');";

static void load(struct trace *trace, struct graph *graph, const char *calls, int launch_ms)
{
	char sql[3000];

	snprintf(sql, sizeof sql,
	         "%s%s INSERT INTO api_call VALUES (201, %d000000, 10000, 1, 1, 0);"
	         "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	         "correlation_id, channel_id) VALUES (%d020000, 1000000, 1, 4, 201, 8);",
	         base, calls, launch_ms, launch_ms);
	trace_fixture_load(trace, sql);
	ck_assert_int_eq(graph_build(graph, trace), 0);
}

START_TEST(what_is_usual_is_no_start)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, ALLOCATE(101, 0, 230) ALLOCATE(102, 230, 30) ALLOCATE(103, 260, 30),
	     290);
	ck_assert_int_eq(graph.run.share_ns[SHARE_CALL_ALLOCATE], (int64_t)90 * MS);
	ck_assert_int_le(llabs(graph.run.share_ns[SHARE_STARTUP] - 200LL * MS), MS);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

START_TEST(two_tell_nothing)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, ALLOCATE(101, 0, 230) ALLOCATE(102, 230, 30), 260);
	ck_assert_int_eq(graph.run.share_ns[SHARE_CALL_ALLOCATE], 0);
	ck_assert_int_le(llabs(graph.run.share_ns[SHARE_STARTUP] - 260LL * MS), MS);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

#define PINNED(call, mib)                                                                          \
	"INSERT INTO allocation VALUES (" #call ", 0, 1, 2, " #mib " << 20, 4096, NULL, NULL, 0, " \
	"NULL, " #call ");"

/* 128 MiB at 2.33 GB/s take 57.6 ms of the 230 in which CUDA starts. */
START_TEST(pinned_memory_is_no_start)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, ALLOCATE(101, 0, 230) PINNED(101, 128), 230);
	ck_assert_int_eq(graph.run.share_ns[SHARE_CALL_ALLOCATE] / 100000, 576);
	ck_assert_int_eq(graph_start_own_ns(&graph, 0) / 100000, 576);
	ck_assert_int_eq(graph_start_own_ns(&graph, 1), 0); /* the launch */
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* The next one of as much takes 30 ms, all of it: so do as many of the first. */
START_TEST(as_fast_as_the_others)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph,
	     ALLOCATE(101, 0, 230) ALLOCATE(102, 230, 30) PINNED(101, 128) PINNED(102, 128), 260);
	ck_assert_int_eq(graph.run.share_ns[SHARE_CALL_ALLOCATE], (int64_t)60 * MS);
	ck_assert_int_le(llabs(graph.run.share_ns[SHARE_STARTUP] - 200LL * MS), MS);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("start allocations");
	TCase *tests = tcase_create("start allocations");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	suite_add_tcase(suite, tests);
	tcase_add_test(tests, what_is_usual_is_no_start);
	tcase_add_test(tests, two_tell_nothing);
	tcase_add_test(tests, pinned_memory_is_no_start);
	tcase_add_test(tests, as_fast_as_the_others);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
