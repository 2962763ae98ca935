/* SPDX-License-Identifier: MIT */
/*
 * How much of its time a kernel spends on atomic operations on global memory, at most, as samples
 * of its warps and its code say: at these instructions, and where warps wait for what they return.
 * Any thread.
 */
#ifndef WARPWISE_RULES_ATOMIC_PART_H
#define WARPWISE_RULES_ATOMIC_PART_H

#include "code/code.h"
#include "rules/shared/kernels.h"

/*
 * That part of its samples, 0 to 1. What queues behind the operations counts as well, wherever it
 * is: accesses in a full queue, fences, the end of a kernel's stores, and barriers, at which warps
 * may wait for one that waits itself. 1: nothing is known.
 */
double atomic_part(struct check *check, const struct kernel *kernel);

/* The part that waits for what they return, behind the long scoreboard. 0: nothing is known. */
double atomic_results_part(struct check *check, const struct kernel *kernel);

#endif
