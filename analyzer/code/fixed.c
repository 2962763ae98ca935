/* SPDX-License-Identifier: MIT */
/* Follows what is the same for all threads of a launch through registers. Any thread. */
#include "code/fixed.h"

static bool varies(const struct fixed *fixed, uint8_t number)
{
	return number != REGISTER_ZERO && fixed->varies[number];
}

bool fixed_is_address(const struct fixed *fixed, const struct instruction *instruction)
{
	return !varies(fixed, instruction_address(instruction));
}

/* Of what INSTRUCTION leaves. What memory, other lanes or special registers give is not fixed. */
static bool leaves_varying(const struct fixed *fixed, const struct instruction *instruction)
{
	uint8_t reads[3];
	int count;

	if (instruction_kind(instruction) == INSTRUCTION_CONSTANT)
		return varies(fixed, instruction_address(instruction));
	if (instruction_kind(instruction) != INSTRUCTION_OTHER &&
	    instruction_kind(instruction) != INSTRUCTION_CONVERSION &&
	    instruction_kind(instruction) != INSTRUCTION_BITS)
		return true;
	count = instruction_reads(instruction, reads);
	for (int i = 0; i < count; i++)
		if (varies(fixed, reads[i]))
			return true;
	return false;
}

void fixed_take(struct fixed *fixed, const struct instruction *instruction)
{
	const uint8_t result = instruction_result(instruction);
	const enum instruction_kind kind = instruction_kind(instruction);
	const int loaded = instruction_loaded_registers(instruction);
	const bool is_load = kind == INSTRUCTION_GLOBAL_LOAD || kind == INSTRUCTION_LOCAL_LOAD ||
	                     kind == INSTRUCTION_SHARED || kind == INSTRUCTION_CONSTANT;
	const int count = is_load ? loaded : instruction_is_wide(instruction) ? 2 : 1;
	bool leaves;

	if (!instruction_has_result(instruction))
		return;
	leaves = leaves_varying(fixed, instruction);
	for (int i = 0; i < count && result + i < REGISTER_ZERO; i++)
		fixed->varies[result + i] = leaves;
}
