/* SPDX-License-Identifier: MIT */
/* Copies end where what comes behind them in their stream begins, if that lies wholly within them;
 * kernels, if several later launches do. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "trace_fixture.h"

#define COPY_ROW(values)                                                                           \
	"DELETE FROM copy; DELETE FROM fill; INSERT INTO copy (start_ns, duration_ns, stream_id, " \
	"size_bytes, copy_kind, source_kind, target_kind, is_async, correlation_id, channel_id, "  \
	"graph_node_id) VALUES (" values ")"

/* Beside the fixture's kernel in stream 1, from 300 to 350. */
static const struct {
	const char *sql;
	int64_t end_ns; /* of the copy */
} cases[] = {
	{ COPY_ROW("290, 100, 1, 4, 8, 3, 3, 1, 110, 9, NULL"), 300 },
	{ COPY_ROW("290, 61, 1, 4, 8, 3, 3, 1, 110, 9, NULL"), 300 },
	{ COPY_ROW("290, 60, 1, 4, 8, 3, 3, 1, 110, 9, NULL"), 350 },  /* it ends with the kernel */
	{ COPY_ROW("290, 30, 1, 4, 8, 3, 3, 1, 110, 9, NULL"), 320 },  /* clocks differ a little */
	{ COPY_ROW("290, 100, 2, 4, 8, 3, 3, 1, 110, 9, NULL"), 390 }, /* of another stream */
	{ COPY_ROW("290, 100, 1, 4, 8, 3, 3, 1, 110, 9, 5"), 390 },    /* a node of a graph */
};

START_TEST(ends_where_the_next_begins)
{
	const struct trace_diagnostic *said = NULL;
	struct trace trace;

	trace_fixture_load(&trace, cases[_i].sql);
	ck_assert_uint_eq(trace.operations.count, 2);
	ck_assert_int_eq(trace.operations.type[0], OPERATION_COPY);
	ck_assert_int_eq(trace.operations.end_ns[0] - trace.operations.start_ns[0],
	                 cases[_i].end_ns - 290);
	for (size_t i = 0; i < trace.diagnostics_count; i++)
		if (strcmp(trace.diagnostics[i].code, "cut-transfer") == 0)
			said = &trace.diagnostics[i];
	ck_assert(cases[_i].end_ns == 300 ? said && said->count == 1 : !said);
	trace_release(&trace);
}
END_TEST

/* A kernel of call 103, from 300 on for so long, and four of calls 200 to 203 behind each other
 * from 310 to 350: each of its own launch, or of as many as are left. */
#define LATER_ROWS(length, first, second, third, fourth, stream)                                 \
	"DELETE FROM kernel; DELETE FROM copy; DELETE FROM fill;"                                \
	"INSERT INTO api_call VALUES (200, 40, 1, 1, 1, 0), (201, 41, 1, 1, 1, 0), (202, 42, 1," \
	" 1, 1, 0), (203, 43, 1, 1, 1, 0);" KERNEL_ROW(                                          \
	        "300, " length ", 1, 4, 103, 8), (310, 9, " stream ", 4, " first                 \
	        ", 8), (320, 9, " stream ", 4, " second ", 8), (330, 9, " stream ", 4, " third   \
	        ", 8), (340, 9, " stream ", 4, " fourth ", 8")

static const struct {
	const char *sql;
	int64_t end_ns; /* of the kernel */
} kernels[] = {
	{ LATER_ROWS("100", "200", "201", "202", "203", "1"), 310 },
	{ LATER_ROWS("40", "200", "201", "202", "203", "1"), 310 },
	/* Two may have begun before its end, by programmatic dependent launch. */
	{ LATER_ROWS("30", "200", "201", "202", "203", "1"), 330 },
	{ LATER_ROWS("100", "200", "201", "200", "201", "2"), 400 },
	/* Nodes of two launches of graphs, one of them its own. */
	{ LATER_ROWS("100", "103", "103", "200", "200", "1"), 400 },
	{ LATER_ROWS("100", "200", "200", "201", "201", "1"), 400 },
	{ LATER_ROWS("100", "200", "200", "201", "202", "1"), 310 },
};

START_TEST(ends_where_later_launches_begin)
{
	const struct trace_diagnostic *said = NULL;
	struct trace trace;

	trace_fixture_load(&trace, kernels[_i].sql);
	ck_assert_uint_eq(trace.operations.count, 5);
	ck_assert_int_eq(trace.operations.end_ns[0] - trace.operations.start_ns[0],
	                 kernels[_i].end_ns - 300);
	for (size_t i = 0; i < trace.diagnostics_count; i++)
		if (strcmp(trace.diagnostics[i].code, "cut-kernel") == 0)
			said = &trace.diagnostics[i];
	ck_assert(kernels[_i].end_ns == 310 ? said && said->count == 1 : !said);
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("long transfers");
	TCase *tests = tcase_create("long transfers");
	int status;

	if (!trace_fixture_init()) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, ends_where_the_next_begins, 0, sizeof cases / sizeof *cases);
	tcase_add_loop_test(tests, ends_where_later_launches_begin, 0,
	                    sizeof kernels / sizeof *kernels);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
