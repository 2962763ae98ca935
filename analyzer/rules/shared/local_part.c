/* SPDX-License-Identifier: MIT */
/* How much of its time a kernel spends on local memory. Any thread. */
#include "rules/shared/local_part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/shared/worth.h"

static bool is_awaited(const struct code_instruction *instruction, int kind)
{
	return instruction->awaits >> kind & 1;
}

/* Of what INSTRUCTION waits for behind the long scoreboard, the part that is local memory: which of
 * several loads came last, nothing tells. Stores only keep their operands for a while. */
static double awaited_part(const struct code_instruction *instruction)
{
	int loads = 0;

	for (int k = 0; k < INSTRUCTION_KINDS; k++)
		loads += is_awaited(instruction, k) && k != INSTRUCTION_LOCAL_STORE &&
		         k != INSTRUCTION_GLOBAL_STORE &&
		         !instruction_is_short((enum instruction_kind)k);
	if (!loads)
		return is_awaited(instruction, INSTRUCTION_LOCAL_STORE);
	return is_awaited(instruction, INSTRUCTION_LOCAL_LOAD) ? 1.0 / loads : 0;
}

/* The part of the samples in the state STALL at an instruction that is spent on local memory. What
 * a load or store itself waits for at a scoreboard is its address or its value. */
static double part_of_stall(const struct trace_stall_reason *stall, const void *context)
{
	const struct code_instruction *instruction = context;
	const bool is_local = instruction->kind == INSTRUCTION_LOCAL_LOAD ||
	                      instruction->kind == INSTRUCTION_LOCAL_STORE;

	if (strcmp(stall->label, "long_scoreboard") == 0)
		return awaited_part(instruction);
	return is_local && strcmp(stall->label, "short_scoreboard") != 0;
}

double local_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                     const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	return instruction ? kernel_line_stalls(lines, line, part_of_stall, instruction) : 0;
}

static int find_part(double *part, const struct trace *trace,
                     const struct kernel_profiles *profiles, uint32_t function)
{
	struct kernel_code code = { 0 };
	struct kernel_lines lines = { 0 };
	double sum = 0;
	int err = code_instructions_read(&code.items, &code.count, trace, function);

	if (!err)
		err = kernel_lines_init(&lines, profiles, NULL, KERNEL_INSTRUCTIONS, function);
	for (size_t i = 0; !err && i < lines.count; i++)
		sum += local_samples(&lines, &lines.items[i], &code);
	if (!err && code.count)
		*part = sum / (double)profiles->functions[function].samples;
	kernel_lines_release(&lines);
	free(code.items);
	return err;
}

int local_parts_find(double *parts, const struct trace *trace,
                     const struct kernel_profiles *profiles, const struct code *codes)
{
	int err = 0;

	for (uint32_t f = 0; f < trace->functions_count && !err; f++) {
		const struct kernel_profile *profile = &profiles->functions[f];

		parts[f] = NAN;
		if (codes[f].is_known && codes[f].local.all && profile->samples >= SAMPLES_MIN &&
		    profile->time_percent >= worth_threshold->value)
			err = find_part(&parts[f], trace, profiles, f);
	}
	return err;
}
