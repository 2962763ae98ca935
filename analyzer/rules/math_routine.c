/* SPDX-License-Identifier: MIT */
/*
 * Rule math-routine: a kernel spends much of its time in long routines of the math library, which
 * have cheaper forms for most of what they are called for. Any thread.
 */
#include <math.h>

#include "rules/shared/own_time.h"
#include "rules/shared/worth.h"

static bool is_in_routine(const struct code_instruction *instruction)
{
	return instruction->routine != MATH_NONE;
}

static bool is_in_power(const struct code_instruction *instruction)
{
	return instruction->routine == MATH_POWER;
}

static bool is_in_trigonometry(const struct code_instruction *instruction)
{
	return instruction->routine == MATH_TRIGONOMETRY;
}

static bool is_in_gamma(const struct code_instruction *instruction)
{
	return instruction->routine == MATH_GAMMA;
}

/* THE TABLE: what is called, and what else does it. */
static const struct routine {
	own_time_sort *is_in;
	const char *name, *advice;
} routines[] = {
	{ is_in_power, "pow() of doubles",
	  "pow(x, y) of doubles takes some two hundred instructions, also where y is a constant; "
	  "pow() of a float and an int is computed in doubles. Multiply for small whole exponents "
	  "(x * x for pow(x, 2), x * x * x for pow(x, 3)), take sqrt(x) for pow(x, 0.5), exp2(y) "
	  "for pow(2, y), and powf() with arguments of float where floats are exact enough. "
	  "Compute once what many threads or rounds of a loop need." },
	{ is_in_trigonometry, "sin(), cos() or tan() of large doubles",
	  "Beyond 2^31 an angle is multiplied by as many bits of 2 / pi as it needs. Keep angles "
	  "small (subtract whole turns as they come), take sinpi(x) for sin(pi * x), and sincos() "
	  "where both are needed." },
	{ is_in_gamma, "lgamma() of doubles",
	  "Tabulate the logarithms of factorials where arguments are whole numbers, compute what "
	  "does not change once, before the loop, or take lgammaf() where floats are exact "
	  "enough." },
};

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	return kernel->code && kernel->code->calls_math
	               ? own_time_lacks(check, kernel, is_in_routine)
	               : NULL;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	if (!kernel->code || !kernel->code->calls_math)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = own_time_part(check, kernel, is_in_routine),
		.saved = NAN,
		.why_not = "what takes the place of the calls has some instructions of its own",
	};
}

/* How often LINE called a routine: as it was counted, or else by its samples. */
static double calls(const struct kernel_lines *lines, const struct kernel_line *line,
                    const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	(void)lines;
	return instruction && instruction->calls != MATH_NONE ? kernel_line_executions(line) : 0;
}

/* The routine that most of the time goes to. */
static const struct routine *main_routine(struct check *check, const struct kernel *kernel)
{
	const struct routine *main = &routines[0];
	double most = 0;

	for (size_t i = 0; i < sizeof routines / sizeof *routines; i++) {
		const double samples = own_time_samples(check, kernel, routines[i].is_in);

		if (samples > most) {
			main = &routines[i];
			most = samples;
		}
	}
	return main;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct routine *routine = main_routine(check, kernel);

	finding_headline(f, "%s: %s takes %.0f %% of its time", f->subject, routine->name,
	                 100 * own_time_part(check, kernel, is_in_routine));
	finding_advice(f, "%s", routine->advice);
	kernel_name_code(check, f, kernel, "called at", calls, NULL);
	own_time_facts(f, kernel, "the routine");
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_math_routine(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_math_routine = {
	.id = "math-routine",
	.severity = FINDING_NOTE,
	.thresholds = { own_time_thresholds, peak_threshold, samples_threshold, kernel_threshold,
	                worth_threshold },
	.check = check_math_routine,
	.is_about_code = true,
};
