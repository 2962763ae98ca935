/* SPDX-License-Identifier: MIT */
/*
 * Loops behind a test of threadIdx.x that few threads of a block pass, as if (threadIdx.x == 0):
 * these work, and the others wait for them or have ended. Any thread.
 *
 * Followed are comparisons of the index itself with a constant, and the branch, or the end of the
 * thread, that they decide. So too few loops are found and not too many.
 */
#ifndef WARPWISE_CODE_LONE_H
#define WARPWISE_CODE_LONE_H

#include <stdbool.h>
#include <stddef.h>

#include "code/code.h"
#include "code/elf_image.h"

/* Sets threads_most of the COUNT ITEMS, whose loops are known. IS_COMBINED: branches as since
 * capability 9.0. */
void lone_mark(struct code_instruction *items, size_t count, const struct elf_bytes *text,
               bool is_combined);

#endif
