/* SPDX-License-Identifier: MIT */
/*
 * Loads and stores that a loop makes of one and the same address in each of its rounds, as in
 * sum[i] += x[k]: a compiler does so where it cannot know that other pointers are to other memory.
 * Any thread.
 *
 * The address is the same if no instruction of the loop writes the registers that it is from. Where
 * that cannot be told, as with uniform registers or calls, or where threads may talk to each other
 * by it (barriers, atomic operations), nothing is found. Loads only where the loop stores as well:
 * else it polls.
 */
#ifndef WARPWISE_CODE_AGAIN_H
#define WARPWISE_CODE_AGAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "code/elf_image.h"

/* Positions of instructions in a function. */
struct again_access {
	int64_t at, head, end; /* the access; its loop, from its first to its last */
	bool is_store;
};

/* Finds in TEXT, the code of a function, at most MAX, one in a loop: a store if there is one;
 * returns how many. IS_COMBINED: branches are
 * as since capability 9.0. */
int again_find(struct again_access *found, int max, const struct elf_bytes *text, bool is_combined);

#endif
