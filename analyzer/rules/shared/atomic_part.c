/* SPDX-License-Identifier: MIT */
/* How much of its time a kernel spends on atomic operations on global memory. Any thread. */
#include "rules/shared/atomic_part.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "rules/shared/constants.h"
#include "rules/shared/worth.h"

/* Whether the warp at INSTRUCTION, which waits for a reason with that LABEL, is asked about. */
typedef bool atomic_wait(const struct code_instruction *instruction, const char *label);

struct atomic_waits {
	atomic_wait *is_such;
	const struct code_instruction *instruction;
};

static bool is_for_result(const struct code_instruction *instruction, const char *label)
{
	return strcmp(label, "long_scoreboard") == 0 &&
	       instruction->awaits >> INSTRUCTION_GLOBAL_ATOMIC & 1;
}

static bool may_be_behind_atomics(const struct code_instruction *instruction, const char *label)
{
	static const char *const anywhere[] = { "lg_throttle", "drain", "membar", "barrier", NULL };

	return instruction->kind == INSTRUCTION_GLOBAL_ATOMIC ||
	       is_for_result(instruction, label) || text_is_one_of(label, anywhere);
}

static double is_such_wait(const struct trace_stall_reason *stall, const void *context)
{
	const struct atomic_waits *waits = context;

	return waits->is_such(waits->instruction, stall->label);
}

static double such_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                           const void *context)
{
	const struct kernel_code *code = context;
	struct atomic_waits waits = *(const struct atomic_waits *)code->asked;

	waits.instruction = kernel_code_at(code, line);
	return waits.instruction ? kernel_line_stalls(lines, line, is_such_wait, &waits) : 0;
}

static double part_of(struct check *check, const struct kernel *kernel, atomic_wait *is_such,
                      double unknown)
{
	const double samples = (double)kernel->profile->samples;
	const struct atomic_waits asked = { .is_such = is_such };

	if (samples < SAMPLES_MIN || !kernel->code || !kernel->code->is_known)
		return unknown;
	return fmin(kernel_weigh_code(check, kernel, such_samples, &asked) / samples, 1);
}

double atomic_part(struct check *check, const struct kernel *kernel)
{
	return part_of(check, kernel, may_be_behind_atomics, 1);
}

double atomic_results_part(struct check *check, const struct kernel *kernel)
{
	return part_of(check, kernel, is_for_result, 0);
}
