/* SPDX-License-Identifier: MIT */
/* Launches that take as long as the longest of their items, which nothing runs beside. Any thread.
 */
#ifndef WARPWISE_RULES_LONG_ITEMS_H
#define WARPWISE_RULES_LONG_ITEMS_H

#include <stdbool.h>

#include "rules/shared/finding.h"
#include "rules/shared/launches.h"

/*
 * Whether one warp of LAUNCH executes sm_excess_threshold more than the average one, where no
 * scheduler has a second. False, too: not counted; of a library's kernel; or one block alone, of
 * which the end of a reduction is the first warp's.
 */
bool long_items_has(const struct launch *launch);

/* How much that warp has to do. */
void long_items_say(struct finding *finding, const struct launch *launch);

#endif
