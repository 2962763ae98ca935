/* SPDX-License-Identifier: MIT */
/* Tests of launches of CUDA graphs that were recorded as one operation. */
#include "trace/trace.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/warpwise-graphs-test-XXXXXX";
static char path[sizeof folder + 16];

static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 1), ('state', 'complete');"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors) VALUES (0, 'A', 9, 0, 132);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL);"
        "INSERT INTO stream VALUES (1, 1, 7, 3, 0), (2, 1, 13, 2, 0), (3, 1, 14, 2, 0);"
        "INSERT INTO thread VALUES (1, 7, 'app');"
        "INSERT INTO function VALUES (10, 'a'), (11, 'b');"
        "INSERT INTO launch_shape VALUES (1, 10, 2,1,1, 32,1,1, 0,0,0, 40, 0, 0, 0, NULL, 1, 0, 0),"
        " (2, 11, 4,1,1, 64,1,1, 0,0,0, 40, 0, 0, 0, NULL, 1, 0, 0);"
        "INSERT INTO string VALUES (1, 'cudaGraphLaunch_v10000');"
        "INSERT INTO api_call VALUES (10,0,5,1,1,0), (20,1000,5,1,1,0), (30,2000,5,1,1,0), "
        "(40,3000,5,1,1,0), (50,4000,5,1,1,0), (60,5000,5,1,1,0);";

#define KERNEL(start, duration, stream, shape, call, graph, node)                             \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "             \
	"correlation_id, channel_id, graph_id, graph_node_id) VALUES (" #start ", " #duration \
	", " #stream ", " #shape ", " #call ", 4, " #graph ", " #node ");"

#define LAUNCH(start, duration, stream, call, graph)                                   \
	"INSERT INTO graph_launch (start_ns, duration_ns, stream_id, correlation_id, " \
	"graph_id) VALUES (" #start ", " #duration ", " #stream ", " #call ", " #graph ");"

/* Two nodes of 30 ns with 20 ns between them: 80 ns from the start of the first. */
#define PAIR(start, call)                    \
	KERNEL(start, 30, 2, 1, call, 5, 71) \
	KERNEL(start + 50, 30, 2, 2, call, 5, 72)

static void load(struct trace *trace, const char *sql)
{
	char error[TRACE_ERROR_MAX], *message = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	ck_assert_msg(trace_file_create(path, &db, error) == 0, "%s", error);
	ck_assert_msg(sqlite3_exec(db, base_sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	ck_assert_msg(trace_load(trace, path, error) == 0, "%s", error);
	unlink(path);
}

static void check_operation(const struct trace *t, size_t at, int64_t start_ns, int64_t end_ns,
                            uint32_t shape)
{
	ck_assert_uint_lt(at, t->operations.count);
	ck_assert_int_eq(t->operations.start_ns[at], start_ns);
	ck_assert_int_eq(t->operations.end_ns[at], end_ns);
	ck_assert_uint_eq(t->operations.detail[at], shape);
}

START_TEST(traces_without_them_have_none)
{
	struct trace t;

	load(&t, PAIR(100, 10) PAIR(1100, 20));
	ck_assert_uint_eq(t.operations.count, 4);
	ck_assert_uint_eq(t.graphs_count, 0);
	ck_assert_int_eq(t.operations.flags[0], OPERATION_ASYNC | OPERATION_GRAPH);
	trace_release(&t);
}
END_TEST

/* What CUPTI adds stands between the nodes: a shorter launch has shorter gaps. */
START_TEST(nodes_keep_their_lengths)
{
	struct trace t;

	load(&t, PAIR(100, 10) LAUNCH(1100, 70, 3, 20, 5));
	ck_assert_uint_eq(t.operations.count, 4);
	check_operation(&t, 2, 1100, 1130, 0);
	check_operation(&t, 3, 1140, 1170, 1);
	ck_assert_int_eq(t.operations.flags[2],
	                 OPERATION_ASYNC | OPERATION_GRAPH | OPERATION_SCALED);
	ck_assert_uint_eq(t.operations.call[3], 1);
	ck_assert_uint_eq(t.operations.stream[3], 2); /* that of its own launch */
	ck_assert_uint_eq(t.operations.channel[3], 4);
	ck_assert_uint_eq(t.graphs_count, 1);
	ck_assert_int_eq(t.graphs[0].id, 5);
	ck_assert_int_eq(t.graphs[0].measured_launches, 1);
	ck_assert_int_eq(t.graphs[0].scaled_launches, 1);
	ck_assert_int_eq(t.graphs[0].unknown_launches, 0);
	ck_assert_uint_eq(t.graphs[0].nodes, 2);
	ck_assert_uint_eq(t.diagnostics_count, 0);
	trace_release(&t);
}
END_TEST

START_TEST(a_launch_shorter_than_its_nodes_shortens_them)
{
	struct trace t;

	load(&t, PAIR(100, 10) LAUNCH(1100, 30, 2, 20, 5));
	check_operation(&t, 2, 1100, 1115, 0);
	check_operation(&t, 3, 1115, 1130, 1);
	trace_release(&t);
}
END_TEST

START_TEST(a_longer_launch_is_stretched)
{
	struct trace t;

	load(&t, PAIR(100, 10) LAUNCH(1100, 160, 2, 20, 5));
	check_operation(&t, 2, 1100, 1160, 0);
	check_operation(&t, 3, 1200, 1260, 1);
	trace_release(&t);
}
END_TEST

/* The first of three and more found cold caches. */
START_TEST(several_samples_are_one_mean)
{
	struct trace t;

	load(&t, KERNEL(100, 500, 2, 1, 10, 5, 71) KERNEL(700, 100, 2, 2, 10, 5, 72)
	                 KERNEL(1000, 30, 2, 1, 20, 5, 71) KERNEL(1060, 10, 2, 2, 20, 5, 72)
	                         KERNEL(2000, 50, 2, 1, 30, 5, 71) KERNEL(2080, 10, 2, 2, 30, 5, 72)
	                                 LAUNCH(3000, 80, 2, 40, 5));
	check_operation(&t, 6, 3000, 3040, 0);
	check_operation(&t, 7, 3070, 3080, 1);
	ck_assert_int_eq(t.graphs[0].measured_launches, 3);
	trace_release(&t);
}
END_TEST

/* One node in a stream of its own, under the two others: what ran together still does. */
START_TEST(branches_stay_together)
{
	struct trace t;

	load(&t, PAIR(100, 10) KERNEL(120, 50, 3, 1, 10, 5, 73) LAUNCH(1100, 70, 2, 20, 5));
	/* 100..130, 120..170, 150..180 have no gap: all shrink. */
	check_operation(&t, 3, 1100, 1126, 0);
	check_operation(&t, 4, 1117, 1161, 0);
	check_operation(&t, 5, 1143, 1170, 1);
	ck_assert_uint_eq(t.operations.stream[4], 2);
	ck_assert_uint_eq(t.operations.stream[5], 1);
	trace_release(&t);
}
END_TEST

/* Launches before a change and after it, and one of which a record was lost. */
START_TEST(a_changed_graph_has_two_templates)
{
	struct trace t;

	load(&t, PAIR(100, 10) PAIR(1000, 20) LAUNCH(2000, 80, 2, 30, 5)
	                 KERNEL(3000, 10, 2, 2, 40, 5, 71) KERNEL(3020, 10, 2, 2, 40, 5, 72)
	                         KERNEL(4000, 10, 2, 2, 50, 5, 71) KERNEL(4020, 10, 2, 2, 50, 5, 72)
	                                 LAUNCH(5000, 30, 2, 60, 5));
	ck_assert_uint_eq(t.operations.count, 12);
	check_operation(&t, 4, 2000, 2030, 0);
	check_operation(&t, 10, 5000, 5010, 1);
	check_operation(&t, 11, 5020, 5030, 1);
	trace_release(&t);
}
END_TEST

START_TEST(an_incomplete_sample_is_no_template)
{
	struct trace t;

	load(&t, PAIR(100, 10) PAIR(1000, 20) KERNEL(2000, 30, 2, 1, 30, 5, 71)
	                 LAUNCH(3000, 80, 2, 40, 5));
	ck_assert_uint_eq(t.operations.count, 7);
	check_operation(&t, 6, 3050, 3080, 1);
	trace_release(&t);

	/* Where all differ, the largest serves. */
	load(&t, PAIR(100, 10) KERNEL(2000, 30, 2, 1, 30, 5, 71) LAUNCH(3000, 80, 2, 40, 5));
	ck_assert_uint_eq(t.operations.count, 5);
	trace_release(&t);
}
END_TEST

START_TEST(a_graph_without_samples_is_one_kernel_and_said)
{
	struct trace t;

	load(&t, PAIR(100, 10) LAUNCH(1000, 70, 2, 20, 9) LAUNCH(2000, 60, 2, 30, 9));
	ck_assert_uint_eq(t.operations.count, 4);
	check_operation(&t, 3, 2000, 2060, 2);
	ck_assert_str_eq(t.functions[operation_function(&t, 3)].name, "(CUDA graph 9)");
	ck_assert_int_eq(operation_shape(&t, 3)->grid[0], 0);
	ck_assert_int_eq(t.graphs[0].unknown_launches, 2);
	ck_assert_uint_eq(t.diagnostics_count, 1);
	ck_assert_str_eq(t.diagnostics[0].code, "unknown-graph");
	ck_assert_int_eq(t.diagnostics[0].count, 2);
	trace_release(&t);
}
END_TEST

START_TEST(copies_and_fills_are_nodes_too)
{
	struct trace t;

	load(&t,
	     KERNEL(130, 30, 2, 1, 10, 5,
	            71) "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, "
	                "copy_kind, "
	                "source_kind, target_kind, is_async, correlation_id, channel_id, graph_id, "
	                "graph_node_id) VALUES (100, 20, 2, 4096, 8, 3, 3, 1, 10, 9, 5, 70);"
	                "INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, "
	                "memory_kind, is_async, correlation_id, channel_id, graph_id, "
	                "graph_node_id) "
	                "VALUES (170, 10, 2, 64, 0, 3, 1, 10, 4, 5, 72);" LAUNCH(1000, 80, 2, 20,
	                                                                         5));
	ck_assert_uint_eq(t.operations.count, 6);
	ck_assert_int_eq(t.operations.type[3], OPERATION_COPY);
	ck_assert_int_eq(operation_transfer(&t, 3)->size_bytes, 4096);
	ck_assert_int_eq(t.operations.type[4], OPERATION_KERNEL);
	ck_assert_int_eq(t.operations.type[5], OPERATION_FILL);
	ck_assert_int_eq(t.operations.end_ns[5], 1080);
	trace_release(&t);
}
END_TEST

START_TEST(impossible_rows_are_left_out)
{
	struct trace t;

	load(&t, PAIR(100, 10) LAUNCH(1000, -1, 2, 20, 5) LAUNCH(1000, 80, 77, 20, 5)
	                 LAUNCH(NULL, NULL, 2, 20, 5) LAUNCH(1000, 0, 2, 30, 5));
	ck_assert_uint_eq(t.operations.count, 4);
	check_operation(&t, 2, 1000, 1000, 0);
	ck_assert_int_eq(t.untimed_operations, 1);
	ck_assert_str_eq(t.diagnostics[0].code, "bad-row");
	ck_assert_int_eq(t.diagnostics[0].count, 2);
	trace_release(&t);

	/* Nodes without length, launches with one. */
	load(&t, KERNEL(100, 0, 2, 1, 10, 5, 71) LAUNCH(1000, 50, 2, 20, 5));
	check_operation(&t, 1, 1000, 1000, 0);
	trace_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		traces_without_them_have_none,
		nodes_keep_their_lengths,
		a_launch_shorter_than_its_nodes_shortens_them,
		a_longer_launch_is_stretched,
		several_samples_are_one_mean,
		branches_stay_together,
		a_changed_graph_has_two_templates,
		an_incomplete_sample_is_no_template,
		a_graph_without_samples_is_one_kernel_and_said,
		copies_and_fills_are_nodes_too,
		impossible_rows_are_left_out,
	};
	Suite *suite = suite_create("graph_launches");
	TCase *tcase = tcase_create("graph_launches");
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
