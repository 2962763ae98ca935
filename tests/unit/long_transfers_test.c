/* SPDX-License-Identifier: MIT */
/* Copies end where what comes behind them in their stream begins, if that lies wholly within them.
 */
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
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
