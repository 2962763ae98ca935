/* SPDX-License-Identifier: MIT */
/*
 * Copies from or to places of their own that could be of one buffer: of equal size, one after the
 * other, and with as much of the host's time between each and the next as it takes a core to copy
 * so much. What is read or made there right before it is copied can go through one buffer. Any
 * thread.
 */
#ifndef WARPWISE_RULES_ONE_BUFFER_H
#define WARPWISE_RULES_ONE_BUFFER_H

#include "rules/shared/finding.h"

/* Says so in FINDING, whose targets, LEAST and more, are such copies of one direction, all of
 * pageable memory; to pin one buffer takes PIN_NS. */
void one_buffer_say(struct finding *finding, const struct check *check, int64_t pin_ns,
                    double least);

#endif
