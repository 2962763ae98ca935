/* SPDX-License-Identifier: MIT */
/*
 * Which registers hold what may differ between the lanes of a warp: threadIdx.x and the number of
 * the lane, what is loaded from addresses that differ, and what is computed from such. So a load of
 * a constant is found whose index differs, as in table[data[i]], and told from one by a loop's
 * counter, by the block or by what all lanes have loaded. Any thread.
 *
 * Not followed, so that too few loads are found and not too many: values that went through
 * shuffles (most broadcast one), atomic operations and local memory; threadIdx.y and z, which are
 * the same for a warp in blocks that are a multiple of 32 wide; and which way a branch was taken.
 * What is the same for a warp though it comes from threadIdx.x, as threadIdx.x / 32, counts as
 * different: code alone does not tell.
 */
#ifndef WARPWISE_CODE_LANES_H
#define WARPWISE_CODE_LANES_H

#include <stdbool.h>

#include "code/registers.h"

/* All zero: none. Instructions are taken in the order of the code, which is that of execution but
 * for branches. */
struct lanes {
	bool differ[THREAD_REGISTERS]; /* by register */
};

/* Whether INSTRUCTION loads a constant by an index that differs. */
bool lanes_index_constants(const struct lanes *lanes, const struct instruction *instruction);

/* INSTRUCTION was executed. */
void lanes_take(struct lanes *lanes, const struct instruction *instruction);

#endif
