/* SPDX-License-Identifier: MIT */
/* Findings that say the host launches too slowly. Any thread. */
#ifndef WARPWISE_RULES_LAUNCH_PACE_H
#define WARPWISE_RULES_LAUNCH_PACE_H

#include "rules/shared/finding.h"

/*
 * Marks FINDING, which has its cost, as one of the pace at which the host launches. RECORDER_NS of
 * it, which recording added, are taken out, but not known exactly: a cost that may be nothing but
 * the rest of that becomes a note, which says so. (Never those of launch-bound: at least half of
 * its rows is idle without what recording added, and by so much the table cannot be off.)
 */
void launch_pace_say(struct finding *finding, int64_t recorder_ns);

#endif
