/* SPDX-License-Identifier: MIT */
/* The scaling of denormal numbers, as compilers make it. Any thread. */
#include "code/denormals.h"

#include <stdbool.h>
#include <stddef.h>

enum { OPERATION_MASK = 0x1ff, FSETP = 0x00b, FMUL = 0x020, FADD = 0x021, R2P = 0x004 };

/* Where operands are, in three bits: form 4 has a constant of 32 bits in place of the second. */
enum { FORM_SHIFT = 9, FORM_MASK = 7, FORM_IMMEDIATE = 4, IMMEDIATE_SHIFT = 32 };
enum { LEAST_NORMAL = 0x00800000 };                /* 2^-126, a float */
static const uint32_t least_exponent = 0xc2fc0000; /* -126.0 */

/* The predicate that an instruction is executed by, and in its upper half the two that it sets: 7
 * stands for "always", and for none. */
enum {
	GUARD_SHIFT = 12,
	FIRST_SHIFT = 17,
	SECOND_SHIFT = 20,
	PREDICATE_MASK = 7,
	ALL_PREDICATES = 0x7f
};

/* The predicates that INSTRUCTION sets, a bit each. Those of other instructions than these have
 * something else in these bits. */
static unsigned predicates_set(const struct instruction *instruction)
{
	static const struct {
		uint16_t operation;
		bool sets_second;
	} setters[] = {
		{ FSETP, true },
		{ 0x00c, true } /* ISETP */,
		{ 0x01c, true } /* PLOP3 */,
		{ 0x02a, true } /* DSETP */,
		{ 0x034, true } /* HSETP2 */,
		{ 0x006, false } /* VOTE */,
		{ 0x010, false } /* IADD3: a carry */,
		{ 0x011, false } /* LEA */,
		{ 0x012, false } /* LOP3 */,
		{ 0x102, false } /* FCHK */,
	};
	const unsigned operation = instruction->low & OPERATION_MASK;
	const unsigned first = instruction->high >> FIRST_SHIFT & PREDICATE_MASK;
	const unsigned second = instruction->high >> SECOND_SHIFT & PREDICATE_MASK;

	if (operation == R2P)
		return ALL_PREDICATES;
	for (size_t i = 0; i < sizeof setters / sizeof *setters; i++)
		if (setters[i].operation == operation)
			return (1u << first | (setters[i].sets_second ? 1u << second : 0)) &
			       ALL_PREDICATES;
	return 0;
}

static bool tests_denormal(const struct instruction *instruction)
{
	const uint32_t immediate = (uint32_t)(instruction->low >> IMMEDIATE_SHIFT);

	return (instruction->low & OPERATION_MASK) == FSETP &&
	       (instruction->low >> FORM_SHIFT & FORM_MASK) == FORM_IMMEDIATE &&
	       (immediate == LEAST_NORMAL || immediate == least_exponent);
}

enum denormal_role denormals_take(struct denormals *denormals,
                                  const struct instruction *instruction)
{
	const unsigned operation = instruction->low & OPERATION_MASK;
	const unsigned guard = instruction->low >> GUARD_SHIFT & PREDICATE_MASK;
	const unsigned set = predicates_set(instruction);

	if (operation == FMUL || operation == FADD)
		return denormals->tested >> guard & 1 ? DENORMAL_SCALES : DENORMAL_NONE;
	denormals->tested &= (uint8_t)~set;
	if (!set || !tests_denormal(instruction))
		return DENORMAL_NONE;
	denormals->tested |= (uint8_t)(1u << (instruction->high >> FIRST_SHIFT & PREDICATE_MASK) &
	                               ALL_PREDICATES);
	return DENORMAL_TESTS;
}
