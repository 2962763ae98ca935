/* SPDX-License-Identifier: MIT */
/* Rule tiny-blocks: so few threads per block that the number of blocks limits the warps on an
 * SM. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

/* Occupancy in percent with larger blocks. */
static double goal_of(const struct launch *launch)
{
	return launch_occupancy_with(launch, GOOD_THREADS, -1, -1);
}

static double judge(const struct launch *launch)
{
	const double goal = goal_of(launch);

	if (launch->waves < 1 || !launch_has_tiny_blocks(launch) ||
	    goal <= 100 * launch->occupancy.occupancy)
		return 0;
	return fmin(1 - 1 / launch_speedup(launch, goal), profile_spare_traffic(launch->profile));
}

/* What blocks of GOOD_THREADS save. NAN: not measured. */
static double saved_by_larger(const struct launch *launch)
{
	return launch_saved_by_occupancy(launch, goal_of(launch));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	(void)check;
	finding_headline(f,
	                 "%s of %s with blocks of %s: an SM takes %d of them, %d of its %d warps",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 name_count(NAME, worst->threads, "thread", "threads"),
	                 worst->occupancy.blocks_per_sm, worst->occupancy.active_warps,
	                 worst->occupancy.max_warps);
	finding_advice(f,
	               "Use %d threads per block and a grid that is smaller by as much: occupancy "
	               "rises from "
	               "%.0f %% to %.0f %%. If a warp works on its own, let a block have several "
	               "such warps.",
	               GOOD_THREADS, 100 * worst->occupancy.occupancy, goal_of(worst));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (is_measured(saved_by_larger(worst)))
		return;
	if (launch_say_frames(f, worst))
		f->severity = FINDING_NOTE;
	finding_not_predicted(
	        f,
	        "how much more warps help depends on what the kernel waits for (record with "
	        "%s); at most %s, if its speed follows its warps",
	        launch_frames_beyond_l1(worst) ? "--metrics=default,memory" : "--metrics",
	        format_duration(FORMAT, f->cost_ns));
}

static double saved_or_none(const struct launch *launch)
{
	double saved = saved_by_larger(launch);

	return is_measured(saved) ? saved : 0;
}

static void fix_tiny_blocks(const struct check *check, const struct finding *finding,
                            struct scenario *scenario)
{
	launches_fix(check, finding, scenario, saved_or_none);
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_tiny_blocks(struct check *check)
{
	launches_check(check, &launch_rule);
}

const struct rule rule_tiny_blocks = {
	.id = "tiny-blocks",
	.severity = FINDING_WARNING,
	.thresholds = { busy_threshold, launch_thresholds, worth_threshold },
	.check = check_tiny_blocks,
	.fix = fix_tiny_blocks,
};
