/* SPDX-License-Identifier: MIT */
/* Launches that take as long as the longest of their items. */
#include "rules/shared/long_items.h"

#include <math.h>

#include "base/format.h"
#include "rules/shared/kernels.h"

/*
 * How many times as many instructions as the average warp the longest one executes, where no
 * scheduler has a second: then a launch takes as long as that one. NAN: not counted, or several
 * share a scheduler.
 */
static double longest_warp(const struct launch *launch)
{
	const double blocks = (double)launch->blocks;

	return launch->profile->measured_launches &&
	                       kernel_warps_per_scheduler(blocks, launch->warps,
	                                                  launch->multiprocessors) <= 1
	               ? kernel_busiest_scheduler(launch->profile, blocks, launch->warps,
	                                          launch->multiprocessors)
	               : NAN;
}

bool long_items_has(const struct launch *launch)
{
	return launch->blocks > 1 && !launch->is_library &&
	       100 * (longest_warp(launch) - 1) >= sm_excess_threshold->value;
}

void long_items_say(struct finding *finding, const struct launch *launch)
{
	finding_fact(
	        finding, "longest",
	        "of its %s warps on %d schedulers, the one with most to do executes %.1f times "
	        "as many instructions as their mean: a launch takes as long as that one",
	        format_count(FORMAT, launch->blocks * launch->warps),
	        launch->multiprocessors * SCHEDULERS, longest_warp(launch));
}
