/* SPDX-License-Identifier: MIT */
/*
 * Which launches counters are to measure in the next run of a program, chosen by the times that
 * they had in one before. Main thread only.
 */
#ifndef WARPWISE_CHOSEN_LAUNCHES_H
#define WARPWISE_CHOSEN_LAUNCHES_H

#include <stdint.h>

#include "collector/host/launch_plan.h"
#include "record/recorded.h"
#include "record/runs.h"

/*
 * Makes PLAN of the launch shapes that take the time in the timelines of TRACES, in order of it; of
 * those of which the first launches, as many as FIRST, do not stand for that time it names up to
 * FIRST launches that do. A trace
 * that cannot be read is left out. Processes that have a shape in common get the launches of the
 * one that it took most time in. Returns 0 or -ENOMEM.
 */
int chosen_launches_find(struct launch_plan *plan, const struct trace_list *traces, int64_t first);

/*
 * Does so for the run of RUNS, which are open, that measures launches, if it is not the first. One
 * for which nothing can be chosen goes on without a plan; what fails is said.
 */
void chosen_launches_give(struct runs *runs, const struct trace_list *traces, int64_t first);

#endif
