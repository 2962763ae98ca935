/* SPDX-License-Identifier: MIT */
/* Rule low-occupancy: registers, shared memory or block size leave warp slots of the SMs empty. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

/* Bytes: the unit in which SMs of compute capability 8.0 and later give out shared memory. */
enum { SHARED_STEP = 128 };

enum { BY_SIZE, TRADED, UNMEASURED };

static const struct threshold thresholds[] = {
	[BY_SIZE] = { "occupancy", 80, "%" },
	[TRADED] = { "traded", 66, "%" },
	[UNMEASURED] = { "unmeasured", 50, "%" },
	{ .name = NULL },
};

static bool is_limited_by_size(const struct launch *launch)
{
	return !(launch->occupancy.limiters & (OCCUPANCY_LIMIT_REGISTERS | OCCUPANCY_LIMIT_SHARED));
}

static double least_of(const struct launch *launch)
{
	return is_limited_by_size(launch) ? thresholds[BY_SIZE].value : thresholds[TRADED].value;
}

/* ---- what would lift it ---- */

/* The most registers with which the launch has GOAL percent, or as much as it can have, with
 * SHARED_BYTES (-1: its own). */
static int registers_for(const struct launch *launch, double goal, int64_t shared_bytes)
{
	int registers = launch->shape->registers_per_thread;

	goal = fmin(goal, launch_occupancy_with(launch, -1, 16, shared_bytes));
	while (registers > 16 && launch_occupancy_with(launch, -1, registers, shared_bytes) < goal)
		registers--;
	return registers;
}

/* The occupancy that what is advised reaches, in percent: fewer registers only so few that they may
 * not spill; what else limits it can go altogether. */
static double reached(const struct launch *launch)
{
	if (launch->occupancy.limiters != OCCUPANCY_LIMIT_REGISTERS)
		return 100;
	return launch_occupancy_with(launch, -1, registers_for(launch, least_of(launch), -1), -1);
}

/* What is enough. Without counters more may win nothing, and registers may spill for it. */
static double enough_for(const struct launch *launch)
{
	return is_limited_by_size(launch) ||
	                       is_measured(kernel_profile_busiest_part(launch->profile))
	               ? least_of(launch)
	               : thresholds[UNMEASURED].value;
}

/* Whether few SMs have most of the work: more warps on each would not help those. */
static bool has_idle_sms(const struct launch *launch)
{
	return is_measured(launch->sampled_sms) ||
	       (launch->profile &&
	        kernel_sm_excess(launch->profile, (double)launch->blocks, launch->warps,
	                         launch->multiprocessors) >= sm_excess_threshold->value);
}

/*
 * Whether what its warps wait for most is room in front of a unit that takes no more of any (a
 * stall reason named throttle): further ones would stand in the same queue.
 */
static bool is_behind_full_queue(const struct launch *launch)
{
	const struct kernel_profile *p = launch->of_function;
	size_t i = 0;

	while (p && i < p->stalls_count && strstr(p->stalls[i].label, "selected"))
		i++;
	return p && i < p->stalls_count && strstr(p->stalls[i].label, "throttle");
}

/*
 * Whether it multiplies matrices on tensor cores, which few warps keep busy: the sums of its tile
 * are its registers, and its stages its shared memory. Of the latter counters may say otherwise.
 */
static bool has_few_warps_by_design(const struct launch *launch)
{
	return launch->code->multiplies_matrices && !is_limited_by_size(launch) &&
	       (launch->occupancy.limiters & OCCUPANCY_LIMIT_REGISTERS ||
	        !is_measured(kernel_profile_busiest_part(launch->profile)));
}

static double judge(const struct launch *launch)
{
	if (launch->waves < 1 || has_few_warps_by_design(launch) ||
	    100 * launch->occupancy.occupancy >= enough_for(launch) ||
	    launch_has_tiny_blocks(launch) || has_idle_sms(launch) || is_behind_full_queue(launch))
		return 0;
	return fmin(1 - 1 / launch_speedup(launch, reached(launch)),
	            profile_spare_traffic(launch->profile));
}

static int64_t shared_of(const struct launch *launch)
{
	return launch->shape->static_shared_bytes + launch->shape->dynamic_shared_bytes;
}

/* The same of shared memory, with REGISTERS (-1: its own). */
static int64_t shared_for(const struct launch *launch, double goal, int registers)
{
	int64_t low = 0, high = shared_of(launch) / SHARED_STEP + 1;

	goal = fmin(goal, launch_occupancy_with(launch, -1, registers, 0));
	while (low + 1 < high) {
		int64_t middle = low + (high - low) / 2;

		if (launch_occupancy_with(launch, -1, registers, middle * SHARED_STEP) >= goal)
			low = middle;
		else
			high = middle;
	}
	return low * SHARED_STEP;
}

/* Of the block sizes with the highest occupancy, the one nearest to the launch's own. */
static int best_threads(const struct launch *launch)
{
	const int warp = launch->limits.warp_size;
	int best = launch->threads;
	double best_percent = 100 * launch->occupancy.occupancy;

	for (int threads = 2 * warp; threads <= launch->limits.max_threads_per_block;
	     threads += warp) {
		const double percent = launch_occupancy_with(launch, threads, -1, -1);

		if (percent > best_percent ||
		    (percent == best_percent &&
		     abs(threads - launch->threads) < abs(best - launch->threads))) {
			best = threads;
			best_percent = percent;
		}
	}
	return best;
}

static void advise_shared(struct finding *f, const struct launch *launch)
{
	const int64_t bytes = shared_for(launch, least_of(launch), -1);
	const double some = launch_occupancy_with(launch, -1, -1, bytes);
	const double none = launch_occupancy_with(launch, -1, -1, 0);
	char without[NAME_MAX_BYTES];

	if (none > some)
		snprintf(without, sizeof without, ", without any %.0f %%", none);
	else
		snprintf(without, sizeof without, ", and no more without any");
	finding_advice(f,
	               "Shared memory: with at most %s per block (now %s) occupancy is %.0f %%%s. "
	               "Ask for what is used, use smaller tiles or types, or give the same tile "
	               "to more threads.",
	               format_bytes(FORMAT, bytes), format_bytes(FORMAT, shared_of(launch)), some,
	               without);
}

/* In percent: what is enough, or as much as the grid has blocks for, if that is less. */
static double goal_of(const struct launch *launch)
{
	const int64_t each = (launch->blocks - 1) / launch->multiprocessors + 1; /* of an SM */

	return fmin(least_of(launch),
	            100.0 * (double)each * launch->warps / launch->occupancy.max_warps);
}

static void advise_registers(struct finding *f, const struct launch *launch)
{
	const struct occupancy *o = &launch->occupancy;
	const int next_warps = o->active_warps + launch->warps;
	const double next = 100.0 * next_warps / o->max_warps;
	const int registers = registers_for(launch, fmax(goal_of(launch), next), -1);
	const double occupancy = launch_occupancy_with(launch, -1, registers, -1);
	char more[NAME_MAX_BYTES] = "";

	if (occupancy > next)
		snprintf(more, sizeof more, "; with at most %d it is %.0f %%", registers,
		         occupancy);
	finding_advice(f,
	               "Registers: a thread has %d; with at most %d one more block fits on an SM, "
	               "and occupancy is %.0f %%%s. Ask for one block more at a time with "
	               "__launch_bounds__(%d, %d), or for registers with -maxrregcount, as long as "
	               "-Xptxas -v says that nothing spills; or hold fewer values at a time.",
	               launch->shape->registers_per_thread, registers_for(launch, next, -1), next,
	               more, launch->threads, next_warps / launch->warps);
}

/* Each of the two allows as few blocks as the other: less of one alone changes nothing. */
static void advise_both(struct finding *f, const struct launch *launch)
{
	const int registers = registers_for(launch, least_of(launch), 0);
	const int64_t bytes = shared_for(launch, least_of(launch), registers);

	finding_advice(f,
	               "Registers and shared memory allow no more, each of them, so that less of "
	               "one alone wins nothing: with at most %d registers per thread (now %d) and "
	               "at most %s of shared memory per block (now %s) occupancy is %.0f %%. "
	               "Smaller tiles need less of both; or give the same tile to more threads.",
	               registers, launch->shape->registers_per_thread, format_bytes(FORMAT, bytes),
	               format_bytes(FORMAT, shared_of(launch)),
	               launch_occupancy_with(launch, -1, registers, bytes));
}

static void advise_threads(struct finding *f, const struct launch *launch)
{
	const int threads = best_threads(launch);

	finding_advice(f, "Block size: with %d threads per block (now %d) occupancy is %.0f %%.",
	               threads, launch->threads, launch_occupancy_with(launch, threads, -1, -1));
}

static void advise(struct finding *f, const struct launch *launch)
{
	const unsigned limiters = launch->occupancy.limiters;

	if (limiters & OCCUPANCY_LIMIT_SHARED && limiters & OCCUPANCY_LIMIT_REGISTERS)
		advise_both(f, launch);
	else if (limiters & OCCUPANCY_LIMIT_SHARED)
		advise_shared(f, launch);
	else if (limiters & OCCUPANCY_LIMIT_REGISTERS)
		advise_registers(f, launch);
	else
		advise_threads(f, launch);
}

/* ---- what that would win ---- */

/*
 * What is saved once its limit is lifted. NAN: not known, or the limit is registers, of which fewer
 * may spill, or static shared memory, which the kernel is written for; but nothing is won even so
 * where a unit is busy.
 */
static double saved_by_more(const struct launch *launch)
{
	const unsigned limiters = launch->occupancy.limiters;
	double goal;

	if (limiters & OCCUPANCY_LIMIT_SHARED)
		goal = launch_occupancy_with(launch, -1, -1, launch->shape->static_shared_bytes);
	else
		goal = launch_occupancy_with(launch, best_threads(launch), -1, -1);
	if (limiters & OCCUPANCY_LIMIT_REGISTERS || goal <= 100 * launch->occupancy.occupancy)
		return launch_saved_by_occupancy(launch, 100) == 0 ? 0 : NAN;
	return launch_saved_by_occupancy(launch, goal);
}

static double saved_or_none(const struct launch *launch)
{
	double saved = saved_by_more(launch);

	return is_measured(saved) ? saved : 0;
}

static void fix_low_occupancy(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	launches_fix(check, finding, scenario, saved_or_none);
}

static bool asks_for_the_same(const struct launch *a, const struct launch *b)
{
	return a->shape->registers_per_thread == b->shape->registers_per_thread &&
	       a->shape->static_shared_bytes == b->shape->static_shared_bytes &&
	       a->shape->dynamic_shared_bytes == b->shape->dynamic_shared_bytes &&
	       a->threads == b->threads && a->occupancy.active_warps == b->occupancy.active_warps;
}

/*
 * Kernels that were compiled from one source to choose among, and those that ask for the same: what
 * is said of one holds for all. Not where counters tell what each would win.
 */
static bool is_alike(const struct launch *a, const struct launch *b, bool are_versions)
{
	return (are_versions || asks_for_the_same(a, b)) && a->device == b->device &&
	       a->occupancy.limiters == b->occupancy.limiters &&
	       !is_measured(launch_saved_by_occupancy(a, 100)) &&
	       !is_measured(launch_saved_by_occupancy(b, 100));
}

/* ---- what is said ---- */

/* "matmul", "matmul and 11 kernels like it" */
static const char *name_subject(char text[NAME_MAX_BYTES], const struct finding *f, int64_t alike)
{
	if (alike)
		snprintf(text, NAME_MAX_BYTES, "%s and %s", f->subject,
		         name_count(NAME, alike, "kernel like it", "kernels like it"));
	else
		snprintf(text, NAME_MAX_BYTES, "%s", f->subject);
	return text;
}

/* "registers and shared memory" */
static const char *name_limiters(char text[NAME_MAX_BYTES], unsigned limiters)
{
	struct name_list list = { 0 };

	for (int i = 0; i < OCCUPANCY_LIMITERS; i++)
		if (limiters & 1u << i)
			name_list_add(&list, occupancy_limiter_name(1u << i));
	snprintf(text, NAME_MAX_BYTES, "%s", name_list_end(&list));
	return text;
}

/* "12", or where the launches are not alike "12 to 25". */
static const char *name_extent(char text[NAME_MAX_BYTES], double least, double most)
{
	if (least < most)
		snprintf(text, NAME_MAX_BYTES, "%.0f to %.0f", least, most);
	else
		snprintf(text, NAME_MAX_BYTES, "%.0f", most);
	return text;
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	const struct extent *warps = &worst->all_warps;
	const double max = worst->occupancy.max_warps;
	char limiters[NAME_MAX_BYTES];

	(void)check;
	name_limiters(limiters, worst->occupancy.limiters);
	finding_headline(
	        f, "%s of %s with %s of %.0f warps of an SM empty: occupancy %s %%, limited by %s",
	        name_count(NAME, launches, "launch", "launches"),
	        name_subject(NAME, f, worst->alike),
	        name_extent(NAME, max - (double)warps->most, max - (double)warps->least), max,
	        name_extent(NAME, 100 * (double)warps->least / max,
	                    100 * (double)warps->most / max),
	        limiters);
	advise(f, worst);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	finding_fact(f, "limits",
	             "%d blocks by warps, %d by registers, %d by shared memory, %d by blocks",
	             worst->occupancy.limit_warps, worst->occupancy.limit_registers,
	             worst->occupancy.limit_shared, worst->occupancy.limit_blocks);
	if (is_measured(worst->warps_help))
		finding_fact(f, "with more warps",
		             "other launches of it, with more on an SM, execute more in the same "
		             "time: %.0f %% of what is in proportion to their warps",
		             100 * worst->warps_help);
	if (is_measured(saved_by_more(worst))) {
		f->severity = FINDING_WARNING; /* the counters have confirmed the hint */
		return;
	}
	launch_say_frames(f, worst);
	finding_not_predicted(
	        f, "%s; at most %s, if its speed follows its warps",
	        is_measured(launch_saved_by_occupancy(worst, 100))
	                ? "with fewer registers values may spill, and how many is not known"
	                : "how much more warps help depends on what the kernel waits for (record "
	                  "with --metrics)",
	        format_duration(FORMAT, f->cost_ns));
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
	.is_alike = is_alike,
};

static void check_low_occupancy(struct check *check)
{
	launches_check(check, &launch_rule);
}

const struct rule rule_low_occupancy = {
	.id = "low-occupancy",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, sm_excess_threshold, busy_threshold, launch_thresholds,
	                worth_threshold },
	.check = check_low_occupancy,
	.fix = fix_low_occupancy,
	.joins = "stall",
};
