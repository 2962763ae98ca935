/* SPDX-License-Identifier: MIT */
/*
 * Kernels whose time goes with a loop that stores to one address, or loads from one, in each of its
 * rounds, or whose rounds wait for what the one before loaded: whatever else would make them
 * shorter, that comes first. Any thread.
 */
#ifndef WARPWISE_RULES_SLOW_LOOP_H
#define WARPWISE_RULES_SLOW_LOOP_H

#include "rules/shared/kernels.h"

/* Says so in F, whose advice it becomes, if KERNEL is one: half of its samples are in such a loop.
 */
void slow_loop_say(struct check *check, struct finding *f, const struct kernel *kernel);

#endif
