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

/* By register: whether what it holds may differ from round to round. */
struct values {
	bool differ[THREAD_REGISTERS];
};

static bool has_predicate(const struct instruction *instruction)
{
	enum { SHIFT = 12, MASK = 0xf, ALWAYS = 7 };

	return (instruction->low >> SHIFT & MASK) != ALWAYS;
}

/* Whether it only computes, from registers that instruction_reads() tells and from constants. */
static bool only_computes(const struct instruction *instruction)
{
	enum { FADD = 0x021, FMUL = 0x020, FFMA = 0x023, HAS_UNIFORM_SECOND = 0xc00 };
	const unsigned operation = instruction->low & OPERATION_MASK;

	return (instruction_makes_addresses(instruction) || operation == FADD ||
	        operation == FMUL || operation == FFMA) &&
	       (instruction->low & HAS_UNIFORM_SECOND) != HAS_UNIFORM_SECOND;
}

static void compute(struct values *values, const struct instruction *instruction)
{
	const unsigned result = instruction_result(instruction);
	bool differs = has_predicate(instruction);
	uint8_t reads[3];
	int count, written = 1;

	if (instruction_kind(instruction) == INSTRUCTION_GLOBAL_LOAD) {
		written = instruction_loaded_registers(instruction);
	} else {
		count = instruction_reads(instruction, reads);
		differs |= !only_computes(instruction);
		for (int i = 0; i < count; i++)
			differs |= reads[i] != REGISTER_ZERO && values->differ[reads[i]];
		written = differs ? results(instruction) : 1 + instruction_is_wide(instruction);
	}
	for (int k = 0; k < written && result + (unsigned)k < REGISTER_ZERO; k++)
		values->differ[result + (unsigned)k] = differs;
}

static bool stores_what_differs(const struct values *values, const struct instruction *store)
{
	const unsigned first = instruction_stored(store);
	bool differs = has_predicate(store);

	for (int k = 0; k < instruction_loaded_registers(store); k++)
		differs |=
		        first + (unsigned)k < REGISTER_ZERO && values->differ[first + (unsigned)k];
	return differs;
}

/* Whether LOOP loads from an address that it stores to. */
static bool loads_what_it_stores(const struct loop *loop, const struct elf_bytes *text)
{
	bool is_stored_to[THREAD_REGISTERS] = { false };

	for (int64_t i = loop->head; i <= loop->end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (instruction_kind(&instruction) == INSTRUCTION_GLOBAL_STORE)
			is_stored_to[instruction_address(&instruction)] = true;
	}
	for (int64_t i = loop->head; i <= loop->end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (instruction_kind(&instruction) == INSTRUCTION_GLOBAL_LOAD &&
		    is_stored_to[instruction_address(&instruction)])
			return true;
	}
	return false;
}

/* Whether INSTRUCTION, in the round that VALUES are of, does what it did in the one before. */
static bool take_same(struct values *values, const struct loop *loop,
                      const struct instruction *instruction)
{
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
		compute(values, instruction);
		return is_again(loop, instruction);
	case INSTRUCTION_GLOBAL_STORE:
		return is_again(loop, instruction) && !stores_what_differs(values, instruction);
	case INSTRUCTION_SHARED:
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_LOCAL_STORE:
	case INSTRUCTION_BRANCH:
		return false;
	default:
		if (instruction_has_result(instruction))
			compute(values, instruction);
		return true;
	}
}

/* Two rounds: what the first one found to be the same is so in the second one from the start. */
static bool is_same(const struct loop *loop, const struct elf_bytes *text)
{
	struct values values;
	bool is_same = false;

	if (loads_what_it_stores(loop, text))
		return false;
	for (int i = 0; i < THREAD_REGISTERS; i++)
		values.differ[i] = loop->is_written[i];
	for (int round = 0; round < 2; round++) {
		is_same = true;
		for (int64_t i = loop->head; i < loop->end; i++) {
			const struct instruction instruction = code_instruction_fetch(text, i);

			is_same &= take_same(&values, loop, &instruction);
		}
	}
	return is_same;
}

int64_t again_find(const struct elf_bytes *text, int64_t head, int64_t end,
                   enum code_loop_kind *kind)
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
		if (instruction_kind(&instruction) == INSTRUCTION_GLOBAL_STORE) {
			*kind = is_same(&loop, text) ? LOOP_SAME : LOOP_STORES_AGAIN;
			return i;
		}
		if (found < 0)
			found = i;
	}
	*kind = LOOP_LOADS_AGAIN;
	return found;
}
