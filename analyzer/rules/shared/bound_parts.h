/* SPDX-License-Identifier: MIT */
/*
 * The parts of a program that rows of launches which count are in: from one of them to the next,
 * whatever row is between, if that has no more operations than a round of theirs. What other
 * loops of the program launch, and wait for, is none of the rows' affairs. Any thread.
 */
#ifndef WARPWISE_RULES_BOUND_PARTS_H
#define WARPWISE_RULES_BOUND_PARTS_H

#include "rules/shared/launch_rows.h"

/* Sets part_of of ROWS. Returns 0 or -ENOMEM. */
int bound_parts_find(struct launch_rows *rows, const struct trace *trace);

#endif
