/* SPDX-License-Identifier: MIT */
/*
 * Which registers hold what the launch fixes for all threads: constants, arguments of the kernel,
 * and what is computed from such alone. So a counter of the whole grid is told from one of many
 * places. Any thread.
 */
#ifndef WARPWISE_CODE_FIXED_H
#define WARPWISE_CODE_FIXED_H

#include <stdbool.h>

#include "code/registers.h"

/* All zero: all are fixed. Instructions are taken in the order of the code, which is that of
 * execution but for branches. */
struct fixed {
	bool varies[THREAD_REGISTERS]; /* by register */
};

/* Whether the address of INSTRUCTION, an access to memory, is fixed. */
bool fixed_is_address(const struct fixed *fixed, const struct instruction *instruction);

/* INSTRUCTION was executed. */
void fixed_take(struct fixed *fixed, const struct instruction *instruction);

#endif
