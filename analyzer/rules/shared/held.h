/* SPDX-License-Identifier: MIT */
/* Who was held back by a cause, and what that cost. Any thread, one at a time. */
#ifndef WARPWISE_RULES_HELD_H
#define WARPWISE_RULES_HELD_H

#include <stddef.h>
#include <stdint.h>

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

extern const struct threshold wait_threshold[]; /* "wait": shorter ones are no waits */

struct held {
	uint32_t *operations; /* in order of start */
	size_t count;
	int64_t cost_ns;   /* their waits united */
	int64_t behind_ns; /* the same of those that waited behind another operation */
	int64_t worst_ns;
	uint32_t worst; /* NONE if there are none */
};

/*
 * The operations of DEVICE that CAUSE held back for `wait` or longer; but not the first one of
 * the run, whose wait is start-up. Returns 0 or -ENOMEM; release in any case.
 */
int held_collect(struct held *held, const struct check *check, uint32_t device, enum cause cause);
/* Computes all but the operations anew, after the rule has taken some out. Returns 0 or
 * -ENOMEM. */
int held_measure(struct held *held, const struct check *check);
void held_release(struct held *held);
/* The costliest become examples of FINDING, with occurrences; the worst one is described. */
void held_report(const struct held *held, const struct check *check, struct finding *finding);

#endif
