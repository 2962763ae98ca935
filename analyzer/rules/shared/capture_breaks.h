/* SPDX-License-Identifier: MIT */
/*
 * What keeps the launches of a round from being one graph: the host takes something from the GPU
 * between them, copies something to it, or waits for it. A graph holds none of these. Once a round
 * is none of that: a graph ends there. Nor are copies to the GPU with which rounds begin. Any
 * thread.
 */
#ifndef WARPWISE_RULES_CAPTURE_BREAKS_H
#define WARPWISE_RULES_CAPTURE_BREAKS_H

#include "rules/shared/finding.h"
#include "rules/shared/sequences.h"
#include "rules/shared/threshold.h"

enum { CAPTURE_WHOLE, CAPTURE_BROKEN, CAPTURE_UPLOADS };

extern const struct threshold capture_breaks_thresholds[];

/*
 * Says in FINDING how often a round is broken, and by which code of the host, if it is. PART_OF, by
 * call, is NONE for those that are no node of a graph, and else tells the part of the program: a
 * graph has nodes of one of them. FOUND tells how long a round is, if its half has ROUNDS or more
 * of them. Returns CAPTURE_BROKEN if it is, CAPTURE_UPLOADS where that is mostly by what the host
 * copies to the GPU, else CAPTURE_WHOLE, or -ENOMEM.
 */
int capture_breaks_say(struct finding *finding, const struct check *check, const uint32_t *part_of,
                       const struct sequences *found, double rounds);

#endif
