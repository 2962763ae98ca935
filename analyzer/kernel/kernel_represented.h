/* SPDX-License-Identifier: MIT */
/*
 * How much of the time of a launch shape its measured launches stand for: launches of one shape may
 * do different work, another stride or more turns of a loop, and tell it by how long they take. Any
 * thread.
 */
#ifndef WARPWISE_KERNEL_REPRESENTED_H
#define WARPWISE_KERNEL_REPRESENTED_H

#include "kernel/kernel_counters.h"

/*
 * Sets what each measured launch stands for in means of COUNTERS: the launches that took as long,
 * as far as REPRESENTED_RATIO tells, shared with others that did. So a first launch that fetched
 * the pages of its memory does not speak for thousands that found them there.
 *
 * Sets measured_percent of the shapes of COUNTERS that were measured, by the durations of the timed
 * launches; 100 where they do not tell. Returns 0 or -ENOMEM.
 */
int kernel_represented_find(const struct kernel_counters *counters);

#endif
