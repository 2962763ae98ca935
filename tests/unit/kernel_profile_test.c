/* SPDX-License-Identifier: MIT */
/* Tests of kernel profiles: times, means of counters, stalls, verdicts, instructions. */
#include "kernel/kernel_profile.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/warpwise-profile-test-XXXXXX";
static char path[sizeof folder + 16];

/*
 * An H200; functions f with shapes 1 (1000 ns, three launches) and 2 (one of 3000 ns, and one that
 * was measured), g with shape 3, which was only measured, and h, which never ran.
 */
static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 1700000000000000000), ('state', "
        "'complete');"
        "INSERT INTO process VALUES (1, 7, 6, 'h', '/bin/app', 'app', '/', 0);"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors, core_clock_khz, memory_bandwidth_bytes_per_s) VALUES (0, 'NVIDIA H200', "
        "9, 0, 132, 1980000, 4800000000000);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL);"
        "INSERT INTO stream VALUES (1, 1, 7, 3, 0);"
        "INSERT INTO thread VALUES (1, 7, 'app');"
        "INSERT INTO function VALUES (1, 'f'), (2, 'g'), (3, 'h');"
        "INSERT INTO launch_shape VALUES "
        "(1, 1, 1056,1,1, 256,1,1, 0,0,0, 32, 0, 0, 0, NULL, 0, 0, 0),"
        "(2, 1, 2112,1,1, 256,1,1, 0,0,0, 64, 0, 0, 0, NULL, 0, 0, 0),"
        "(3, 2, 1,1,1, 32,1,1, 0,0,0, 32, 0, 0, 0, NULL, 0, 0, 0);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id) VALUES (0, 1000, 1, 1, 1, 0), (2000, 900, 1, 1, 2, 0), (4000, 1100, 1, 1, 3, "
        "0), (6000, 3000, 1, 2, 4, 0), (NULL, NULL, 1, 2, 5, 0), (NULL, NULL, 1, 3, 6, 0);"
        "INSERT INTO metric VALUES (1, 'sm__warps_active.avg.pct_of_peak_sustained_active'),"
        "(2, 'dram__bytes_read.sum'), (3, 'dram__bytes_write.sum'), (4, 'gpu__time_duration.sum'),"
        "(5, 'sm__inst_issued.avg.pct_of_peak_sustained_active'),"
        "(6, 'sm__throughput.avg.pct_of_peak_sustained_elapsed'),"
        "(7, 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed'),"
        "(8, 'smsp__sass_thread_inst_executed_op_fadd_pred_on.sum'),"
        "(9, 'smsp__sass_thread_inst_executed_op_fmul_pred_on.sum'),"
        "(10, 'smsp__sass_thread_inst_executed_op_ffma_pred_on.sum'),"
        "(11, 'smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio'),"
        "(12, 'smsp__average_warps_issue_stalled_selected_per_issue_active.ratio'),"
        "(13, 'made_up.sum'), (20, 'smsp__sass_inst_executed'),"
        "(21, 'smsp__sass_thread_inst_executed'), (22, 'smsp__sass_sectors_mem_global'),"
        "(23, 'smsp__sass_sectors_mem_global_ideal');"
        "INSERT INTO measured_launch VALUES (1, 1, NULL, 1, 1), (2, 1, NULL, 2, 1),"
        " (3, 2, 5, 1, 1), (4, 3, 6, 1, 2);";

static struct trace trace;
static struct kernel_profiles profiles;

static void load_with_code(const char *sql, const struct code *codes)
{
	char error[TRACE_ERROR_MAX], *message = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/t.db", folder);
	unlink(path);
	ck_assert_msg(trace_file_create(path, &db, error) == 0, "%s", error);
	ck_assert_msg(sqlite3_exec(db, base_sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	ck_assert_msg(trace_load(&trace, path, error) == 0, "%s", error);
	unlink(path);
	ck_assert_int_eq(kernel_profiles_init(&profiles, &trace, codes), 0);
}

static void load(const char *sql)
{
	load_with_code(sql, NULL);
}

static void unload(void)
{
	kernel_profiles_release(&profiles);
	trace_release(&trace);
}

START_TEST(nothing_measured_is_not_zero)
{
	load("DELETE FROM measured_launch");
	ck_assert(!profiles.has_counters && !profiles.has_samples);
	for (const struct kernel_counter *c = kernel_counters; c->name; c++)
		ck_assert_msg(isnan(kernel_counter_value(&profiles.functions[0], c)), "%s",
		              c->name);
	ck_assert(isnan(profiles.functions[0].dram_percent));
	ck_assert(isnan(profiles.functions[0].rooflines[FLOP_32].intensity));
	ck_assert_int_eq(profiles.functions[0].verdict, VERDICT_UNKNOWN);
	ck_assert(isnan(kernel_stall_percent(&profiles.functions[0], "wait")));
	ck_assert(isnan(kernel_profile_metric(&profiles, &profiles.functions[0], "made_up.sum")));
	unload();
}
END_TEST

START_TEST(times_are_of_launches_with_times)
{
	const struct kernel_profile *f, *g;

	load("INSERT INTO launch_metric VALUES (4, 4, 1000)");
	f = &profiles.functions[0];
	g = &profiles.functions[1];
	ck_assert_int_eq(profiles.shapes[0].launches, 3);
	ck_assert_double_eq(profiles.shapes[0].duration_ns, 1000);
	ck_assert_int_eq(profiles.shapes[1].launches, 2);
	ck_assert_int_eq(profiles.shapes[1].timed_launches, 1);
	ck_assert_double_eq(profiles.shapes[1].duration_ns, 3000);
	ck_assert_double_eq(profiles.shapes[2].duration_ns, 1000); /* the counter's */
	/* 3 x 1000 + 2 x 3000 + 1000 */
	ck_assert_double_eq_tol(profiles.shapes[1].time_percent, 60, 1e-9);
	ck_assert_double_eq_tol(f->time_percent, 90, 1e-9);
	ck_assert_double_eq_tol(g->time_percent, 10, 1e-9);
	ck_assert_double_eq(f->duration_ns, 1800);
	ck_assert_uint_eq(f->shape, 1);
	ck_assert_uint_eq(profiles.functions[2].shape, NONE);
	ck_assert_uint_eq(profiles.hottest_count, 2);
	ck_assert_uint_eq(profiles.hottest[0], 0);
	ck_assert_int_eq(trace.untimed_operations, 0); /* measured, not lost */
	ck_assert_double_eq(profiles.shapes[0].theoretical_occupancy, 100);
	ck_assert_double_eq(profiles.shapes[0].waves, 1);
	ck_assert(isnan(profiles.shapes[0].grid_occupancy));
	ck_assert_double_eq(f->theoretical_occupancy, 50);
	ck_assert_uint_eq(f->occupancy.limiters, OCCUPANCY_LIMIT_REGISTERS);
	unload();
}
END_TEST

START_TEST(small_grids_limit_occupancy)
{
	load("UPDATE launch_shape SET grid_x = 264 WHERE id = 1; UPDATE launch_shape SET grid_x = "
	     "30 WHERE id = 2;");
	ck_assert_double_eq(profiles.shapes[0].theoretical_occupancy, 100);
	ck_assert_double_eq(profiles.shapes[0].grid_occupancy, 25);   /* two of eight blocks */
	ck_assert_double_eq(profiles.shapes[1].grid_occupancy, 12.5); /* one, on 30 SMs */
	unload();
}
END_TEST

START_TEST(counters_are_means)
{
	const struct kernel_profile *f;

	load("UPDATE launch_shape SET registers_per_thread = 32; INSERT INTO launch_metric VALUES "
	     "(1, 1, 40), "
	     "(2, 1, 60), (3, 1, 80),"
	     " (1, 2, 100), (2, 2, 300), (3, 2, 1200), (1, 13, 8), (1, 3, 1)");
	f = &profiles.functions[0];
	ck_assert_double_eq(profiles.shapes[0].achieved_occupancy, 50);
	ck_assert_double_eq(profiles.shapes[1].achieved_occupancy, 80);
	ck_assert_double_eq(f->achieved_occupancy, 70); /* 3000 ns of 50, 6000 ns of 80 */
	ck_assert_double_eq(profiles.shapes[0].dram_read_bytes, 200);
	ck_assert_double_eq(f->dram_read_bytes, 600); /* 3 launches of 200, 2 of 1200 */
	ck_assert_double_eq(profiles.shapes[0].dram_bytes, 201);
	ck_assert(isnan(profiles.shapes[1].dram_bytes)); /* half of it was not measured */
	ck_assert_double_eq(kernel_profile_metric(&profiles, &profiles.shapes[0], "made_up.sum"),
	                    8);
	/* Of a third of its time. */
	ck_assert(isnan(kernel_profile_metric(&profiles, f, "made_up.sum")));
	ck_assert(isnan(kernel_profile_metric(&profiles, &profiles.shapes[1], "made_up.sum")));
	ck_assert(isnan(profiles.functions[1].achieved_occupancy));
	ck_assert_int_eq(f->measured_launches, 3);
	unload();
}
END_TEST

START_TEST(no_more_warps_than_there_can_be)
{
	/* Most of the time is of the second shape: one block on 30 SMs, an eighth of the slots. */
#define SMALL                                                                    \
	"UPDATE launch_shape SET grid_x = CASE id WHEN 1 THEN 264 ELSE 30 END; " \
	"INSERT INTO launch_metric VALUES (1, 1, 25), (2, 1, 25), "
	load(SMALL "(3, 1, 12)");
	ck_assert_double_eq(profiles.functions[0].grid_occupancy, 12.5);
	ck_assert_double_eq(profiles.functions[0].achieved_occupancy, 12); /* the mean is 16.3 */
	unload();
	load(SMALL "(3, 1, 13)");
	ck_assert_double_eq(profiles.shapes[0].achieved_occupancy, 25);
	ck_assert(isnan(profiles.shapes[1].achieved_occupancy));
	ck_assert(isnan(profiles.functions[0].achieved_occupancy));
	unload();
}
END_TEST

START_TEST(launches_stand_for_those_that_took_as_long)
{
	load("UPDATE kernel SET duration_ns = 100 + 800 * (correlation_id > 1) WHERE id < 4;"
	     "INSERT INTO launch_metric VALUES (1, 1, 40), (2, 1, 59), (1, 2, 100), (2, 2, 400)");
	ck_assert_double_eq(profiles.shapes[0].achieved_occupancy, 58);
	ck_assert_double_eq(profiles.shapes[0].dram_read_bytes, 300); /* an amount: of each */
	unload();
	load("UPDATE kernel SET (start_ns, duration_ns) = (NULL, NULL); /* counters tell */ INSERT "
	     "INTO launch_metric VALUES (1, 1, 40), (2, 1, 60), (1, 4, 100), (2, 4, 900)");
	ck_assert_double_eq(profiles.shapes[0].achieved_occupancy, 58);
	unload();
}
END_TEST

START_TEST(ratios_of_nothing_are_not_measured)
{
	load("INSERT INTO metric VALUES (30, "
	     "'smsp__sass_average_branch_targets_threads_uniform.pct'),"
	     "(31, 'smsp__sass_branch_targets_threads_uniform.sum'),"
	     "(32, 'smsp__sass_branch_targets_threads_divergent.sum');"
	     "INSERT INTO launch_metric VALUES (1, 30, 0), (1, 31, 0), (1, 32, 0), (2, 30, 50), "
	     "(2, 31, 7), (2, 32, 7), (3, 30, 0), (3, 31, 0), (3, 32, 9), (4, 30, 0), (4, 31, 0)");
	ck_assert_double_eq(profiles.shapes[0].branch_uniform, 50); /* of one with branches */
	ck_assert_double_eq(profiles.shapes[1].branch_uniform, 0);  /* all of them diverge */
	ck_assert_double_eq(profiles.shapes[2].branch_uniform, 0);  /* cannot be told: as it is */
	ck_assert_double_eq(profiles.shapes[0].uniform_branches, 3.5);
	unload();
	load("INSERT INTO metric VALUES (31, "
	     "'l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio'), (30, "
	     "'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum');"
	     "INSERT INTO launch_metric VALUES (1, 30, 0), (1, 31, 0)");
	ck_assert(isnan(profiles.shapes[0].sectors_per_load));
	unload();
}
END_TEST

/* Memory and compute throughput of shape 1, issue slots in use, and what is said of it. */
static const struct {
	const char *memory, *compute, *issue;
	enum kernel_verdict verdict;
} throughputs[] = {
	{ "80", "10", "99", VERDICT_MEMORY },      { "79.9", "10", "99", VERDICT_MOSTLY_MEMORY },
	{ "79.9", "90", "99", VERDICT_COMPUTE },   { "85", "90", "99", VERDICT_BOTH },
	{ "90", "85", "20", VERDICT_BOTH },        { "80", "80", "20", VERDICT_BOTH },
	{ "59.9", "59", "59.9", VERDICT_LATENCY }, { "20", "60", "99", VERDICT_MOSTLY_COMPUTE },
	{ "60", "79.9", "99", VERDICT_MIXED },     { "1", "18", "60", VERDICT_UNFILLED },
	{ "1", "18", "NULL", VERDICT_LATENCY },
};

START_TEST(verdict_by_throughput)
{
	char sql[200];

	snprintf(sql, sizeof sql,
	         "INSERT INTO launch_metric SELECT 1, column1, column2 FROM (VALUES (7, %s), (6, "
	         "%s), (2, 0), (3, 0), (5, %s)) WHERE column2 IS NOT NULL",
	         throughputs[_i].memory, throughputs[_i].compute, throughputs[_i].issue);
	load(sql);
	ck_assert_int_eq(profiles.shapes[0].verdict_source, VERDICT_FROM_THROUGHPUT);
	ck_assert_str_eq(kernel_verdict_name(profiles.shapes[0].verdict),
	                 kernel_verdict_name(throughputs[_i].verdict));
	unload();
}
END_TEST

/* The units that the figures of a verdict are of. 1000 cycles of 132 SMs are 132,000. */
static const struct {
	const char *memory, *dram, *l2, *compute, *issue, *tensor, *loads;
	const char *memory_unit, *compute_unit;
	enum kernel_verdict verdict;
} units[] = {
	{ "47", "47", "66", "40", "30", "0", "0", "the L2 cache", "arithmetic",
	  VERDICT_MOSTLY_MEMORY },
	{ "66", "66", "47", "40", "30", "0", "0", "GPU memory", "arithmetic",
	  VERDICT_MOSTLY_MEMORY },
	{ "82", "82", "86.9", "4", "3", "0", "0", "GPU memory", "arithmetic", VERDICT_MEMORY },
	{ "82", "82", "87.1", "4", "3", "0", "0", "the L2 cache", "arithmetic", VERDICT_MEMORY },
	{ "66", "40", "47", "40", "30", "0", "0", "L1 cache and shared memory", "arithmetic",
	  VERDICT_MOSTLY_MEMORY },
	/* More than the memory's own figure, of the unit that loads and stores. */
	{ "55", "1", "2", "70", "40", "0", "92400", "L1 cache and shared memory",
	  "loads and stores", VERDICT_MOSTLY_MEMORY },
	{ "65", "1", "2", "70", "40", "0", "92400", "L1 cache and shared memory",
	  "loads and stores", VERDICT_MOSTLY_MEMORY },
	{ "83", "1", "2", "84", "40", "0", "110880", "L1 cache and shared memory",
	  "loads and stores", VERDICT_MEMORY },
	{ "83", "1", "2", "84", "40", "0", "99000", "L1 cache and shared memory", "arithmetic",
	  VERDICT_BOTH },
	{ "83", "1", "2", "84", "84", "0", "110880", "L1 cache and shared memory", "arithmetic",
	  VERDICT_BOTH },
	{ "94", "1", "2", "93", "16", "96", "1000", "L1 cache and shared memory", "tensor cores",
	  VERDICT_BOTH },
};

/* The throughput of the SM, issue slots in use, the tensor cores, additions of doubles. */
static const struct {
	const char *memory, *compute, *issue, *tensor, *doubles;
	const char *compute_unit;
	enum kernel_verdict verdict;
} other_units[] = {
	/* Twelve of a hundred slots are what the special function unit takes, and no less. */
	{ "5", "96", "11.9", "0.1", "0", "a unit of the SM that does no arithmetic", VERDICT_UNIT },
	{ "5", "96", "12.1", "0.1", "0", "arithmetic", VERDICT_COMPUTE },
	{ "5", "96", "3.6", "13", "0", "arithmetic", VERDICT_COMPUTE },
	{ "5", "96", "3.6", "0.1", "1000", "arithmetic", VERDICT_COMPUTE },
	{ "5", "96", "3.6", "0.1", "NULL", "arithmetic", VERDICT_COMPUTE },
	{ "5", "96", "3.6", "NULL", "0", "arithmetic", VERDICT_COMPUTE },
	{ "5", "70", "3.6", "0.1", "0", "a unit of the SM that does no arithmetic",
	  VERDICT_MOSTLY_UNIT },
	{ "5", "10", "0.6", "0.1", "0", "a unit of the SM that does no arithmetic",
	  VERDICT_LATENCY },
	{ "5", "9.9", "0.6", "0.1", "0", "arithmetic", VERDICT_LATENCY },
	{ "85", "96", "3.6", "0.1", "0", "a unit of the SM that does no arithmetic",
	  VERDICT_MEMORY },
};

START_TEST(verdict_knows_no_arithmetic)
{
	const struct kernel_profile *p;
	char sql[900];

	snprintf(sql, sizeof sql,
	         "INSERT INTO metric VALUES (42, "
	         "'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active'), (45, "
	         "'smsp__sass_thread_inst_executed_op_dadd_pred_on.sum'), (46, "
	         "'smsp__sass_thread_inst_executed_op_dmul_pred_on.sum'), (47, "
	         "'smsp__sass_thread_inst_executed_op_dfma_pred_on.sum');"
	         "INSERT INTO launch_metric SELECT 1, column1, column2 FROM (VALUES (7, %s), (6, "
	         "%s), (5, %s), (42, %s), (45, %s), (46, 0), (47, 0)) WHERE column2 IS NOT NULL",
	         other_units[_i].memory, other_units[_i].compute, other_units[_i].issue,
	         other_units[_i].tensor, other_units[_i].doubles);
	load(sql);
	p = &profiles.shapes[0];
	ck_assert_str_eq(kernel_profile_compute_unit(p), other_units[_i].compute_unit);
	ck_assert_str_eq(kernel_verdict_name(p->verdict),
	                 kernel_verdict_name(other_units[_i].verdict));
	unload();
}
END_TEST

START_TEST(verdict_names_units)
{
	const struct kernel_profile *p;
	char sql[900];

	snprintf(sql, sizeof sql,
	         "INSERT INTO metric VALUES (40, "
	         "'dram__throughput.avg.pct_of_peak_sustained_elapsed'), (41, "
	         "'lts__throughput.avg.pct_of_peak_sustained_elapsed'), (42, "
	         "'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active'), (43, "
	         "'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum'), (44, "
	         "'sm__cycles_active.avg');"
	         "INSERT INTO launch_metric VALUES (1, 7, %s), (1, 40, %s), (1, 41, %s), (1, 6, "
	         "%s), (1, 5, %s), (1, 42, %s), (1, 43, %s), (1, 44, 1000)",
	         units[_i].memory, units[_i].dram, units[_i].l2, units[_i].compute, units[_i].issue,
	         units[_i].tensor, units[_i].loads);
	load(sql);
	p = &profiles.shapes[0];
	ck_assert_str_eq(kernel_profile_memory_unit(p), units[_i].memory_unit);
	ck_assert_str_eq(kernel_profile_compute_unit(p), units[_i].compute_unit);
	ck_assert_str_eq(kernel_verdict_name(p->verdict), kernel_verdict_name(units[_i].verdict));
	unload();
}
END_TEST

START_TEST(verdict_by_traffic)
{
	/* 4.32 MB in 1000 ns are 90 % of 4.8 TB/s. */
	load("INSERT INTO launch_metric VALUES (1, 2, 4000000), (1, 3, 320000), (1, 5, 20)");
	ck_assert_double_eq_tol(profiles.shapes[0].dram_percent, 90, 1e-9);
	ck_assert_int_eq(profiles.shapes[0].verdict, VERDICT_MEMORY);
	ck_assert_int_eq(profiles.shapes[0].verdict_source, VERDICT_FROM_UNITS);
	unload();
	/* The time that belongs to the bytes is the measured one: 45 %. */
	load("INSERT INTO launch_metric VALUES (1, 2, 4000000), (1, 3, 320000), (1, 5, 20), "
	     "(1, 4, 2000)");
	ck_assert_double_eq_tol(profiles.shapes[0].dram_percent, 45, 1e-9);
	/* Other units may be busy: that nothing is cannot be said. */
	ck_assert_int_eq(profiles.shapes[0].verdict, VERDICT_UNKNOWN);
	ck_assert_double_eq_tol(kernel_profile_known_peak(&profiles.shapes[0]), 45, 1e-9);
	unload();
	/* Without issue slots half of the question is open. */
	load("INSERT INTO launch_metric VALUES (1, 2, 4000000), (1, 3, 320000)");
	ck_assert_int_eq(profiles.shapes[0].verdict, VERDICT_UNKNOWN);
	unload();
}
END_TEST

START_TEST(the_default_set_tells_of_issuing)
{
	const struct kernel_profile *shape;

	load("INSERT INTO metric VALUES (14, 'sm__inst_executed.avg.per_cycle_active'),"
	     "(15, 'smsp__warps_eligible.avg.per_cycle_active'),"
	     "(16, 'sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio');"
	     "INSERT INTO launch_metric VALUES (1, 14, 1.5), (1, 15, 0.75), (1, 16, 12.5),"
	     "(3, 14, 1.5), (3, 5, 40)");
	shape = &profiles.shapes[0];
	ck_assert_double_eq_tol(shape->issue_active, 37.5, 1e-9); /* of four schedulers */
	ck_assert_double_eq(shape->eligible_warps, 0.75);
	ck_assert_double_eq(shape->threads_pred_on_per_inst, 12.5);
	ck_assert(isnan(shape->threads_per_inst));
	/* What was issued is better than what was executed. */
	ck_assert_double_eq(profiles.shapes[1].issue_active, 40);
	unload();
}
END_TEST

/* Only the first function's code is known. */
START_TEST(moves_are_no_halves)
{
	static const char counted[] =
	        "INSERT INTO metric VALUES (30, "
	        "'smsp__sass_thread_inst_executed_op_hadd_pred_on.sum'),"
	        "(31, 'smsp__sass_thread_inst_executed_op_hmul_pred_on.sum'),"
	        "(32, 'smsp__sass_thread_inst_executed_op_hfma_pred_on.sum');"
	        "INSERT INTO launch_metric VALUES (1, 30, 0), (1, 31, 0), (1, 32, 1000),"
	        " (3, 30, 0), (3, 31, 0), (3, 32, 1000)";
	struct code codes[3] = { { .is_known = true } };

	load_with_code(counted, codes);
	ck_assert_double_eq(profiles.shapes[0].flops[FLOP_16], 0);
	ck_assert_double_eq(profiles.functions[0].flops[FLOP_16], 0);
	unload();
	codes[0].is_known = false;
	load_with_code(counted, codes);
	ck_assert_double_eq(profiles.shapes[0].flops[FLOP_16], 4000);
	unload();
	codes[0] = (struct code){ .is_known = true, .computes_halves = true };
	load_with_code(counted, codes);
	ck_assert_double_eq(profiles.shapes[0].flops[FLOP_16], 4000);
	unload();
}
END_TEST

START_TEST(tensor_cores_have_no_roofline)
{
	load("INSERT INTO metric VALUES (30, "
	     "'sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active');"
	     "INSERT INTO launch_metric VALUES (1, 2, 1000), (1, 3, 1000), (1, 8, 1000), (1, 9, "
	     "1000), (1, 10, 4000), (1, 30, 60)");
	ck_assert_double_eq(profiles.shapes[0].tensor_active, 60);
	for (int type = 0; type < FLOP_TYPES; type++)
		ck_assert(isnan(profiles.shapes[0].rooflines[type].intensity));
	unload();
}
END_TEST

START_TEST(roofline_is_the_lower_roof)
{
	const struct roofline *r;

	load("INSERT INTO launch_metric VALUES (1, 2, 1000), (1, 3, 1000), (1, 8, 1000), (1, 9, "
	     "1000), (1, 10, 4000)");
	r = &profiles.shapes[0].rooflines[FLOP_32];
	ck_assert_double_eq(r->flops, 10000);
	ck_assert_double_eq(r->intensity, 5);
	ck_assert_double_eq_tol(r->flops_per_s, 1e10, 1);
	/* 132 SMs x 1.98 GHz x 128 x 2 */
	ck_assert_double_eq_tol(r->peak_flops_per_s, 66.9e12, 0.1e12);
	ck_assert_double_eq_tol(r->attainable_flops_per_s, 24e12, 1); /* 5 x 4.8 TB/s */
	ck_assert(isnan(profiles.shapes[0].rooflines[FLOP_64].flops));
	unload();
	trace = (struct trace){ 0 };
	ck_assert(isnan(device_peak_flops_per_s(
	        &(struct trace_device){ .cc_major = 99, .multiprocessors = 1, .core_clock_khz = 1 },
	        FLOP_32)));
}
END_TEST

START_TEST(a_thousandth_of_the_peak_is_hardly_any)
{
	ck_assert(roofline_is_small(
	        &(struct roofline){ .flops_per_s = 5e8, .peak_flops_per_s = 1e12 }));
	ck_assert(!roofline_is_small(
	        &(struct roofline){ .flops_per_s = 2e9, .peak_flops_per_s = 1e12 }));
}
END_TEST

START_TEST(a_third_of_the_time_is_measured)
{
	struct kernel_profile profile = { .measured_launches = 1, .measured_percent = 32 };

	ck_assert(!kernel_profile_is_measured(&profile));
	profile.measured_percent = 34;
	ck_assert(kernel_profile_is_measured(&profile));
	profile.measured_launches = 0;
	ck_assert(!kernel_profile_is_measured(&profile));
}
END_TEST

START_TEST(stalls_from_samples)
{
	const struct kernel_profile *f;

	load("INSERT INTO stall_reason VALUES (1, 'x_stalled_selected'), (2, 'x_stalled_wait'), "
	     "(3, "
	     "'x_stalled_wait_not_issued');"
	     "INSERT INTO pc_sample VALUES (1, 1, 1, 5, 0, 1, 25), (2, 1, 1, 5, 16, 2, 75), (3, 1, "
	     "1, "
	     "5, 16, 3, 60), (4, 1, 3, 5, 0, 2, 1)");
	f = &profiles.functions[0];
	ck_assert_int_eq(f->samples, 100);
	ck_assert_int_eq(f->samples_issued, 25);
	ck_assert_uint_eq(f->stalls_count, 2);
	ck_assert_str_eq(f->stalls[0].label, "wait");
	ck_assert_int_eq(f->stalls[0].not_issued, 60);
	ck_assert_double_eq(kernel_stall_percent(f, "wait"), 75);
	ck_assert_double_eq(kernel_stall_percent(f, "barrier"), 0);
	ck_assert_int_eq(profiles.shapes[0].samples, 0); /* of two shapes: whose is not known */
	ck_assert_uint_eq(profiles.hottest_count, 3);    /* h was seen though it was not launched */
	unload();
}
END_TEST

START_TEST(stalls_from_counters)
{
	load("INSERT INTO launch_metric VALUES (4, 11, 6), (4, 12, 2)");
	ck_assert_double_eq(kernel_stall_percent(&profiles.functions[1], "long_scoreboard"), 75);
	ck_assert_str_eq(profiles.functions[1].stalls[1].label, "selected");
	ck_assert_int_eq(profiles.functions[1].samples, 0);
	unload();
}
END_TEST

START_TEST(instructions_and_lines)
{
	struct kernel_lines lines;

	/* Two launches counted; offset 32 was sampled alone, 0 counted alone. */
	load("INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, "
	     "metric_id, value) VALUES (1, 5, 16, 20, 10), (1, 5, 16, 21, 160), (3, 5, 16, 20, "
	     "10), "
	     "(3, 5, 16, 21, 320), (1, 5, 0, 22, 100), (1, 5, 0, 23, 40), (4, 5, 0, 20, 7);"
	     "INSERT INTO stall_reason VALUES (1, 'x_stalled_selected');"
	     "INSERT INTO pc_sample VALUES (1, 1, 1, 5, 16, 1, 30), (2, 1, 1, 5, 32, 1, 12)");
	ck_assert_int_eq(kernel_lines_init(&lines, &profiles, NULL, KERNEL_INSTRUCTIONS, 0), 0);
	ck_assert_uint_eq(lines.count, 3);
	ck_assert_int_eq(lines.items[0].samples, 0);
	ck_assert_double_eq(lines.items[0].excess_sectors, 60);
	ck_assert_double_eq(lines.items[0].inst_executed, 0); /* zeros are not written */
	ck_assert(isnan(lines.items[0].threads_per_inst));
	ck_assert_int_eq(lines.items[1].samples, 30);
	ck_assert_double_eq(lines.items[1].inst_executed, 20);
	ck_assert_double_eq(lines.items[1].threads_per_inst, 24);
	ck_assert_double_eq(lines.items[1].excess_sectors, 0);
	ck_assert(isnan(lines.items[1].excess_wavefronts)); /* the trace lacks the metric */
	ck_assert_int_eq(lines.items[2].pc_offset_bytes, 32);
	ck_assert(isnan(lines.items[2].inst_executed)); /* was sampled only */
	kernel_lines_release(&lines);

	/* Without sources all is one line, which is not known. */
	ck_assert_int_eq(kernel_lines_init(&lines, &profiles, NULL, KERNEL_LINES, 0), 0);
	ck_assert_uint_eq(lines.count, 1);
	ck_assert_int_eq(lines.items[0].samples, 42);
	ck_assert_uint_eq(lines.items[0].hotspot.count, 2);
	ck_assert_double_eq(lines.items[0].excess_sectors, 60);
	ck_assert_double_eq(lines.items[0].threads_per_inst, 24);
	kernel_lines_release(&lines);
	unload();
}
END_TEST

START_TEST(hostile_values)
{
	load("INSERT INTO launch_metric VALUES (1, 1, 1e308), (2, 1, 1e308), (1, 2, -1e308), (1, "
	     "3, "
	     "-1e308), (1, 4, 0), (1, 8, 9e307), (1, 9, 9e307), (1, 10, 9e307), (4, 11, -5), (4, "
	     "12, "
	     "0)");
	ck_assert(isnan(profiles.shapes[0].achieved_occupancy));
	ck_assert(isnan(profiles.shapes[0].dram_bytes_per_s));
	ck_assert(isnan(profiles.shapes[0].flops[FLOP_32]));
	ck_assert_uint_eq(profiles.functions[1].stalls_count, 0);
	unload();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernel_profile");
	TCase *all = tcase_create("all");
	int status;

	if (!mkdtemp(folder))
		return EXIT_FAILURE;
	tcase_add_test(all, nothing_measured_is_not_zero);
	tcase_add_test(all, times_are_of_launches_with_times);
	tcase_add_test(all, small_grids_limit_occupancy);
	tcase_add_test(all, counters_are_means);
	tcase_add_test(all, no_more_warps_than_there_can_be);
	tcase_add_test(all, launches_stand_for_those_that_took_as_long);
	tcase_add_test(all, ratios_of_nothing_are_not_measured);
	tcase_add_loop_test(all, verdict_names_units, 0, sizeof units / sizeof *units);
	tcase_add_loop_test(all, verdict_knows_no_arithmetic, 0,
	                    sizeof other_units / sizeof *other_units);
	tcase_add_loop_test(all, verdict_by_throughput, 0,
	                    (int)(sizeof throughputs / sizeof *throughputs));
	tcase_add_test(all, verdict_by_traffic);
	tcase_add_test(all, the_default_set_tells_of_issuing);
	tcase_add_test(all, moves_are_no_halves);
	tcase_add_test(all, tensor_cores_have_no_roofline);
	tcase_add_test(all, roofline_is_the_lower_roof);
	tcase_add_test(all, a_thousandth_of_the_peak_is_hardly_any);
	tcase_add_test(all, a_third_of_the_time_is_measured);
	tcase_add_test(all, stalls_from_samples);
	tcase_add_test(all, stalls_from_counters);
	tcase_add_test(all, instructions_and_lines);
	tcase_add_test(all, hostile_values);
	suite_add_tcase(suite, all);
	status = run_suite(suite);
	rmdir(folder);
	return status;
}
