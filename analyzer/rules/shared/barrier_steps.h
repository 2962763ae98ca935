/* SPDX-License-Identifier: MIT */
/*
 * Threads that come to barriers in loops and have nothing to do between them, as in a reduction
 * whose steps have fewer and fewer threads. Any thread.
 */
#ifndef WARPWISE_RULES_BARRIER_STEPS_H
#define WARPWISE_RULES_BARRIER_STEPS_H

#include "rules/shared/kernels.h"

/* Adds to F what is at hand where fewer threads of KERNEL have work with each step of a loop: less
 * than AT_WORK_PERCENT of them, or, where that was not counted, as its code lets them. */
void barrier_steps_say(struct check *check, struct finding *f, const struct kernel *kernel,
                       double at_work_percent);

#endif
