/* SPDX-License-Identifier: MIT */
/* Finds loads and stores of one address in loops. Any thread. */
#include "code/again.h"

#include "code/code.h"
#include "code/code_parts.h"
#include "code/registers.h"

enum { OPERATION_MASK = 0x1ff };

enum { UNIFORM_REGISTERS = 64 };

/* What the rounds of an innermost loop do. */
struct loop {
	int64_t head, end;
	bool is_written[THREAD_REGISTERS], is_uniform_written[UNIFORM_REGISTERS];
	bool stores, is_unclear;
};

/* Whether it writes a register that is the same for all lanes: from one of the thread, or in a unit
 * of their own. */
static bool writes_uniform(unsigned operation)
{
	enum {
		FIRST = 0x080,
		LAST = 0x0bf,
		R2UR_OLD = 0x0ca,
		R2UR = 0x1c2,
		S2UR = 0x1c3,
		REDUX = 0x1c4,
	};

	return (operation >= FIRST && operation <= LAST) || operation == R2UR_OLD ||
	       operation == R2UR || operation == S2UR || operation == REDUX;
}

/* The register of all lanes that an access has beside its address: a descriptor, or a part of the
 * address. -1: it has none. As seen in code for sm_80 and sm_90. */
static int uniform_operand(const struct instruction *instruction)
{
	enum { HAS_UNIFORM = 0x800, LOAD_SHIFT = 32, MASK = UNIFORM_REGISTERS - 1 };

	if (!(instruction->low & HAS_UNIFORM))
		return -1;
	return (int)(instruction_kind(instruction) == INSTRUCTION_GLOBAL_STORE
	                     ? instruction->high & MASK
	                     : instruction->low >> LOAD_SHIFT & MASK);
}

/* What orders memory, or calls. */
static bool is_unclear(const struct instruction *instruction)
{
	enum { BAR = 0x11d, CALL = 0x144, MEMBAR = 0x192 };
	const unsigned operation = instruction->low & OPERATION_MASK;
	const enum instruction_kind kind = instruction_kind(instruction);

	return operation == BAR || operation == CALL || operation == MEMBAR ||
	       kind == INSTRUCTION_GLOBAL_ATOMIC || kind == INSTRUCTION_SHARED_ATOMIC;
}

/* How many registers it writes, at most: pairs, where it computes. */
static int results(const struct instruction *instruction)
{
	const int loaded = instruction_loaded_registers(instruction);

	return loaded > 2 ? loaded : 2;
}

static void look_at(struct loop *loop, const struct elf_bytes *text)
{
	for (int64_t i = loop->head; i <= loop->end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const unsigned result = instruction_result(&instruction);

		loop->is_unclear |= is_unclear(&instruction);
		if (writes_uniform(instruction.low & OPERATION_MASK))
			for (unsigned k = 0; k < 2; k++)
				loop->is_uniform_written[(result + k) % UNIFORM_REGISTERS] = true;
		loop->stores |= instruction_kind(&instruction) == INSTRUCTION_GLOBAL_STORE;
		if (!instruction_has_result(&instruction))
			continue;
		for (int k = 0; k < results(&instruction) && result + (unsigned)k < REGISTER_ZERO;
		     k++)
			loop->is_written[result + (unsigned)k] = true;
	}
}

static bool is_again(const struct loop *loop, const struct instruction *instruction)
{
	const enum instruction_kind kind = instruction_kind(instruction);
	const unsigned address = instruction_address(instruction);
	const int uniform = uniform_operand(instruction);

	if (uniform >= 0 && loop->is_uniform_written[uniform])
		return false;
	if (kind != INSTRUCTION_GLOBAL_STORE && kind != INSTRUCTION_GLOBAL_LOAD)
		return false;
	return address + 1 < REGISTER_ZERO && !loop->is_written[address] &&
	       !loop->is_written[address + 1] && (kind == INSTRUCTION_GLOBAL_STORE || loop->stores);
}

int64_t again_find(const struct elf_bytes *text, int64_t head, int64_t end, bool *is_store)
{
	struct loop loop = { .head = head, .end = end };
	int64_t found = -1;

	look_at(&loop, text);
	if (loop.is_unclear)
		return -1;
	for (int64_t i = head; i < end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (!is_again(&loop, &instruction))
			continue;
		*is_store = instruction_kind(&instruction) == INSTRUCTION_GLOBAL_STORE;
		if (*is_store)
			return i;
		if (found < 0)
			found = i;
	}
	return found;
}
