/* SPDX-License-Identifier: MIT */
/* Kernels in which one thread or warp of a block works while the others wait or have ended. Any
 * thread, one at a time. */
#ifndef WARPWISE_RULES_LONE_THREADS_H
#define WARPWISE_RULES_LONE_THREADS_H

#include "rules/shared/finding.h"
#include "rules/shared/kernels.h"

/*
 * The part of KERNEL's samples, 0 to 1, in loops that one thread or one warp of several goes
 * through (lone.h). Where the others wait at a barrier, they have samples as well, so that it is
 * the least that these loops take of the time. 0: none, or other blocks may fill the time.
 */
double lone_threads_part(struct check *check, const struct kernel *kernel);

/* Writes headline, advice and facts of a finding about that. */
void lone_threads_report(struct check *check, struct finding *finding, const struct kernel *kernel);

#endif
