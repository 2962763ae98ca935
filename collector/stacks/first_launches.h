/* SPDX-License-Identifier: MIT */
/*
 * Which launches are the first of their function and grid: each has its stack taken, however dense
 * launches are, so that no kernel of a program stays without a place. Bounded sets, without lock
 * and without allocation; any thread.
 */
#ifndef WARPWISE_FIRST_LAUNCHES_H
#define WARPWISE_FIRST_LAUNCHES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	FIRST_LAUNCHES_MAX = 1024, /* a stack takes 1 to 22 us: a program loses 0.02 s at most */
	FIRST_LAUNCHES_PLACES = 4 * FIRST_LAUNCHES_MAX, /* a power of two */
};

/* Those that were met; all 0 at first. */
struct first_launches {
	_Atomic uint64_t keys[FIRST_LAUNCHES_PLACES]; /* 0: free */
	atomic_int count;
};

/* Whether KEY, which stands for a function and a grid, was not asked about before; false for 0, and
 * once there is no room. */
bool first_launches_add(struct first_launches *met, uint64_t key);

#endif
