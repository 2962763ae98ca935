/* SPDX-License-Identifier: MIT */
/*
 * Kernels that each write a part of one array, one behind another, where a copy of all of the array
 * takes less time than one of them: costly-operation's. Any thread.
 */
#ifndef WARPWISE_RULES_PART_WRITES_H
#define WARPWISE_RULES_PART_WRITES_H

#include "rules/shared/finding.h"

/*
 * A finding of the rule of CHECK for each family of kernels (kernel_family.h) whose rows of
 * ROW_LEAST kernels or more take SHARE of the run, in percent. Returns 0 or -ENOMEM.
 */
int part_writes_check(struct check *check, double row_least, double share);

#endif
