/* SPDX-License-Identifier: MIT */
/* How much of its time a kernel spends on what each block does once. Any thread. */
#include "rules/shared/once_part.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "rules/shared/worth.h"

/*
 * Marks in IS_INSIDE the instructions of loops in which something is loaded from global memory,
 * those around it included: a loop's instructions lie from its head to the last that has it for a
 * head. Returns 1; 0: some load is in no loop, as one of a tile of the block's own, which fewer
 * blocks would load as often; or -ENOMEM.
 */
static int mark_loops(bool *is_inside, const struct code_instruction *items, size_t count)
{
	size_t *ends = calloc(count + 1, sizeof *ends);   /* by head: behind the loop */
	size_t *loads = calloc(count + 1, sizeof *loads); /* before an instruction */
	size_t end = 0;
	bool is_in_loops = true;

	if (!ends || !loads) {
		free(ends);
		free(loads);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count && is_in_loops; i++) {
		const bool is_load = items[i].kind == INSTRUCTION_GLOBAL_LOAD;

		if (items[i].is_in_loop && items[i].loop_head <= i)
			ends[items[i].loop_head] = i + 1;
		loads[i + 1] = loads[i] + is_load;
		is_in_loops = !is_load || items[i].is_in_loop;
	}
	for (size_t i = 0; i < count && is_in_loops; i++) {
		if (ends[i] > end && loads[ends[i]] > loads[i])
			end = ends[i];
		is_inside[i] = i < end;
	}
	free(ends);
	free(loads);
	return is_in_loops;
}

static int find_part(double *part, const struct trace *trace,
                     const struct kernel_profiles *profiles, uint32_t function)
{
	struct code_instruction *items = NULL;
	struct kernel_lines lines = { 0 };
	bool *is_inside = NULL;
	size_t count = 0;
	int64_t once = 0;
	int err = code_instructions_read(&items, &count, trace, function), marked = 0;

	if (!err)
		err = kernel_lines_init(&lines, profiles, NULL, KERNEL_INSTRUCTIONS, function);
	if (!err && !(is_inside = calloc(count + 1, sizeof *is_inside)))
		err = -ENOMEM;
	if (!err)
		marked = mark_loops(is_inside, items, count);
	for (size_t i = 0; marked > 0 && i < lines.count; i++) {
		const uint64_t at =
		        (uint64_t)lines.items[i].pc_offset_bytes / CODE_INSTRUCTION_BYTES;

		if (at < count && items[at].is_in_loop && !is_inside[at])
			once += lines.items[i].samples;
	}
	if (marked > 0 && count)
		*part = (double)once / (double)profiles->functions[function].samples;
	if (marked < 0)
		err = marked;
	kernel_lines_release(&lines);
	free(is_inside);
	free(items);
	return err;
}

int once_parts_find(double *parts, const struct trace *trace,
                    const struct kernel_profiles *profiles, const struct code *codes)
{
	int err = 0;

	for (uint32_t f = 0; f < trace->functions_count && !err; f++) {
		const struct kernel_profile *profile = &profiles->functions[f];

		parts[f] = NAN;
		if (codes[f].is_known && codes[f].reads_grid_size && codes[f].global_in_loops &&
		    !codes[f].loads_to_shared && profile->samples >= SAMPLES_MIN &&
		    profile->time_percent >= worth_threshold->value)
			err = find_part(&parts[f], trace, profiles, f);
	}
	return err;
}
