/* SPDX-License-Identifier: MIT */
/*
 * Numbers that a loop of the host takes from the GPU one by one, round by round, and waits for
 * each. Any thread.
 *
 * Copies to the host of {item} or less that it waits for are a row, as in item_copies.h, if there
 * are {reads} or more, and between two of them are {between} at most: a framework's operation on
 * single elements. Then no number needs more work than one operation, which could be done for all
 * of them first. A sum or a product in between, as in a solver that decides by what it
 * reads, is work that the next number may need.
 */
#ifndef WARPWISE_RULES_ITEM_READS_H
#define WARPWISE_RULES_ITEM_READS_H

#include "rules/shared/rule.h"

extern const struct threshold item_reads_thresholds[];

/* Adds a finding about them, if there are such, behind the start and by no other name yet. Returns
 * 0 or -ENOMEM. */
int item_reads_check(struct check *check);

#endif
