/* SPDX-License-Identifier: MIT */
/* What the instructions are that a kernel executes. Any thread, one at a time. */
#include "rules/shared/instruction_mix.h"

#include <math.h>
#include <stdlib.h>

#include "rules/shared/constants.h"

enum { LANES_OF = 32 };

/* Instructions that an exactly rounded operation takes more than an approximate one. */
static const int more[PRECISE_OPERATIONS] = {
	[PRECISE_DIVISION] = MORE_OF_DIVISION,
	[PRECISE_RECIPROCAL] = MORE_OF_RECIPROCAL,
	[PRECISE_ROOT] = MORE_OF_ROOT,
};

static double is_issuing(const struct trace_stall_reason *stall, const void *context)
{
	(void)context;
	return stall->is_issuing;
}

static void add(struct instruction_mix *mix, const struct code_instruction *instruction,
                double weight)
{
	if (instruction->kind == INSTRUCTION_SPECIAL_FUNCTION)
		mix->special += weight;
	if (instruction->denormal == DENORMAL_TESTS)
		mix->tests_denormals += weight;
	if (instruction->denormal == DENORMAL_SCALES)
		mix->scales_denormals += weight;
	if (instruction->precise != PRECISE_NONE)
		mix->estimates += weight;
	mix->precise[instruction->precise] += weight * more[instruction->precise];
}

static struct instruction_mix parts_of(const struct instruction_mix *mix, double all)
{
	struct instruction_mix parts = {
		.special = mix->special / all,
		.estimates = fmin(mix->estimates, mix->special) / all, /* samples differ */
		.tests_denormals = mix->tests_denormals / all,
		.scales_denormals = mix->scales_denormals / all,
	};

	for (int i = 0; i < PRECISE_OPERATIONS; i++)
		parts.precise[i] = mix->precise[i] / all;
	return parts;
}

struct instruction_mix instruction_mix(struct check *check, const struct kernel *kernel)
{
	const bool is_counted = is_measured(kernel->counts.instructions);
	struct kernel_code code = { 0 };
	struct kernel_lines lines = { 0 };
	struct instruction_mix mix = { 0 };
	double all = 0;
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
		                        kernel->function);
	for (size_t i = 0; !err && i < lines.count; i++) {
		const struct kernel_line *line = &lines.items[i];
		const struct code_instruction *instruction = kernel_code_at(&code, line);
		const double weight = is_counted
		                              ? line->inst_executed
		                              : kernel_line_stalls(&lines, line, is_issuing, NULL);

		if (!(weight > 0))
			continue;
		all += weight;
		if (instruction)
			add(&mix, instruction, weight);
	}
	kernel_lines_release(&lines);
	if (err || !code.count || !(all >= (is_counted ? 1 : SAMPLES_MIN)))
		all = NAN;
	free(code.items);
	check_failed(check, err);
	return parts_of(&mix, all);
}

double instruction_mix_special_part(const struct check *check, const struct kernel *kernel,
                                    const struct instruction_mix *mix)
{
	const struct kernel_profile *p = kernel->profile;
	double cycles;

	if (p->device >= check->trace->devices_count)
		return 0;
	cycles = mix->special * p->instructions * LANES_OF / SPECIAL_LANES /
	         check->trace->devices[p->device].multiprocessors / p->active_cycles;
	return cycles > 0 ? fmin(cycles, 1) : 0;
}

double instruction_mix_estimates_part(const struct check *check, const struct kernel *kernel,
                                      const struct instruction_mix *mix)
{
	return mix->special > 0 ? instruction_mix_special_part(check, kernel, mix) *
	                                  mix->estimates / mix->special
	                        : 0;
}
