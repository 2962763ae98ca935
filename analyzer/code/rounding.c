/* SPDX-License-Identifier: MIT */
/* The instructions of exactly rounded operations. Any thread. */
#include "code/rounding.h"

#include "code/code_parts.h"
#include "code/instruction.h"
#include "code/registers.h"

/*
 * As nvcc 13.0 makes them for sm_75 to sm_120: a division has its estimate before FCHK and all of
 * its steps before the branch that follows, a root its estimate before the comparison and its four
 * steps where the branch goes, a reciprocal the estimate there, too, and three steps.
 */
enum { NEAR = 8, CALL_NEAR = 12, STEPS = 4 };

enum {
	OPERATION_MASK = 0x1ff,
	FMUL = 0x020,
	FADD = 0x021,
	FFMA = 0x023,
	BSYNC = 0x141,
	BRA = 0x147
};

struct rounding {
	struct code_instruction *items;
	size_t count;
	const struct elf_bytes *text;
	bool is_combined;
};

static uint32_t name_at(const struct rounding *all, size_t i)
{
	return code_instruction_fetch(all->text, (int64_t)i).low & OPERATION_MASK;
}

static bool is_step(const struct rounding *all, size_t i)
{
	const uint32_t name = name_at(all, i);

	return name == FMUL || name == FADD || name == FFMA ||
	       all->items[i].kind == INSTRUCTION_SPECIAL_FUNCTION;
}

/* The estimate before the instruction AT, or that itself. */
static size_t find_estimate(const struct rounding *all, size_t at)
{
	for (size_t i = at; i > 0 && at - i < NEAR; i--)
		if (all->items[i - 1].kind == INSTRUCTION_SPECIAL_FUNCTION)
			return i - 1;
	return at;
}

/* The branch behind the instruction AT that some operands take; AT: there is none. */
static size_t find_branch(const struct rounding *all, size_t at)
{
	for (size_t i = at + 1; i < all->count && i - at <= NEAR; i++) {
		const struct instruction instruction =
		        code_instruction_fetch(all->text, (int64_t)i);

		if ((instruction.low & OPERATION_MASK) == BRA &&
		    instruction_guard(&instruction) != PREDICATE_TRUE)
			return i;
	}
	return at;
}

/* What BRANCH jumps over, the call, where its warps are while it is resolved; the STEPS where it
 * goes, and the place where the threads of a warp meet again. */
static void mark_behind(const struct rounding *all, size_t branch, size_t steps)
{
	const struct instruction instruction = code_instruction_fetch(all->text, (int64_t)branch);
	const int64_t target = code_branch_target(&instruction, (int64_t)branch, all->is_combined);
	size_t i = branch;

	if (target <= (int64_t)branch || target > (int64_t)(branch + CALL_NEAR))
		return;
	while (++i < (size_t)target && i < all->count)
		all->items[i].rounds = true;
	for (; i < all->count && name_at(all, i) != BSYNC && i < (size_t)target + steps; i++)
		all->items[i].rounds = is_step(all, i);
	if (i < all->count && name_at(all, i) == BSYNC)
		all->items[i].rounds = true;
}

void rounding_mark(struct code_instruction *items, size_t count, const struct elf_bytes *text,
                   bool is_combined)
{
	const struct rounding all = { items, count, text, is_combined };

	for (size_t at = 0; at < count; at++) {
		const enum precise_operation precise = items[at].precise;
		const size_t branch = precise == PRECISE_NONE ? at : find_branch(&all, at);

		if (branch == at)
			continue;
		for (size_t i = precise == PRECISE_RECIPROCAL ? at : find_estimate(&all, at);
		     i <= branch; i++)
			items[i].rounds |= i == at || i == branch || is_step(&all, i);
		mark_behind(&all, branch, precise == PRECISE_DIVISION ? 0 : STEPS);
	}
}
