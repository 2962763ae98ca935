/* SPDX-License-Identifier: MIT */
/* Follows loads through the rounds of a loop. Any thread. */
#include "code/chain.h"

#include <stdbool.h>

#include "code/code_parts.h"
#include "code/registers.h"

enum { LOADS_MAX = 32, INSTRUCTIONS_MAX = 64 };

/* By register: the loads that what it holds comes from, a bit each, in the order of the loop. */
struct chain {
	uint32_t from[THREAD_REGISTERS];
};

static uint32_t from(const struct chain *chain, unsigned number)
{
	return number == REGISTER_ZERO ? 0 : chain->from[number];
}

static uint32_t from_operands(const struct chain *chain, const struct instruction *instruction)
{
	uint8_t reads[3];
	uint32_t found = 0;
	const int count = instruction_reads(instruction, reads);

	for (int i = 0; i < count; i++)
		found |= from(chain, reads[i]);
	return found;
}

/* Instructions with a predicate are taken as executed: what goes together has the same. */
static void set(struct chain *chain, const struct instruction *instruction, int registers,
                uint32_t value)
{
	const unsigned result = instruction_result(instruction);

	for (unsigned i = 0; i < (unsigned)registers && result + i < REGISTER_ZERO; i++)
		chain->from[result + i] = value;
}

/* Whether the load's address is from itself. OWN: its bit; 0: it has none. */
static bool take_load(struct chain *chain, const struct instruction *load, uint32_t own)
{
	const uint32_t address = from(chain, instruction_address(load));

	set(chain, load, instruction_loaded_registers(load), address | own);
	return address & own;
}

static void take(struct chain *chain, const struct instruction *instruction)
{
	if (!instruction_has_result(instruction))
		return;
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		set(chain, instruction, instruction_loaded_registers(instruction), 0);
		break;
	case INSTRUCTION_GLOBAL_ATOMIC:
	case INSTRUCTION_SHARED_ATOMIC:
	case INSTRUCTION_REGISTER:
		set(chain, instruction, 1, 0);
		break;
	default:
		set(chain, instruction, instruction_is_wide(instruction) ? 2 : 1,
		    instruction_makes_addresses(instruction) ? from_operands(chain, instruction)
		                                             : 0);
		break;
	}
}

/* Two rounds: what comes from itself comes from the round before. */
int64_t chain_find(const struct elf_bytes *text, int64_t head, int64_t end)
{
	struct chain chain = { 0 };

	if (end - head >= INSTRUCTIONS_MAX)
		return -1;
	for (int round = 0; round < 2; round++) {
		int loads = 0;

		for (int64_t i = head; i <= end; i++) {
			const struct instruction instruction = code_instruction_fetch(text, i);

			if (instruction_kind(&instruction) != INSTRUCTION_GLOBAL_LOAD) {
				take(&chain, &instruction);
				continue;
			}
			if (take_load(&chain, &instruction,
			              loads < LOADS_MAX ? UINT32_C(1) << loads : 0))
				return i;
			loads++;
		}
	}
	return -1;
}
