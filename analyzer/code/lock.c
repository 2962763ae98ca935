/* SPDX-License-Identifier: MIT */
/* Finds locks. Any thread. */
#include "code/lock.h"

#include "code/code_parts.h"
#include "code/registers.h"

/* Loads, of which the width is known. */
static const bool is_load[INSTRUCTION_KINDS] = {
	[INSTRUCTION_GLOBAL_LOAD] = true,
	[INSTRUCTION_LOCAL_LOAD] = true,
	[INSTRUCTION_SHARED] = true,
	[INSTRUCTION_CONSTANT] = true,
};

static bool writes(const struct instruction *instruction, uint8_t wanted)
{
	const int first = instruction_result(instruction);
	const int count = is_load[instruction_kind(instruction)]
	                          ? instruction_loaded_registers(instruction)
	                          : 1 + instruction_is_wide(instruction);

	return instruction_has_result(instruction) && wanted != REGISTER_ZERO && first <= wanted &&
	       wanted < first + count;
}

/* Whether it moves a constant: compilers do so again in each round. */
static bool is_constant(const struct instruction *instruction)
{
	enum { UNIFORM_SECOND = 0xc00 }; /* an operand of all lanes stands in place of a register */
	uint8_t reads[3];
	int registers = 0;

	for (int i = instruction_reads(instruction, reads) - 1; i >= 0; i--)
		registers += reads[i] != REGISTER_ZERO;
	return !registers && (instruction->low & UNIFORM_SECOND) != UNIFORM_SECOND &&
	       instruction_makes_addresses(instruction);
}

/* Whether each round of the loop from HEAD to END has the same in register REG. */
static bool stays(const struct elf_bytes *text, int64_t head, int64_t end, uint8_t reg,
                  bool may_be_made_again)
{
	for (int64_t i = head; i <= end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (writes(&instruction, reg) && !(may_be_made_again && is_constant(&instruction)))
			return false;
	}
	return true;
}

/* Whether the loop from HEAD to END compares what is in register REG as an integer. */
static bool is_compared(const struct elf_bytes *text, int64_t head, int64_t end, uint8_t reg)
{
	enum { OPERATION_MASK = 0x1ff, ISETP = 0x00c };

	for (int64_t i = head; i <= end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		uint8_t reads[3];

		if ((instruction.low & OPERATION_MASK) != ISETP)
			continue;
		for (int j = instruction_reads(&instruction, reads) - 1; j >= 0; j--)
			if (reads[j] == reg)
				return true;
	}
	return false;
}

bool lock_is_taken(const struct elf_bytes *text, int64_t head, int64_t end, int64_t at)
{
	const struct instruction swap = code_instruction_fetch(text, at);
	/* What a lock that nobody has is compared with; of an exchange, what a lock that somebody
	 * has is. */
	const uint8_t value = instruction_stored(&swap);

	if (instruction_exchanges(&swap)
	            ? instruction_result(&swap) == REGISTER_ZERO ||
	                      !is_compared(text, head, end, instruction_result(&swap))
	            : value == instruction_swapped(&swap)) /* it only reads */
		return false;
	return stays(text, head, end, instruction_address(&swap), false) &&
	       stays(text, head, end, value, true);
}
