/* SPDX-License-Identifier: MIT */
/*
 * Which loads and stores have a place that the data decide, as in x[column[i]]: what was loaded
 * from global memory is followed through registers. Any thread.
 */
#ifndef WARPWISE_CODE_LOADED_H
#define WARPWISE_CODE_LOADED_H

#include <stdbool.h>

#include "code/elf_image.h"

/*
 * Sets IS_BY_DATA of each instruction of TEXT, as many as it has: whether it is an access to global
 * memory with an address from what the same round of its loop loaded, or the one before, or outside
 * of loops the same code. What was loaded before the loop is where a thread's part begins, and what
 * follows is its neighbour: that is not decided by data. Data decide as well by comparisons that
 * choose, round after round, where the next one goes on, as a binary search does; not by those that
 * let a place go on by a constant or not, as a merge does. IS_COMBINED: code_parts.h. Returns 0 or
 * -ENOMEM.
 */
int loaded_find(bool *is_by_data, const struct elf_bytes *text, bool is_combined);

#endif
