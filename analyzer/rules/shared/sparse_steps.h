/* SPDX-License-Identifier: MIT */
/*
 * Kernels that look at all items in each of many launches, to find the few that have something to
 * do: next to no warp stores anything, and all others leave behind their first load. A search for a
 * front in a graph is such, a flood, or a relaxation that is nearly done. Any thread.
 */
#ifndef WARPWISE_RULES_SPARSE_STEPS_H
#define WARPWISE_RULES_SPARSE_STEPS_H

#include "rules/shared/finding.h"
#include "rules/shared/launches.h"

/* Says in F that LAUNCH is one, and what to do instead, if counters say so. */
void sparse_steps_say(struct finding *f, const struct launch *launch);

#endif
