/* SPDX-License-Identifier: MIT */
/*
 * Whether launches come in the same order with the same shapes again and again, as a CUDA graph
 * needs them. A sequence is SEQUENCE_LAUNCHES of them, one behind the other. Any thread.
 */
#ifndef WARPWISE_RULES_SEQUENCES_H
#define WARPWISE_RULES_SEQUENCES_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

struct sequences {
	size_t round; /* sequences of functions, whatever their shapes, that are unlike: in a loop
	                 whose code is the same each time about as many as it has launches */
	size_t later; /* launches in the second half */
	size_t news;  /* times that they had another order or other shapes than ever before,
	                 those one or more sequences apart */
};

/* A launch. */
struct sequence_item {
	uint32_t function, shape;
};

/* How often something new came in a round, on average; one that is shorter than a sequence counts
 * as so many. */
double sequences_news(const struct sequences *found);

/* Of COUNT launches, in the order of issue. Linear. Returns 0 or -ENOMEM. */
int sequences_count(struct sequences *found, const struct sequence_item *items, size_t count);

/* The same of all calls of TRACE that are in a row of calls and issued something, thread by thread:
 * ROW_OF and ISSUED are by call, and NONE where they are not. */
int sequences_find(struct sequences *found, const struct trace *trace, const uint32_t *row_of,
                   const uint32_t *issued);

#endif
