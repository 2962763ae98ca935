/* SPDX-License-Identifier: MIT */
/* Follows what was loaded through registers. Any thread. */
#include "code/loaded.h"

#include <stddef.h>

enum { OPERATION_MASK = 0x1ff };

/* Registers of an instruction: its result, and up to three that it reads; 255 is always 0. The
 * second is one unless the form says that a constant or another memory stands in its place. */
enum { RESULT_SHIFT = 16, FIRST_SHIFT = 24, SECOND_SHIFT = 32, THIRD_SHIFT = 0 };
enum { ZERO_REGISTER = 255, REGISTER_BYTES = 4 };
enum { FORM_SHIFT = 9, FORM_MASK = 7, FORM_REGISTERS = 1 };

/*
 * Those that leave no result in a register of the thread, as nvdisasm names them (those in brackets
 * were not among the code that it was asked about), and those of the uniform registers, which are
 * the same for all lanes.
 */
static bool has_result(unsigned operation)
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

	for (size_t i = 0; i < sizeof without / sizeof *without; i++)
		if (without[i] == operation)
			return false;
	return operation < UNIFORM_FIRST || operation > UNIFORM_LAST;
}

static unsigned register_at(uint64_t bits, int shift)
{
	return (unsigned)(bits >> shift & 0xff);
}

static uint8_t since(const struct loaded *loaded, unsigned number)
{
	return number == ZERO_REGISTER ? 0 : loaded->since[number];
}

static uint8_t later(uint8_t left, uint8_t right)
{
	return left > right ? left : right;
}

/* What its operands come from. */
static uint8_t operands(const struct loaded *loaded, const struct instruction *instruction)
{
	const unsigned form = instruction->low >> FORM_SHIFT & FORM_MASK;
	uint8_t found = later(since(loaded, register_at(instruction->low, FIRST_SHIFT)),
	                      since(loaded, register_at(instruction->high, THIRD_SHIFT)));

	if (form <= FORM_REGISTERS)
		found = later(found, since(loaded, register_at(instruction->low, SECOND_SHIFT)));
	return found;
}

static uint8_t in_loops(int64_t loops)
{
	return loops < UINT8_MAX - 1 ? (uint8_t)(loops + 1) : UINT8_MAX;
}

static void set(struct loaded *loaded, unsigned number, int registers, uint8_t value)
{
	for (int i = 0; i < registers && number + (unsigned)i < ZERO_REGISTER; i++)
		loaded->since[number + (unsigned)i] = value;
}

bool loaded_decides(const struct loaded *loaded, const struct instruction *access, int64_t loops)
{
	return since(loaded, register_at(access->low, FIRST_SHIFT)) >= in_loops(loops);
}

void loaded_take(struct loaded *loaded, const struct instruction *instruction, int64_t loops)
{
	const unsigned operation = instruction->low & OPERATION_MASK;
	const unsigned result = register_at(instruction->low, RESULT_SHIFT);
	const int bytes = instruction_bytes(instruction);
	const int registers = bytes > REGISTER_BYTES ? bytes / REGISTER_BYTES : 1;

	if (!has_result(operation))
		return;
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
		set(loaded, result, registers, in_loops(loops));
		break;
	case INSTRUCTION_LOCAL:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		set(loaded, result, registers, 0);
		break;
	case INSTRUCTION_GLOBAL_ATOMIC: /* places that threads take in turn are neighbours */
	case INSTRUCTION_SHARED_ATOMIC:
	case INSTRUCTION_REGISTER:
		set(loaded, result, 1, 0);
		break;
	default:
		set(loaded, result, 1, operands(loaded, instruction));
		break;
	}
}
