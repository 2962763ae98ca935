/* SPDX-License-Identifier: MIT */
/*
 * What one instruction of a GPU does, as far as rules ask: its kind, the width of its access, and
 * what it waits for. Any thread.
 *
 * An instruction has 128 bits since compute capability 7.0. The manual of the instruction set gives
 * names only: opcodes and the place of the width were seen in code for sm_70 to sm_90. The bits
 * that control how warps wait are described by Jia et al., "Dissecting the NVIDIA Volta GPU
 * Architecture via Microbenchmarking" (2018).
 */
#ifndef WARPWISE_CODE_INSTRUCTION_H
#define WARPWISE_CODE_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

enum instruction_kind {
	INSTRUCTION_OTHER,
	INSTRUCTION_GLOBAL_LOAD,
	INSTRUCTION_GLOBAL_STORE,
	INSTRUCTION_LOCAL_LOAD,
	INSTRUCTION_LOCAL_STORE,
	INSTRUCTION_GLOBAL_ATOMIC,
	INSTRUCTION_SHARED,
	INSTRUCTION_SHARED_ATOMIC,
	INSTRUCTION_CONSTANT,         /* loads that are indexed */
	INSTRUCTION_SPECIAL_FUNCTION, /* sin, exp, 1/x, square root */
	INSTRUCTION_CONVERSION,       /* between integers and floats, halves and floats */
	INSTRUCTION_BITS,             /* counts bits, finds the first, reverses */
	INSTRUCTION_SHUFFLE,          /* and sums, and comparisons: between the lanes of a warp */
	INSTRUCTION_REGISTER,         /* reads a special register: indices, clocks */
	INSTRUCTION_DOUBLE,           /* arithmetic on doubles, and conversions to and from them */
	INSTRUCTION_BRANCH,
	INSTRUCTION_KINDS
};

/* An instruction: the lower and the upper 64 of its bits. */
struct instruction {
	uint64_t low, high;
};

enum instruction_kind instruction_kind(const struct instruction *instruction);

/* "shared_atomic" */
const char *instruction_kind_name(enum instruction_kind kind);

/* Whether results of that kind come by the short scoreboard: what goes through the queue to shared
 * memory and the slower units. */
bool instruction_is_short(enum instruction_kind kind);

/* Bytes of each lane that a load or store moves, 1 to 16. */
int instruction_bytes(const struct instruction *instruction);

/* Whether the load or store has its address from a register other than the stack pointer: that of
 * an element of an array, where a spilled register has a place of its own. */
bool instruction_is_indexed(const struct instruction *instruction);

/* Whether one of its operands is what lies at OFFSET_BYTES of that BANK of constant memory. */
bool instruction_reads_constant(const struct instruction *instruction, unsigned bank,
                                uint64_t offset_bytes);

/* Whether it reads a clock of the device. */
bool instruction_reads_clock(const struct instruction *instruction);

/* Whether it reads threadIdx. */
bool instruction_reads_thread_index(const struct instruction *instruction);
/* Whether it reads gridDim.x, .y or .z, as code for compute capability 7.5 to 9.0 finds them. */
bool instruction_reads_grid_size(const struct instruction *instruction);

/* Whether it converts an integer to a float, of 64 bits one that counts as INSTRUCTION_DOUBLE, and
 * rounds up: so begins what compilers make of a division of integers whose divisor they do not
 * know. */
bool instruction_begins_division(const struct instruction *instruction);

/* Whether it waits for the other warps of the block: __syncthreads(). */
bool instruction_is_barrier(const struct instruction *instruction);

/* Whether it calls a function at a place that it names. */
bool instruction_calls(const struct instruction *instruction);

/* Whether it returns from a function to where that was called. */
bool instruction_returns(const struct instruction *instruction);

/*
 * Of what compilers make of an operation on floats whose result is to be rounded exactly, which is
 * nvcc's default: an estimate of the special-function unit, steps that improve it, and a call for
 * operands near the ends of the range. One instruction of each asks whether the operand is such.
 */
enum precise_operation {
	PRECISE_NONE,
	PRECISE_DIVISION,   /* div.rn.f32 */
	PRECISE_RECIPROCAL, /* rcp.rn.f32 */
	PRECISE_ROOT,       /* sqrt.rn.f32 */
	PRECISE_OPERATIONS
};

/* The operation that INSTRUCTION is the one of. Seen in code for 7.5 to 12.0. */
enum precise_operation instruction_precise(const struct instruction *instruction);

/* Whether it makes a double of a float, or a float of a double. */
bool instruction_widens(const struct instruction *instruction);
bool instruction_narrows(const struct instruction *instruction);

/* Whether it is an atomic compare-and-swap. */
bool instruction_compares_and_swaps(const struct instruction *instruction);
/* Whether it puts a value where another was, and returns that (atomicExch()). */
bool instruction_exchanges(const struct instruction *instruction);

/* Whether it adds or multiplies halves. With the zero register in front, the same operations move a
 * constant (HFMA2, from 8.0 on) or convert to a float (HADD2), and compute nothing. */
bool instruction_computes_halves(const struct instruction *instruction);

/* Whether it loads from global memory into shared memory at once (cp.async), which is LDGSTS. */
bool instruction_loads_to_shared(const struct instruction *instruction);

/* Whether it loads rows of 16 bytes of matrices from shared memory (LDSM), as tensor cores take
 * them. */
bool instruction_loads_matrices(const struct instruction *instruction);

/* Whether it multiplies matrices on tensor cores (HMMA, IMMA, HGMMA ...). */
bool instruction_multiplies_matrices(const struct instruction *instruction);

/*
 * Of the six scoreboards of a warp, a bit each: those that INSTRUCTION waits for, and those that it
 * sets, for its result or until its operands have been read.
 */
unsigned instruction_waits_for(const struct instruction *instruction);
unsigned instruction_sets(const struct instruction *instruction);

#endif
