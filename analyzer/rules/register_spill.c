/* SPDX-License-Identifier: MIT */
/* Rule register-spill: local memory in the loops of a kernel. Any thread. */
#include <math.h>

#include "base/format.h"
#include "code/argument_reduction.h"
#include "kernel/kernel_library.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { SECTOR_BYTES = 32 };

enum { IN_LOOPS, TRAFFIC };

static const struct threshold thresholds[] = {
	[IN_LOOPS] = { "in loops", 1, "load or store of local memory" },
	[TRAFFIC] = { "traffic", 50, "%" },
	{ .name = NULL },
};

/* Of the instructions that warps executed, the part that used local memory. NAN: not counted. */
static double executed_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	return p->instructions > 0 ? (p->local_loads + p->local_stores) / p->instructions : NAN;
}

static double in_loops_part(const struct code *code)
{
	return (double)code->local_accesses_in_loops / (double)code->instructions_in_loops;
}

/* Of the bytes that it loads and stores, the part that is local. NAN: not counted. */
static double traffic_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double local = p->local_load_bytes + p->local_store_bytes;
	const double global = SECTOR_BYTES * (p->global_load_sectors + p->global_store_sectors);

	return local / (local + global);
}

/* The part of its time that its warps wait for memory or keep a cache busy with local memory, as
 * far as what they load and store is local. NAN: not counted. */
static double waiting_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double waits =
	        kernel_stall_percent(p, "long_scoreboard") + kernel_stall_percent(p, "lg_throttle");
	const double busy = fmax(p->memory_throughput, p->l2_throughput);
	const double part = fmax(waits, busy) / 100; /* fmax() passes over NAN */

	return (part > 1 ? 1 : part) * traffic_part(launch);
}

/* Whether it uses local memory often: in loops, or in code without any, which the compiler has
 * unrolled, as counters say. */
static bool is_often_used(const struct launch *launch)
{
	return launch->code->local_accesses_in_loops >= thresholds[IN_LOOPS].value ||
	       (is_measured(executed_part(launch)) &&
	        100 * traffic_part(launch) >= thresholds[TRAFFIC].value);
}

/* Most of it is elements of arrays, not registers that were spilled. */
static bool is_array(const struct code *code)
{
	return code->local_accesses_in_loops
	               ? 2 * code->indexed_in_loops >= code->local_accesses_in_loops
	               : 2 * code->indexed >= code->local_accesses;
}

/* The array is that of sinf() and the like for large arguments, and no other. */
static bool is_argument_reduction(const struct code *code)
{
	return is_array(code) && code->reduces_arguments &&
	       code->frame_bytes <= REDUCTION_FRAME_MAX_BYTES;
}

static double judge(const struct launch *launch)
{
	const struct code *code = launch->code;
	const double executed = executed_part(launch);

	if (!code || !code->is_known || !code->frame_bytes || !is_often_used(launch))
		return 0;
	if (is_measured(executed))
		return fmin(fmax(executed, waiting_part(launch)), 1);
	/* Only counters tell whether arguments are that large. */
	return is_argument_reduction(code) ? 0 : in_loops_part(code);
}

static const char *kind_of(const struct code *code)
{
	if (is_argument_reduction(code))
		return ", for large arguments of sinf(), cosf(), tanf() or their doubles";
	return is_array(code) ? ", in arrays that are indexed by variables" : "";
}

/* Of a figure of the file, what can be printed as bytes. */
static int64_t amount(double bytes)
{
	return (int64_t)fmin(fmax(bytes, 0), 0x1p60);
}

static void advise(struct finding *f, const struct launch *worst)
{
	if (is_argument_reduction(worst->code))
		finding_advice(f, "Arguments beyond 105,615 take a path that is many times as "
		                  "slow, with an array in local memory (of doubles: beyond 2^31). "
		                  "Keep them small: count periods and phases apart, or take them "
		                  "modulo 2 pi in double precision once, on the host; sinpif() "
		                  "and cospif() have no such path. Where a few digits are enough, "
		                  "__sinf() and __cosf() (nvcc -use_fast_math) have none either.");
	else if (is_array(worst->code) && !worst->code->local_accesses_in_loops)
		finding_advice(f, "Registers have no addresses, so an array that is indexed by "
		                  "what is computed lies in memory. Keep it in shared memory, a "
		                  "column for each thread (array[i][threadIdx.x]); or choose with "
		                  "comparisons; or pack small elements into a register, and reach "
		                  "them by shifts.");
	else if (is_array(worst->code))
		finding_advice(f, "Registers have no addresses, so an array that is indexed by a "
		                  "variable lies in memory. Unroll the loops (#pragma unroll, a "
		                  "constant number of rounds), so that each index is a constant; "
		                  "or choose with comparisons; or keep the array in shared "
		                  "memory, a column for each thread (array[i][threadIdx.x]).");
	else
		finding_advice(f,
		               "Allow more registers (now %d; nvcc -Xptxas -v prints the spills): "
		               "drop -maxrregcount, or give __launch_bounds__(%d) the block size "
		               "that is really used, without a minimum of blocks; or hold fewer "
		               "values at a time: split the kernel, unroll less.",
		               worst->shape->registers_per_thread, worst->threads);
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	const struct code *code = worst->code;
	const double executed = executed_part(worst);

	(void)check;
	finding_headline(f,
	                 "%s of %s, %s of local memory per thread%s: %.0f %% of the instructions "
	                 "%s load or store it",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 format_bytes(FORMAT, code->frame_bytes), kind_of(code),
	                 100 * (is_measured(executed) ? executed : in_loops_part(code)),
	                 is_measured(executed) ? "executed" : "in its loops");
	advise(f, worst);
	finding_fact(f, "frame", "%s per thread, %s at a time on an SM",
	             format_bytes(FORMAT, code->frame_bytes),
	             format_bytes(FORMAT, code->frame_bytes * worst->threads *
	                                          worst->occupancy.blocks_per_sm));
	if (is_argument_reduction(code)) /* the precision is the programmer's to judge */
		f->severity = FINDING_NOTE;
	finding_fact(f, "in loops",
	             "%s of %s instructions use local memory, %s of them at computed addresses; "
	             "%s in all, %s of them at computed addresses",
	             format_count(FORMAT, code->local_accesses_in_loops),
	             format_count(FORMAT, code->instructions_in_loops),
	             format_count(FORMAT, code->indexed_in_loops),
	             format_count(FORMAT, code->local_accesses),
	             format_count(FORMAT, code->indexed));
	if (is_measured(worst->profile->local_load_bytes))
		finding_fact(f, "traffic", "%s loaded, %s stored by a launch",
		             format_bytes(FORMAT, amount(worst->profile->local_load_bytes)),
		             format_bytes(FORMAT, amount(worst->profile->local_store_bytes)));
	if (is_measured(traffic_part(worst)))
		finding_fact(f, "local", "%.0f %% of the bytes that it loads and stores",
		             100 * traffic_part(worst));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	finding_not_predicted(f, "how long these loads and stores take depends on how often the "
	                         "loops run and on what "
	                         "the caches hold");
}

/* Kernels to judge whose frame the trace gives without their code. */
static bool has_unread_frames(const struct check *check, const struct code *codes)
{
	const struct trace *trace = check->trace;

	for (size_t s = 0; s < trace->launch_shapes_count; s++)
		if (trace->launch_shapes[s].local_bytes_per_thread > 0 &&
		    !codes[trace->launch_shapes[s].function].is_known &&
		    check_may_change(check, trace->launch_shapes[s].function))
			return true;
	return false;
}

static bool has_code(const struct trace *trace, const struct code *codes)
{
	for (size_t i = 0; i < trace->functions_count; i++)
		if (codes[i].is_known)
			return true;
	return false;
}

static const struct launch_rule launch_rule = { .judge = judge, .report = report };

static void check_register_spill(struct check *check)
{
	const struct trace *trace = check->trace;
	const struct code *codes = check->survey->codes;

	if (has_unread_frames(check, codes) ||
	    (trace->launch_shapes_count && !has_code(trace, codes)))
		check_abstain(check, "the trace does not have the code of its kernels (record with "
		                     "--modules-mib)");
	launches_check(check, &launch_rule);
}

const struct rule rule_register_spill = {
	.id = "register-spill",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, launch_thresholds, worth_threshold },
	.check = check_register_spill,
};
