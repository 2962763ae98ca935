/* SPDX-License-Identifier: MIT */
/* Tests of launches that left no kernel: the note of the trace, and when there is none. */
#include "trace/missing_kernels.h"

#include <check.h>
#include <sqlite3.h>
#include <string.h>

#include "suite.h"
#include "trace_fixture.h"

/* In the 10 us from 100 us on thread 1 launches 3,000 times, and again from 300 us on; each launch
 * of the first time has its kernel. It paused between. */
#define LAUNCHES(first_id, start_ns, thread)                                                       \
	"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999) "          \
	"INSERT INTO api_call SELECT " #first_id " + i, " #start_ns " + 3 * i, 2, " #thread ", 1," \
	" 0 FROM n;"
#define KERNELS(first_id)                                                                      \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "              \
	"correlation_id, channel_id) SELECT start_ns + 5, 2, 1, 4, id, 8 FROM api_call WHERE " \
	"id BETWEEN " #first_id " AND " #first_id " + 2999;"
#define PAUSE "INSERT INTO unrecorded VALUES (1, 200000, 290000, 'warpwise ctl');"
#define TWICE LAUNCHES(1000, 100000, 1) LAUNCHES(5000, 300000, 1) KERNELS(1000)

static const struct {
	const char *what, *sql;
	int64_t missing;
} cases[] = {
	{ "none after a pause", TWICE PAUSE, 3000 },
	{ "none after a pause, of a second thread", TWICE PAUSE LAUNCHES(9000, 300001, 2), 6000 },
	{ "none in the whole run", LAUNCHES(1000, 100000, 1), 3001 },
	{ "all", TWICE KERNELS(5000) PAUSE, 0 },
	{ "one at least",
	  TWICE KERNELS(5000) PAUSE "DELETE FROM kernel WHERE correlation_id > 5000;", 0 },
	{ "no pause", TWICE, 0 },
	{ "so few that all may be pending", TWICE PAUSE "DELETE FROM api_call WHERE id > 7047;",
	  0 },
	{ "more than may be pending", TWICE PAUSE "DELETE FROM api_call WHERE id > 7048;", 2049 },
	{ "without times", TWICE KERNELS(5000) PAUSE "UPDATE kernel SET start_ns = NULL;", 0 },
	{ "the launches failed", TWICE PAUSE "UPDATE api_call SET result = 1 WHERE id >= 5000;",
	  0 },
	{ "the thread made a graph",
	  TWICE PAUSE "INSERT INTO string VALUES (9, 'cudaGraphInstantiate_v12000');"
	              "INSERT INTO api_call VALUES (9000, 400000, 5, 1, 9, 0);",
	  0 },
	{ "another thread made a graph, for which this one may capture",
	  LAUNCHES(1000, 100000, 1) "DELETE FROM kernel;"
	                            "INSERT INTO string VALUES (9, 'cudaGraphInstantiate_v12000');"
	                            "INSERT INTO api_call VALUES (9000, 400000, 5, 2, 9, 0);",
	  0 },
	{ "another thread made a graph",
	  TWICE PAUSE "INSERT INTO string VALUES (9, 'cudaGraphInstantiate_v12000');"
	              "INSERT INTO api_call VALUES (9000, 400000, 5, 2, 9, 0);",
	  3000 },
};

static const struct trace_diagnostic *find(const struct trace *trace)
{
	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "missing-kernels") == 0)
			return &trace->diagnostics[i];
	return NULL;
}

START_TEST(names_launches_without_kernels)
{
	const struct trace_diagnostic *found;
	struct trace trace;

	trace_fixture_load(&trace, cases[_i].sql);
	found = find(&trace);
	ck_assert_msg((found ? found->count : 0) == cases[_i].missing, "%s: %lld", cases[_i].what,
	              found ? (long long)found->count : 0);
	ck_assert_int_eq(found ? found->severity : 1, 1);
	trace_release(&trace);
}
END_TEST

/* The last kernels of a program that was killed are missing by nature. */
START_TEST(says_nothing_of_a_trace_without_end)
{
	char error[TRACE_ERROR_MAX];
	struct trace trace;
	sqlite3 *db;

	trace_fixture_make(TWICE PAUSE);
	ck_assert_int_eq(sqlite3_open(trace_path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, "UPDATE meta SET value = 'recording' WHERE key = 'state'",
	                              NULL, NULL, NULL),
	                 SQLITE_OK);
	sqlite3_close(db);
	ck_assert_msg(trace_load(&trace, trace_path, error) == 0, "%s", error);
	ck_assert(!trace.is_complete);
	ck_assert_ptr_null(find(&trace));
	trace_release(&trace);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("missing_kernels");
	TCase *tests = tcase_create("missing_kernels");
	int status;

	if (!trace_fixture_init())
		return EXIT_FAILURE;
	suite_add_tcase(suite, tests);
	tcase_add_loop_test(tests, names_launches_without_kernels, 0, sizeof cases / sizeof *cases);
	tcase_add_test(tests, says_nothing_of_a_trace_without_end);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
