/* SPDX-License-Identifier: MIT */
/*
 * Rounds of a program that are few and long: in each the host works on its own for long, reads a
 * part of a file for example, while the GPU has nothing to do. Any thread.
 *
 * A pause is what a thread does between two of its calls for {long round} and {round} of the
 * program time and more, while no GPU works, in a gap that is none of a loop's many. {rounds}
 * pauses and more between calls of the same two names are rounds of one loop if kernels run between
 * each and the next, of which the first is of the same function each time, and if they are as long:
 * the longest at most {round length} as the shortest, without those that are not within that of
 * their median. What is read between copies alone, with no kernel in between, are the inputs of one
 * piece of work.
 *
 * Behind the last kernel, the pauses of a loop that takes the results out are of the same rounds if
 * there are as many, or one less or more, with a copy to the host of the same size before each.
 */
#ifndef WARPWISE_RULES_LONG_ROUNDS_H
#define WARPWISE_RULES_LONG_ROUNDS_H

#include "base/interval.h"
#include "graph/graph.h"
#include "rules/shared/finding.h"
#include "rules/shared/start_up.h"
#include "rules/shared/threshold.h"

extern const struct threshold long_rounds_thresholds[];

/* What such a finding is about. */
#define LONG_ROUNDS_SUBJECT "long rounds"

/* Adds the pauses, if there are such rounds, to SET, which they leave united. Returns 0 or -ENOMEM.
 */
int long_rounds_pauses(struct interval_set *set, const struct graph *graph,
                       const struct start_up *start_up);

/* The finding about them, or NULL. */
const struct finding *long_rounds_finding(const struct findings *findings);

/* Adds a finding about them, if they have {rounds part} of the program time. Returns 0 or -ENOMEM.
 */
int long_rounds_check(struct check *check);

#endif
