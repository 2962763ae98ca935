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

static double judge(const struct launch *launch)
{
	double empty = empty_lanes(launch);
	double blocks_per_sm = (double)launch->blocks / launch->multiprocessors;

	if (blocks_per_sm > launch->occupancy.blocks_per_sm)
		blocks_per_sm = launch->occupancy.blocks_per_sm;
	if (100 * empty < thresholds[LANES].value ||
	    blocks_per_sm * launch->warps < thresholds[WARPS].value)
		return 0;
	/* Fewer warps move as many bytes. */
	return fmin(empty, profile_spare_traffic(launch->profile));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	int warp = worst->limits.warp_size;
	int last = worst->threads % warp;

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
	finding_fact(f, "last warp", "%d of %d lanes used, one warp of every %d", last, warp,
	             worst->warps);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (judge(worst) < empty_lanes(worst))
		finding_fact(f, "limit", "its memory traffic takes %.0f %% of its time",
		             100 * (1 - profile_spare_traffic(worst->profile)));
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
