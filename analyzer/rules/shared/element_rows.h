/* SPDX-License-Identifier: MIT */
/*
 * Kernels of the program's own that follow one another in a stream and could be one: whatever each
 * loads and stores is at one index of its arrays, as its code says, without loops or in each round
 * of one that strides by the size of the grid, and all have the same grid. So thread i of one
 * kernel can do all of it for index i, whichever array the next one reads. A copy within the GPU
 * behind them, of as many elements, is one more store of that kernel. Any thread.
 */
#ifndef WARPWISE_RULES_ELEMENT_ROWS_H
#define WARPWISE_RULES_ELEMENT_ROWS_H

#include "rules/shared/rule.h"

/* Operations of a row, at most: as many as unfused-operations has for a row (its "length"). */
enum { ELEMENT_ROW_MOST = 16 };

struct element_rows {
	int64_t count, kernels, copies, total_ns;
	/* All but the longest operation of each row, or than what all of its instructions take to
	 * issue, if that is longer. */
	int64_t spared_ns;
	int64_t gaps_ns; /* between operations of a row, while no GPU had anything to do: no more of
	                    each than the next kernel of a stream needs to start */
	uint32_t *found; /* their operations */
	size_t found_count;
};

/* Begins as { 0 }; release in any case. A function that comes again begins the next row: what a
 * loop does once more may need what the host did in between. So does one that the host launches
 * once it has waited for the one before, or has it timed. Returns 0 or -ENOMEM. */
int element_rows_find(struct element_rows *rows, const struct check *check);
void element_rows_release(struct element_rows *rows);

#endif
