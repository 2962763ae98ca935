/* SPDX-License-Identifier: MIT */
/*
 * Memory sets of managed memory, and copies of it within a device, that wait for its pages: no
 * device is as slow as they are. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_MANAGED_FILLS_H
#define WARPWISE_RULES_MANAGED_FILLS_H

#include "rules/shared/finding.h"

/* Adds the finding about them, if there is one. */
void managed_judge_fills(struct check *check);

#endif
