/* SPDX-License-Identifier: MIT */
/*
 * A wait that has another one behind it: a replay without the first wins nothing, since the second
 * takes its time. That is no reason to be silent about the first. Any thread.
 */
#ifndef WARPWISE_RULES_WAIT_BEHIND_H
#define WARPWISE_RULES_WAIT_BEHIND_H

#include "rules/shared/finding.h"

/* Waits that no work on the GPU needs, and that a replay can do without. Ends with
 * CAUSE_UNEXPLAINED. */
extern const enum cause avoidable_causes[];

/*
 * Of a finding that has been replayed, whose rule is about a wait that is much of the run
 * (finding.h: FINDING_WAIT): if its fix wins less than half of that, and the fix without another
 * cause wins half and more, the finding names that one. If its fix alone wins nothing, no gain is
 * predicted. Returns 0 or -ENOMEM.
 */
int wait_behind_name(struct finding *finding, const struct graph *graph);

#endif
