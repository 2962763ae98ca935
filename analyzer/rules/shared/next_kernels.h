/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_RULES_NEXT_KERNELS_H
#define WARPWISE_RULES_NEXT_KERNELS_H

#include <stdint.h>

#include "rules/shared/finding.h"
#include "trace/trace.h"

/*
 * By call, the function of the first kernel that its thread launched from there on; NONE: it
 * launched none. NULL without memory; free it. Any thread.
 */
uint32_t *next_kernels_find(const struct trace *trace);

/* Says in F which kernel is launched next behind nearly all of COUNT CALLS that allocate: where in
 * the program they are, if nothing else tells. Returns 0 or -ENOMEM. */
int next_kernels_say(struct finding *f, const struct trace *trace, const uint32_t calls[],
                     size_t count);

#endif
