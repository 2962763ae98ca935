/* SPDX-License-Identifier: MIT */
/*
 * Rule random-init: kernels spend their time on initialising generators of random numbers. Any
 * thread.
 */
#include <math.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/inlined_code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { INIT };

static const struct threshold thresholds[] = {
	[INIT] = { "init", 25, "%" },
	{ .name = NULL },
};

/* cuRAND's, of all generators. */
static const char initialiser[] = "curand_init";

/* Hardly any kernel draws random numbers: one of which nothing is known is not worth a word. */
static const char *lacks(struct check *check, const struct kernel *kernel)
{
	(void)check;
	(void)kernel;
	return NULL;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const double percent = kernel_percent_in(check, kernel, initialiser);

	if (percent < thresholds[INIT].value)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = percent / 100,
		.saved = NAN,
		.why_not = "what takes its place has some of its own: states that are loaded and "
		           "stored, or another generator",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const double percent = kernel_percent_in(check, kernel, initialiser);
	const bool is_repeated = kernel->profile->launches > 1;

	if (percent >= LIBRARY_MOST_PERCENT)
		check_explains(check, kernel->function);
	if (!is_repeated)
		f->severity = FINDING_NOTE;
	finding_headline(f, "%s: curand_init() takes %.0f %% of its warps' time%s%s", f->subject,
	                 percent, is_repeated ? ", in each of " : "",
	                 is_repeated
	                         ? name_count(NAME, kernel->profile->launches, "launch", "launches")
	                         : "");
	finding_advice(f,
	               "%s a generator whose start costs next to nothing "
	               "(curandStatePhilox4_32_10_t), give each thread another seed and sequence "
	               "0 where that is random enough, or let fewer threads draw more numbers "
	               "each. The default generator, XORWOW, multiplies matrices to skip ahead to "
	               "a thread's sequence.",
	               is_repeated ? "Initialise the state of each thread once, in a kernel of "
	                             "its own, and keep it in memory between launches. Or use"
	                           : "Use");
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.is_about_library = true,
};

static void check_random_init(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_random_init = {
	.id = "random-init",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.check = check_random_init,
	.is_about_code = true,
};
