/* SPDX-License-Identifier: MIT */
/* Who was held back by a cause, and what that cost. Any thread, one at a time. */
#ifndef WARPWISE_RULES_HELD_H
#define WARPWISE_RULES_HELD_H

#include <stddef.h>
#include <stdint.h>

#include "rules/shared/finding.h"

/* Waits shorter than this are no waits, as a row of thresholds. */
#define WAIT_MIN_NS 2000
#define THRESHOLD_WAIT                                                                           \
	{                                                                                        \
		"wait", WAIT_MIN_NS, "ns",                                                       \
		        "an operation starts about 1 us after what it waits for has ended (1.0 " \
		        "to 1.3 us on an "                                                       \
		        "H200), and that varies by as much again: a shorter wait says nothing"   \
	}

struct held {
	uint32_t *operations; /* in order of start */
	size_t count, room;
	int64_t cost_ns;   /* their waits united */
	int64_t behind_ns; /* the same of those that waited behind another operation */
	int64_t worst_ns;
	uint32_t worst; /* NONE if there are none */
};

/*
 * The operations of DEVICE that CAUSE held back for WAIT_MIN_NS or longer; but not the first one of
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
