/* SPDX-License-Identifier: MIT */
/*
 * Loops whose grid changes as they go: a round, from one launch of a function to the next, issues
 * the same functions and sorts of copies, whatever their sizes are. Any thread.
 */
#ifndef WARPWISE_RULES_SAME_ROUNDS_H
#define WARPWISE_RULES_SAME_ROUNDS_H

#include <stdint.h>

#include "trace/trace.h"

/* What decides: parts are in percent, of the rounds of a loop. */
struct same_rounds_limits {
	uint32_t least; /* rounds of a loop, in which most are alike */
	double alike;   /* ... that much of them */
	double pause;   /* times the longest round of the loop: what is longer, the loop is not */
};

/*
 * BEGINS: by function, the operation that its loop begins with; NONE: it has no loop. Moves that
 * back, round by round, as far as the rounds before it are like most in the loop. Linear. Returns 0
 * or -ENOMEM.
 */
int same_rounds_extend(uint32_t *begins, const struct trace *trace,
                       const struct same_rounds_limits *limits);

#endif
