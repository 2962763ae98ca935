/* SPDX-License-Identifier: MIT */
/* What code.c, code_count.c and code_instructions.c share: the modules of a trace, and the
 * instructions in them. */
#ifndef WARPWISE_CODE_PARTS_H
#define WARPWISE_CODE_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "code/elf_image.h"
#include "code/instruction.h"
#include "trace/trace.h"

/* Takes from a cubin what CONTEXT asks for. Returns 0 or -ENOMEM. */
typedef int code_image_reader(void *context, const struct elf_image *image);

/* READER with each module of TRACE that can be read. Returns 0 or -ENOMEM. */
int code_modules_read(const struct trace *trace, code_image_reader *reader, void *context);

/* Whether branches are as since compute capability 9.0. */
bool code_has_combined_offsets(const struct trace *trace);

/* The instruction at POSITION, counted in instructions, which TEXT has. */
struct instruction code_instruction_fetch(const struct elf_bytes *text, int64_t position);

/* Where BRANCH at POSITION goes to, or what a call there calls, as a position of instructions;
 * perhaps none of the function. IS_COMBINED: branches are as since capability 9.0. */
int64_t code_branch_target(const struct instruction *branch, int64_t position, bool is_combined);

/* Where the loop begins that the instruction at POSITION ends, as a position of instructions; -1:
 * it ends none. IS_COMBINED: branches are as since capability 9.0. */
int64_t code_loop_head(const struct instruction *branch, int64_t position, bool is_combined);

/* Adds the instruction at POSITION, in so many LOOPS, to the counts of CODE. IS_BY_DATA: data
 * decide its place, see loaded.h; IS_FIXED: nothing does, see fixed.h. */
struct code;
void code_count(struct code *code, const struct instruction *instruction, int64_t position,
                int64_t loops, bool is_by_data, bool is_fixed);

/* What tells the code of functions apart: FNV-1a of TEXT. */
uint64_t code_fingerprint(const struct elf_bytes *text);

#endif
