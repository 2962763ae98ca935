/* SPDX-License-Identifier: MIT */
/*
 * Memory for results that is made anew before each copy to it, as by a vector in a loop. Any
 * thread, one at a time.
 *
 * Between what says that the results are there and their copy, the host is on its own for as long
 * as it takes to map so much new memory: its pages are mapped and cleared as somebody writes to
 * them first, which a vector does when it is made. What is used of results can not be what the host
 * does there: these are not fetched yet, and those before were there already when the GPU began.
 */
#ifndef WARPWISE_RULES_RESULT_PAGES_H
#define WARPWISE_RULES_RESULT_PAGES_H

#include "rules/shared/finding.h"

#define RESULT_PAGES_SUBJECT "new memory for results"

extern const struct threshold result_pages_thresholds[];

/* Adds a finding of that subject, whose targets are the copies. */
void result_pages_check(struct check *check);

bool result_pages_is(const struct finding *finding);

/* The host's own time right before the call of COPY. */
struct interval result_pages_pause(const struct graph *graph, uint32_t copy);

void result_pages_fix(const struct check *check, const struct finding *finding,
                      struct scenario *scenario);

#endif
