/* SPDX-License-Identifier: MIT */
/*
 * Rule oversized-grid: so many blocks, with so little to do each, that the time goes into starting
 * them.
 */
#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/narrow_items.h"
#include "rules/shared/rule.h"
#include "rules/shared/sparse_steps.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { PACE, FASTEST, TURNS, WORK, SMALL_WORK, TOUCHING, SHORT, STORING, ONCE, ROUNDS, BRIEF };

static const struct threshold thresholds[] = {
	[PACE] = { "pace", 1.6, "cycles" },
	[FASTEST] = { "fastest", 1.45, "cycles" },
	[TURNS] = { "turns", 10, "times" },
	[WORK] = { "work", 25, "%" },
	[SMALL_WORK] = { "work of small blocks", 60, "%" },
	[TOUCHING] = { "touching", 50, "%" },
	[SHORT] = { "short", 50, "instructions" },
	[STORING] = { "storing", 10, "%" },
	[ONCE] = { "once", 50, "%" },
	[ROUNDS] = { "rounds", 2, "rounds" },
	[BRIEF] = { "brief", 0.7, "us" },
	{ .name = NULL },
};

/* Cycles of the device's clock, at its highest, from the start of a block to that of the next. */
static double cycles_per_block(const struct launch *launch)
{
	return (double)launch->total_ns / (double)launch->launches / (double)launch->blocks *
	       (double)launch->device->core_clock_khz * 1e-6;
}

/* ---- blocks that start one after another ---- */

/*
 * The part of its time that memory or the schedulers need at least for code that every thread goes
 * through once: all of its accesses, and all of its instructions. NAN: it has loops, or accesses
 * that are not counted, or is not known.
 */
static double work_of_code(const struct launch *launch)
{
	const struct code *code = launch->code;
	const double cycles = cycles_per_block(launch);
	const double bytes_per_s = (double)launch->device->memory_bandwidth_bytes_per_s;
	double bytes_per_cycle, traffic, issue;

	if (!code || !code->is_known || code->instructions_in_loops || code->global_atomics ||
	    code->launches_kernels || bytes_per_s <= 0)
		return NAN;
	bytes_per_cycle = bytes_per_s / ((double)launch->device->core_clock_khz * 1e3);
	traffic = (double)code->global_bytes * launch->threads / (cycles * bytes_per_cycle);
	issue = (double)code->instructions * launch->warps /
	        (cycles * launch->multiprocessors * SCHEDULERS);
	return fmin(fmax(traffic, issue), 1);
}

/*
 * The part of its threads that can write to a place of their own, in all the memory that the
 * program allocated, at most: more of them have nothing to do. 1: not known.
 */
static double writing_part(const struct launch *launch)
{
	const double threads = (double)launch->blocks * launch->threads;
	const double places = launch->allocated_bytes / launch->code->widest_store_bytes;

	return launch->allocated_bytes > 0 && places < threads ? places / threads : 1; /* inf: 1 */
}

/* Whether that, and no counter, is what tells how busy the kernel keeps the GPU. */
static bool has_idle_threads(const struct launch *launch)
{
	return !is_measured(kernel_profile_busiest_part(launch->profile)) &&
	       writing_part(launch) < 1;
}

/* How busy the kernel keeps the GPU while its blocks start, as measured or else as its code says.
 */
static double work(const struct launch *launch)
{
	double busiest = kernel_profile_busiest_part(launch->profile);
	double of_code;

	if (is_measured(busiest))
		return busiest;
	of_code = work_of_code(launch);
	return is_measured(of_code) ? of_code * writing_part(launch) : NAN;
}

/* Whether blocks start as fast as they can, and that is all that keeps the GPU busy. */
static bool is_bound_by_starts(const struct launch *launch)
{
	const double cycles = cycles_per_block(launch);
	const bool is_certain =
	        launch_has_tiny_blocks(launch) || cycles <= thresholds[FASTEST].value;

	return cycles <= thresholds[PACE].value &&
	       100 * work(launch) <
	               thresholds[is_certain ? SMALL_WORK : WORK].value; /* NAN: false */
}

/* ---- warps that touch no memory ---- */

/* The part of its warps that touch global memory, at most; NAN: not measured. */
static double touching_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double requests = p->global_load_requests + p->global_store_requests +
	                        p->global_atomics + p->global_reductions;

	return requests / ((double)launch->blocks * launch->warps);
}

/* Most of its warps come, look at their index and leave: no access at all, few instructions. */
static bool is_mostly_idle(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double warps = (double)launch->blocks * launch->warps;

	return 100 * touching_part(launch) < thresholds[TOUCHING].value &&
	       100 * (p->shared_loads + p->shared_stores) < thresholds[TOUCHING].value * warps &&
	       p->instructions < thresholds[SHORT].value * warps;
}

/*
 * The part of its warps that have an effect, at most: they store, or add, to global memory. Loads
 * do not tell, of which a few warps can have more than all have together. NAN: not measured.
 */
static double storing_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double requests = p->global_store_requests + p->global_atomics + p->global_reductions;

	return requests / ((double)launch->blocks * launch->warps);
}

/* Whether one of its schedulers has much more to do than the others: what the warps there do may be
 * what takes the time. */
static bool is_uneven(const struct launch *launch)
{
	const double busiest = kernel_busiest_scheduler(launch->profile, (double)launch->blocks,
	                                                launch->warps, launch->multiprocessors);

	return 100 * (busiest - 1) >= sm_excess_threshold->value;
}

/*
 * Few of its warps store anything, few of its threads have a place to, and few do most of what is
 * done. All of that: in a search many threads store nothing, and have as much to do as the others;
 * and where one warp stores what its block has found, they share it before.
 */
static bool has_few_items(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double warps = (double)launch->blocks * launch->warps;

	return 100 * storing_part(launch) < thresholds[STORING].value &&
	       100 * writing_part(launch) < thresholds[STORING].value &&
	       100 * (p->shared_loads + p->shared_stores) < thresholds[TOUCHING].value * warps &&
	       is_uneven(launch);
}

/* The part of its time in which a block starts each cycle, for the PART of them that is idle. */
static double part_of_starts(const struct launch *launch, double part)
{
	return part * fmin(1, 1 / cycles_per_block(launch));
}

/*
 * What a grid without its idle warps saves, at most: the time in which those come, look and leave,
 * which is their part of all, but for what any kernel takes, and what memory is in use for. Where
 * some warps have much more to do, they may be what takes that time: then what idle blocks take to
 * start, a cycle each.
 */
static double cost_of_idle_warps(const struct launch *launch)
{
	const double idle = 1 - touching_part(launch);
	const double duration_ns = (double)launch->total_ns / (double)launch->launches;
	const double least_ns = 1e3 * launch_thresholds[LAUNCH_SHORTEST].value;
	const double moving =
	        fmax(launch->profile->dram_percent, launch->profile->l2_throughput) / 100;

	if (is_uneven(launch))
		return part_of_starts(launch, idle);
	return fmax(fmin(idle * (1 - least_ns / duration_ns), 1 - moving),
	            part_of_starts(launch, idle));
}

/* Whether a block is there for less time than one takes that loads something: whether most only
 * look at their index, counters alone would tell. */
static bool may_be_idle(const struct launch *launch)
{
	const double block_ns = (double)launch->total_ns / (double)launch->launches / launch->waves;

	return launch->launches && !launch->is_library && launch->device->core_clock_khz > 0 &&
	       launch->waves >= thresholds[TURNS].value &&
	       block_ns < 1e3 * thresholds[BRIEF].value && !is_measured(touching_part(launch)) &&
	       !(100 * kernel_profile_busiest_part(launch->profile) >=
	         thresholds[SMALL_WORK].value) &&
	       !is_bound_by_starts(launch);
}

/* ---- blocks that begin and end, for one item each ---- */

/* Whether its code loads or stores in a loop, and knows how many blocks there are, as one does that
 * strides over its items: i += gridDim.x * blockDim.x. */
static bool may_stride(const struct launch *launch)
{
	return launch->code && launch->code->is_known && launch->code->reads_grid_size &&
	       launch->code->global_in_loops;
}

/*
 * Each block prepares something, as the bins of a histogram, and brings it together with what the
 * others have, and between these goes once through a loop that would go through many items.
 */
static bool is_mostly_done_once(const struct launch *launch)
{
	const double loads =
	        launch->profile->global_load_requests / ((double)launch->blocks * launch->warps);

	return may_stride(launch) && 100 * launch->once_part >= thresholds[ONCE].value &&
	       loads < thresholds[ROUNDS].value * (double)launch->code->loads.all;
}

/* ---- judging ---- */

/* How busy the same work keeps the GPU in full warps: those of smaller blocks issue as much for
 * fewer lanes. */
static double work_in_full_warps(const struct launch *launch)
{
	const double lanes = fmin(1, (double)launch->threads / launch->limits.warp_size);
	struct kernel_profile profile = *launch->profile;
	double busiest;

	profile.issue_active *= lanes;
	profile.compute_throughput *= lanes;
	busiest = kernel_profile_busiest_part(&profile);
	return is_measured(busiest) ? busiest : work(launch);
}

static double judge(const struct launch *launch)
{
	if (launch->waves < thresholds[TURNS].value || launch->device->core_clock_khz <= 0)
		return 0;
	if (is_bound_by_starts(launch))
		return 1 - work_in_full_warps(launch);
	if (is_mostly_idle(launch))
		return cost_of_idle_warps(launch);
	if (has_few_items(launch))
		return part_of_starts(launch, 1 - writing_part(launch));
	/* What the threads move stays. */
	if (narrow_items_has(launch))
		return narrow_items_cost(launch);
	/* As many blocks as there are at a time do it once as well. */
	if (is_mostly_done_once(launch))
		return launch->once_part * (1 - 1 / launch->waves);
	return 0;
}

/* Whether that is what LAUNCH is judged by. */
static bool is_narrow(const struct launch *launch)
{
	return !is_bound_by_starts(launch) && !is_mostly_idle(launch) && !has_few_items(launch) &&
	       narrow_items_has(launch);
}

/* "65,536 blocks", and of how many threads where that is what is wrong with them. */
static const char *name_blocks(char text[NAME_MAX_BYTES], const struct launch *launch)
{
	if (!launch_has_tiny_blocks(launch))
		return name_count(text, launch->blocks, "block", "blocks");
	snprintf(text, NAME_MAX_BYTES, "%.100s of %.100s",
	         name_count(NAME, launch->blocks, "block", "blocks"),
	         name_count(NAME, launch->threads, "thread", "threads"));
	return text;
}

/* How many blocks of GOOD_THREADS the GPU holds at a time. */
static int64_t good_blocks(const struct launch *launch)
{
	const double part = launch_occupancy_with(launch, GOOD_THREADS, -1, -1) / 100;

	return llround(part * launch->limits.max_threads_per_sm / GOOD_THREADS) *
	       launch->multiprocessors;
}

static void advise_larger_blocks(struct finding *f, const struct launch *worst)
{
	const double blocks = (double)worst->blocks * worst->threads / GOOD_THREADS;
	char then[NAME_MAX_BYTES];

	finding_advice(f,
	               "Use %d threads per block instead of %d, and as many times fewer blocks: "
	               "large blocks start as fast as small ones.%s",
	               GOOD_THREADS, worst->threads,
	               worst->code->is_known && !worst->code->reads_thread_index
	                       ? " The code reads no threadIdx: its index has to become "
	                         "blockIdx.x * blockDim.x + threadIdx.x."
	                       : "");
	if (blocks <= (double)good_blocks(worst))
		return;
	snprintf(
	        then, sizeof then,
	        "Then give each thread several items: launch about as many blocks as the GPU holds "
	        "at a time, %s of %d threads, and let them stride over the items.",
	        format_count(FORMAT, good_blocks(worst)), GOOD_THREADS);
	finding_advice_then(f, then);
}

static void say_what_to_do(struct finding *f, const struct launch *worst)
{
	if (may_stride(worst))
		finding_advice(
		        f,
		        "Its code has a loop and reads gridDim: if it strides over the items "
		        "(i += gridDim.x * blockDim.x), it takes any grid, and only the "
		        "launch has to change. Launch %s blocks of %d threads, as many as "
		        "the GPU holds at a time.",
		        format_count(FORMAT, launch_has_tiny_blocks(worst) ? good_blocks(worst)
		                                                           : worst->wave_blocks),
		        launch_has_tiny_blocks(worst) ? GOOD_THREADS : worst->threads);
	else if (launch_has_tiny_blocks(worst) && is_bound_by_starts(worst))
		advise_larger_blocks(f, worst);
	else if (is_narrow(worst))
		narrow_items_advise(f);
	else if (is_mostly_idle(worst) || has_idle_threads(worst) || has_few_items(worst))
		finding_advice(f,
		               "Compute the grid from the number of items there are, rounded "
		               "up to whole blocks, not from the largest possible number; or "
		               "launch %s blocks, as many as the GPU holds at a time, and let "
		               "them stride over the items.",
		               format_count(FORMAT, worst->wave_blocks));
	else
		finding_advice(f,
		               "Give each thread several items: launch about %s blocks, as "
		               "many as the GPU holds at a time, and let them stride over the "
		               "items. Blocks of 256 threads start as fast as blocks of 32.",
		               format_count(FORMAT, worst->wave_blocks));
}

/* Threads may share the places that they write to: a note. */
static void say_who_writes(struct finding *f, const struct launch *worst)
{
	const double part = writing_part(worst);

	if (!has_idle_threads(worst) && !has_few_items(worst))
		return;
	f->severity = FINDING_NOTE;
	finding_fact(f, "places",
	             "in all memory that the program allocated %.2g %% of the threads can write %d "
	             "bytes of "
	             "their own; the others have nothing to do, or share them",
	             100 * part, worst->code->widest_store_bytes);
}

static void report_starts(struct finding *f, const struct launch *worst, const char *launches,
                          double ns)
{
	char others[NAME_MAX_BYTES] = "";

	if (worst->alike)
		snprintf(others, sizeof others, " and %s",
		         name_count(NAME, worst->alike, "other kernel", "other kernels"));
	finding_headline(f,
	                 "%s of %s%s with %s: one starts every %.2g ns, and that is what takes the "
	                 "time",
	                 launches, f->subject, others, name_blocks(NAME, worst), ns);
	finding_fact(f, "work", "its units are busy for at most %.0f %% of its time",
	             100 * work(worst));
	say_who_writes(f, worst);
}

/* Of grids that have more blocks than items, or for what there is to do. */
static void report_blocks(struct check *check, struct finding *f, const struct launch *worst,
                          const char *launches)
{
	char blocks[NAME_MAX_BYTES], lines[NAME_MAX_BYTES];

	name_count(blocks, worst->blocks, "block", "blocks");
	if (is_mostly_idle(worst)) {
		finding_headline(f, "%s of %s with %s: at most %.0f %% of the warps touch memory",
		                 launches, f->subject, blocks, 100 * touching_part(worst));
		return;
	}
	if (has_few_items(worst)) {
		finding_headline(f, "%s of %s with %s: at most %.2g %% of the warps store anything",
		                 launches, f->subject, blocks, 100 * storing_part(worst));
		say_who_writes(f, worst);
		return;
	}
	finding_headline(f,
	                 "%s of %s with %s: %.0f %% of the time goes into what each does once, for "
	                 "one round of its loop",
	                 launches, f->subject, blocks, 100 * worst->once_part);
	check_failed(check, kernel_hottest_lines(lines, sizeof lines, check->profiles,
	                                         worst->shape->function, NULL));
	if (*lines)
		finding_fact(f, "most samples", "%s", lines);
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	const double cycles = cycles_per_block(worst);
	const double ns = cycles / ((double)worst->device->core_clock_khz * 1e-6);
	char count[NAME_MAX_BYTES];

	name_count(count, launches, "launch", "launches");
	if (is_bound_by_starts(worst))
		report_starts(f, worst, count, ns);
	else if (is_narrow(worst))
		narrow_items_report(f, worst, count);
	else
		report_blocks(check, f, worst, count);
	say_what_to_do(f, worst);
	sparse_steps_say(f, worst);
	finding_fact(f, "starts", "a block every %.2g cycles of the GPU's clock", cycles);
	finding_fact(f, "one block", "is there for %.2g us at most, beside all that fit",
	             ns * (double)worst->wave_blocks / 1e3);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (is_narrow(worst))
		finding_not_predicted(f, "what remains depends on how much of it neighbours "
		                         "share; at most the cost, since memory needs the rest");
	else
		finding_not_predicted(
		        f,
		        "what remains depends on how the items are dealt to fewer blocks, "
		        "which wins at most %s",
		        format_duration(FORMAT, f->cost_ns));
}

/* The advice on small blocks holds for all that have as many threads, if they strode or not. */
static bool is_alike(const struct launch *a, const struct launch *b, bool are_versions)
{
	if (is_narrow(a) && is_narrow(b))
		return are_versions && a->device == b->device;
	return is_bound_by_starts(a) && is_bound_by_starts(b) && a->threads == b->threads &&
	       launch_has_tiny_blocks(a) && launch_has_tiny_blocks(b) && a->device == b->device &&
	       a->code->reads_thread_index == b->code->reads_thread_index &&
	       may_stride(a) == may_stride(b);
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
	.is_alike = is_alike,
};

/* Says which kernels F is about, where these are several, and that it explains what blocks take to
 * start. */
static void name_all(struct check *check, struct finding *f)
{
	const struct launch *launches = check->survey->launches;
	char kernels[NAME_MAX_BYTES];
	bool are_several = false;

	for (size_t i = 0; i < f->targets_count; i++) {
		const uint32_t function = operation_function(check->trace, f->targets[i]);

		if (function != f->function && !check_finding_of(check, "oversized-grid", function))
			finding_also_about(check, f, function);
		are_several |= function != f->function;
		if (is_bound_by_starts(&launches[check->trace->operations.detail[f->targets[i]]]))
			check_explains(check, function);
	}
	if (!are_several)
		return;
	check_failed(check, name_kernels(kernels, check->trace, f->targets, f->targets_count));
	finding_fact(f, "kernels", "%s", kernels);
}

/* Abstains for kernels whose blocks may be idle, where no counter tells. */
static void abstain(struct check *check)
{
	const struct launch *launches = check->survey->launches;
	int64_t total_ns = 0;
	const struct launch *most = NULL;

	for (size_t i = 0; i < check->trace->launch_shapes_count; i++) {
		if (!may_be_idle(&launches[i]) || !is_worth(check, launches[i].share_ns))
			continue;
		total_ns = sum_saturated(total_ns, launches[i].share_ns);
		if (!most || launches[i].share_ns > most->share_ns)
			most = &launches[i];
	}
	if (most)
		check_abstain(check,
		              "whether most blocks of %s have anything to do, in launches of %s: "
		              "needs %s",
		              name_function(NAME, check->trace, most->shape->function),
		              format_duration(FORMAT, total_ns), NEEDS_COUNTERS);
}

static void check_oversized_grid(struct check *check)
{
	const size_t before = check->findings->count;

	launches_check(check, &launch_rule);
	abstain(check);
	for (size_t i = before; i < check->findings->count; i++)
		name_all(check, check->findings->items[i]);
}

const struct rule rule_oversized_grid = {
	.id = "oversized-grid",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, narrow_items_thresholds, sm_excess_threshold, launch_thresholds,
	                worth_threshold },
	.check = check_oversized_grid,
};
