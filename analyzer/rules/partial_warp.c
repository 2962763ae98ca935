/* SPDX-License-Identifier: MIT */
/* Rule partial-warp: block sizes that are no multiple of the warp size. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES, WARPS };

static const struct threshold thresholds[] = {
	[LANES] = { "lanes", 5, "%" },
	[WARPS] = { "warps", 16, "warps" },
	{ .name = NULL },
};

static double empty_lanes(const struct launch *launch)
{
	return 1 - (double)launch->threads / ((double)launch->warps * launch->limits.warp_size);
}

/* Lanes of a warp that have a thread, on average. */
static double lanes_there(const struct launch *launch)
{
	return (double)launch->threads / launch->warps;
}

/*
 * What full warps execute of the instructions. Where threads take different ways, a warp executes
 * those of all of them: how many lanes are active grows with how many are there no faster than by
 * the proportion of their logarithms, as in warps that split in two again and again.
 */
static double instructions_left(const struct launch *launch)
{
	const double active = launch->profile->threads_per_inst, lanes = lanes_there(launch);
	const double part = lanes / launch->limits.warp_size;

	return lanes > 1 && active < lanes ? pow(part, log(fmax(active, 1)) / log(lanes)) : part;
}

/*
 * Full warps on an SM, at most: the grid has no more threads than it has, and those of a full block
 * need more shared memory than those of one with empty lanes.
 */
static double full_warps(const struct launch *launch)
{
	const double warp = launch->limits.warp_size;
	const int threads = launch->warps * launch->limits.warp_size;
	const double shared =
	        (double)(launch->shape->static_shared_bytes + launch->shape->dynamic_shared_bytes) *
	        threads / launch->threads;
	const double fit = launch_occupancy_with(launch, threads, -1, (int64_t)shared) / 100 *
	                   launch->occupancy.max_warps;

	return fmin(fit, (double)launch->blocks * launch->threads / warp / launch->multiprocessors);
}

/*
 * How much longer an instruction takes with as few warps as full ones are: each issues as often as
 * a warp does that is never kept waiting by another one. 1: no longer, or not measured.
 */
static double slowdown(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double others = launch->of_function
	                              ? kernel_stall_percent(launch->of_function, "not_selected")
	                              : NAN;
	const double resident = p->achieved_occupancy / 100 * launch->occupancy.max_warps;
	const double alone =
	        p->issue_active / resident / (1 - (is_measured(others) ? others / 100 : 0));
	const double slower = p->issue_active / fmin(100, full_warps(launch) * alone);

	return slower > 1 ? slower : 1;
}

/* What is saved of its time if full warps execute PART of the instructions. Fewer warps move as
 * many bytes. */
static double saved_with(const struct launch *launch, double part)
{
	return fmin(1 - part * slowdown(launch), profile_spare_traffic(launch->profile));
}

static double judge(const struct launch *launch)
{
	double empty = empty_lanes(launch);
	double blocks_per_sm = (double)launch->blocks / launch->multiprocessors;

	if (blocks_per_sm > launch->occupancy.blocks_per_sm)
		blocks_per_sm = launch->occupancy.blocks_per_sm;
	if (100 * empty < thresholds[LANES].value ||
	    blocks_per_sm * launch->warps < thresholds[WARPS].value)
		return 0;
	return fmax(saved_with(launch, instructions_left(launch)), 0);
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	int warp = worst->limits.warp_size;
	int last = worst->threads % warp;
	double most = saved_with(worst, 1 - empty_lanes(worst));

	(void)check;
	finding_headline(f, "%s of %s with blocks of %s: %.0f %% of the lanes are empty",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 name_count(NAME, worst->threads, "thread", "threads"),
	                 100 * empty_lanes(worst));
	finding_advice(f,
	               "Use a multiple of %d threads per block, for example %d, for the same "
	               "number of elements. "
	               "Between 128 and 256 threads is a good start.",
	               warp, (worst->threads + warp - 1) / warp * warp);
	if (worst->warps > 1)
		finding_fact(f, "last warp", "%d of %d lanes used, one warp of every %d", last,
		             warp, worst->warps);
	else
		finding_fact(f, "warps", "one of each block, with %d of %d lanes used", last, warp);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (most >= profile_spare_traffic(worst->profile))
		finding_fact(f, "limit", "its memory traffic takes %.0f %% of its time",
		             100 * (1 - profile_spare_traffic(worst->profile)));
	if (most > judge(worst))
		finding_fact(f, "active",
		             "%.1f lanes of the %.3g that a warp has: its threads take different "
		             "ways, and those of full warps will more often",
		             worst->profile->threads_per_inst, lanes_there(worst));
	if (slowdown(worst) > 1)
		finding_fact(f, "warps left", "%.1f on an SM, which hide less latency",
		             full_warps(worst));
	if (full_warps(worst) < thresholds[WARPS].value)
		finding_not_predicted(
		        f,
		        "with full warps %.1f are left on an SM, which may be too few "
		        "to hide one another's latency",
		        full_warps(worst));
	else
		f->uncertain_ns = (int64_t)((most - judge(worst)) * (double)time_ns);
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_partial_warp(struct check *check)
{
	launches_check(check, &launch_rule);
}

static void fix_partial_warp(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	launches_fix(check, finding, scenario, judge);
}

const struct rule rule_partial_warp = {
	.id = "partial-warp",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, launch_thresholds, worth_threshold },
	.check = check_partial_warp,
	.fix = fix_partial_warp,
};
