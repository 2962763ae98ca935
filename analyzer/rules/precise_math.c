/* SPDX-License-Identifier: MIT */
/*
 * Rule precise-math: a kernel that is busy with instructions spends many of them on rounding
 * divisions, reciprocals and square roots of floats exactly. Any thread.
 */
#include <math.h>

#include "rules/shared/constants.h"
#include "rules/shared/instruction_mix.h"
#include "rules/shared/kernels.h"
#include "rules/shared/own_time.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { SPECIAL };

static const struct threshold thresholds[] = {
	[SPECIAL] = { "special functions", VERDICT_BOUND_PERCENT, "%" },
	{ .name = NULL },
};

/* Of an exactly rounded operation, and not of the estimate that an approximate one has as well. */
static bool makes_exact(const struct code_instruction *instruction)
{
	return instruction->rounds && instruction->kind != INSTRUCTION_SPECIAL_FUNCTION &&
	       !(instruction->awaits >> INSTRUCTION_SPECIAL_FUNCTION & 1);
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	if (!kernel->code || !kernel->code->is_precise || kernel_is_one_warp(kernel))
		return NULL;
	if (!is_measured(kernel->profile->issue_active))
		return NEEDS_COUNTERS;
	if (!own_time_is_issued(kernel))
		return own_time_lacks(check, kernel, makes_exact);
	return !is_measured(kernel->counts.instructions) &&
	                       kernel->profile->samples_issued < SAMPLES_MIN
	               ? NEEDS_STALLS
	               : NULL;
}

static double precise_part(const struct instruction_mix *mix)
{
	return mix->precise[PRECISE_DIVISION] + mix->precise[PRECISE_RECIPROCAL] +
	       mix->precise[PRECISE_ROOT];
}

static const char why_not[] = "what binds the kernel then, a trace does not show";

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	struct instruction_mix mix;
	double special, part;

	if (!kernel->code || !kernel->code->is_precise || kernel_is_one_warp(kernel))
		return (struct kernel_loss){ 0 };
	if (!own_time_is_issued(kernel))
		return (struct kernel_loss){
			.cost = own_time_part(check, kernel, makes_exact),
			.saved = NAN,
			.why_not = why_not,
		};
	mix = instruction_mix(check, kernel);
	special = instruction_mix_special_part(check, kernel, &mix);
	part = fmin(precise_part(&mix), 1 - kernel_traffic_part(kernel)); /* passes over NAN */
	if (!(100 * part >= own_time_thresholds[OWN_TIME_PART].value) ||
	    100 * special >= thresholds[SPECIAL].value)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = fmin(part, 1 - special),
		.saved = NAN,
		.why_not = why_not,
	};
}

static double executions(const struct kernel_lines *lines, const struct kernel_line *line,
                         const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	(void)lines;
	return instruction && instruction->precise != PRECISE_NONE ? kernel_line_executions(line)
	                                                           : 0;
}

/* Whether PART is not 0 % in print. */
static bool is_shown(double part)
{
	return lround(100 * part) > 0;
}

/* What the SPECIAL-function unit takes of the time, and of that the ESTIMATES of the operations
 * that the finding is about. */
static void say_special(struct finding *f, double special, double estimates)
{
	const double others = special - estimates;

	if (is_shown(estimates))
		finding_fact(f, "estimates",
		             "the special functions in these operations take %.0f %% of the time "
		             "at least, and approximate operations have them, too: that stays "
		             "unless there are fewer of these operations",
		             100 * estimates);
	if (is_shown(others))
		finding_fact(f,
		             is_shown(estimates) ? "other special functions" : "special functions",
		             "take %.0f %% of the time at least, which stays", 100 * others);
}

/* Which operations a kernel has. Divisions are reciprocals as well. */
enum found { FOUND_DIVISIONS, FOUND_ROOTS, FOUND_BOTH };

static const char *const found_names[] = {
	[FOUND_DIVISIONS] = "divisions",
	[FOUND_ROOTS] = "square roots",
	[FOUND_BOTH] = "divisions and square roots",
};

static const char *const advice[] = {
	[FOUND_DIVISIONS] =
	        "Where the last bits do not matter: compile with -prec-div=false, whose results "
	        "are off by two units in the last place at most (-use_fast_math has it, and "
	        "approximate functions besides), or write __fdividef(a, b) for a / b where it "
	        "counts. Divide once and multiply by the reciprocal where many have one divisor.",
	[FOUND_ROOTS] =
	        "Where the last bit does not matter: compile with -prec-sqrt=false, whose results "
	        "are off by one unit in the last place at most (-use_fast_math has it, and "
	        "approximate functions besides). Where roots are only compared, compare what they "
	        "are of, which changes no result; where a root is of a product whose factors come "
	        "again, take the roots of these once, before the loop.",
	[FOUND_BOTH] =
	        "Where the last bits do not matter: compile with -prec-div=false "
	        "-prec-sqrt=false, whose results are off by two units in the last place at most "
	        "(-use_fast_math has both, and approximate functions besides), or write rsqrtf(x) "
	        "for 1 / sqrtf(x) and __fdividef(a, b) for a / b where it counts. Divide once and "
	        "multiply by the reciprocal where many have one divisor. Where roots are only "
	        "compared, compare what they are of, which changes no result; where a root is of "
	        "a product whose factors come again, take the roots of these once, before the "
	        "loop.",
};

static enum found found_in(const struct instruction_mix *mix)
{
	if (!is_measured(precise_part(mix)))
		return FOUND_BOTH;
	if (!is_shown(mix->precise[PRECISE_ROOT]))
		return FOUND_DIVISIONS;
	return is_shown(mix->precise[PRECISE_DIVISION] + mix->precise[PRECISE_RECIPROCAL])
	               ? FOUND_BOTH
	               : FOUND_ROOTS;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	static const char *const names[PRECISE_OPERATIONS] = {
		[PRECISE_DIVISION] = "divisions",
		[PRECISE_RECIPROCAL] = "reciprocals",
		[PRECISE_ROOT] = "square roots",
	};
	const struct instruction_mix mix = instruction_mix(check, kernel);

	if (own_time_is_issued(kernel))
		finding_headline(f, "%s: %.0f %% of its instructions round %s of floats exactly",
		                 f->subject, 100 * precise_part(&mix), found_names[found_in(&mix)]);
	else
		finding_headline(f,
		                 "%s: its warps are in steps that round %s of floats exactly for "
		                 "%.0f %% of the time",
		                 f->subject, found_names[found_in(&mix)],
		                 100 * own_time_part(check, kernel, makes_exact));
	finding_advice(f, "%s", advice[found_in(&mix)]);
	kernel_name_code(check, f, kernel, "rounds at", executions, NULL);
	for (int i = 0; i < PRECISE_OPERATIONS; i++)
		if (names[i] && mix.precise[i] > 0)
			finding_fact(f, names[i], "%.0f %% of its instructions",
			             100 * mix.precise[i]);
	own_time_facts(f, kernel, "the operation");
	say_special(f, instruction_mix_special_part(check, kernel, &mix),
	            instruction_mix_estimates_part(check, kernel, &mix));
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_precise_math(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_precise_math = {
	.id = "precise-math",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, own_time_thresholds, peak_threshold, samples_threshold,
	                kernel_threshold, worth_threshold },
	.check = check_precise_math,
	.is_about_code = true,
	.estimates_cost = true,
};
