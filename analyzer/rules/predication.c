/* SPDX-License-Identifier: MIT */
/* Rule predication: instructions that a predicate switches off for many lanes. Any thread. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES_OF = 32 };

enum { LANES, ISSUE };

static const struct threshold thresholds[] = {
	[LANES] = { "lanes", 26, "of 32 lanes" },
	[ISSUE] = { "issue", 50, "%" },
	{ .name = NULL },
};

/* Of the active lanes, the part that a predicate switched off; NAN where that was not counted. */
static double off_part(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct kernel_counts *c = &kernel->counts;

	if (p->threads_per_inst > 0 && is_measured(p->threads_pred_on_per_inst))
		return 1 - p->threads_pred_on_per_inst / p->threads_per_inst;
	if (c->thread_instructions > 0)
		return 1 - c->thread_instructions_pred_on / c->thread_instructions;
	return NAN;
}

static const char *lacks(const struct check *check, const struct kernel *kernel)
{
	(void)check;
	return is_measured(off_part(kernel)) ? NULL : NEEDS_COUNTERS;
}

/* How busy issuing and executing keeps the SMs, in percent; NAN: not measured. */
static double executing(const struct kernel *kernel)
{
	return fmax(kernel->profile->issue_active, kernel->profile->compute_throughput);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double off = off_part(kernel), saved;

	(void)check;
	/* In a kernel that waits, they hide behind its waits. */
	if (off <= 1 - thresholds[LANES].value / LANES_OF ||
	    executing(kernel) < thresholds[ISSUE].value)
		return (struct kernel_loss){ 0 };
	saved = kernel_saved_by_instructions(kernel, off);
	return (struct kernel_loss){
		.cost = is_measured(saved) ? saved : off,
		.saved = NAN,
		.why_not =
		        "the instructions that set the predicates can go as well, and what takes "
		        "the place of the conditions has some of its own",
	};
}

static double lanes_off(const struct kernel_lines *lines, const struct kernel_line *line,
                        const void *context)
{
	(void)lines;
	(void)context;
	return line->thread_inst_executed - line->thread_inst_executed_pred_on;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	double part = kernel_instruction_part(kernel);

	finding_headline(f, "%s: predicates switch off %.0f %% of the active lanes, on average",
	                 f->subject, 100 * off_part(kernel));
	finding_advice(
	        f,
	        "Replace chains of short conditions by one computation on values that are chosen "
	        "beforehand (a table of coefficients, a selected operand); sort items so that "
	        "warps agree, and put a real branch around what a whole warp skips.");
	kernel_name_lines(check, f, kernel, "switched off at", lanes_off, NULL);
	if (is_measured(part))
		finding_fact(f, "limit", "%.0f %% of its time goes with the instructions executed",
		             100 * part);
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_predication(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_predication = {
	.id = "predication",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.check = check_predication,
};
