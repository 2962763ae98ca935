/* SPDX-License-Identifier: MIT */
/* Finds loops that one thread or warp of a block goes through alone. Any thread, one at a time. */
#include "rules/shared/lone_threads.h"

#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"

enum { WARP = 32 };

static bool is_lone(const struct kernel *kernel, const struct code_instruction *instruction)
{
	const uint32_t most = instruction ? instruction->threads_most : 0;

	return most == 1 || (most && most <= WARP && kernel->warps > 1);
}

static double lone_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                           const void *context)
{
	const struct kernel_code *code = context;

	(void)lines;
	return is_lone(code->asked, kernel_code_at(code, line)) ? (double)line->samples : 0;
}

/* The same of loops of a single thread. */
static double single_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                             const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	(void)lines;
	return instruction && instruction->threads_most == 1 ? (double)line->samples : 0;
}

double lone_threads_part(struct check *check, const struct kernel *kernel)
{
	const struct trace_launch_shape *shape = kernel->shape;
	const int64_t samples = check->profiles->functions[kernel->function].samples;

	if (!shape || kernel->threads < 2 || shape->block[1] != 1 || shape->block[2] != 1 ||
	    !(kernel->profile->waves <= 1) || samples < SAMPLES_MIN || !kernel->code ||
	    !kernel->code->is_known || !kernel->code->reads_thread_index)
		return 0;
	return kernel_weigh_code(check, kernel, lone_samples, kernel) / (double)samples;
}

void lone_threads_report(struct check *check, struct finding *finding, const struct kernel *kernel)
{
	const int64_t samples = check->profiles->functions[kernel->function].samples;
	const double part = lone_threads_part(check, kernel);
	const double single =
	        kernel_weigh_code(check, kernel, single_samples, kernel) / (double)samples;

	finding_headline(finding,
	                 "%s: %s of a block of %d threads works alone for %.0f %% of its samples, "
	                 "in loops behind a test of threadIdx.x",
	                 finding->subject, 2 * single >= part ? "one thread" : "one warp",
	                 kernel->threads, 100 * part);
	finding_advice(finding,
	               "Let all threads of the block take part: a loop from threadIdx.x on, by "
	               "blockDim.x, in place of the test, if its rounds do not need one another "
	               "(a sum: a reduction). Or make it a kernel of its own, with a thread for "
	               "each round, where all SMs take part.");
	kernel_name_code(check, finding, kernel, "alone at", lone_samples, kernel);
	finding_fact(finding, "at least",
	             "others that wait at a barrier meanwhile have samples, too: the loops take "
	             "that much of the time, or more");
}
