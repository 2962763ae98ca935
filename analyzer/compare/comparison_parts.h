/* SPDX-License-Identifier: MIT */
/* What the files that make a comparison share. Private to analyzer/compare. */
#ifndef WARPWISE_COMPARISON_PARTS_H
#define WARPWISE_COMPARISON_PARTS_H

#include "compare/comparison.h"

/* The runs in the middle of a side: WHICH 0 the lower, 1 the upper; the same for an odd number. */
const struct compared_run *side_middle(const struct compared_side *side, int which);

/* What both runs in the middle spent in kernels on the critical path. */
int64_t side_kernels_ns(const struct compared_side *side, int which);

/*
 * Halves of sums of the two runs in the middle: each part is the difference of two rounded running
 * sums, so that no part is off by a nanosecond and the parts add up to the half of the whole.
 */
struct middle_sum {
	__int128 doubled_ns;
};

int64_t middle_take(struct middle_sum *sum, int64_t lower_ns, int64_t upper_ns);

/* Medians and test of COUNTS values a side, which are reordered. Returns 0 or -ENOMEM. */
int compared_value_make(struct compared_value *value, int64_t *values[SIDES],
                        const size_t counts[SIDES]);

/* The steps behind the first: each returns 0 or -ENOMEM. */
int comparison_match_kernels(struct comparison *comparison);
int comparison_match_findings(struct comparison *comparison);
int comparison_note_differences(struct comparison *comparison);
int comparison_add_hint(struct comparison *comparison);

#endif
