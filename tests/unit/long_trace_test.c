/* SPDX-License-Identifier: MIT */
/*
 * A rule yields to another one's finding only where that stays: where its fix wins nothing, it is
 * left out before the next rule looks. In a trace that takes so long to replay that few findings
 * can be, it yields to all that was found. Rules made for the test stand in for rule.c's, and a
 * program that polls is as long as it has to be.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "rules/shared/finding.h"
#include "rules/shared/rule.h"
#include "suite.h"
#include "trace_fixture.h"

enum { MS = 1000000 };

static void add(struct check *check, const char *subject)
{
	struct finding *finding = finding_add(check, subject);

	finding_headline(finding, "headline of %s", subject);
	finding_advice(finding, "advice");
	finding->cost_ns = 100 * MS;
	finding->occurrences = 1;
}

static void check_vain(struct check *check)
{
	add(check, "vain");
}

/* Nothing waits for a hardware queue. */
static void fix_vain(const struct check *check, const struct finding *finding,
                     struct scenario *scenario)
{
	(void)check;
	(void)finding;
	scenario_without(scenario, CAUSE_QUEUE);
}

static void check_yielding(struct check *check)
{
	if (!check_finding_of(check, "vain", NONE))
		add(check, "yielding");
}

static const struct rule vain = {
	.id = "vain", .severity = FINDING_WARNING, .check = check_vain, .fix = fix_vain
};
static const struct rule yielding = { .id = "yielding",
	                              .severity = FINDING_WARNING,
	                              .yields_to = { "vain" },
	                              .check = check_yielding };

const struct rule *const rules[] = { &vain, &yielding, NULL };

const struct rule *rule_find(const char *id)
{
	for (size_t i = 0; rules[i]; i++)
		if (strcmp(rules[i]->id, id) == 0)
			return rules[i];
	return NULL;
}

/* A kernel, and so many calls that ask whether it is done. */
static const char sql[] =
        "DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill; DELETE FROM api_call;"
        "INSERT INTO string VALUES (4, 'cudaStreamQuery_v3020');"
        "INSERT INTO api_call VALUES (1, 0, 10000, 1, 1, 0);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id) VALUES (20000, 1000 * %d, 1, 4, 1, 8);"
        "INSERT INTO api_call WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < %d) SELECT 1 + i, 20000 + 1000 * i, 800, 1, 4, 600 FROM n;";

static const struct {
	int calls;
	bool is_completed;
} traces[] = { { 1000, true }, { 200000, true }, { 600000, false } };

START_TEST(yields_to_what_stays)
{
	const int calls = traces[_i].calls;
	struct findings all;
	struct trace trace;
	struct graph graph;
	char text[sizeof sql + 20];

	snprintf(text, sizeof text, sql, calls, calls);
	trace_fixture_load(&trace, text);
	ck_assert_uint_eq(trace.calls.count, (size_t)calls + 1);
	ck_assert_int_eq(graph_build(&graph, &trace), 0);
	ck_assert_int_eq(findings_run(&all, &graph, NULL), 0);
	ck_assert_uint_eq(all.count, traces[_i].is_completed);
	if (all.count)
		ck_assert_str_eq(all.items[0]->subject, "yielding");
	findings_release(&all);
	graph_release(&graph);
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("long trace");
	TCase *tests = tcase_create("long trace");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	suite_add_tcase(suite, tests);
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, yields_to_what_stays, 0, (int)(sizeof traces / sizeof *traces));
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
