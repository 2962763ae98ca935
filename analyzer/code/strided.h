/* SPDX-License-Identifier: MIT */
/*
 * Whether code strides over the elements of its arrays by the size of the grid, as in
 *
 *	for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
 *		c[i] = a[i] + b[i];
 *
 * and all that it loads and stores is at one index in each round (moved.h). What a round does for
 * its element, a round of another such kernel can do as well, whatever the grid. Any thread.
 */
#ifndef WARPWISE_CODE_STRIDED_H
#define WARPWISE_CODE_STRIDED_H

#include <stdbool.h>

#include "code/code_parts.h"

/* IS_COMBINED: branches as since capability 9.0. That the stride is the size of the grid is not
 * looked at: only that the index grows by what stays the same in all rounds. */
bool strided_over_elements(const struct elf_bytes *text, bool is_combined);

#endif
