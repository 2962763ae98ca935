/* SPDX-License-Identifier: MIT */
/* Parts of gaps that are in the cost of other rules' findings, so that gpu-idle does not count them
 * again. Any thread. */
#ifndef WARPWISE_RULES_TOLD_GAPS_H
#define WARPWISE_RULES_TOLD_GAPS_H

#include "base/interval.h"
#include "rules/shared/finding.h"
#include "rules/shared/gaps.h"

struct told_gaps {
	const struct check *check;
	const uint8_t *in_rows;    /* as kernel_way_ns() has it */
	struct interval_set tails; /* within calls of copies that other rules have found */
	struct interval_set loads; /* in which the host made code and loaded it, as load-in-loop has
	                              found */
	struct interval_set pauses;   /* in which the host maps new memory for results, as
	                                 pageable-copy   has found */
	struct interval_set contexts; /* in calls that end CUDA and start it again, as
	                                 stream-in-loop has found */
};

/* IN_ROWS must live as long. Returns 0 or -ENOMEM; release in any case. */
int told_gaps_init(struct told_gaps *told, const struct check *check, const uint8_t *in_rows);
void told_gaps_release(struct told_gaps *told);

/* Takes out of GAP's shares what others have found, and returns how much of the gap that is. */
int64_t told_gaps_take(const struct told_gaps *told, struct gap *gap);

#endif
