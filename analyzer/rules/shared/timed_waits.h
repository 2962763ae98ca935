/* SPDX-License-Identifier: MIT */
/* Waits for an event that ends a time which is measured on the GPU. Any thread. */
#ifndef WARPWISE_RULES_TIMED_WAITS_H
#define WARPWISE_RULES_TIMED_WAITS_H

#include "rules/shared/finding.h"
#include "rules/shared/idle_time.h"

/*
 * Sets *IS_TIMED_WAIT to whether a call, by its index, waits for an event that its thread recorded
 * right before, behind work, and before that another one in the same stream, for which nothing in
 * the run waits, with no copy to the host since its last wait: it is there to measure the time
 * between the two. (cudaEventElapsedTime(), which reads it, has no record.) NULL: no call does, or
 * the program asks for the state of events, so that none is taken for such a one. Returns 0 or
 * -ENOMEM; the caller frees it.
 */
int timed_waits_find(bool **is_timed_wait, const struct check *check);

/* Whether LEAST percent or more of the waits before the gaps of IDLE are for events, and as many of
 * the waits for events in the run are such. */
bool timed_waits_are_most(const struct trace *trace, const struct idle_time *idle, double least);

/* Says how much is behind such waits, where that is LEAST percent of the time, and they are not
 * most. */
void timed_waits_say(const struct idle_time *idle, const struct trace *trace, double least,
                     struct finding *finding);

/* Says in FINDING, of the gaps behind them, that the program measures. */
void timed_waits_advise(struct finding *finding);

#endif
