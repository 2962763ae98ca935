/* SPDX-License-Identifier: MIT */
/* Rule local-memory: local memory in the loops of a kernel. Any thread. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/argument_reduction.h"
#include "kernel/kernel_library.h"
#include "rules/shared/launches.h"
#include "rules/shared/local_part.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { SECTOR_BYTES = 32, WORD_BYTES = 4, REGISTERS_STEP = 8, REGISTERS_ALL = 255 };
enum { SHARED_TEXT = 400 };

enum { IN_LOOPS, TRAFFIC, BOUND, LOADED };

static const struct threshold thresholds[] = {
	[IN_LOOPS] = { "in loops", 1, "load or store of local memory" },
	[TRAFFIC] = { "traffic", 50, "%" },
	[BOUND] = { "bound", VERDICT_BOUND_PERCENT, "%" },
	[LOADED] = { "loaded", 75, "%" },
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
	return (double)code->local_in_loops.all / (double)code->instructions_in_loops;
}

/* Of the loads and stores of global and local memory in its loops, the part that is local. */
static double accesses_part(const struct code *code)
{
	const int64_t local = code->local_in_loops.all;
	const int64_t global = code->global_in_loops ? code->loads.all + code->stores.all : 0;

	return (double)local / (double)(local + global);
}

/* Of the bytes that it loads and stores, the part that is local. NAN: not counted. */
static double traffic_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double local = p->local_load_bytes + p->local_store_bytes;
	const double global = SECTOR_BYTES * (p->global_load_sectors + p->global_store_sectors);

	return local / (local + global);
}

/* How busy it keeps what local memory goes through, in percent: of the units of an SM, shared
 * memory's is none of these. NAN: not counted. */
static double busy_percent(const struct kernel_profile *p)
{
	const bool is_of_shared = p->memory_throughput <= p->shared_percent;

	return fmax(p->l2_throughput, is_of_shared ? NAN : p->memory_throughput);
}

/* The part of its time that its warps wait for memory or keep a cache busy with local memory, as
 * far as what they load and store is local. NAN: not counted. */
static double waiting_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double waits =
	        kernel_stall_percent(p, "long_scoreboard") + kernel_stall_percent(p, "lg_throttle");
	/* fmax() passes over NAN */
	const double part = fmax(waits, busy_percent(p)) / 100;

	return (part > 1 ? 1 : part) * traffic_part(launch);
}

/* The same where a cache is so busy that it decides how long the kernel takes; else 0. */
static double bound_part(const struct launch *launch)
{
	const double busy = busy_percent(launch->profile);

	return busy >= thresholds[BOUND].value ? fmin(busy / 100, 1) * traffic_part(launch) : 0;
}

/*
 * The part of its time that it needs without local memory, too, as far as counted: for the other
 * instructions that the schedulers issue, for the busiest pipe, unless that is the one of loads and
 * stores, and for what else it loads and stores.
 */
static double staying_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double executed = executed_part(launch);
	const double issued = p->issue_active * (1 - (is_measured(executed) ? executed : 0));
	const bool is_other_pipe =
	        p->compute_throughput > fmax(p->issue_active, p->load_store_percent);
	const double moved = busy_percent(p) * (1 - traffic_part(launch));
	const double percent =
	        fmax(fmax(issued, moved), is_other_pipe ? p->compute_throughput : NAN);

	return is_measured(percent) ? fmin(percent / 100, 1) : 0;
}

/* Whether it uses local memory often: in loops, or in code without any, which the compiler has
 * unrolled, as counters say. */
static bool is_often_used(const struct launch *launch)
{
	return launch->code->local_in_loops.all >= thresholds[IN_LOOPS].value ||
	       (is_measured(executed_part(launch)) &&
	        100 * traffic_part(launch) >= thresholds[TRAFFIC].value);
}

/* Each thread stores an array in fixed places and reads it by an index, as a table that the
 * compiler lays out so. Spilled registers are loaded from fixed places, too. */
static bool is_table(const struct code *code)
{
	const struct code_local *local = &code->local;

	return local->all > local->loads && local->indexed &&
	       local->indexed == local->indexed_loads &&
	       percent_of(local->indexed_loads, local->loads) >= thresholds[LOADED].value;
}

/* Most of it is elements of arrays, not registers that were spilled. */
static bool is_array(const struct code *code)
{
	const struct code_local *local =
	        code->local_in_loops.all ? &code->local_in_loops : &code->local;

	return 2 * local->indexed >= local->all || is_table(code);
}

/* The array is that of sinf() and the like for large arguments, and no other. */
static bool is_argument_reduction(const struct code *code)
{
	return is_array(code) && code->reduces_arguments &&
	       code->frame_bytes <= REDUCTION_FRAME_MAX_BYTES;
}

/* Code alone does not tell how long a warp waits for such a load, nor how often. */
static bool is_unmeasured(const struct launch *launch)
{
	return !is_measured(launch->local_part) && !is_measured(executed_part(launch));
}

/*
 * Of its time, what goes with local memory. Where nothing was measured, the part that it is of what
 * loops load and store: others are as slow as it is. Nor does code tell whether arguments are that
 * large.
 */
static double local_time_part(const struct launch *launch)
{
	if (is_measured(launch->local_part))
		return fmax(launch->local_part, bound_part(launch));
	if (!is_unmeasured(launch))
		return fmax(executed_part(launch), waiting_part(launch));
	return !is_argument_reduction(launch->code) &&
	                       100 * in_loops_part(launch->code) >= worth_threshold->value
	               ? accesses_part(launch->code)
	               : 0;
}

static double judge(const struct launch *launch)
{
	const struct code *code = launch->code;

	if (!code || !code->is_known || !code->frame_bytes || !is_often_used(launch))
		return 0;
	return fmin(local_time_part(launch), 1 - staying_part(launch));
}

static const char *kind_of(const struct code *code)
{
	if (is_argument_reduction(code))
		return ", for large arguments of sinf(), cosf(), tanf() or their doubles";
	if (is_table(code))
		return ", in arrays that each thread fills and reads by an index";
	return is_array(code) ? ", in arrays that are indexed by variables" : "";
}

/* Of a figure of the file, what can be printed as bytes. */
static int64_t amount(double bytes)
{
	return (int64_t)fmin(fmax(bytes, 0), 0x1p60);
}

/* What the threads of a block keep in local memory. */
static double block_bytes(const struct launch *launch)
{
	return (double)launch->code->frame_bytes * launch->threads;
}

/* Blocks that are on an SM at a time: no more than its part of the grid. Where samples show most
 * SMs without a warp, few blocks have work, and each of them an SM. */
static double blocks_at_a_time(const struct launch *launch)
{
	const double part =
	        is_measured(launch->sampled_sms)
	                ? 1
	                : ceil((double)launch->blocks / fmax(launch->multiprocessors, 1));

	return fmin(launch->occupancy.blocks_per_sm, part);
}

/* How many of them would be if that were in shared memory, beside what they have there. */
static double blocks_with_shared(const struct launch *launch)
{
	const struct occupancy_device *limits = &launch->limits;
	const double all = block_bytes(launch) + launch->shape->static_shared_bytes +
	                   launch->shape->dynamic_shared_bytes;

	if (all > limits->shared_per_block_optin)
		return 0;
	return fmin(floor(limits->shared_per_sm / (all + limits->shared_reserved_per_block)),
	            blocks_at_a_time(launch));
}

/* Whether a thread's registers, beside those that it needs, could hold it all. */
static bool fits_registers(const struct launch *launch)
{
	return launch->code->frame_bytes / WORD_BYTES + launch->shape->registers_per_thread <=
	       launch->limits.max_registers_per_thread;
}

/* What to do with an array, as the end of a sentence: shared memory costs blocks if it is large. */
static const char *in_shared_text(char text[SHARED_TEXT], const struct launch *launch)
{
	const double now = blocks_at_a_time(launch), then = blocks_with_shared(launch);

	if (then < 1)
		snprintf(text, SHARED_TEXT,
		         "make it so small that it fits into shared memory, where a block's would "
		         "take %s and can have %s",
		         format_bytes(FORMAT, amount(block_bytes(launch))),
		         format_bytes(FORMAT, launch->limits.shared_per_block_optin));
	else
		snprintf(text, SHARED_TEXT,
		         "keep it in shared memory, a column for each thread "
		         "(array[i][threadIdx.x])");
	if (then >= 1 && then < now)
		snprintf(text + strlen(text), SHARED_TEXT - strlen(text),
		         ": %.0f of the %.0f blocks fit on an SM then%s", then, now,
		         2 * then < now ? ", so make it smaller first: compute values again, keep "
		                          "them in a smaller type, or work in pieces"
		                        : "");
	return text;
}

/* What blocks of as many threads as the launch bounds promise leave a thread, as nvcc counts it. */
static int registers_left(const struct launch *worst)
{
	const int64_t threads = worst->code->threads_max;
	const int64_t left = threads ? worst->limits.registers_per_block / threads : REGISTERS_ALL;

	return left < REGISTERS_ALL ? (int)(left - left % REGISTERS_STEP) : REGISTERS_ALL;
}

/* What kept the compiler from more registers, and what to do. */
static void advise_registers(struct finding *f, const struct launch *worst)
{
	static const char fewer[] = "hold fewer values at a time: split the kernel, unroll less.";
	const int used = worst->shape->registers_per_thread, most = worst->code->registers_max;
	const int left = registers_left(worst);
	const int64_t bound = worst->code->threads_max;

	if (!most)
		finding_advice(f,
		               "Allow more registers (now %d; nvcc -Xptxas -v prints the spills): "
		               "drop -maxrregcount, or give __launch_bounds__(%d) the block size "
		               "that is really used, without a minimum of blocks; or %s",
		               used, worst->threads, fewer);
	else if (most < left)
		finding_advice(f,
		               "Allow more registers than %d (nvcc -Xptxas -v prints the spills): "
		               "%s; or %s",
		               most,
		               bound ? "leave out the minimum of blocks in its "
		                       "__launch_bounds__(), or make it smaller"
		                     : "no -maxrregcount, or __maxnreg__(), for this kernel",
		               fewer);
	else if (left < REGISTERS_ALL && bound > worst->threads)
		finding_advice(
		        f,
		        "Allow more registers: its __launch_bounds__() promise blocks of up to %s "
		        "threads, which leaves %d, but "
		        "it is launched with %d threads. __launch_bounds__(%d) leaves more; or %s",
		        format_count(FORMAT, bound), left, worst->threads, worst->threads, fewer);
	else if (left < REGISTERS_ALL)
		finding_advice(f,
		               "Allow more registers: blocks of %s threads leave %d. Launch "
		               "smaller ones, and say so in "
		               "__launch_bounds__(); or %s",
		               format_count(FORMAT, bound), left, fewer);
	else if (used + REGISTERS_STEP >= REGISTERS_ALL)
		finding_advice(f, "It has %d registers, and a thread can have no more: %s", used,
		               fewer);
	else
		finding_advice(
		        f,
		        "Neither __launch_bounds__() nor -maxrregcount limits its %d "
		        "registers, so that nothing was spilled: it is an array, or variables "
		        "whose addresses are taken. Let loops over it be unrolled as a whole "
		        "(#pragma unroll, a constant number of rounds), so that each index is a "
		        "constant, and functions that take its address be inlined "
		        "(__forceinline__).",
		        used);
}

static void advise(struct finding *f, const struct launch *worst)
{
	char shared[SHARED_TEXT];

	if (is_argument_reduction(worst->code))
		finding_advice(f, "Arguments beyond 105,615 take a path that is many times as "
		                  "slow, with an array in local memory (of doubles: beyond 2^31). "
		                  "Keep them small: count periods and phases apart, or take them "
		                  "modulo 2 pi in double precision once, on the host; sinpif() "
		                  "and cospif() have no such path. Where a few digits are enough, "
		                  "__sinf() and __cosf() (nvcc -use_fast_math) have none either.");
	else if (is_table(worst->code))
		finding_advice(f,
		               "Each thread stores these elements one by one and reads them by "
		               "an index. If they are the same for all threads, as in a table, "
		               "fill them once: __constant__ where the lanes of a warp read "
		               "the same one, else a static const array of the file (global "
		               "memory), or shared memory that a block fills. If each thread "
		               "has its own, compute what is looked up, or %s.",
		               in_shared_text(shared, worst));
	else if (is_array(worst->code) && !worst->code->local_in_loops.all)
		finding_advice(
		        f,
		        "Registers have no addresses, so an array that is indexed by what is "
		        "computed lies in memory. Choose with comparisons; or pack flags and "
		        "small elements into a register, and reach them by shifts; or %s.",
		        in_shared_text(shared, worst));
	else if (is_array(worst->code) && blocks_with_shared(worst) < 1)
		finding_advice(f,
		               "Registers have no addresses, so an array that is indexed by a "
		               "variable lies in memory, and as large as it is declared it fits "
		               "nowhere else: a block's take %s, and it can have %s of shared "
		               "memory. Declare no more elements than are used: those may fit. Or "
		               "keep less of it: compute values again instead of storing them, "
		               "work through it in pieces that fit, keep elements in a smaller "
		               "type, or let the threads of a warp work on one item together, so "
		               "that each holds a part of its array.",
		               format_bytes(FORMAT, amount(block_bytes(worst))),
		               format_bytes(FORMAT, worst->limits.shared_per_block_optin));
	else if (is_array(worst->code))
		finding_advice(f,
		               "Registers have no addresses, so an array that is indexed by a "
		               "variable lies in memory. %s with comparisons; or keep flags "
		               "and small numbers as bits of an integer, in a register; or %s.",
		               fits_registers(worst)
		                       ? "Unroll the loops (#pragma unroll, a constant number of "
		                         "rounds), so that each index is a constant; or choose"
		                       : "Choose",
		               in_shared_text(shared, worst));
	else
		advise_registers(f, worst);
}

/* How much the kernel has to do with it: of its warps' time, or of its instructions. */
static void say_headline(struct finding *f, const struct launch *worst, int64_t launches)
{
	const struct code *code = worst->code;
	const double executed = executed_part(worst);
	char share[NAME_MAX_BYTES];

	if (is_measured(worst->local_part) && worst->local_part < bound_part(worst))
		snprintf(share, sizeof share, "a cache is busy with it for %.0f %% of its time",
		         100 * bound_part(worst));
	else if (is_measured(worst->local_part))
		snprintf(share, sizeof share, "its warps spend %.0f %% of their time on it",
		         100 * worst->local_part);
	else
		snprintf(share, sizeof share, "%.0f %% of the instructions %s load or store it",
		         100 * (is_measured(executed) ? executed : in_loops_part(code)),
		         is_measured(executed) ? "executed" : "in its loops");
	finding_headline(f, "%s of %s, %s of local memory per thread%s: %s",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 format_bytes(FORMAT, code->frame_bytes), kind_of(code), share);
}

static void say_code(struct finding *f, const struct code *code)
{
	if (code->local_in_loops.all)
		finding_fact(f, "in loops",
		             "%s of %s instructions use local memory, %s of them at computed "
		             "addresses; %s in all, %s of them at computed addresses",
		             format_count(FORMAT, code->local_in_loops.all),
		             format_count(FORMAT, code->instructions_in_loops),
		             format_count(FORMAT, code->local_in_loops.indexed),
		             format_count(FORMAT, code->local.all),
		             format_count(FORMAT, code->local.indexed));
	else
		finding_fact(f, "code",
		             "%s of %s instructions use local memory, %s of them at computed "
		             "addresses; none is in a loop",
		             format_count(FORMAT, code->local.all),
		             format_count(FORMAT, code->instructions),
		             format_count(FORMAT, code->local.indexed));
}

static void say_counters(struct finding *f, const struct launch *worst)
{
	const struct kernel_profile *p = worst->profile;
	const double stays = staying_part(worst);
	char part[NAME_MAX_BYTES] = "";

	if (local_time_part(worst) > 1 - stays)
		finding_fact(f, "stays",
		             "%.0f %% of its time, which it needs for other instructions or data",
		             100 * stays);
	if (is_measured(traffic_part(worst)))
		snprintf(part, sizeof part, ": %.0f %% of the bytes that it loads and stores",
		         100 * traffic_part(worst));
	if (is_measured(p->local_load_bytes))
		finding_fact(f, "traffic", "%s loaded, %s stored by a launch%s",
		             format_bytes(FORMAT, amount(p->local_load_bytes)),
		             format_bytes(FORMAT, amount(p->local_store_bytes)), part);
}

static void say_unmeasured(struct finding *f, const struct code *code)
{
	f->severity = FINDING_NOTE;
	finding_fact(f, "cost",
	             "that part of its time which these are of the loads and stores of global and "
	             "local memory in its loops: %.0f %%",
	             100 * accesses_part(code));
	finding_not_predicted(f, "how much of the kernel's time goes with these loads and stores "
	                         "is not known without samples of warps (record with --stalls)");
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	const struct code *code = worst->code;
	const struct kernel kernel = { .function = worst->shape->function };

	say_headline(f, worst, launches);
	advise(f, worst);
	finding_fact(f, "frame", "%s per thread, up to %s at a time on an SM",
	             format_bytes(FORMAT, code->frame_bytes),
	             format_bytes(FORMAT, amount(block_bytes(worst) * blocks_at_a_time(worst))));
	if (is_argument_reduction(code)) /* the precision is the programmer's to judge */
		f->severity = FINDING_NOTE;
	if (is_measured(worst->local_part))
		kernel_name_code(check, f, &kernel, "spent at", local_samples, NULL);
	say_code(f, code);
	say_counters(f, worst);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	f->is_unmeasured = is_unmeasured(worst);
	if (f->is_unmeasured)
		say_unmeasured(f, code);
	else
		finding_not_predicted(
		        f, "how long these loads and stores take depends on how often the loops "
		           "run and on what the caches hold");
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

static void check_local_memory(struct check *check)
{
	const struct trace *trace = check->trace;
	const struct code *codes = check->survey->codes;

	if (has_unread_frames(check, codes) ||
	    (trace->launch_shapes_count && !has_code(trace, codes)))
		check_abstain(check, "the trace does not have the code of its kernels (record with "
		                     "--modules-mib)");
	launches_check(check, &launch_rule);
}

const struct rule rule_local_memory = {
	.id = "local-memory",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, launch_thresholds, worth_threshold },
	.check = check_local_memory,
	.is_about_code = true,
};
