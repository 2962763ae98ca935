/* SPDX-License-Identifier: MIT */
/*
 * Which functions are versions of one template: scan<int, 128>() and scan<long, 256>(). What each
 * of them loses may be too little for a finding, and is written once in the program. Any thread.
 */
#ifndef WARPWISE_RULES_VERSIONS_H
#define WARPWISE_RULES_VERSIONS_H

#include "kernel/kernel_profile.h"

/*
 * Into FIRST, one for each of the trace's functions: the hottest function that it is a version of;
 * NONE: there is no other version, it is of a library, or it hardly ran. Returns 0 or -ENOMEM.
 */
int versions_find(uint32_t *first, const struct trace *trace,
                  const struct kernel_profiles *profiles);

#endif
