/* SPDX-License-Identifier: MIT */
/*
 * Rule integer-division: a kernel spends much of its time on divisions of integers whose divisor
 * the compiler did not know: it is busy with their instructions, or each thread waits for their
 * chain of results. Any thread.
 */
#include <math.h>

#include "rules/shared/own_time.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

static bool divides(const struct code_instruction *instruction)
{
	return instruction->divides;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	return kernel->code && kernel->code->divides ? own_time_lacks(check, kernel, divides)
	                                             : NULL;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	/* Starting blocks, or a thread for each small element, is what takes the time then. */
	if (!kernel->code || !kernel->code->divides ||
	    check_finding_of(check, "oversized-grid", kernel->function))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = own_time_part(check, kernel, divides),
		.saved = NAN,
		.why_not = "what takes the place of the divisions has some instructions of its own",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	finding_headline(f, "%s: divisions and remainders of integers take %.0f %% of its time",
	                 f->subject, 100 * own_time_part(check, kernel, divides));
	finding_advice(
	        f, "A division of integers (and %%) takes about twenty instructions, of 64 bits "
	           "eighty, where the "
	           "compiler does not know the divisor. Make the divisor a constant or a "
	           "template parameter; where it is a power of two, use shifts and masks "
	           "(i & (n - 1)). Take indices from blockIdx and threadIdx in two or three "
	           "dimensions instead of dividing one number; in a reduction, let thread i "
	           "work on item 2 * stride * i instead of asking for tid %% (2 * stride). "
	           "Divide once, outside of the loop; where an index goes round, compare it "
	           "with its end and begin anew (if (++i == n) i = 0).");
	/* The compiler may give a part of a division the line of what is before it. */
	own_time_lines(check, f, kernel, "divides at or near", divides);
	own_time_facts(f, kernel, "the division");
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
	.thresholds = { own_time_thresholds, peak_threshold, samples_threshold, kernel_threshold,
	                worth_threshold },
	.yields_to = { "oversized-grid" },
	.check = check_integer_division,
	.is_about_code = true,
	.is_symptom = true,
};
