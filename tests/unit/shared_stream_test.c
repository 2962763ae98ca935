/* SPDX-License-Identifier: MIT */
/*
 * Threads that share a stream: it works in the order in which work got there, which is not always
 * that in which the calls began. Kernels of 1 ms, all in one stream, each behind the one before.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"
#include "trace_fixture.h"

enum { MS = 1000000, US = 1000 };

static const char base[] =
        "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
        "DELETE FROM synchronization; DELETE FROM event_record;"
        "INSERT INTO thread VALUES (3, 9, 'third');";

/* Calls of two threads and more; id, start, duration in us, thread. */
#define LAUNCH(id, start, duration, thread)                                                       \
	"INSERT INTO api_call VALUES (" #id ", " #start "000, " #duration "000, " #thread ", 1, " \
	"0);"
#define COPY(id, start, duration, thread)                                                         \
	"INSERT INTO api_call VALUES (" #id ", " #start "000, " #duration "000, " #thread ", 3, " \
	"0);"
#define KERNEL(id, start)                                                                         \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, " \
	"channel_id) VALUES (" #start "000, 1000000, 1, 4, " #id ", 8);"
#define PART(id, start)                                                                            \
	"INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, " \
	"target_kind, is_async, correlation_id, channel_id) VALUES (" #start                       \
	"000, 2000, 1, 65536, 2, 3, 1, 0, " #id ", 8);"

static void load(struct trace *trace, struct graph *graph, const char *sql)
{
	char all[4000];

	snprintf(all, sizeof all, "%s%s", base, sql);
	trace_fixture_load(trace, all);
	ck_assert_int_eq(graph_build(graph, trace), 0);
}

/*
 * Thread 1 launches and wants the result; thread 2 gets its launch into the stream before
 * the copy of thread 1, though that was called first.
 */
static const char overtaken[] =
        LAUNCH(201, 0, 10, 1) KERNEL(201, 12) COPY(202, 15, 2500, 1) LAUNCH(203, 20, 10, 2)
                KERNEL(203, 1014) PART(202, 2016) LAUNCH(204, 2520, 10, 1) KERNEL(204, 2532);

START_TEST(work_comes_in_the_order_of_the_stream)
{
	struct replay replay;
	struct scenario scenario;
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, overtaken);
	/* In order of start: both kernels, the copy, the last kernel. */
	ck_assert_uint_eq(graph.cause[1], CAUSE_STREAM);
	ck_assert_uint_eq(graph.base[1], 0);
	ck_assert_uint_eq(graph.cause[2], CAUSE_STREAM);
	ck_assert_uint_eq(graph.base[2], 1);
	ck_assert_uint_eq(graph.waited[1], 2);
	ck_assert_int_ge(graph.run.share_ns[SHARE_KERNEL], 3 * MS);
	ck_assert_int_le(graph.run.share_ns[SHARE_LAUNCH], 50 * US);
	ck_assert_int_le(llabs(graph.replayed_ns - graph.run.wall_ns), 20 * US);

	scenario_init(&scenario, &graph); /* the other thread's kernel takes half its time */
	scenario_duration(&scenario, 1, MS / 2);
	ck_assert_int_eq(graph_replay(&graph, &scenario, false, &replay), 0);
	ck_assert_int_le(llabs(graph.replayed_ns - replay.wall_ns - MS / 2), 2 * US);
	scenario_release(&scenario);
	replay_release(&replay);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* Of calls that all wait, each comes where its operation ran: 203 behind 204, 202 behind both. */
static const char turned[] =
        LAUNCH(201, 0, 10, 1) KERNEL(201, 12) COPY(202, 15, 3040, 1) LAUNCH(203, 20, 2000, 2)
                LAUNCH(204, 30, 10, 3) KERNEL(204, 1014) KERNEL(203, 2016) PART(202, 3018);

START_TEST(several_calls_wait)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, turned);
	for (uint32_t i = 1; i < 4; i++) {
		ck_assert_uint_eq(graph.cause[i], CAUSE_STREAM);
		ck_assert_uint_eq(graph.base[i], i - 1);
	}
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* The call of the other thread began when the copy had returned: times that cannot be are left as
 * they are. */
static const char impossible[] = LAUNCH(201, 0, 10, 1) KERNEL(201, 12) COPY(202, 15, 5, 1)
        LAUNCH(203, 1000, 10, 2) KERNEL(203, 1014) PART(202, 2016);

START_TEST(calls_that_ended_before_come_before)
{
	struct trace trace;
	struct graph graph;

	load(&trace, &graph, impossible);
	ck_assert_uint_ne(graph.base[2], 1);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shared stream");
	TCase *tests = tcase_create("shared stream");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	suite_add_tcase(suite, tests);
	tcase_add_test(tests, work_comes_in_the_order_of_the_stream);
	tcase_add_test(tests, several_calls_wait);
	tcase_add_test(tests, calls_that_ended_before_come_before);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
