/* SPDX-License-Identifier: MIT */
/*
 * Follows what was loaded through registers, in the order of the code, which is that of execution
 * but for branches. Several times: what a round of a loop loaded or chose, the next one may use.
 * Any thread.
 */
#include "code/loaded.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "code/code_parts.h"
#include "code/registers.h"

/* The first finds what is chosen, the second what goes on from it, the third where that leads. */
enum { ROUNDS = 3 };
enum { LOOPS_MAX = 64 /* that are followed from round to round; more are rare */ };

/* What is known of registers and predicates. All zero: nothing. */
struct state {
	/* 1 and in how many loops what it comes from was loaded; 0: from no load. */
	uint8_t since[THREAD_REGISTERS], told[THREAD_PREDICATES];
	uint8_t loops[THREAD_REGISTERS];  /* in how many it was written */
	bool is_chosen[THREAD_REGISTERS]; /* it comes from what a predicate of loaded data chose */
};

struct loaded {
	struct state now;
	/* By register: what those share which are as much as it and a constant. */
	uint32_t number[THREAD_REGISTERS], numbers;
	/* By predicate: how often it was set. By register: under which guard (guard_of()) it was
	 * written, and what is known of it to those that are executed under the same one. */
	uint32_t times[THREAD_PREDICATES], under[THREAD_REGISTERS];
	uint8_t since_under[THREAD_REGISTERS];
	bool is_chosen_under[THREAD_REGISTERS];
	/* At the end of each loop, by the first instruction of it. */
	struct state ends[LOOPS_MAX];
	int64_t heads[LOOPS_MAX];
	int count;
};

/* What tells guards apart that let different lanes go on; 0: none. */
static uint32_t guard_of(const struct loaded *loaded, const struct instruction *instruction)
{
	const uint8_t predicate = instruction_guard(instruction);

	return predicate == PREDICATE_TRUE
	               ? 0
	               : loaded->times[predicate] * 2 * THREAD_PREDICATES + 2u * predicate +
	                         instruction_guard_is_negated(instruction) + 1;
}

/* Of the register of that NUMBER, as an instruction under GUARD finds it. */
static uint8_t since(const struct loaded *loaded, unsigned number, uint32_t guard)
{
	if (number == REGISTER_ZERO)
		return 0;
	return guard && loaded->under[number] == guard ? loaded->since_under[number]
	                                               : loaded->now.since[number];
}

static bool is_chosen(const struct loaded *loaded, unsigned number, uint32_t guard)
{
	if (number == REGISTER_ZERO)
		return false;
	return guard && loaded->under[number] == guard ? loaded->is_chosen_under[number]
	                                               : loaded->now.is_chosen[number];
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
		found = later(found, since(loaded, reads[i], guard_of(loaded, instruction)));
	return found;
}

static uint8_t in_loops(int64_t loops)
{
	return loops < UINT8_MAX - 1 ? (uint8_t)(loops + 1) : UINT8_MAX;
}

/* ---- what predicates of loaded data choose ---- */

static void compare(struct loaded *loaded, const struct instruction *instruction)
{
	uint8_t sets[2], reads[3], found = operands(loaded, instruction);

	instruction_compared(instruction, sets, reads);
	for (int i = 0; i < 3; i++)
		found = later(found, loaded->now.told[reads[i]]);
	for (int i = 0; i < 2; i++)
		if (sets[i] != PREDICATE_TRUE) {
			loaded->now.told[sets[i]] = found;
			loaded->times[sets[i]]++;
		}
}

/* The predicate that decides what INSTRUCTION leaves in its result. */
static uint8_t chooser(const struct instruction *instruction)
{
	uint8_t predicate;

	return instruction_selects(instruction, &predicate) ? predicate
	                                                    : instruction_guard(instruction);
}

/*
 * Whether what INSTRUCTION chooses between, or leaves as it was, are places apart: they differ by
 * more than constants and what is the same in all rounds, by which a cursor goes on.
 */
static bool are_apart(const struct loaded *loaded, const struct instruction *instruction,
                      int64_t loops)
{
	const uint8_t result = instruction_result(instruction);
	uint8_t reads[4], from;
	bool is_selection = instruction_selects(instruction, &from), varies = false;
	int count = instruction_reads(instruction, reads);

	if (!is_selection && instruction_steps(instruction, &from))
		return loaded->now.loops[from] >= loops &&
		       loaded->number[from] != loaded->number[result];
	if (is_selection && count == 2 && reads[0] != REGISTER_ZERO && reads[1] != REGISTER_ZERO &&
	    loaded->number[reads[0]] == loaded->number[reads[1]])
		return false;
	for (int i = 0; i < count; i++)
		varies |= reads[i] != REGISTER_ZERO && (is_selection || reads[i] != result) &&
		          loaded->now.loops[reads[i]] >= loops;
	return varies;
}

/* Whether it has an operand that was chosen. */
static bool goes_on_from_choice(const struct loaded *loaded, const struct instruction *instruction)
{
	uint8_t reads[3];
	const int count = instruction_reads(instruction, reads);
	bool found = false;

	for (int i = 0; i < count; i++)
		found |= is_chosen(loaded, reads[i], guard_of(loaded, instruction));
	return found;
}

/* The number of what INSTRUCTION leaves. What a guard leaves as it was may be nothing that is used.
 */
static uint32_t number_of(struct loaded *loaded, const struct instruction *instruction)
{
	uint8_t reads[3], from;

	if (instruction_selects(instruction, &from)) {
		if (instruction_reads(instruction, reads) == 2 &&
		    loaded->number[reads[0]] == loaded->number[reads[1]])
			return loaded->number[reads[0]];
	} else if (instruction_steps(instruction, &from)) {
		return loaded->number[from];
	}
	return ++loaded->numbers;
}

/* A result that is computed from other registers. */
static void compute(struct loaded *loaded, const struct instruction *instruction, int64_t loops)
{
	uint8_t predicate;
	const bool is_selection = instruction_selects(instruction, &predicate);
	const uint8_t result = instruction_result(instruction);
	const uint8_t told = loaded->now.told[chooser(instruction)];
	const bool goes_on = goes_on_from_choice(loaded, instruction);
	const bool chooses =
	        loops > 0 && told >= in_loops(loops) && are_apart(loaded, instruction, loops);
	const uint8_t found = operands(loaded, instruction);

	if (result == REGISTER_ZERO)
		return;
	loaded->number[result] = number_of(loaded, instruction);
	loaded->now.since[result] = chooses && goes_on ? later(found, told) : found;
	loaded->now.is_chosen[result] = chooses || goes_on;
	loaded->now.loops[result] = in_loops(loops) - 1;
	loaded->under[result] = guard_of(loaded, instruction);
	loaded->since_under[result] = is_selection ? loaded->now.since[result] : found;
	loaded->is_chosen_under[result] = goes_on || (is_selection && chooses);
}

/* ---- loads ---- */

/* COUNT registers get a VALUE of their own. */
static void load(struct loaded *loaded, uint8_t result, int count, int64_t loops, uint8_t value)
{
	for (int i = result; i < result + count && i < REGISTER_ZERO; i++) {
		loaded->now.since[i] = value;
		loaded->number[i] = ++loaded->numbers;
		loaded->now.is_chosen[i] = false;
		loaded->under[i] = 0;
		loaded->now.loops[i] = in_loops(loops) - 1;
	}
}

/* INSTRUCTION, in so many LOOPS, was executed. */
static void take(struct loaded *loaded, const struct instruction *instruction, int64_t loops)
{
	uint8_t result;
	int count;

	if (instruction_compares(instruction))
		compare(loaded, instruction);
	if (!instruction_has_result(instruction))
		return;
	result = instruction_result(instruction);
	count = instruction_loaded_registers(instruction);
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
		load(loaded, result, count, loops, in_loops(loops));
		break;
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_LOCAL_STORE:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		load(loaded, result, count, loops, 0);
		break;
	case INSTRUCTION_GLOBAL_ATOMIC: /* places that threads take in turn are neighbours */
	case INSTRUCTION_SHARED_ATOMIC:
	case INSTRUCTION_REGISTER:
		load(loaded, result, 1, loops, 0);
		break;
	default:
		compute(loaded, instruction, loops);
		break;
	}
}

/* ---- loops ---- */

static void unite(struct state *to, const struct state *other)
{
	for (int i = 0; i < THREAD_REGISTERS; i++) {
		to->since[i] = later(to->since[i], other->since[i]);
		to->loops[i] = later(to->loops[i], other->loops[i]);
		to->is_chosen[i] |= other->is_chosen[i];
	}
	for (int i = 0; i < THREAD_PREDICATES; i++)
		to->told[i] = later(to->told[i], other->told[i]);
}

/* What the end of the loop that begins at HEAD has left; NULL: none, or too many to remember. */
static struct state *end_of(struct loaded *loaded, int64_t head, bool adds)
{
	for (int i = 0; i < loaded->count; i++)
		if (loaded->heads[i] == head)
			return &loaded->ends[i];
	if (!adds || loaded->count == LOOPS_MAX)
		return NULL;
	loaded->heads[loaded->count] = head;
	return &loaded->ends[loaded->count++];
}

static bool is_global(const struct instruction *instruction)
{
	const enum instruction_kind kind = instruction_kind(instruction);

	return kind == INSTRUCTION_GLOBAL_LOAD || kind == INSTRUCTION_GLOBAL_STORE ||
	       kind == INSTRUCTION_GLOBAL_ATOMIC;
}

/* By instruction: the change of the depth of loops, and whether one begins. */
struct loops {
	int32_t *change;
	bool *begins;
	bool is_combined; /* code_loop_head()'s */
};

static void follow(bool *is_by_data, struct loaded *loaded, const struct elf_bytes *text,
                   const struct loops *all)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	int64_t loops = 0;

	loaded->now = (struct state){ 0 };
	for (int64_t i = 0; i < count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const struct state *end = all->begins[i] ? end_of(loaded, i, false) : NULL;
		const int64_t head = code_loop_head(&instruction, i, all->is_combined);
		struct state *left;

		loops += all->change[i];
		if (end)
			unite(&loaded->now, end);
		is_by_data[i] = is_global(&instruction) &&
		                since(loaded, instruction_address(&instruction),
		                      guard_of(loaded, &instruction)) >= in_loops(loops);
		take(loaded, &instruction, loops);
		left = head >= 0 ? end_of(loaded, head, true) : NULL;
		if (left)
			unite(left, &loaded->now);
	}
}

int loaded_find(bool *is_by_data, const struct elf_bytes *text, bool is_combined)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	struct loaded *loaded = calloc(1, sizeof *loaded);
	struct loops loops = { .is_combined = is_combined };
	int err = -ENOMEM;

	loops.change = calloc((size_t)count + 1, sizeof *loops.change);
	loops.begins = calloc((size_t)count + 1, sizeof *loops.begins);
	if (!loaded || !loops.change || !loops.begins)
		goto out;
	for (int64_t i = 0; i < count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const int64_t head = code_loop_head(&instruction, i, is_combined);

		if (head < 0)
			continue;
		loops.begins[head] = true;
		loops.change[head]++;
		loops.change[i + 1]--;
	}
	for (int round = 0; round < ROUNDS; round++)
		follow(is_by_data, loaded, text, &loops);
	err = 0;
out:
	free(loops.begins);
	free(loops.change);
	free(loaded);
	return err;
}
