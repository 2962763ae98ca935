/* SPDX-License-Identifier: MIT */
/*
 * Whether launches come in the same order with the same shapes again and again, as a CUDA graph
 * needs them. A sequence is SEQUENCE_LAUNCHES of them, one behind the other. Any thread.
 */
#ifndef WARPWISE_RULES_SEQUENCES_H
#define WARPWISE_RULES_SEQUENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"
#include "trace/trace.h"

extern const struct threshold sequences_thresholds[];

struct sequences {
	size_t round;   /* sequences of functions, whatever their shapes, that are unlike: in a loop
	                   whose code is the same each time about as many as it has launches */
	size_t later;   /* launches in the second half */
	size_t news;    /* times that they had another order or other shapes than ever before, or
	                   than for long, those one or more sequences apart */
	size_t alike;   /* launches in the second half that are between two of these, so many rounds
	                   of their own apart that they are of a loop that does the same each time */
	bool *is_alike; /* by call: is between two such, in either half */
};

/* Of TRACE's calls that are in a row of calls and issued something, thread by thread, in the order
 * of issue: ROW_OF and ISSUED are by call, and NONE where they are not. Linear. Returns 0 or
 * -ENOMEM; FOUND, all 0 at first, is to be released then, too. */
int sequences_find(struct sequences *found, const struct trace *trace, const uint32_t *row_of,
                   const uint32_t *issued);

void sequences_release(struct sequences *found);

/* Whether they come in another order or with other shapes in most launches, so that no graph fits.
 */
bool sequences_change(const struct sequences *found);

/* Whether a graph fits what CALL launches. Where all do the same each time, the first of each
 * count, too. */
bool sequences_fit(const struct sequences *found, uint32_t call);

/* So many rounds are a loop, and fewer tell nothing. */
double sequences_rounds(void);

/* Says in FINDING how often they change, if they do. Where rounds are UNEVEN, none is typical. */
void sequences_say(const struct sequences *found, struct finding *finding, bool uneven);

#endif
