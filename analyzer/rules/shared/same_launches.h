/* SPDX-License-Identifier: MIT */
/* Findings that are about the same launches, whose costs are parts of one time. Any thread. */
#ifndef WARPWISE_RULES_SAME_LAUNCHES_H
#define WARPWISE_RULES_SAME_LAUNCHES_H

#include "rules/shared/finding.h"

/*
 * FINDINGS are ranked. One that costs more than is left of a function's time by those before it,
 * gets the first of these as its `same_launches`: nobody should add up what both cost.
 */
void findings_share_launches(struct findings *findings);

#endif
