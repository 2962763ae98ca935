/* SPDX-License-Identifier: MIT */
/*
 * How much of its time a kernel spends in loops that each block goes through once, before and
 * behind the one that goes through its items: as samples of its warps and its code say. What is in
 * no loop counts as the items': there warps wait for what loops have loaded, and for one another.
 * Any thread.
 */
#ifndef WARPWISE_RULES_ONCE_PART_H
#define WARPWISE_RULES_ONCE_PART_H

#include "code/code.h"
#include "kernel/kernel_profile.h"

/*
 * Into PARTS, one for each of the trace's functions: that part of its samples, 0 to 1. NAN: its
 * code is not known, it does not read gridDim, as a loop does that strides over its items, it loads
 * from global memory outside of loops or past the registers, too little was sampled, or it is not
 * worth a finding. CODES: by function. Returns 0 or -ENOMEM.
 */
int once_parts_find(double *parts, const struct trace *trace,
                    const struct kernel_profiles *profiles, const struct code *codes);

#endif
