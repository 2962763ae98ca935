/* SPDX-License-Identifier: MIT */
/* Tests of what is cut out of a trace as the recorder's own time. */
#include "trace/recorder_time.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "graph/graph.h"
#include "trace_file.h"
#include "suite.h"

static char folder[] = "/tmp/warpwise-recorder-test-XXXXXX";

/* One GPU, a stream, two threads, a kernel's shape; the calls are the tests'. */
static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 0), ('state', 'complete');"
        "INSERT INTO process VALUES (1, 7, 6, 'h', '/bin/app', 'app', '/', 0);"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors) VALUES (0, 'A', 9, 0, 132);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL);"
        "INSERT INTO stream VALUES (1, 1, 7, 0, 0);"
        "INSERT INTO thread VALUES (1, 7, 'app'), (2, 8, 'other'), (3, 9, 'recorder');"
        "INSERT INTO function VALUES (10, '_Z1fv');"
        "INSERT INTO launch_shape VALUES (4, 10, 2,3,4, 32,2,1, 0,0,0, 40, 100, 200, 300, NULL, 1, "
        "8, 1);"
        "INSERT INTO string VALUES (1, 'cudaLaunchKernel_v7000');";

/* A launch of the thread that takes from START for DURATION, and its kernel; in us. */
#define LAUNCH(id, thread, start, duration)                                                       \
	"INSERT INTO api_call VALUES (" #id ", " #start "000, " #duration "000, " #thread ", 1, " \
	"0);"
#define KERNEL(id, start, duration)                                                               \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, " \
	"channel_id) VALUES (" #start "000, " #duration "000, 1, 4, " #id ", 8);"
#define OVERHEAD(kind, start, duration, thread)                                                    \
	"INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (" #kind ", " #start \
	"000, " #duration "000, " #thread ");"

static void load(struct trace *trace, const char *sql)
{
	char error[TRACE_ERROR_MAX], path[sizeof folder + 16], *message = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	ck_assert_msg(trace_file_create(path, &db, error) == 0, "%s", error);
	ck_assert_msg(sqlite3_exec(db, base_sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	ck_assert_msg(trace_load(trace, path, error) == 0, "%s", error);
	unlink(path);
}

/* Nothing runs in a flush within the second launch: 300 us go, all later times move. */
START_TEST(time_of_the_recorder_goes)
{
	struct trace t;

	load(&t, LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 90) LAUNCH(2, 1, 100, 310) KERNEL(2, 410, 50)
	                 LAUNCH(3, 1, 500, 10) OVERHEAD(65536, 105, 300, 1));
	ck_assert_uint_eq(t.cuts_count, 1);
	ck_assert_int_eq(t.cuts[0].start_ns, 105000);
	ck_assert_int_eq(t.cuts[0].length_ns, 300000);
	ck_assert_int_eq(t.calls.end_ns[1], 110000);
	ck_assert_int_eq(t.operations.start_ns[1], 110000);
	ck_assert_int_eq(t.operations.end_ns[1], 160000);
	ck_assert_int_eq(t.calls.start_ns[2], 200000);
	ck_assert_int_eq(t.last_ns, 210000);
	ck_assert_uint_eq(t.recorder_calls_count, 0);
	ck_assert_int_eq(recorder_time_between(&t, t.first_ns, t.last_ns), 300000);
	ck_assert_int_eq(recorder_time_between(&t, 0, 104000), 0);
	ck_assert_int_eq(recorder_time_recorded_ns(&t, 100000), 100000);
	ck_assert_int_eq(recorder_time_recorded_ns(&t, 110000), 410000);
	trace_release(&t);
}
END_TEST

/* While a kernel runs the program goes on: only the rest is cut out, and the budget knows what
 * remains. */
START_TEST(what_runs_meanwhile_stays)
{
	struct trace t;
	struct graph g;

	load(&t, LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 190) LAUNCH(2, 1, 100, 310) KERNEL(2, 410, 50)
	                 OVERHEAD(65536, 105, 300, 1));
	ck_assert_uint_eq(t.cuts_count, 1);
	ck_assert_int_eq(t.cuts[0].start_ns, 200000);
	ck_assert_int_eq(t.cuts[0].length_ns, 205000);
	ck_assert_int_eq(t.operations.start_ns[1], 205000);
	ck_assert_uint_eq(t.recorder_calls_count, 1);
	ck_assert_uint_eq(t.recorder_calls[0].call, 1);
	ck_assert_int_eq(t.recorder_calls[0].ns, 95000);
	ck_assert_int_eq(graph_build(&g, &t), 0);
	ck_assert_int_eq(g.run.wall_ns, 255000);
	ck_assert_int_eq(g.run.share_ns[SHARE_RECORDER], 95000);
	graph_release(&g);
	trace_release(&t);
}
END_TEST

/* Not the recorder's: the driver's own kinds, threads that make no calls, and a stall in which
 * another thread went on. */
START_TEST(the_programs_time_stays)
{
	static const char *const stalls[] = {
		OVERHEAD(327680, 105, 300, 1),
		OVERHEAD(65536, 105, 300, 3),
		OVERHEAD(65536, 105, 300, 1) LAUNCH(4, 2, 200, 10),
		OVERHEAD(65536, 105, 300, NULL),
	};

	for (size_t i = 0; i < sizeof stalls / sizeof *stalls; i++) {
		char sql[2000];
		struct trace t;

		snprintf(sql, sizeof sql, "%s%s",
		         LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 90) LAUNCH(2, 1, 100, 310)
		                 KERNEL(2, 410, 50),
		         stalls[i]);
		load(&t, sql);
		ck_assert_uint_eq(t.cuts_count, 0);
		ck_assert_int_eq(t.last_ns, 460000);
		trace_release(&t);
	}
}
END_TEST

/*
 * A thread that went into a call waits in it for the driver: from then on nothing goes on. What
 * it does before it calls, and behind a call that ended, stays.
 */
START_TEST(threads_that_wait_for_the_recorder)
{
	static const struct {
		const char *sql;
		int64_t start_ns, length_ns;
	} cases[] = {
		{ LAUNCH(4, 2, 200, 250), 200000, 205000 },
		{ LAUNCH(4, 2, 110, 10) LAUNCH(5, 2, 150, 260), 150000, 255000 },
		{ LAUNCH(4, 2, 50, 80) LAUNCH(5, 2, 150, 260), 150000, 255000 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char sql[2000];
		struct trace t;

		snprintf(sql, sizeof sql, "%s%s",
		         LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 90) LAUNCH(2, 1, 100, 310)
		                 KERNEL(2, 460, 50) OVERHEAD(65536, 105, 300, 1),
		         cases[i].sql);
		load(&t, sql);
		ck_assert_uint_eq(t.cuts_count, 1);
		ck_assert_int_eq(t.cuts[0].start_ns, cases[i].start_ns);
		ck_assert_int_eq(t.cuts[0].length_ns, cases[i].length_ns);
		trace_release(&t);
	}
}
END_TEST

/* A measured launch takes as long as any other; without one nothing is known of that. */
START_TEST(measuring_goes)
{
	struct trace t;

	load(&t, LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 10) LAUNCH(2, 1, 100, 910) LAUNCH(3, 1, 1020, 10)
	                 KERNEL(3, 1030, 10) "INSERT INTO measured_launch (id, launch_shape_id, "
	                                     "correlation_id, ordinal, passes) VALUES (1, 4, 2, 2, "
	                                     "9);");
	ck_assert_uint_eq(t.cuts_count, 1);
	ck_assert_int_eq(t.calls.end_ns[1] - t.calls.start_ns[1], 10000);
	ck_assert_int_eq(t.calls.start_ns[2], 120000);
	trace_release(&t);
}
END_TEST

/* The first launch of a run whose warps are sampled takes longer by what CUPTI then does. */
#define SAMPLED "INSERT INTO pc_sampling VALUES (1, 32768, 100, 0, 0);"
#define READY                                                                                     \
	"INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (196608, 0, 5000, " \
	"1);"
#define SLOW_LAUNCH                                                                   \
	READY LAUNCH(1, 1, 10, 300010) KERNEL(1, 300020, 10) LAUNCH(2, 1, 300100, 10) \
	        KERNEL(2, 300110, 10)

START_TEST(sampling_begins)
{
	struct trace t;

	load(&t, SAMPLED SLOW_LAUNCH LAUNCH(3, 1, 300130, 10));
	ck_assert_uint_eq(t.cuts_count, 2); /* with the 5 us */
	ck_assert_int_eq(t.cuts[1].length_ns, 300000000);
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 10000);
	trace_release(&t);
	/* The only launch: what it would have taken is not known. */
	load(&t, SAMPLED READY LAUNCH(1, 1, 10, 300000) KERNEL(1, 300020, 10));
	ck_assert_int_eq(t.cuts[1].length_ns, 300000000);
	trace_release(&t);
	load(&t, SAMPLED SLOW_LAUNCH);
	ck_assert_int_eq(t.cuts[1].length_ns, 300010000);
	trace_release(&t);
	/* Joined to a run of counters that measured none; but CUPTI's own thread waited so long. */
	load(&t, SAMPLED SLOW_LAUNCH LAUNCH(3, 1, 300130, 10) OVERHEAD(
	                 65536, 1000, 290000,
	                 3) "INSERT INTO diagnostic VALUES ('joined-run', 'h:1:2', 0, 1, '');");
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 10000);
	trace_release(&t);
	/* CUDA starts in the same call: it has begun when the module is there. */
	load(&t, SAMPLED LAUNCH(1, 1, 10, 500000) OVERHEAD(196608, 100000, 100, 1)
	                 OVERHEAD(262144, 200000, 100, 1) KERNEL(1, 500020, 10)
	                         LAUNCH(2, 1, 500100, 10) KERNEL(2, 500110, 10));
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 200100000 - 10000 - 100000);
	trace_release(&t);
	/* No more than CUPTI was ever seen to take, unless its own thread waited for so long. */
	load(&t, SAMPLED READY LAUNCH(1, 1, 10, 900000) KERNEL(1, 900020, 10));
	ck_assert_int_eq(t.cuts[1].length_ns, 570000000);
	trace_release(&t);
	load(&t, SAMPLED READY LAUNCH(1, 1, 10, 900000) KERNEL(1, 900020, 10)
	                 OVERHEAD(65536, 1000, 898000, 3));
	ck_assert_int_eq(t.cuts[1].length_ns, 900000000);
	trace_release(&t);
	/* Joined to a run of counters, which came to measure nothing. */
	load(&t, SAMPLED SLOW_LAUNCH LAUNCH(
	                 3, 1, 300130,
	                 10) "INSERT INTO diagnostic VALUES ('joined-run', 'h:1:2', 0, 1, ''), "
	                     "('shared-windows', 'metrics', 0, 9, '');");
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 10000);
	trace_release(&t);
}
END_TEST

/* Several threads wait in their first launches; the second thread's comes back first. */
START_TEST(sampling_begins_in_one_of_several_threads)
{
	struct trace t;

	load(&t, SAMPLED READY LAUNCH(1, 1, 10, 300100) LAUNCH(2, 2, 20, 300020)
	                 KERNEL(2, 300050, 10) LAUNCH(3, 2, 300045, 10) KERNEL(1, 300120, 10));
	ck_assert_int_eq(t.cuts[1].length_ns, 300020000);
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 80000);
	trace_release(&t);
}
END_TEST

/* A kernel runs meanwhile, so that nothing is cut out: the launch of the second thread waits for
 * the first one's, in which sampling begins; the wait of the third is for the kernel. */
START_TEST(sampling_is_waited_for)
{
	struct trace t;

	load(&t,
	     SAMPLED READY "INSERT INTO string VALUES (2, 'cudaStreamSynchronize_v3020');" LAUNCH(
	             1, 1, 10, 300000) KERNEL(99, 6, 400000) KERNEL(1, 400010,
	                                                            10) LAUNCH(2, 2, 100000, 200050)
	             KERNEL(2, 400030,
	                    10) "INSERT INTO api_call VALUES (3, 110000000, 295000000, 3, 2, 0);");
	ck_assert_uint_eq(t.recorder_calls_count, 2);
	ck_assert_uint_eq(t.recorder_calls[0].call, 0);
	ck_assert_int_eq(t.recorder_calls[0].ns, 300000000);
	ck_assert_uint_eq(t.recorder_calls[1].call, 1);
	ck_assert_int_eq(t.recorder_calls[1].ns, 200010000);
	trace_release(&t);
}
END_TEST

/* A module is loaded, and a launch begins 300 ms later. */
#define LOAD                                                                                   \
	"INSERT INTO string VALUES (2, 'cuLibraryLoadData'); INSERT INTO api_call VALUES (1, " \
	"10000, 20000, 1, 2, 0);"
#define LOAD_LONG                                                                             \
	"INSERT INTO string VALUES (2, 'cuModuleLoadData'); INSERT INTO api_call VALUES (1, " \
	"10000, 300000000, 1, 2, 0);" LAUNCH(2, 1, 300030, 10) KERNEL(2, 300050, 10)          \
	        LAUNCH(3, 1, 300100, 10) KERNEL(3, 300110, 10)
#define BEHIND_LOAD                                                                        \
	READY LOAD LAUNCH(2, 1, 300030, 10) KERNEL(2, 300050, 10) LAUNCH(3, 1, 300100, 10) \
	        KERNEL(3, 300110, 10)

#define JOINED "INSERT INTO diagnostic VALUES ('joined-run', 'h:1:2', 0, 1, '');"
#define HOST_STACK                                                                               \
	"INSERT INTO host_binary VALUES (1, '/app', NULL, 4096); INSERT INTO host_frame VALUES " \
	"(1, 1, 16, NULL, NULL, NULL); INSERT INTO host_stack VALUES (1, NULL, 1);"
/* 5 ms until so many us. */
#define RAN(id, us)                                                                   \
	"INSERT INTO host_sample VALUES (" #id ", " #us "000, 1, 1, NULL, NULL, " #us \
	"000 - 5000000, 0);"

START_TEST(sampling_begins_behind_a_load)
{
	struct trace t;

	load(&t, SAMPLED BEHIND_LOAD);
	ck_assert_uint_eq(t.cuts_count, 2);
	ck_assert_int_eq(t.cuts[1].length_ns, 300000000);
	ck_assert_int_eq(t.calls.start_ns[1], t.calls.end_ns[0]);
	trace_release(&t);
	/* Of a trace that another run was joined to, where the host's samples say that its thread
	 * stood still; but not where they say that it ran. */
	load(&t, SAMPLED BEHIND_LOAD JOINED HOST_STACK RAN(1, 1000) RAN(2, 310000));
	ck_assert_int_eq(t.calls.start_ns[1], t.calls.end_ns[0]);
	trace_release(&t);
	load(&t, SAMPLED BEHIND_LOAD JOINED HOST_STACK RAN(1, 1000) RAN(2, 100000) RAN(3, 105000)
	                 RAN(4, 110000) RAN(5, 115000) RAN(6, 120000) RAN(7, 125000));
	ck_assert_int_eq(t.calls.start_ns[1] - t.calls.end_ns[0], 300000000);
	trace_release(&t);
	/* It was in the loading, says CUPTI's own thread; where it does not, loading takes so long.
	 */
	load(&t, SAMPLED READY LOAD_LONG OVERHEAD(65536, 20, 300000, 3));
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 10000);
	trace_release(&t);
	load(&t, SAMPLED READY LOAD_LONG);
	ck_assert_int_eq(t.calls.end_ns[0] - t.calls.start_ns[0], 300000000);
	trace_release(&t);
	/* It was in the launch: what was before is the program's. */
	load(&t, SAMPLED READY LOAD LAUNCH(2, 1, 300030, 300010) KERNEL(2, 600050, 10)
	                 LAUNCH(3, 1, 600100, 10) KERNEL(3, 600110, 10));
	ck_assert_uint_eq(t.cuts_count, 2);
	ck_assert_int_eq(t.calls.start_ns[1] - t.calls.end_ns[0], 300000000);
	trace_release(&t);
}
END_TEST

/* A second GPU, whose first launch takes MS. */
#define SECOND_GPU(ms)                                                                           \
	SAMPLED SLOW_LAUNCH                                                                      \
	        "INSERT INTO device (id, name, compute_capability_major, "                       \
	        "compute_capability_minor, "                                                     \
	        "multiprocessors) VALUES (1, 'A', 9, 0, 132);"                                   \
	        "INSERT INTO context VALUES (2, 1, 7, NULL, NULL);"                              \
	        "INSERT INTO stream VALUES (2, 2, 7, 0, 0);" LAUNCH(3, 1, 300130, 10)            \
	                LAUNCH(4, 1, 300150,                                                     \
	                       ms##010) "INSERT INTO kernel (start_ns, duration_ns, stream_id, " \
	                                "launch_shape_id, correlation_id, "                      \
	                                "channel_id) VALUES (900000000, 10000, 2, 4, 4, 8);"

START_TEST(sampling_begins_on_each_gpu)
{
	struct trace t;

	load(&t, SECOND_GPU(400));
	ck_assert_uint_eq(t.cuts_count, 3);
	ck_assert_int_eq(t.cuts[2].length_ns, 400010000);
	ck_assert_int_eq(t.calls.end_ns[3], t.calls.start_ns[3]);
	trace_release(&t);
	load(&t, SECOND_GPU(100)); /* not as long as sampling needs */
	ck_assert_uint_eq(t.cuts_count, 2);
	trace_release(&t);
}
END_TEST

START_TEST(loading_takes_long_without_sampling)
{
	static const char *const cases[] = {
		SLOW_LAUNCH,
		/* sampled in a run of its own, of which this is not the timeline */
		SAMPLED SLOW_LAUNCH
		"INSERT INTO diagnostic VALUES ('joined-run', 'h:1:2', 0, 1, '');",
		BEHIND_LOAD,
		/* CUDA starts in it */
		SAMPLED LAUNCH(1, 1, 10, 300010) KERNEL(1, 300020, 10),
		/* not as long as sampling needs */
		SAMPLED READY LAUNCH(1, 1, 10, 100010) KERNEL(1, 300020, 10),
		/* the first launch was short: it has begun already */
		SAMPLED READY LAUNCH(1, 1, 10, 10) KERNEL(1, 30, 10) LAUNCH(2, 1, 100, 300000)
		        KERNEL(2, 300110, 10),
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct trace t;

		load(&t, cases[i]);
		ck_assert_int_le(recorder_time_between(&t, t.first_ns, t.last_ns), 5000);
		trace_release(&t);
	}
}
END_TEST

/* Many stalls and long calls of several threads: each is compared with a bounded number. */
START_TEST(many_stalls_take_no_time)
{
	struct trace t;

	load(&t, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
	         "INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) SELECT 65536, i * "
	         "10, 5, "
	         "1 + i % 2 FROM n;"
	         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
	         "INSERT INTO api_call SELECT i, i, 10000000, 1 + i % 2, 1, 0 FROM n;"
	         "INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (65536, 0, "
	         "90000000, 1);");
	ck_assert_uint_eq(t.calls.count, 50000);
	trace_release(&t);
}
END_TEST

#define UNRECORDED(start, end)                                                           \
	"INSERT INTO unrecorded (start_ns, end_ns, reason) VALUES (" #start "000, " #end \
	"000, 'by test');"

/* Between two launches nothing was recorded: that time goes, whatever threads did, and what comes
 * after it was not launched for the first time. */
START_TEST(what_was_not_recorded_goes)
{
	struct trace t;

	load(&t, LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 90) LAUNCH(2, 1, 1100, 10) KERNEL(2, 1110, 50)
	                 LAUNCH(3, 2, 500, 10) UNRECORDED(-900, -100) UNRECORDED(100, 1000)
	                         UNRECORDED(1200, 5000));
	ck_assert_uint_eq(t.cuts_count, 1);
	ck_assert_int_eq(t.cuts[0].start_ns, 100000);
	ck_assert_int_eq(t.cuts[0].length_ns, 900000);
	ck_assert_int_eq(t.operations.start_ns[1], 210000);
	ck_assert_int_eq(t.last_ns, 260000);
	ck_assert_int_eq(recorder_time_between(&t, t.first_ns, t.last_ns), 0);
	ck_assert_int_eq(recorder_time_unrecorded(&t, t.first_ns, t.last_ns), 900000);
	ck_assert(t.functions[0].is_launched_before);
	trace_release(&t);
}
END_TEST

/* What still ran when recording stopped stays; after it begins again, the first kernel waits for
 * what nobody knows. */
START_TEST(the_edges_of_what_was_not_recorded)
{
	struct trace t;

	load(&t, LAUNCH(1, 1, 0, 10) KERNEL(1, 10, 290) LAUNCH(2, 1, 1100, 10) KERNEL(2, 1510, 50)
	                 UNRECORDED(100, 1000));
	ck_assert_uint_eq(t.cuts_count, 2);
	ck_assert_int_eq(t.cuts[0].start_ns, 300000);
	ck_assert_int_eq(t.cuts[0].length_ns, 700000);
	ck_assert_int_eq(t.cuts[1].start_ns, 1110000);
	ck_assert_int_eq(t.cuts[1].length_ns, 400000);
	ck_assert_int_eq(t.operations.start_ns[1], 410000);
	ck_assert(!t.functions[0].is_launched_before);
	trace_release(&t);
}
END_TEST

/* Many of them, overlapping and open, and many calls. */
START_TEST(many_intervals_take_no_time)
{
	struct trace t;

	load(&t, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
	         "INSERT INTO unrecorded (start_ns, end_ns, reason) SELECT i * 10000, i * 10000 + "
	         "5000 + i % 7 * 1000, 'x' FROM n;"
	         "INSERT INTO unrecorded (start_ns, end_ns, reason) VALUES (400000000, NULL, 'y');"
	         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
	         "INSERT INTO api_call SELECT i, i, 500000000, 1 + i % 2, 1, 0 FROM n;");
	ck_assert_uint_eq(t.calls.count, 50000);
	ck_assert_int_gt(recorder_time_unrecorded(&t, t.first_ns, t.last_ns), 300000000);
	trace_release(&t);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorder_time");
	TCase *cases = tcase_create("recorder_time");
	int status;

	if (!mkdtemp(folder))
		return 99;
	tcase_set_timeout(cases, 0);
	tcase_add_test(cases, time_of_the_recorder_goes);
	tcase_add_test(cases, what_runs_meanwhile_stays);
	tcase_add_test(cases, the_programs_time_stays);
	tcase_add_test(cases, threads_that_wait_for_the_recorder);
	tcase_add_test(cases, measuring_goes);
	tcase_add_test(cases, sampling_is_waited_for);
	tcase_add_test(cases, sampling_begins);
	tcase_add_test(cases, sampling_begins_in_one_of_several_threads);
	tcase_add_test(cases, sampling_begins_behind_a_load);
	tcase_add_test(cases, sampling_begins_on_each_gpu);
	tcase_add_test(cases, loading_takes_long_without_sampling);
	tcase_add_test(cases, many_stalls_take_no_time);
	tcase_add_test(cases, what_was_not_recorded_goes);
	tcase_add_test(cases, the_edges_of_what_was_not_recorded);
	tcase_add_test(cases, many_intervals_take_no_time);
	suite_add_tcase(suite, cases);
	status = run_suite(suite);
	rmdir(folder);
	return status;
}
