/* SPDX-License-Identifier: MIT */
/*
 * Rule constant-index: the lanes of a warp load from constant memory by different indices, which
 * the constant cache serves one after another. Any thread.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "code/code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { QUEUE, THERE, WAITED, EACH, SLOW, QUICK, ISSUING };

static const struct threshold thresholds[] = {
	[QUEUE] = { "queue", 50, "%" },           [THERE] = { "there", 25, "%" },
	[WAITED] = { "waited", 150, "cycles" },   [EACH] = { "each", 16, "cycles" },
	[SLOW] = { "slow others", 32, "cycles" }, [QUICK] = { "others", 8, "cycles" },
	[ISSUING] = { "issuing", 60, "%" },       { .name = NULL },
};

/* States of a warp that waits for what goes by the queue of shared memory, indexed constants and
 * the slower units: for room in it, and for a result. */
static const char *const queueing[] = { "mio_throttle", "short_scoreboard", NULL };

/* The most that another instruction of the queue can take of an SM. */
static double most_cycles(enum instruction_kind kind)
{
	const bool is_slow = kind == INSTRUCTION_SHARED || kind == INSTRUCTION_SHARED_ATOMIC ||
	                     kind == INSTRUCTION_DOUBLE;

	if (is_slow)
		return thresholds[SLOW].value;
	return instruction_is_short(kind) ? thresholds[QUICK].value : 0;
}

/* Samples of a kernel. */
struct loads {
	double queueing;      /* at the loads, and for their results */
	double issued;        /* loads that were issued */
	double others_cycles; /* of an SM, that the others of the queue took at most: see
	                         most_cycles() */
};

/* Whether it is such a load, or waits for one and for nothing of shared memory. */
static bool is_there(const struct code_instruction *code)
{
	const uint32_t shared = 1u << INSTRUCTION_SHARED | 1u << INSTRUCTION_SHARED_ATOMIC;

	return code->indexes_constants ||
	       (code->awaits & CODE_AWAITS_INDEXED && !(code->awaits & shared));
}

static double samples_queueing(const struct kernel_lines *lines, const struct kernel_line *line,
                               const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	return instruction && is_there(instruction) ? kernel_line_samples(lines, line, queueing)
	                                            : 0;
}

static void add_line(struct loads *loads, const struct kernel_code *code,
                     const struct kernel_lines *lines, const struct kernel_line *line)
{
	static const char *const issued[] = { "selected", NULL };
	const struct code_instruction *instruction = kernel_code_at(code, line);

	if (!instruction)
		return;
	loads->queueing += samples_queueing(lines, line, code);
	if (instruction->indexes_constants)
		loads->issued += kernel_line_samples(lines, line, issued);
	else
		loads->others_cycles +=
		        most_cycles(instruction->kind) * kernel_line_samples(lines, line, issued);
}

static struct loads loads_of(struct check *check, const struct kernel *kernel)
{
	struct loads loads = { 0 };
	struct kernel_code code = { 0 };
	struct kernel_lines lines = { 0 };
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
		                        kernel->function);
	for (size_t i = 0; i < lines.count && !err; i++)
		add_line(&loads, &code, &lines, &lines.items[i]);
	kernel_lines_release(&lines);
	free(code.items);
	check_failed(check, err);
	return loads;
}

/* Of so many samples that were seen, how many there may be on average: all but one in forty times
 * (of none three, of ten nineteen). */
static double most_of(double samples)
{
	return samples + 2 * sqrt(samples) + 3;
}

/* Cycles in which a scheduler issued, in percent: as sampled, which is of the run, or as counted if
 * that is more. */
static double issuing(const struct kernel_profile *p)
{
	int64_t idle = 0;

	for (size_t i = 0; i < p->stalls_count; i++)
		idle += p->stalls[i].not_issued;
	return fmax(100 * (1 - (double)idle / (double)p->samples), p->issue_active);
}

/* How long a warp waits for each load, in cycles, at least: it is issued in one. */
static double cycles_waited(const struct loads *loads)
{
	return loads->queueing / most_of(loads->issued);
}

/* What is left to each load of an SM's time, in cycles, at least: its schedulers issue in a part of
 * the cycles, and the samples of warps that issued tell which part of that are loads. */
static double cycles_each(const struct loads *loads, const struct kernel_profile *p)
{
	const double cycles = (double)p->samples_issued / (SCHEDULERS * issuing(p) / 100);

	return (cycles - loads->others_cycles) / most_of(loads->issued);
}

static double queue_percent(const struct kernel *kernel)
{
	double percent = 0;

	for (const char *const *label = queueing; *label; label++)
		percent += fmax(kernel_stall(kernel, *label), 0);
	return percent;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	(void)check;
	return kernel->code && kernel->code->indexes_constants &&
	                       kernel->profile->samples < SAMPLES_MIN
	               ? NEEDS_STALLS
	               : NULL;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double queue = queue_percent(kernel);
	double busy;
	struct loads loads;

	if (!kernel->code || !kernel->code->indexes_constants || queue < thresholds[QUEUE].value ||
	    issuing(p) >= thresholds[ISSUING].value)
		return (struct kernel_loss){ 0 };
	loads = loads_of(check, kernel);
	if (100 * loads.queueing < thresholds[THERE].value * queue / 100 * (double)p->samples ||
	    !(cycles_waited(&loads) >= thresholds[WAITED].value) ||
	    !(cycles_each(&loads, p) >= thresholds[EACH].value))
		return (struct kernel_loss){ 0 };
	/* fmax() passes over NAN */
	busy = fmax(issuing(p) / 100, fmax(kernel_traffic_part(kernel), 0));
	return (struct kernel_loss){
		.cost = fmin(queue / 100, 1 - busy),
		.saved = NAN,
		.why_not = "what loads the table from elsewhere takes some time, too",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct loads loads = loads_of(check, kernel);

	finding_headline(f,
	                 "%s: the lanes of a warp load constants by different indices, one after "
	                 "another: warps queue for that %.0f %% of the time",
	                 f->subject, queue_percent(kernel));
	finding_advice(f,
	               "Constant memory serves one address at a time, and is right where all lanes "
	               "read the same one. Keep a table that each lane indexes for itself in "
	               "shared memory (each block copies it once), or in global memory, read "
	               "through a const __restrict__ pointer or __ldg(), with what is read "
	               "together side by side (a float4 for each entry); a texture can "
	               "interpolate between entries as well.");
	kernel_name_code(check, f, kernel, "queues at", samples_queueing, NULL);
	finding_fact(f, "loads",
	             "at least %.0f cycles of an SM each, as far as no other unit behind the same "
	             "queue can have taken them; a warp waits %.0f cycles and more for one",
	             cycles_each(&loads, p), cycles_waited(&loads));
	finding_fact(f, "issuing", "in %.0f %% of the cycles", issuing(p));
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
};

static void check_constant_index(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_constant_index = {
	.id = "constant-index",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, kernel_threshold, worth_threshold },
	.check = check_constant_index,
	.is_about_code = true,
};
