/* SPDX-License-Identifier: MIT */
/* The registers that an instruction reads and writes. Any thread. */
#include "code/registers.h"

#include <stddef.h>

enum { OPERATION_MASK = 0x1ff };

/* The second is a register unless the form says that a constant or another memory stands in its
 * place. */
enum { RESULT_SHIFT = 16, FIRST_SHIFT = 24, SECOND_SHIFT = 32, THIRD_SHIFT = 0 };
enum { FORM_SHIFT = 9, FORM_MASK = 7, FORM_REGISTERS = 1, REGISTER_BYTES = 4 };

static unsigned operation_of(const struct instruction *instruction)
{
	return instruction->low & OPERATION_MASK;
}

static uint8_t register_at(uint64_t bits, int shift)
{
	return (uint8_t)(bits >> shift & 0xff);
}

static bool is_among(unsigned operation, const uint16_t *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == operation)
			return true;
	return false;
}

/*
 * Those that leave no result in a register of the thread, as nvdisasm names them (those in brackets
 * were not among the code that it was asked about), and those of the uniform registers, which are
 * the same for all lanes.
 */
bool instruction_has_result(const struct instruction *instruction)
{
	static const uint16_t without[] = {
		0x004, /* (R2P) */
		0x00b, /* FSETP */
		0x00c, /* ISETP */
		0x01c, /* PLOP3 */
		0x02a, /* (DSETP) */
		0x034, /* (HSETP2) */
		0x0ca, /* R2UR */
		0x102, /* FCHK */
		0x118, /* NOP */
		0x11d, /* BAR */
		0x141, /* BSYNC */
		0x144, /* CALL */
		0x145, /* BSSY */
		0x147, /* BRA */
		0x148, /* WARPSYNC */
		0x14d, /* EXIT */
		0x150, /* RET */
		0x155, /* BMOV */
		0x185, /* (ST) */
		0x186, /* STG */
		0x187, /* STL */
		0x188, /* STS */
		0x18e, /* RED */
		0x192, /* (MEMBAR) */
		0x1a6, /* (RED of floats) */
		0x1ae, /* (LDGSTS) */
		0x1c2, /* R2UR */
		0x1c3, /* S2UR */
		0x1c4, /* REDUX */
	};
	enum { UNIFORM_FIRST = 0x080, UNIFORM_LAST = 0x0bf };
	const unsigned operation = operation_of(instruction);

	return !is_among(operation, without, sizeof without / sizeof *without) &&
	       (operation < UNIFORM_FIRST || operation > UNIFORM_LAST);
}

uint8_t instruction_result(const struct instruction *instruction)
{
	return register_at(instruction->low, RESULT_SHIFT);
}

uint8_t instruction_address(const struct instruction *instruction)
{
	return register_at(instruction->low, FIRST_SHIFT);
}

uint8_t instruction_stored(const struct instruction *instruction)
{
	return register_at(instruction->low, SECOND_SHIFT);
}

uint8_t instruction_swapped(const struct instruction *instruction)
{
	return register_at(instruction->high, THIRD_SHIFT);
}

int instruction_loaded_registers(const struct instruction *instruction)
{
	const int bytes = instruction_bytes(instruction);

	return bytes > REGISTER_BYTES ? bytes / REGISTER_BYTES : 1;
}

bool instruction_is_wide(const struct instruction *instruction)
{
	enum { IMAD_WIDE = 0x025 };

	return operation_of(instruction) == IMAD_WIDE ||
	       instruction_kind(instruction) == INSTRUCTION_DOUBLE;
}

bool instruction_makes_addresses(const struct instruction *instruction)
{
	static const uint16_t operations[] = {
		0x002, /* MOV */
		0x010, /* IADD3 */
		0x011, /* LEA */
		0x024, /* IMAD */
		0x025, /* IMAD.WIDE */
	};

	return is_among(operation_of(instruction), operations,
	                sizeof operations / sizeof *operations);
}

/* What has one operand has it in the place of the second. */
static bool has_first(unsigned operation)
{
	static const uint16_t unary[] = {
		0x002, /* MOV */
		0x013, /* IABS */
		0x045, /* I2FP */
	};
	enum { UNARY_FIRST = 0x100, UNARY_LAST = 0x113 }; /* conversions, MUFU, POPC, FLO, BREV */

	return !is_among(operation, unary, sizeof unary / sizeof *unary) &&
	       (operation < UNARY_FIRST || operation > UNARY_LAST);
}

static bool has_third(unsigned operation)
{
	static const uint16_t ternary[] = {
		0x010, /* IADD3 */
		0x011, /* LEA */
		0x012, /* LOP3 */
		0x016, /* PRMT */
		0x019, /* SHF */
		0x023, /* FFMA */
		0x024, /* IMAD */
		0x025, /* IMAD.WIDE */
		0x026, /* IDP */
		0x027, /* IMAD.HI */
		0x02b, /* DFMA */
		0x031, /* HFMA2 */
		0x035, /* HFMA2.MMA */
	};

	return is_among(operation, ternary, sizeof ternary / sizeof *ternary);
}

int instruction_reads(const struct instruction *instruction, uint8_t reads[3])
{
	const unsigned form = instruction->low >> FORM_SHIFT & FORM_MASK;
	const unsigned operation = operation_of(instruction);
	int count = 0;

	if (has_first(operation))
		reads[count++] = register_at(instruction->low, FIRST_SHIFT);
	if (form <= FORM_REGISTERS)
		reads[count++] = register_at(instruction->low, SECOND_SHIFT);
	if (has_third(operation))
		reads[count++] = register_at(instruction->high, THIRD_SHIFT);
	return count;
}

/* ---- predicates ---- */

enum { GUARD_SHIFT = 12, SETS_SHIFT = 17, SETS_TOO_SHIFT = 20, COMBINES_SHIFT = 23 };
enum { EXTENDS_SHIFT = 4, MIDDLE_SHIFT = 13, PREDICATE_MASK = 7 };
enum { LOP3 = 0x012, PLOP3 = 0x01c };

static uint8_t predicate_at(uint64_t bits, int shift)
{
	return (uint8_t)(bits >> shift & PREDICATE_MASK);
}

bool instruction_compares(const struct instruction *instruction)
{
	static const uint16_t operations[] = {
		0x00b, /* FSETP */
		0x00c, /* ISETP */
		0x02a, /* DSETP */
		0x034, /* HSETP2 */
		LOP3,  /* whether bits are set */
		PLOP3,
	};

	return is_among(operation_of(instruction), operations,
	                sizeof operations / sizeof *operations);
}

void instruction_compared(const struct instruction *instruction, uint8_t sets[2], uint8_t reads[3])
{
	enum { ISETP = 0x00c };
	const unsigned operation = operation_of(instruction);
	const bool is_of_bits = operation == LOP3;

	sets[0] = predicate_at(instruction->high, SETS_SHIFT);
	sets[1] = is_of_bits ? PREDICATE_TRUE : predicate_at(instruction->high, SETS_TOO_SHIFT);
	reads[0] = is_of_bits ? PREDICATE_TRUE : predicate_at(instruction->high, COMBINES_SHIFT);
	reads[1] = operation == ISETP || operation == PLOP3 /* the lower half of a longer number */
	                   ? predicate_at(instruction->high, EXTENDS_SHIFT)
	                   : PREDICATE_TRUE;
	reads[2] =
	        operation == PLOP3 ? predicate_at(instruction->high, MIDDLE_SHIFT) : PREDICATE_TRUE;
}

uint8_t instruction_guard(const struct instruction *instruction)
{
	return predicate_at(instruction->low, GUARD_SHIFT);
}

bool instruction_guard_is_negated(const struct instruction *instruction)
{
	enum { NEGATED_SHIFT = 15 };

	return instruction->low >> NEGATED_SHIFT & 1;
}

bool instruction_selects(const struct instruction *instruction, uint8_t *predicate)
{
	enum { SEL = 0x007, FSEL = 0x008 };
	const unsigned operation = operation_of(instruction);

	*predicate = predicate_at(instruction->high, COMBINES_SHIFT);
	return operation == SEL || operation == FSEL;
}

bool instruction_steps(const struct instruction *instruction, uint8_t *from)
{
	enum { MOV = 0x002, IADD3 = 0x010, IMAD = 0x024, VIADD = 0x036 };
	const unsigned operation = operation_of(instruction);
	uint8_t reads[3];
	const int count = instruction_reads(instruction, reads);
	int others = 0;

	if (operation != MOV && operation != IADD3 && operation != IMAD && operation != VIADD)
		return false;
	for (int i = 0; i < count; i++)
		if (reads[i] != REGISTER_ZERO) {
			*from = reads[i];
			others++;
		}
	/* A product with 0, whose sum is a move. */
	return others == 1 && (operation != IMAD || reads[0] == REGISTER_ZERO);
}
