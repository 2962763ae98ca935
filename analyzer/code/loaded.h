/* SPDX-License-Identifier: MIT */
/*
 * Which registers hold what was loaded from global memory, or was computed from it: so a load or
 * store is found whose place the data decide, as in x[column[i]]. Any thread.
 */
#ifndef WARPWISE_CODE_LOADED_H
#define WARPWISE_CODE_LOADED_H

#include <stdbool.h>
#include <stdint.h>

#include "code/registers.h"

/* All zero: none. Instructions are taken in the order of the code, which is that of execution but
 * for branches. */
struct loaded {
	/* By register: 1 and in how many loops what it comes from was loaded; 0: from no load. */
	uint8_t since[THREAD_REGISTERS];
};

/*
 * Whether ACCESS, a load or store in so many LOOPS, has an address from what the same round of its
 * loop loaded, or outside of loops the same code. What was loaded before the loop is where a
 * thread's part begins, and what follows is its neighbour: that is not decided by data.
 */
bool loaded_decides(const struct loaded *loaded, const struct instruction *access, int64_t loops);

/* INSTRUCTION, in so many LOOPS, was executed. */
void loaded_take(struct loaded *loaded, const struct instruction *instruction, int64_t loops);

#endif
