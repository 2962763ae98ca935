/* SPDX-License-Identifier: MIT */
/* Threads that come to barriers in loops and have nothing to do between them. Any thread. */
#include "rules/shared/barrier_steps.h"

#include <math.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"

static const char *const at_barriers[] = { "barrier", NULL };

/* Adds up, weighed by their samples, how many of the threads that came to the barrier before it
 * executed each of LINES, which are in the order of the code. */
static double threads_at_work(const struct kernel_lines *lines, const struct kernel *kernel,
                              const struct kernel_code *code)
{
	double came = NAN, worked = 0, weights = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const struct kernel_line *line = &lines->items[i];
		const struct code_instruction *instruction = kernel_code_at(code, line);
		const double weight =
		        (double)line->samples - kernel_line_samples(lines, line, at_barriers);
		double threads = line->thread_inst_executed_pred_on;

		if (!instruction || !instruction->is_in_loop)
			came = NAN;
		else if (instruction->is_barrier)
			came = line->inst_executed * kernel_lanes(kernel);
		if (!is_measured(threads))
			threads = line->thread_inst_executed;
		if (!(came > 0) || !(weight > 0) || !is_measured(threads))
			continue;
		worked += weight * fmin(threads / came, 1);
		weights += weight;
	}
	return weights >= SAMPLES_MIN ? worked / weights : NAN;
}

/* The part of the threads that have work between the barriers of a loop, on average. NAN: they meet
 * in none, or it was not counted. */
static double at_work_part(struct check *check, const struct kernel *kernel)
{
	struct kernel_code code = { 0 };
	struct kernel_lines lines = { 0 };
	double part = NAN;
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
		                        kernel->function);
	if (!err)
		part = threads_at_work(&lines, kernel, &code);
	kernel_lines_release(&lines);
	free(code.items);
	check_failed(check, err);
	return part;
}

#define FEWER_STEPS                                                                                \
	"Let each thread take several items before, which shortens the loop, let threads without " \
	"work leave where no barrier is behind, and end within a warp: shuffles need no barrier."

static const char most_are_idle[] = "Most threads of the block come to barriers of a loop and have "
                                    "nothing to do between them. " FEWER_STEPS;
static const char where_most_are_idle[] = "Do fewer threads have work with each step of the loop "
                                          "(if (threadIdx.x < n))? " FEWER_STEPS;

void barrier_steps_say(struct check *check, struct finding *f, const struct kernel *kernel,
                       double at_work_percent)
{
	double part;

	if (!kernel->code || !kernel->code->meets_in_loops)
		return;
	part = at_work_part(check, kernel);
	if (is_measured(part))
		finding_fact(f, "at work", "%.0f %% of the threads between barriers, on average",
		             100 * part);
	if (100 * part < at_work_percent)
		finding_advice_then(f, most_are_idle);
	else if (!is_measured(part) && kernel->profile->divergent_branches != 0)
		finding_advice_then(f,
		                    where_most_are_idle); /* no lane leaves others: no such steps */
}
