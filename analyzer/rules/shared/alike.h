/* SPDX-License-Identifier: MIT */
/* Pauses that are equally long, as a timer makes them. Any thread. */
#ifndef WARPWISE_RULES_ALIKE_H
#define WARPWISE_RULES_ALIKE_H

#include "base/interval.h"
#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

enum { ALIKE_WITHIN, ALIKE_TIMES, ALIKE_MOST };
extern const struct threshold alike_thresholds[];

/*
 * Adds to FINDING, which is about GAPS that take COST_NS in all, that most of that is in gaps which
 * hardly differ in length, if so; or that they are of two kinds. Returns 0 or -ENOMEM.
 */
int alike_say(struct finding *finding, const struct interval_set *gaps, int64_t cost_ns);

#endif
