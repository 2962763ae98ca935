/* SPDX-License-Identifier: MIT */
/*
 * Waits that a finding is not about. One may stand behind the finding's own: a replay without the
 * first wins nothing, since the second takes its time. That is no reason to be silent about the
 * first. And one may go with it: a replay without what held others up wins more than that takes.
 * Any thread.
 */
#ifndef WARPWISE_RULES_WAIT_BEHIND_H
#define WARPWISE_RULES_WAIT_BEHIND_H

#include "rules/shared/finding.h"

/* Waits that no work on the GPU needs, and that a replay can do without. Ends with
 * CAUSE_UNEXPLAINED. */
extern const enum cause avoidable_causes[];

/*
 * Of a finding that has been replayed. If its rule is about a wait that is much of the run
 * (finding.h: FINDING_WAIT), its fix wins less than half of that, and the fix without another cause
 * wins half and more, the finding names that one. If its fix alone wins nothing, no gain is
 * predicted. And if its fix wins more than what it is about costs, the longest wait that goes with
 * it is named, unless that is too short to be told. Returns 0 or -ENOMEM.
 */
int wait_name_others(struct finding *finding, const struct graph *graph);

#endif
