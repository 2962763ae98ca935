/* SPDX-License-Identifier: MIT */
/*
 * Rule integer-division: a kernel that is busy with instructions spends many of them on divisions
 * of integers whose divisor the compiler did not know. Any thread.
 */
#include <math.h>

#include "code/code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { PART, ISSUING };

static const struct threshold thresholds[] = {
	[PART] = { "part", 15, "%" },
	[ISSUING] = { "issuing", 60, "%" },
	{ .name = NULL },
};

static double samples_dividing(const struct kernel_lines *lines, const struct kernel_line *line,
                               const void *context)
{
	const struct kernel_code *code = context;
	const uint64_t at = (uint64_t)line->pc_offset_bytes / CODE_INSTRUCTION_BYTES;

	(void)lines;
	return at < code->count && code->items[at].divides ? (double)line->samples : 0;
}

/* The part of the kernel's samples in divisions, 0 to 1. */
static double part_dividing(struct check *check, const struct kernel *kernel)
{
	return kernel_weigh_code(check, kernel, samples_dividing) /
	       (double)kernel->profile->samples;
}

static const char *lacks(const struct check *check, const struct kernel *kernel)
{
	(void)check;
	if (!kernel->code || !kernel->code->divides)
		return NULL;
	if (kernel->profile->samples < SAMPLES_MIN)
		return NEEDS_STALLS;
	return is_measured(kernel->profile->issue_active) ? NULL : NEEDS_COUNTERS;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double part;

	/* What waits for something else has time for them. */
	if (!kernel->code || !kernel->code->divides ||
	    !(kernel->profile->issue_active >= thresholds[ISSUING].value))
		return (struct kernel_loss){ 0 };
	part = part_dividing(check, kernel);
	if (100 * part < thresholds[PART].value)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = fmax(fmin(part, 1 - kernel_traffic_part(kernel)), 0),
		.saved = NAN,
		.why_not = "what takes the place of the divisions has some instructions of its own",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	finding_headline(f, "%s: divisions and remainders of integers take %.0f %% of its time",
	                 f->subject, 100 * part_dividing(check, kernel));
	finding_advice(f,
	               "A division of integers (and %%) takes about twenty instructions where the "
	               "compiler does not know the divisor. Make the divisor a constant or a "
	               "template parameter; where it is a power of two, use shifts and masks "
	               "(i & (n - 1)). Take indices from blockIdx and threadIdx in two or three "
	               "dimensions instead of dividing one number; in a reduction, let thread i "
	               "work on item 2 * stride * i instead of asking for tid %% (2 * stride). "
	               "Divide once, outside of the loop.");
	kernel_name_code(check, f, kernel, "divides at", samples_dividing);
	finding_fact(f, "issuing", "in %.0f %% of the cycles", kernel->profile->issue_active);
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
};

static void check_integer_division(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_integer_division = {
	.id = "integer-division",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, samples_threshold, kernel_threshold, worth_threshold },
	.check = check_integer_division,
	.is_symptom = true,
};
