/* SPDX-License-Identifier: MIT */
/*
 * Whether lengths are of two kinds, far apart: short ones and long ones, of which no median and no
 * mean tells anything. Any thread.
 */
#ifndef WARPWISE_RULES_TWO_KINDS_H
#define WARPWISE_RULES_TWO_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct two_kinds {
	int64_t short_count, long_count;
	int64_t longest_short_ns, shortest_long_ns;
	double long_percent; /* of the sum of all, in long ones */
};

/* Of COUNT lengths in their order, from the shortest on. */
bool two_kinds_find(struct two_kinds *found, const int64_t *lengths_ns, size_t count);

#endif
