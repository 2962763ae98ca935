/* SPDX-License-Identifier: MIT */
/*
 * Follows a loop through two rounds: an address that is kept from one to the next has another place
 * in the second than one made of the index there. Any thread.
 */
#include "code/strided.h"

#include "code/moved.h"
#include "code/registers.h"

struct loop {
	int64_t head, end; /* its first instruction, and the branch back to it */
};

/* The only loop there is; false: there is none, or there are several. */
static bool find_loop(struct loop *loop, const struct elf_bytes *text, bool is_combined)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	int loops = 0;

	for (int64_t i = 0; i < count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const int64_t head = code_loop_head(&instruction, i, is_combined);

		if (head < 0)
			continue;
		*loop = (struct loop){ head, i };
		loops++;
	}
	return loops == 1;
}

static bool writes(const struct instruction *instruction, uint8_t number)
{
	const int first = instruction_result(instruction);
	const enum instruction_kind kind = instruction_kind(instruction);
	int count = instruction_is_wide(instruction) ? 2 : 1;

	if (number == REGISTER_ZERO || !instruction_has_result(instruction))
		return false;
	if (kind == INSTRUCTION_GLOBAL_LOAD || kind == INSTRUCTION_CONSTANT)
		count = instruction_loaded_registers(instruction);
	return number >= first && number < first + count;
}

/* How many instructions of LOOP write the register NUMBER; the last of them is LAST. */
static int count_writes(const struct elf_bytes *text, const struct loop *loop, uint8_t number,
                        struct instruction *last)
{
	int count = 0;

	for (int64_t i = loop->head; i <= loop->end; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		if (!writes(&instruction, number))
			continue;
		*last = instruction;
		count++;
	}
	return count;
}

/* Whether each round of LOOP adds to the register INDEX what is the same in all rounds. */
static bool is_advanced(const struct elf_bytes *text, const struct loop *loop, uint8_t index)
{
	struct instruction step, other;
	uint8_t reads[3];
	bool adds_to_itself = false;
	int count;

	if (count_writes(text, loop, index, &step) != 1 || !instruction_makes_addresses(&step))
		return false;
	count = instruction_reads(&step, reads);
	for (int i = 0; i < count; i++) {
		if (reads[i] == index)
			adds_to_itself = true;
		else if (count_writes(text, loop, reads[i], &other))
			return false;
	}
	return adds_to_itself;
}

/* From FROM to before TO. Whether lanes or threads did not give one another anything, and what was
 * loaded and stored, if anything, was at one place. */
static bool is_at_one_place(struct moved *moved, const struct elf_bytes *text, int64_t from,
                            int64_t to)
{
	moved->loads = moved->stores = false;
	for (int64_t i = from; i < to; i++) {
		const struct instruction instruction = code_instruction_fetch(text, i);

		moved_take(moved, &instruction);
	}
	return !moved->elsewhere;
}

bool strided_over_elements(const struct elf_bytes *text, bool is_combined)
{
	const int64_t count = (int64_t)(text->size / CODE_INSTRUCTION_BYTES);
	struct moved moved = { 0 };
	struct loop loop;

	if (!find_loop(&loop, text, is_combined))
		return false;
	if (!is_at_one_place(&moved, text, 0, loop.head) || moved.loads || moved.stores)
		return false;
	for (int round = 0; round < 2; round++)
		if (!is_at_one_place(&moved, text, loop.head, loop.end + 1) || !moved.loads ||
		    !moved.stores || !is_advanced(text, &loop, moved.first.index))
			return false;
	return is_at_one_place(&moved, text, loop.end + 1, count) && !moved.loads && !moved.stores;
}
