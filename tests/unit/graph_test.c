/* SPDX-License-Identifier: MIT */
/*
 * The constraint graph on every recorded sample: what must hold of any trace, and that the
 * unchanged replay reproduces the recorded run. What each cause looks like in small is tested by
 * tests/rules/.
 */
#include <check.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "graph/scenario.h"
#include "suite.h"

enum { TRACES_MIN = 60 };

static glob_t traces;

static const char *name_of(int i)
{
	const char *slash = strrchr(traces.gl_pathv[i], '/');

	return slash ? slash + 1 : traces.gl_pathv[i];
}

static void load(int i, struct trace *trace, struct graph *graph)
{
	char error[TRACE_ERROR_MAX] = "";

	ck_assert_msg(trace_load(trace, traces.gl_pathv[i], error) == 0, "%s %s", name_of(i),
	              error);
	ck_assert_int_eq(graph_build(graph, trace), 0);
}

static void check_budget(const struct budget *budget, const char *name, const char *what)
{
	int64_t sum = 0;

	for (int share = 0; share < SHARES; share++) {
		ck_assert_msg(budget->share_ns[share] >= 0, "%s: %s: %s is negative", name, what,
		              share_ids[share]);
		sum += budget->share_ns[share];
	}
	ck_assert_msg(sum == budget->wall_ns, "%s: %s: shares add up to %lld of %lld ns", name,
	              what, (long long)sum, (long long)budget->wall_ns);
}

START_TEST(budgets_add_up)
{
	struct trace trace;
	struct graph graph;

	load(_i, &trace, &graph);
	check_budget(&graph.run, name_of(_i), "run");
	ck_assert_int_eq(graph.run.wall_ns, trace.last_ns - trace.first_ns);
	for (size_t d = 0; d < trace.devices_count; d++) {
		check_budget(&graph.devices[d], name_of(_i), "device");
		check_budget(&graph.idle[d], name_of(_i), "idle");
		ck_assert_msg(trace.devices_count > 1 || /* another's */
		                      graph.idle[d].share_ns[SHARE_KERNEL] == 0,
		              "%s: a kernel runs while idle", name_of(_i));
		ck_assert_int_le(graph.devices[d].wall_ns, graph.run.wall_ns);
	}
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* The idle time of a device that ran something and the united time of its operations are the
 * run. */
START_TEST(idle_and_busy_are_all)
{
	struct trace trace;
	struct graph graph;

	load(_i, &trace, &graph);
	for (size_t d = 0; d < trace.devices_count; d++) {
		int64_t busy = 0, until = trace.first_ns;

		for (size_t i = 0; i < trace.operations.count; i++) {
			int64_t start = trace.operations.start_ns[i],
			        end = trace.operations.end_ns[i];

			if (trace.streams[trace.operations.stream[i]].device != d)
				continue;
			start = start > until ? start : until;
			busy += end > start ? end - start : 0;
			until = end > until ? end : until;
		}
		if (busy == 0) {
			ck_assert_int_eq(graph.idle[d].wall_ns, 0);
			continue;
		}
		ck_assert_msg(busy + graph.idle[d].wall_ns == trace.last_ns - trace.first_ns,
		              "%s: busy %lld, idle %lld of %lld", name_of(_i), (long long)busy,
		              (long long)graph.idle[d].wall_ns,
		              (long long)(trace.last_ns - trace.first_ns));
	}
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

START_TEST(causes_make_sense)
{
	const struct trace_operations *operations;
	struct trace trace;
	struct graph graph;

	load(_i, &trace, &graph);
	operations = &trace.operations;
	for (uint32_t i = 0; i < operations->count; i++) {
		uint32_t blocker = graph.blocker[i];

		ck_assert_int_lt(graph.cause[i], CAUSES);
		ck_assert_msg(graph.ready_ns[i] <= operations->start_ns[i],
		              "%s: operation %u is ready late", name_of(_i), i);
		ck_assert_int_ge(graph_wait_ns(&graph, i), 0);
		if (blocker == NONE)
			continue;
		ck_assert_uint_lt(blocker, operations->count);
		ck_assert_uint_ne(blocker, i);
		ck_assert_msg(operations->start_ns[blocker] <= operations->start_ns[i],
		              "%s: %u waits for a later one", name_of(_i), i);
		if (graph.cause[i] == CAUSE_QUEUE) {
			ck_assert_uint_eq(operations->channel[blocker], operations->channel[i]);
			ck_assert_uint_ne(operations->stream[blocker], operations->stream[i]);
		}
		if (graph.cause[i] == CAUSE_STREAM && !trace_is_staged_copy(&trace, i) &&
		    !trace_is_staged_copy(&trace, blocker))
			ck_assert_uint_eq(operations->stream[blocker], operations->stream[i]);
	}
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* An empty scenario leaves out what recording cost, and nothing else, and leaving causes out makes
 * no run longer. */
START_TEST(scenarios)
{
	struct scenario scenario;
	struct replay replay;
	struct trace trace;
	struct graph graph;

	load(_i, &trace, &graph);
	scenario_init(&scenario, &graph);
	ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
	ck_assert_int_eq(replay.wall_ns, graph.alone_replayed_ns);
	check_budget(&replay.budget, name_of(_i), "replay");
	ck_assert_int_eq(replay.budget.wall_ns, replay.wall_ns);
	replay_release(&replay);
	for (int cause = 0; cause < CAUSES; cause++) {
		if (cause == CAUSE_ISSUE || cause == CAUSE_STREAM || cause == CAUSE_EVENT ||
		    cause == CAUSE_GRAPH)
			continue;
		scenario_without(&scenario, cause);
		ck_assert_int_eq(graph_replay(&graph, &scenario, false, &replay), 0);
		ck_assert_msg(replay.wall_ns <=
		                      graph.alone_replayed_ns + graph.alone_replayed_ns / 1000,
		              "%s: without %s it takes %lld instead of %lld ns", name_of(_i),
		              cause_ids[cause], (long long)replay.wall_ns,
		              (long long)graph.alone_replayed_ns);
		replay_release(&replay);
	}
	scenario_release(&scenario);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* The budget walks over operations that a scenario drops, too: it ends, and adds up. */
START_TEST(dropped_operations)
{
	struct trace trace;
	struct graph graph;

	load(_i, &trace, &graph);
	for (uint32_t every = 1; every <= 3; every++) {
		struct scenario scenario;
		struct replay replay;

		scenario_init(&scenario, &graph);
		for (uint32_t i = 0; i < trace.operations.count; i += every)
			scenario_drop_operation(&scenario, i);
		ck_assert_int_eq(graph_replay(&graph, &scenario, true, &replay), 0);
		check_budget(&replay.budget, name_of(_i), "with operations dropped");
		ck_assert_int_eq(replay.budget.wall_ns, replay.wall_ns);
		replay_release(&replay);
		scenario_release(&scenario);
	}
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

/* Dropping all calls and operations leaves nothing but the host's own time. */
START_TEST(nothing_left)
{
	struct scenario scenario;
	struct replay replay;
	struct trace trace;
	struct graph graph;
	int64_t own_ns = 0;

	load(_i, &trace, &graph);
	scenario_init(&scenario, &graph);
	for (uint32_t i = 0; i < trace.operations.count; i++)
		scenario_drop_operation(&scenario, i);
	for (uint32_t c = 0; c < trace.calls.count; c++) {
		scenario_change_call(&scenario, c, CALL_DROPPED);
		if (c)
			own_ns += trace.calls.start_ns[c] - trace.calls.end_ns[c - 1];
	}
	ck_assert_int_eq(graph_replay(&graph, &scenario, false, &replay), 0);
	if (trace.threads_count == 1)
		ck_assert_int_eq(replay.wall_ns, own_ns);
	ck_assert_int_lt(replay.wall_ns, graph.run.wall_ns);
	replay_release(&replay);
	scenario_release(&scenario);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

START_TEST(replay_reproduces)
{
	double *errors = calloc(traces.gl_pathc, sizeof *errors);

	for (size_t i = 0; i < traces.gl_pathc; i++) {
		struct trace trace;
		struct graph graph;

		load((int)i, &trace, &graph);
		errors[i] = graph_replay_error(&graph);
		graph_release(&graph);
		trace_release(&trace);
	}
	qsort(errors, traces.gl_pathc, sizeof *errors, compare);
	printf("# replay error of %zu traces: median %.3f %%, worst %.3f %%\n", traces.gl_pathc,
	       100 * errors[traces.gl_pathc / 2], 100 * errors[traces.gl_pathc - 1]);
	ck_assert_double_le(errors[traces.gl_pathc / 2], 0.01);
	free(errors);
}
END_TEST

int main(void)
{
	const char *source = getenv("TEST_SOURCE");
	Suite *suite = suite_create("graph");
	TCase *each = tcase_create("each trace"), *all = tcase_create("all traces");
	char pattern[4096];
	int status;

	snprintf(pattern, sizeof pattern, "%s/samples/traces/*.db", source ? source : ".");
	if (glob(pattern, 0, NULL, &traces) || traces.gl_pathc < TRACES_MIN) {
		printf("Bail out! too few traces: %s\n", pattern);
		return 99;
	}
	tcase_add_loop_test(each, budgets_add_up, 0, (int)traces.gl_pathc);
	tcase_add_loop_test(each, idle_and_busy_are_all, 0, (int)traces.gl_pathc);
	tcase_add_loop_test(each, causes_make_sense, 0, (int)traces.gl_pathc);
	tcase_add_loop_test(each, scenarios, 0, (int)traces.gl_pathc);
	tcase_add_loop_test(each, dropped_operations, 0, (int)traces.gl_pathc);
	tcase_add_loop_test(each, nothing_left, 0, (int)traces.gl_pathc);
	tcase_add_test(all, replay_reproduces);
	tcase_set_timeout(all, 600);
	suite_add_tcase(suite, each);
	suite_add_tcase(suite, all);
	status = run_suite(suite);
	globfree(&traces);
	return status;
}
