/* SPDX-License-Identifier: MIT */
/* Waits for an event that ends a time which is measured on the GPU. Any thread. */
#ifndef WARPWISE_RULES_TIMED_WAITS_H
#define WARPWISE_RULES_TIMED_WAITS_H

#include "rules/shared/finding.h"
#include "rules/shared/idle_time.h"

/*
 * Sets *ARE to whether LEAST percent or more of the waits before the gaps of IDLE are for events,
 * and as many of the waits for events in the run are for one that the thread recorded right before,
 * behind work, and before that another one in the same stream, for which nothing in the run waits:
 * it is there to measure the time between the two. (cudaEventElapsedTime(), which reads it, has no
 * record.) Where the program asks for the state of events, none is taken for such a one. Returns 0
 * or -ENOMEM.
 */
int timed_waits_are_most(bool *are, const struct check *check, const struct idle_time *idle,
                         double least);

/* Says in FINDING, of the gaps behind them, that the program measures. */
void timed_waits_advise(struct finding *finding);

#endif
