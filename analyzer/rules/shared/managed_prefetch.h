/* SPDX-License-Identifier: MIT */
/*
 * Pages that the program prefetches to the GPU before its kernels and to the host behind them,
 * round after round, while the GPU waits for them. Any thread.
 */
#ifndef WARPWISE_RULES_MANAGED_PREFETCH_H
#define WARPWISE_RULES_MANAGED_PREFETCH_H

#include "rules/shared/finding.h"

extern const struct threshold managed_prefetch_thresholds[];

/* Returns 0 or -ENOMEM. */
int managed_judge_prefetches(struct check *check);

#endif
