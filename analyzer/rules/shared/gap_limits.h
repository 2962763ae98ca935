/* SPDX-License-Identifier: MIT */
/* Which gaps are of a program's loops, and which happen once. Any thread. */
#ifndef WARPWISE_RULES_GAP_LIMITS_H
#define WARPWISE_RULES_GAP_LIMITS_H

#include "rules/shared/gaps.h"
#include "rules/shared/threshold.h"

extern const struct threshold gap_limit_thresholds[];

/*
 * The lengths, in ns, above which a gap of DEVICE is one of the program's phases rather than part
 * of its loop: by kind, since a loop has gaps of several kinds, each of its own length; 0 for a
 * kind that is of no loop. A loop may also have long gaps of a kind between many short ones: each
 * time that longer gaps recur, the limit rises to more than `once` times what it was, and so soon
 * ends. Returns 0 or -ENOMEM.
 */
int gap_limits_find(int64_t limit_ns[GAP_KINDS], const struct graph *graph, uint32_t device);

/*
 * Adds to SET the gaps of DEVICE of LEAST_NS or more in which the host did work of its own, and
 * that are of no loop; those before the operation FIRST are left out. Adds to *COUNT how many.
 * Returns 0 or -ENOMEM.
 */
int gap_limits_add_single(struct interval_set *set, size_t *count, const struct graph *graph,
                          uint32_t device, int64_t least_ns, uint32_t first);

#endif
