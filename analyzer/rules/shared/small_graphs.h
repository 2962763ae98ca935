/* SPDX-License-Identifier: MIT */
/*
 * Small graphs that follow one another: rows of launches of the same graph without anything between
 * them, of which several could be one larger graph. Any thread.
 */
#ifndef WARPWISE_RULES_SMALL_GRAPHS_H
#define WARPWISE_RULES_SMALL_GRAPHS_H

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

extern const struct threshold small_graphs_thresholds[];

/* Adds a finding about them, if they are many and take enough of the time. Returns 0 or -ENOMEM. */
int small_graphs_find(struct check *check);

/* The fix of such a FINDING: of each row as many launches as make a graph of enough nodes become
 * one. */
void small_graphs_fix(const struct check *check, const struct finding *finding,
                      struct scenario *scenario);

#endif
