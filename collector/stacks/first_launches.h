/* SPDX-License-Identifier: MIT */
/*
 * Which launches are the first of their function and grid: each has its stack taken, however dense
 * launches are, so that no kernel of a program stays without a place. A bounded set, without lock
 * and without allocation; any thread.
 */
#ifndef WARPWISE_FIRST_LAUNCHES_H
#define WARPWISE_FIRST_LAUNCHES_H

#include <stdbool.h>
#include <stdint.h>

enum { FIRST_LAUNCHES_MAX = 1024 }; /* a stack takes 1 to 22 us: a program loses 0.02 s at most */

/* Whether KEY, which stands for a function and a grid, was not asked about before; false for 0, and
 * once there is no room. */
bool first_launches_add(uint64_t key);

#endif
