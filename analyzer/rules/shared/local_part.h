/* SPDX-License-Identifier: MIT */
/*
 * How much of its time a kernel spends on local memory, as samples of its warps and its code say:
 * at the loads and stores themselves, and where a warp waits for what they load. Any thread.
 */
#ifndef WARPWISE_RULES_LOCAL_PART_H
#define WARPWISE_RULES_LOCAL_PART_H

#include "code/code.h"
#include "rules/shared/kernels.h"

/*
 * Into PARTS, one for each of the trace's functions: that part of its samples, 0 to 1. NAN: its
 * code is not known or uses no local memory, too little was sampled, or it is not worth a finding.
 * CODES: by function. Returns 0 or -ENOMEM.
 */
int local_parts_find(double *parts, const struct trace *trace,
                     const struct kernel_profiles *profiles, const struct code *codes);

/* The samples of LINE that it spends so, see kernel_weigh_code(). */
kernel_line_weight local_samples;

#endif
