/* SPDX-License-Identifier: MIT */
/*
 * Loops that follow a chain through global memory, as in p = p->next: a load whose address comes
 * from what the same load brought in the round before. However the loop is unrolled, each load
 * waits for the one before. Any thread.
 *
 * Registers are followed, through what addresses are made with, and predicates are not: a binary
 * search, whose next place depends on a comparison, is not found. Nor is a loop of more than 64
 * instructions: it has more to wait for, and registers that serve for many things.
 */
#ifndef WARPWISE_CODE_CHAIN_H
#define WARPWISE_CODE_CHAIN_H

#include <stdint.h>

#include "code/elf_image.h"

/*
 * Looks in TEXT, the code of a function, at the innermost loop whose first and last instructions
 * are those at HEAD and END. Returns the position of such a load; -1: there is none among the first
 * 32 loads.
 */
int64_t chain_find(const struct elf_bytes *text, int64_t head, int64_t end);

#endif
