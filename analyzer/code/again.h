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
 *
 * A loop does the same in each of its rounds if all of its loads and stores are such, of different
 * addresses, and what it stores comes from what it loads, and from nothing that a round leaves to
 * the next one.
 */
#ifndef WARPWISE_CODE_AGAIN_H
#define WARPWISE_CODE_AGAIN_H

#include <stdint.h>

#include "code/code.h"
#include "code/elf_image.h"

/*
 * Looks in TEXT, the code of a function, at the innermost loop whose first and last instructions
 * are those at HEAD and END. Returns the position of such an access, a store if there is one, and
 * into *KIND what the loop does; -1: there is none.
 */
int64_t again_find(const struct elf_bytes *text, int64_t head, int64_t end,
                   enum code_loop_kind *kind);

#endif
