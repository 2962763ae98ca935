/* SPDX-License-Identifier: MIT */
/* Tests of how long graphs take to start behind one another, recorded and without the recorder. */
#include "graph/constants.h"
#include "graph/graph.h"
#include "trace/trace.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { KERNEL_NS = 4500, NODE_GAP_NS = 256, CALL_NS = 3000, FOLLOW_NS = 822 };

static char folder[] = "/tmp/warpwise-graph-starts-XXXXXX";
static char path[sizeof folder + 16];

static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 1), ('state', 'complete'), "
        "('call_cost_ns', 234);"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors) VALUES (0, 'A', 9, 0, 132);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL);"
        "INSERT INTO stream VALUES (1, 1, 13, 2, 0);"
        "INSERT INTO thread VALUES (1, 7, 'app');"
        "INSERT INTO function VALUES (10, 'a');"
        "INSERT INTO launch_shape VALUES (1, 10, 2,1,1, 32,1,1, 0,0,0, 40, 0, 0, 0, NULL, 1, 0, "
        "0);"
        "INSERT INTO string VALUES (1, 'cudaGraphLaunch_v10000');";

/* LAUNCHES of a graph of two kernels from call FIRST on, all issued long before they start, at
 * START_NS and then each GAP_NS behind the one before. Returns where the last one ends. */
static int64_t add_launches(sqlite3 *db, int first, int launches, int64_t start_ns, int64_t gap_ns)
{
	const int64_t pair_ns = 2 * KERNEL_NS + NODE_GAP_NS;
	char *sql = sqlite3_mprintf(
	        "CREATE TEMP TABLE IF NOT EXISTS launch(i);"
	        "DELETE FROM launch;"
	        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	        "INSERT INTO launch SELECT i FROM n;"
	        "INSERT INTO api_call SELECT i + %d, (i + %d) * %d, %d, 1, 1, 0 FROM launch;"
	        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	        "correlation_id, channel_id, graph_id, graph_node_id) SELECT %lld + (i - 1) * %lld "
	        "+ node * %d, %d, 1, 1, i + %d, 4, 5, 71 + node FROM launch, "
	        "(SELECT 0 AS node UNION ALL SELECT 1) ORDER BY 1;",
	        launches, first, first, CALL_NS, CALL_NS - 500, (long long)start_ns,
	        (long long)(pair_ns + gap_ns), KERNEL_NS + NODE_GAP_NS, KERNEL_NS, first);

	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
	              sqlite3_errmsg(db));
	sqlite3_free(sql);
	return start_ns + launches * (pair_ns + gap_ns) - gap_ns;
}

/* Of LAUNCHES with gaps of GAP_NS, and then as many with gaps of LATER_NS, if that is not 0. */
static void build(struct graph *graph, struct trace *trace, int launches, int64_t gap_ns,
                  int64_t later_ns)
{
	char error[TRACE_ERROR_MAX];
	int64_t end_ns;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	ck_assert_msg(trace_file_create(path, &db, error) == 0, "%s", error);
	ck_assert_int_eq(sqlite3_exec(db, base_sql, NULL, NULL, NULL), SQLITE_OK);
	end_ns = add_launches(db, 0, launches, 1000000, gap_ns);
	if (later_ns)
		add_launches(db, launches, launches, end_ns + later_ns, later_ns);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	ck_assert_msg(trace_load(trace, path, error) == 0, "%s", error);
	unlink(path);
	ck_assert_int_eq(graph_build(graph, trace), 0);
	ck_assert(graph->recorder.is_known);
	ck_assert_int_eq(graph->recorder.graph_start_ns, FOLLOW_NS);
}

static void release(struct graph *graph, struct trace *trace)
{
	graph_release(graph);
	trace_release(trace);
}

/* What is taken out of each launch, on average. */
static int64_t taken_ns(const struct graph *graph, int launches)
{
	return (graph->run.wall_ns - graph_alone_ns(graph)) / launches;
}

/* A small graph starts sooner than the figure that is known of large ones. */
START_TEST(the_own_gaps_of_a_trace_count)
{
	const int64_t gap_ns = 1440;
	struct trace trace;
	struct graph graph;
	int64_t nodes_ns;

	build(&graph, &trace, 100, gap_ns, 0);
	nodes_ns = graph.recorder.node_ns;
	ck_assert_int_lt(llabs(graph.lags.graph_start_ns[OPERATION_KERNEL] - gap_ns), 32);
	ck_assert_int_lt(llabs(graph.replayed_ns - graph.run.wall_ns), 1000);
	ck_assert_int_le(taken_ns(&graph, 100), gap_ns - FOLLOW_NS + nodes_ns + 50);
	ck_assert_int_ge(taken_ns(&graph, 100), (gap_ns - FOLLOW_NS) / 2);
	release(&graph, &trace);
}
END_TEST

START_TEST(large_graphs_lose_what_recording_adds)
{
	struct trace trace;
	struct graph graph;

	build(&graph, &trace, 100, GRAPH_START_NS, 0);
	ck_assert_int_lt(llabs(graph.replayed_ns - graph.run.wall_ns), 1000);
	ck_assert_int_ge(taken_ns(&graph, 100), GRAPH_START_NS - FOLLOW_NS - 100);
	release(&graph, &trace);
}
END_TEST

/* Two kinds of graphs in one trace: what is usual fits one of them, and each keeps its own. */
START_TEST(each_graph_keeps_its_own_start)
{
	struct trace trace;
	struct graph graph;

	build(&graph, &trace, 50, 1440, GRAPH_START_NS);
	ck_assert_int_lt(llabs(graph.replayed_ns - graph.run.wall_ns), 1000);
	release(&graph, &trace);
	build(&graph, &trace, 50, GRAPH_START_NS, 1440);
	ck_assert_int_lt(llabs(graph.replayed_ns - graph.run.wall_ns), 1000);
	release(&graph, &trace);
}
END_TEST

/* No more is taken out of a gap than was recorded. */
START_TEST(a_gap_that_is_short_stays)
{
	const int64_t gap_ns = 700;
	struct trace trace;
	struct graph graph;

	build(&graph, &trace, 100, gap_ns, 0);
	ck_assert_int_le(taken_ns(&graph, 100), graph.recorder.node_ns + 50);
	ck_assert_int_ge(taken_ns(&graph, 100), 0);
	release(&graph, &trace);
}
END_TEST

START_TEST(few_launches_tell_nothing)
{
	struct trace trace;
	struct graph graph;

	build(&graph, &trace, LAG_SAMPLES_MIN - 1, 1440, 0);
	ck_assert_int_eq(graph.lags.graph_start_ns[OPERATION_KERNEL], GRAPH_START_NS);
	ck_assert_int_eq(graph.lags.graph_start_ns[OPERATION_COPY], GRAPH_START_NS);
	release(&graph, &trace);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		the_own_gaps_of_a_trace_count,  large_graphs_lose_what_recording_adds,
		each_graph_keeps_its_own_start, a_gap_that_is_short_stays,
		few_launches_tell_nothing,
	};
	Suite *suite = suite_create("graph_starts");
	TCase *tcase = tcase_create("graph_starts");
	int status;

	if (!mkdtemp(folder)) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	unlink(path);
	rmdir(folder);
	return status;
}
