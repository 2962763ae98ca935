/* SPDX-License-Identifier: MIT */
/*
 * Memory of varying size that a loop allocates and frees: what is followed by launches of one
 * kernel again and again, and is not held while most of the others come and go. Any thread, one at
 * a time.
 */
#ifndef WARPWISE_RULES_VARIED_SIZES_H
#define WARPWISE_RULES_VARIED_SIZES_H

#include <stdbool.h>

#include "rules/shared/allocation_pairs.h"

struct varied_limits {
	size_t times;        /* that many pairs are before launches of one kernel, at least */
	double held_percent; /* of the other pairs: what is held for as many was set up */
};

struct varied_sizes {
	size_t count, distinct; /* pairs, and their sizes */
	bool shrink;            /* none is larger than the one before */
};

/* Keeps those of COUNT PAIRS of one kind of memory that are a loop's, in order of time. Returns 0
 * or -ENOMEM. */
int varied_sizes_find(struct varied_sizes *found, const struct trace *trace,
                      struct allocation_pair *pairs, size_t count,
                      const struct varied_limits *limits);

#endif
