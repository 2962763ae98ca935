/* SPDX-License-Identifier: MIT */
/* Follows what was loaded through registers. Any thread. */
#include "code/loaded.h"

static uint8_t since(const struct loaded *loaded, unsigned number)
{
	return number == REGISTER_ZERO ? 0 : loaded->since[number];
}

static uint8_t later(uint8_t left, uint8_t right)
{
	return left > right ? left : right;
}

/* What its operands come from. */
static uint8_t operands(const struct loaded *loaded, const struct instruction *instruction)
{
	uint8_t reads[3], found = 0;
	const int count = instruction_reads(instruction, reads);

	for (int i = 0; i < count; i++)
		found = later(found, since(loaded, reads[i]));
	return found;
}

static uint8_t in_loops(int64_t loops)
{
	return loops < UINT8_MAX - 1 ? (uint8_t)(loops + 1) : UINT8_MAX;
}

static void set(struct loaded *loaded, unsigned number, int registers, uint8_t value)
{
	for (int i = 0; i < registers && number + (unsigned)i < REGISTER_ZERO; i++)
		loaded->since[number + (unsigned)i] = value;
}

bool loaded_decides(const struct loaded *loaded, const struct instruction *access, int64_t loops)
{
	return since(loaded, instruction_address(access)) >= in_loops(loops);
}

void loaded_take(struct loaded *loaded, const struct instruction *instruction, int64_t loops)
{
	const unsigned result = instruction_result(instruction);

	if (!instruction_has_result(instruction))
		return;
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
		set(loaded, result, instruction_loaded_registers(instruction), in_loops(loops));
		break;
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_LOCAL_STORE:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		set(loaded, result, instruction_loaded_registers(instruction), 0);
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
