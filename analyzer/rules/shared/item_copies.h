/* SPDX-License-Identifier: MIT */
/*
 * What a program prepares before its loops item by item: a loop of the host takes a number from the
 * GPU in each turn, or puts one there, and waits for it. Any thread.
 *
 * Copies between host and device of {item} or less that the host waits for, one behind the other
 * without a longer pause than {turn}, are a row, if there are {items} or more. It takes from its
 * first call to the last one's end, calls and the work between them included. All rows together
 * must have {set-up} of the program time.
 */
#ifndef WARPWISE_RULES_ITEM_COPIES_H
#define WARPWISE_RULES_ITEM_COPIES_H

#include "rules/shared/rule.h"

extern const struct threshold item_copies_thresholds[];

/* Whether a copy of so many BYTES is of one such number, and whether COUNT of them are many. */
bool item_copies_is_one(int64_t bytes);
bool item_copies_are_many(int64_t count);

/* Whether copies of which the second begins so long behind the wait for the first are of one row.
 */
bool item_copies_goes_on(int64_t pause_ns);

/* The call in which the host waits for copy ID: its own, or the next one, as in PyTorch's .item(),
 * which copies to pinned memory; NONE: it does not. */
uint32_t item_copies_waiting_call(const struct trace *trace, uint32_t id);

/* Adds a finding about them, if there are such. Returns 0 or -ENOMEM. */
int item_copies_check(struct check *check);

#endif
