/* SPDX-License-Identifier: MIT */
/* The instructions of a function, one by one: what each waits for, and what it is part of. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"
#include "code/code_parts.h"
#include "code/denormals.h"
#include "code/elf_image.h"
#include "code/instruction.h"
#include "code/lanes.h"
#include "code/loaded.h"
#include "code/lone.h"
#include "code/rounding.h"

enum { SCOREBOARDS = 6 };
enum { CARRIED_STEPS = 16 }; /* for each instruction: loops in loops go through it again */

struct instructions {
	const char *function;
	bool is_combined_offset; /* branches as since capability 9.0 */
	struct code_instruction *items;
	size_t count;
	uint64_t fingerprint;
	bool varies;  /* another module has other code of that name */
	size_t steps; /* that carrying may still take */
};

/* What holds a scoreboard: kinds of instructions, and the last of them that load. */
struct holders {
	uint32_t kinds;
	uint32_t loads[CODE_LOADS_MAX];
	int loads_count;
};

static void add_load(uint32_t loads[CODE_LOADS_MAX], int *count, uint32_t load)
{
	for (int i = 0; i < *count; i++)
		if (loads[i] == load)
			return;
	if (*count == CODE_LOADS_MAX)
		memmove(loads, loads + 1, (size_t)-- * count * sizeof *loads);
	loads[(*count)++] = load;
}

static void hold(struct holders *holders, const struct code_instruction *instruction, size_t index)
{
	static const uint32_t loading = 1u << INSTRUCTION_GLOBAL_LOAD |
	                                1u << INSTRUCTION_LOCAL_LOAD |
	                                1u << INSTRUCTION_GLOBAL_ATOMIC;

	holders->kinds |= 1u << instruction->kind |
	                  (instruction->indexes_constants ? CODE_AWAITS_INDEXED : 0);
	if (loading >> instruction->kind & 1)
		add_load(holders->loads, &holders->loads_count, (uint32_t)index);
}

static void await(struct code_instruction *instruction, const struct holders *holders)
{
	instruction->awaits |= holders->kinds;
	for (int i = 0; i < holders->loads_count; i++)
		add_load(instruction->loads, &instruction->loads_count, holders->loads[i]);
}

/* What the end of a loop has STARTED, its beginning waits for. */
static void carry(struct instructions *all, const struct elf_bytes *text, int64_t head, int64_t end,
                  const struct holders started[SCOREBOARDS])
{
	unsigned open = 0;

	for (int b = 0; b < SCOREBOARDS; b++)
		open |= started[b].kinds ? 1u << b : 0;
	for (int64_t i = head; i <= end && open && all->steps; i++, all->steps--) {
		const struct instruction instruction = code_instruction_fetch(text, i);
		const unsigned waits_for = instruction_waits_for(&instruction);

		for (int b = 0; b < SCOREBOARDS; b++)
			if (waits_for & open & 1u << b)
				await(&all->items[i], &started[b]);
		open &= ~waits_for;
	}
}

/*
 * From where a division of integers begins (nvcc 13.0, 7.5 to 12.0): for 32 bits 18 to 23; for 64 a
 * function of its own, up to where that returns (52 to 77).
 */
enum { DIVISION_INSTRUCTIONS = 20, LONG_DIVISION_INSTRUCTIONS = 77 };

/* Marks the instructions of divisions of integers, those that round floats exactly, and those that
 * scale denormal numbers. */
static void find_patterns(struct instructions *all, const struct elf_bytes *text)
{
	size_t left = 0;
	struct denormals denormals = { 0 };

	for (size_t i = 0; i < all->count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)i);

		if (instruction_begins_division(&instruction))
			left = instruction_kind(&instruction) == INSTRUCTION_DOUBLE
			               ? LONG_DIVISION_INSTRUCTIONS
			               : DIVISION_INSTRUCTIONS;
		all->items[i].divides = left > 0;
		left = left && !instruction_returns(&instruction) ? left - 1 : 0;
		all->items[i].denormal = denormals_take(&denormals, &instruction);
		all->items[i].is_barrier = instruction_is_barrier(&instruction);
		all->items[i].precise = instruction_precise(&instruction);
	}
}

/* Marks the loads of constants by an index that may differ between lanes. Twice, as above. */
static void find_indexed(struct instructions *all, const struct elf_bytes *text)
{
	struct lanes lanes = { 0 };

	for (size_t i = 0; i < 2 * all->count; i++) {
		const size_t at = i % all->count;
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)at);

		all->items[at].indexes_constants = lanes_index_constants(&lanes, &instruction);
		lanes_take(&lanes, &instruction);
	}
}

/* Marks the accesses whose place the data decide. */
static int find_by_data(struct instructions *all, const struct elf_bytes *text)
{
	bool *is_by_data = calloc(all->count + 1, sizeof *is_by_data);
	int err = is_by_data ? loaded_find(is_by_data, text, all->is_combined_offset) : -ENOMEM;

	for (size_t i = 0; !err && i < all->count; i++)
		all->items[i].is_by_data = is_by_data[i];
	free(is_by_data);
	return err;
}

/* Marks the instructions in loops. Loops lie in one another: the latest to begin is the first to
 * end. */
static int find_loops(struct instructions *all, const struct elf_bytes *text)
{
	int32_t *begins = calloc(3 * all->count + 1, sizeof *begins); /* by instruction: how many */
	int32_t *ends = begins ? begins + all->count : NULL;
	uint32_t *open = (uint32_t *)(ends ? ends + all->count : NULL);
	size_t depth = 0;

	if (!begins)
		return -ENOMEM;
	for (size_t i = 0; i < all->count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)i);
		const int64_t head =
		        code_loop_head(&instruction, (int64_t)i, all->is_combined_offset);

		if (head < 0)
			continue;
		begins[head]++;
		ends[i]++;
	}
	for (size_t i = 0; i < all->count; i++) {
		while (begins[i]-- > 0)
			open[depth++] = (uint32_t)i;
		all->items[i].is_in_loop = depth > 0;
		if (depth)
			all->items[i].loop_head = open[depth - 1];
		depth -= (size_t)ends[i];
	}
	free(begins);
	return 0;
}

/* Marks what is of a routine of the math library that lies behind the kernel, and what calls it. */
static void mark_routine(struct instructions *all, const struct elf_bytes *text,
                         const struct math_range *range)
{
	const size_t begin = range->begin / CODE_INSTRUCTION_BYTES;
	const size_t end = range->end / CODE_INSTRUCTION_BYTES;

	for (size_t i = 0; i < all->count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)i);

		if (i >= begin && i < end)
			all->items[i].routine = range->routine;
		if (instruction_calls(&instruction) &&
		    code_branch_target(&instruction, (int64_t)i, all->is_combined_offset) ==
		            (int64_t)begin)
			all->items[i].calls = range->routine;
	}
}

/* A kernel has one or two: a forged module shall not make this quadratic. */
enum { ROUTINES_MAX = 8 };

static void find_routines(struct instructions *all, const struct elf_image *image, size_t section)
{
	struct math_range range;
	size_t symbol = 0;

	for (int i = 0; i < ROUTINES_MAX && math_routines_next(&range, &symbol, image, section);
	     i++)
		mark_routine(all, &image->sections[section].bytes, &range);
}

/* In the order of the code, which is that of execution but for branches: a scoreboard that is
 * waited for is free again. */
static void find_waits(struct instructions *all, const struct elf_bytes *text)
{
	struct holders started[SCOREBOARDS] = { 0 };

	all->steps = CARRIED_STEPS * all->count;
	for (size_t i = 0; i < all->count; i++) {
		const struct instruction instruction = code_instruction_fetch(text, (int64_t)i);
		const unsigned waits_for = instruction_waits_for(&instruction);
		const unsigned sets = instruction_sets(&instruction);
		const int64_t head =
		        code_loop_head(&instruction, (int64_t)i, all->is_combined_offset);

		all->items[i].kind = instruction_kind(&instruction);
		for (int b = 0; b < SCOREBOARDS; b++) {
			if (waits_for >> b & 1) {
				await(&all->items[i], &started[b]);
				started[b] = (struct holders){ 0 };
			}
			if (sets >> b & 1)
				hold(&started[b], &all->items[i], i);
		}
		if (head >= 0)
			carry(all, text, head, (int64_t)i, started);
	}
}

static int read_instructions_of(void *context, const struct elf_image *image)
{
	struct instructions *all = context;

	for (size_t i = 1; i < image->section_count; i++) {
		const struct elf_section *section = &image->sections[i];
		const char *function = elf_code_name(image, section);

		if (!function || strcmp(function, all->function) != 0)
			continue;
		if (all->items) {
			all->varies |= code_fingerprint(&section->bytes) != all->fingerprint;
			continue;
		}
		all->fingerprint = code_fingerprint(&section->bytes);
		all->count = section->bytes.size / CODE_INSTRUCTION_BYTES;
		all->items = calloc(all->count + 1, sizeof *all->items);
		if (!all->items)
			return -ENOMEM;
		if (find_loops(all, &section->bytes) || find_by_data(all, &section->bytes))
			return -ENOMEM;
		lone_mark(all->items, all->count, &section->bytes, all->is_combined_offset);
		find_indexed(all, &section->bytes);
		find_waits(all, &section->bytes);
		find_patterns(all, &section->bytes);
		rounding_mark(all->items, all->count, &section->bytes, all->is_combined_offset);
		find_routines(all, image, i);
	}
	return 0;
}

int code_instructions_read(struct code_instruction **items, size_t *count,
                           const struct trace *trace, uint32_t function)
{
	struct instructions all = { .function = trace->functions[function].name,
		                    .is_combined_offset = code_has_combined_offsets(trace) };
	int err = 0;

	if (trace->devices_count && trace->devices[0].cc_major >= 7)
		err = code_modules_read(trace, read_instructions_of, &all);
	*items = all.items;
	*count = err || all.varies ? 0 : all.count;
	return err;
}
