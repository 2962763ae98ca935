/* SPDX-License-Identifier: MIT */
/*
 * What the timeline alone tells of waits for pages of managed memory: launches behind which the
 * host may have used it. Any thread.
 */
#ifndef WARPWISE_RULES_MANAGED_TIMELINE_H
#define WARPWISE_RULES_MANAGED_TIMELINE_H

#include "rules/shared/finding.h"

enum { MANAGED_FIRST, MANAGED_LATER };
extern const struct threshold managed_timeline_thresholds[];

/* What to do about kernels that are likely to wait for their pages. */
void managed_advise_on_likely(struct finding *finding);

/* BYTES of managed memory, of which nothing was recorded. Launches that run beside each other
 * (ARE_TOGETHER) differ for that, too, and are not compared. Returns 0 or -ENOMEM. */
int managed_judge_timeline(struct check *check, int64_t bytes, bool are_together);

#endif
