/* SPDX-License-Identifier: MIT */
/*
 * What the compiler puts around instructions of the special-function unit (1/x, roots, logarithms,
 * exponentials), which take denormal numbers for zero: a comparison tells whether the operand, or
 * the result, is that small, and predicated instructions scale one before and the other behind. It
 * does so in all code that is not compiled with -ftz=true. Any thread.
 *
 * Of floats: FSETP with 2^-126, the least normal number, or for 2^x with -126; then FMUL, or FADD
 * for logarithms (nvcc 13.0, capability 7.5, 9.0 and 10.0).
 */
#ifndef WARPWISE_CODE_DENORMALS_H
#define WARPWISE_CODE_DENORMALS_H

#include <stdint.h>

#include "code/instruction.h"

/* The predicates of a thread, a bit each, that tell of a denormal number. Begins as { 0 }. */
struct denormals {
	uint8_t tested;
};

enum denormal_role {
	DENORMAL_NONE,
	DENORMAL_TESTS,  /* the comparison, which every thread executes */
	DENORMAL_SCALES, /* what its predicate switches off, but for denormal numbers */
};

/* What INSTRUCTION is for; it is the next in the order of the code. */
enum denormal_role denormals_take(struct denormals *denormals,
                                  const struct instruction *instruction);

#endif
