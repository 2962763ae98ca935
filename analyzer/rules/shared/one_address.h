/* SPDX-License-Identifier: MIT */
/*
 * Kernels whose time goes with a loop that stores to one address, or loads from one, in each of its
 * rounds: what they wait for is in vain, whatever else would make it shorter. Any thread.
 */
#ifndef WARPWISE_RULES_ONE_ADDRESS_H
#define WARPWISE_RULES_ONE_ADDRESS_H

#include "rules/shared/kernels.h"

/* Says so in F, whose advice it becomes, if KERNEL is one: half of its samples are in such a loop.
 */
void one_address_say(struct check *check, struct finding *f, const struct kernel *kernel);

#endif
