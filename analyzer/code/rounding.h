/* SPDX-License-Identifier: MIT */
/*
 * The instructions of exactly rounded divisions, reciprocals and square roots of floats, as
 * compilers make them: an estimate of the special-function unit, steps that make it exact, and a
 * branch around a call for operands near the ends of the range. Any thread.
 */
#ifndef WARPWISE_CODE_ROUNDING_H
#define WARPWISE_CODE_ROUNDING_H

#include "code/code.h"
#include "code/elf_image.h"

/* Sets `rounds` of those of COUNT instructions, the ones of TEXT, whose `kind` and `precise` are
 * set. IS_COMBINED: branches are as since capability 9.0. */
void rounding_mark(struct code_instruction *items, size_t count, const struct elf_bytes *text,
                   bool is_combined);

#endif
