/* SPDX-License-Identifier: MIT */
/* The time of a kernel in instructions of a sort. Any thread, one at a time. */
#include "rules/shared/own_time.h"

#include <math.h>
#include <string.h>

const struct threshold own_time_thresholds[] = {
	[OWN_TIME_PART] = { "part", 10, "%" },
	[OWN_TIME_ISSUING] = { "issuing", 60, "%" },
	[OWN_TIME_CHAIN] = { "own chain", 30, "%" },
	[OWN_TIME_MOST] = { "most", 50, "%" },
	{ .name = NULL },
};

/* What the weights below ask about. */
struct sort {
	own_time_sort *is_such;
};

static const struct code_instruction *such_at(const struct kernel_code *code,
                                              const struct kernel_line *line)
{
	const struct code_instruction *instruction = kernel_code_at(code, line);
	const struct sort *sort = code->asked;

	return instruction && sort->is_such(instruction) ? instruction : NULL;
}

static double all_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                          const void *context)
{
	(void)lines;
	return such_at(context, line) ? (double)line->samples : 0;
}

/* Those in which a warp issued the instruction. */
static double issued_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                             const void *context)
{
	static const char *const issued[] = { "selected", NULL };

	return such_at(context, line) ? kernel_line_samples(lines, line, issued) : 0;
}

/* Whether a warp at an instruction, in the state STALL, has only the computation to wait
 * for: its turn, a result of fixed latency, a pipe, the target of a call, or what goes through the
 * short scoreboard and no memory; at the branch of an exactly rounded operation the check of its
 * operands, which is of no other kind. */
static double is_of_its_own(const struct trace_stall_reason *stall, const void *context)
{
	const struct code_instruction *instruction = context;
	const uint32_t results = UINT32_C(1) << INSTRUCTION_CONVERSION |
	                         UINT32_C(1) << INSTRUCTION_SPECIAL_FUNCTION |
	                         UINT32_C(1) << INSTRUCTION_DOUBLE |
	                         (instruction->rounds ? UINT32_C(1) << INSTRUCTION_OTHER : 0);

	return kernel_stall_is_executing(stall->label) ||
	       (strcmp(stall->label, "short_scoreboard") == 0 && !(instruction->awaits & ~results));
}

static double samples_of_chain(const struct kernel_lines *lines, const struct kernel_line *line,
                               const void *context)
{
	const struct code_instruction *instruction = such_at(context, line);

	return instruction ? kernel_line_stalls(lines, line, is_of_its_own, instruction) : 0;
}

bool own_time_is_issued(const struct kernel *kernel)
{
	return kernel->profile->issue_active >= own_time_thresholds[OWN_TIME_ISSUING].value;
}

static bool is_memory_measured(const struct kernel_profile *p)
{
	return is_measured(p->memory_throughput) || is_measured(p->l2_throughput);
}

/* Whether what is issued tells the time of each instruction: warps that wait for a scheduler that
 * is busy, or for a pipe that is full, are found where they queue, and not at what fills it. */
static bool is_told_by_issue(const struct kernel *kernel)
{
	return own_time_is_issued(kernel) && kernel->profile->samples_issued >= SAMPLES_MIN;
}

/* Of the samples that count, those at instructions of the sort; 0 to 1. */
static double part_of_samples(struct check *check, const struct kernel *kernel,
                              own_time_sort *is_such)
{
	const struct kernel_profile *p = kernel->profile;
	const struct sort sort = { is_such };

	if (is_told_by_issue(kernel))
		return kernel_weigh_code(check, kernel, issued_samples, &sort) /
		       (double)p->samples_issued;
	return kernel_weigh_code(check, kernel,
	                         own_time_is_issued(kernel) ? all_samples : samples_of_chain,
	                         &sort) /
	       (double)p->samples;
}

const char *own_time_lacks(struct check *check, const struct kernel *kernel, own_time_sort *is_such)
{
	if (kernel->profile->samples < SAMPLES_MIN)
		return NEEDS_STALLS;
	if (!is_measured(kernel->profile->issue_active))
		return NEEDS_COUNTERS;
	if (own_time_is_issued(kernel) || is_memory_measured(kernel->profile))
		return NULL;
	return 100 * part_of_samples(check, kernel, is_such) <
	                       own_time_thresholds[OWN_TIME_MOST].value
	               ? NEEDS_MEMORY
	               : NULL;
}

/* From what percentage of the samples on they decide; INFINITY: never, since a unit that moves data
 * does, and what waits for that has time for them. Where no such unit was measured, most of what
 * the warps do has to be the computation. */
static double samples_needed(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	if (own_time_is_issued(kernel))
		return own_time_thresholds[OWN_TIME_PART].value;
	if (!is_memory_measured(p))
		return own_time_thresholds[OWN_TIME_MOST].value;
	return fmax(p->memory_throughput, p->l2_throughput) < peak_threshold->value
	               ? own_time_thresholds[OWN_TIME_CHAIN].value
	               : INFINITY;
}

double own_time_part(struct check *check, const struct kernel *kernel, own_time_sort *is_such)
{
	double part;

	if (kernel->profile->samples < SAMPLES_MIN || !isfinite(samples_needed(kernel)))
		return 0;
	part = part_of_samples(check, kernel, is_such);

	return 100 * part < samples_needed(kernel)
	               ? 0
	               : fmax(fmin(part, 1 - kernel_traffic_part(kernel)), 0);
}

double own_time_samples(struct check *check, const struct kernel *kernel, own_time_sort *is_such)
{
	return kernel_weigh_code(check, kernel,
	                         is_told_by_issue(kernel) ? issued_samples : all_samples,
	                         &(struct sort){ is_such });
}

void own_time_lines(struct check *check, struct finding *finding, const struct kernel *kernel,
                    const char *label, own_time_sort *is_such)
{
	kernel_name_code(check, finding, kernel, label,
	                 is_told_by_issue(kernel) ? issued_samples : all_samples,
	                 &(struct sort){ is_such });
}

void own_time_facts(struct finding *finding, const struct kernel *kernel, const char *what)
{
	finding_fact(finding, "issuing", "in %.0f %% of the cycles", kernel->profile->issue_active);
	if (!own_time_is_issued(kernel))
		finding_fact(finding, "chain",
		             "each thread waits for one result of %s after the other, and not for "
		             "memory",
		             what);
}
