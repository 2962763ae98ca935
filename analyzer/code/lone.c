/* SPDX-License-Identifier: MIT */
/* Finds loops that few threads of a block go through. Any thread. */
#include "code/lone.h"

#include <string.h>

#include "code/code_parts.h"
#include "code/registers.h"

enum { OPERATION_MASK = 0x1ff, FORM_SHIFT = 9, FORM_MASK = 7 };
enum { FORM_REGISTER = 1, FORM_IMMEDIATE = 4 };
enum { R2P = 0x004, MOV = 0x002, ISETP = 0x00c, S2R = 0x119, BRA = 0x147, EXIT = 0x14d };
enum { SPECIAL_SHIFT = 8, SPECIAL_MASK = 0xff, THREAD_X = 0x21 };

/* How ISETP compares, and combines that with a predicate. */
enum { COMPARE_SHIFT = 12, COMPARE_MASK = 7, LT = 1, EQ = 2, LE = 3, GT = 4, NE = 5, GE = 6 };
enum { COMBINE_SHIFT = 10, COMBINE_MASK = 3, COMBINE_AND = 0, COMBINE_OR = 1 };
enum { SECOND_SHIFT = 32 };

/* No block has more threads; a forged module shall not make this quadratic. */
enum { THREADS_MAX = 1024, REGIONS_MAX = 64 };

/* What a predicate tells: where it is FEW_IF, at most so many threads are left. 0: nothing. */
struct test {
	uint32_t threads;
	bool few_if;
};

struct lone {
	bool is_index[THREAD_REGISTERS]; /* the register has threadIdx.x */
	struct test tests[THREAD_PREDICATES];
};

static unsigned operation_of(const struct instruction *instruction)
{
	return instruction->low & OPERATION_MASK;
}

/* What ISETP compares with. False: it is no constant. */
static bool constant_of(const struct instruction *instruction, uint32_t *constant)
{
	const unsigned form = instruction->low >> FORM_SHIFT & FORM_MASK;
	const uint32_t second = (uint32_t)(instruction->low >> SECOND_SHIFT);

	*constant = form == FORM_IMMEDIATE ? second : 0;
	return form == FORM_IMMEDIATE ||
	       (form == FORM_REGISTER && (second & 0xff) == REGISTER_ZERO);
}

/* Threads whose index compares so, or does not: 0: no number that is known. */
static struct test test_of(unsigned compare, uint32_t constant)
{
	if (constant >= THREADS_MAX)
		return (struct test){ 0 };
	switch (compare) {
	case EQ:
		return (struct test){ 1, true };
	case LT:
		return (struct test){ constant, true };
	case LE:
		return (struct test){ constant + 1, true };
	case NE:
		return (struct test){ 1, false };
	case GE:
		return (struct test){ constant, false };
	case GT:
		return (struct test){ constant + 1, false };
	default:
		return (struct test){ 0 };
	}
}

/* With another predicate it still tells, if that can only make the few fewer. */
static bool still_tells(const struct instruction *instruction, const struct test *test,
                        uint8_t other)
{
	const unsigned combine = instruction->high >> COMBINE_SHIFT & COMBINE_MASK;

	return (combine == COMBINE_AND && (test->few_if || other == PREDICATE_TRUE)) ||
	       (combine == COMBINE_OR && !test->few_if);
}

static void compare(struct lone *lone, const struct instruction *instruction)
{
	uint8_t sets[2], reads[3];
	struct test test = { 0 };
	uint32_t constant;

	instruction_compared(instruction, sets, reads);
	if (operation_of(instruction) == ISETP &&
	    lone->is_index[instruction_address(instruction)] && reads[1] == PREDICATE_TRUE &&
	    instruction_guard(instruction) == PREDICATE_TRUE && constant_of(instruction, &constant))
		test = test_of(instruction->high >> COMPARE_SHIFT & COMPARE_MASK, constant);
	if (!still_tells(instruction, &test, reads[0]))
		test.threads = 0;
	lone->tests[sets[1]].threads = 0;
	lone->tests[sets[0]] = test;
	lone->tests[PREDICATE_TRUE].threads = 0;
}

static void write(struct lone *lone, const struct instruction *instruction)
{
	const unsigned operation = operation_of(instruction);
	const int first = instruction_result(instruction);
	int count = 1 + instruction_is_wide(instruction);
	bool is_index = false;

	if (!instruction_has_result(instruction))
		return;
	if (operation == S2R)
		is_index = (instruction->high >> SPECIAL_SHIFT & SPECIAL_MASK) == THREAD_X;
	else if (operation == MOV && (instruction->low >> FORM_SHIFT & FORM_MASK) == FORM_REGISTER)
		is_index = lone->is_index[instruction_stored(instruction)];
	switch (instruction_kind(instruction)) {
	case INSTRUCTION_GLOBAL_LOAD:
	case INSTRUCTION_LOCAL_LOAD:
	case INSTRUCTION_SHARED:
	case INSTRUCTION_CONSTANT:
		count = instruction_loaded_registers(instruction);
		break;
	default:
		break;
	}
	for (int i = 0; i < count && first + i < REGISTER_ZERO; i++)
		lone->is_index[first + i] =
		        is_index && instruction_guard(instruction) == PREDICATE_TRUE;
}

/* From FIRST on, up to where others come to from elsewhere. */
static int64_t end_of(const struct elf_bytes *text, int64_t first, int64_t end, int64_t count,
                      bool is_combined)
{
	for (int64_t i = 0; i < count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		int64_t target;

		if ((i >= first && i < end) ||
		    (operation_of(&instruction) != BRA && !instruction_calls(&instruction)))
			continue;
		target = code_branch_target(&instruction, i, is_combined);
		if (target >= first && target < end)
			end = target;
	}
	return end;
}

static void mark(struct code_instruction *items, int64_t first, int64_t end, uint32_t threads)
{
	for (int64_t i = first; i < end; i++) {
		struct code_instruction *item = &items[i];

		if (item->is_in_loop && item->loop_head >= first &&
		    (!item->threads_most || item->threads_most > threads))
			item->threads_most = threads;
	}
}

void lone_mark(struct code_instruction *items, size_t count, const struct elf_bytes *text,
               bool is_combined)
{
	struct lone lone;
	int regions = 0;

	memset(&lone, 0, sizeof lone);
	for (int64_t i = 0; i < (int64_t)count && regions < REGIONS_MAX; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const unsigned operation = operation_of(&instruction);
		const struct test *test = &lone.tests[instruction_guard(&instruction)];
		int64_t end = (int64_t)count;

		if (operation == R2P)
			memset(lone.tests, 0, sizeof lone.tests);
		if (instruction_compares(&instruction))
			compare(&lone, &instruction);
		write(&lone, &instruction);
		if ((operation != BRA && operation != EXIT) || !test->threads ||
		    test->few_if != instruction_guard_is_negated(&instruction))
			continue;
		if (operation == BRA)
			end = code_branch_target(&instruction, i, is_combined);
		if (end <= i + 1 || end > (int64_t)count)
			continue;
		mark(items, i + 1, end_of(text, i + 1, end, (int64_t)count, is_combined),
		     test->threads);
		regions++;
	}
}
