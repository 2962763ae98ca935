/* SPDX-License-Identifier: MIT */
/* In which NVTX ranges some times were spent. Any thread. */
#ifndef WARPWISE_RULES_HOST_RANGES_H
#define WARPWISE_RULES_HOST_RANGES_H

#include "base/interval.h"
#include "rules/shared/finding.h"

/* Unites TIMES, and adds to FINDING the names of the ranges that most of them lie in. Returns 0 or
 * -ENOMEM. */
int host_ranges_add(struct finding *finding, const struct trace *trace, struct interval_set *times);

#endif
