/* SPDX-License-Identifier: MIT */
/* Counts the instructions of a function by what they do. Any thread. */
#include "code/code.h"
#include "code/code_parts.h"
#include "code/registers.h"

/* Instructions by the low 16 bits, with the predicate "always": EXIT. */
enum { ALWAYS_MASK = 0xffff, ALWAYS_EXIT = 0x794d };

static void add_atomic(struct code *code, bool is_shared, bool is_counter, int64_t position)
{
	if (is_shared)
		code->shared_atomics++;
	else
		code->global_atomics++;
	if (code->atomics_count < CODE_ATOMICS_MAX)
		code->atomics[code->atomics_count++] = (struct code_atomic){
			.offset_bytes = (uint32_t)(position * CODE_INSTRUCTION_BYTES),
			.is_shared = is_shared,
			.is_counter = is_counter,
		};
}

/* The first access in a loop makes those before it count no more. */
static void add_place(struct code *code, struct code_accesses *accesses, bool is_in_loop,
                      bool is_by_data)
{
	if (is_in_loop && !code->global_in_loops)
		code->loads = code->stores = (struct code_accesses){ 0 };
	if (!is_in_loop && code->global_in_loops)
		return;
	accesses->all++;
	accesses->by_data += is_by_data;
}

static void add_local(struct code_local *local, const struct instruction *instruction)
{
	const bool is_load = instruction_kind(instruction) == INSTRUCTION_LOCAL_LOAD;
	const bool is_indexed = instruction_is_indexed(instruction);

	local->all++;
	local->loads += is_load;
	local->indexed += is_indexed;
	local->indexed_loads += is_load && is_indexed;
}

static void add_double(struct code_doubles *doubles, const struct instruction *instruction)
{
	const bool widens = instruction_widens(instruction),
	           narrows = instruction_narrows(instruction);

	doubles->widen += widens;
	doubles->narrow += narrows;
	doubles->compute += !widens && !narrows;
}

static void add_access(struct code *code, int *narrowest_bytes, int *widest_bytes, int bytes,
                       bool is_in_loop)
{
	code->global_bytes += bytes;
	code->global_in_loops |= is_in_loop;
	if (bytes > *widest_bytes)
		*widest_bytes = bytes;
	if (!*narrowest_bytes || bytes < *narrowest_bytes)
		*narrowest_bytes = bytes;
}

void code_count(struct code *code, const struct instruction *instruction, int64_t position,
                int64_t loops, bool is_by_data, bool is_fixed)
{
	const bool is_in_loop = loops > 0;
	const enum instruction_kind kind = instruction_kind(instruction);
	const int bytes = instruction_bytes(instruction);

	code->instructions++;
	code->instructions_in_loops += is_in_loop;
	if (code->exit_at < 0 && (instruction->low & ALWAYS_MASK) == ALWAYS_EXIT)
		code->exit_at = position;
	code->meets_in_loops |= is_in_loop && instruction_is_barrier(instruction);
	code->reads_thread_index |= instruction_reads_thread_index(instruction);
	code->reads_grid_size |= instruction_reads_grid_size(instruction);
	code->waits_for_clock |= is_in_loop && instruction_reads_clock(instruction);
	code->computes_halves |= instruction_computes_halves(instruction);
	code->loads_to_shared |= instruction_loads_to_shared(instruction);
	code->loads_matrices |= instruction_loads_matrices(instruction);
	code->divides |= instruction_begins_division(instruction);
	code->is_precise |= instruction_precise(instruction) != PRECISE_NONE;
	if (kind == INSTRUCTION_LOCAL_LOAD || kind == INSTRUCTION_LOCAL_STORE) {
		add_local(&code->local, instruction);
		if (is_in_loop)
			add_local(&code->local_in_loops, instruction);
	} else if (kind == INSTRUCTION_GLOBAL_ATOMIC || kind == INSTRUCTION_SHARED_ATOMIC) {
		const bool is_counter = kind == INSTRUCTION_GLOBAL_ATOMIC && is_fixed &&
		                        instruction_has_result(instruction) &&
		                        instruction_result(instruction) != REGISTER_ZERO &&
		                        !instruction_compares_and_swaps(instruction);

		add_atomic(code, kind == INSTRUCTION_SHARED_ATOMIC, is_counter, position);
		code->counters_in_loops += is_in_loop && is_counter;
		code->global_atomics_by_data += kind == INSTRUCTION_GLOBAL_ATOMIC && is_by_data;
	} else if (kind == INSTRUCTION_GLOBAL_LOAD) {
		add_place(code, &code->loads, is_in_loop, is_by_data);
		add_access(code, &code->narrowest_load_bytes, &code->widest_load_bytes, bytes,
		           is_in_loop);
	} else if (kind == INSTRUCTION_GLOBAL_STORE) {
		add_place(code, &code->stores, is_in_loop, is_by_data);
		add_access(code, &code->narrowest_store_bytes, &code->widest_store_bytes, bytes,
		           is_in_loop);
	} else if (kind == INSTRUCTION_DOUBLE) {
		add_double(&code->doubles[loops < CODE_DEPTHS ? loops : CODE_DEPTHS - 1],
		           instruction);
	}
}
