/* SPDX-License-Identifier: MIT */
/* What is worth a finding: the least share of the time, and how often makes a habit. Any thread. */
#ifndef WARPWISE_RULES_WORTH_H
#define WARPWISE_RULES_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/interval.h"
#include "rules/shared/constants.h"
#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"
#include "trace/trace.h"

/* From the first start to the last end of the operations of DEVICE (NONE: of any). 0 without
 * operations. */
int64_t gpu_span_ns(const struct trace *trace, uint32_t device);

/* Adds to BUSY the time in which some GPU ran something, and unites it. Returns 0 or -ENOMEM. */
int gpus_busy(struct interval_set *busy, const struct trace *trace);

/*
 * "share": what a finding must at least cost, of the GPU's time, which is the span of all devices
 * without what they idled before loops began (start_up.h). Start-up and the host's work before and
 * after are no part of it: they would make a long loading time hide all the rest.
 */
extern const struct threshold worth_threshold[];
bool is_worth(const struct check *check, int64_t cost_ns);

/* The main part (survey.h), if that is half of the run or less: then shares are said of that, too.
 * Else 0. */
int64_t worth_rest_ns(const struct survey *survey, const struct graph *graph);

#endif
