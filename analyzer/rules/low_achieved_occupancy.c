/* SPDX-License-Identifier: MIT */
/* Rule low-achieved-occupancy: fewer warps are resident than would fit. Any thread. */
#include <math.h>

#include "base/format.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { POINTS, BUSY, SHORT };

static const struct threshold thresholds[] = {
	[POINTS] = { "points", 10, "percentage points" },
	[BUSY] = { "busy", 60, "%" },
	[SHORT] = { "short", 10, "times the gap between kernels" },
	{ .name = NULL },
};

/*
 * Why. Of unequal warps the time that each takes stays as it is, so that filling the empty slots
 * wins in proportion; the others have rules of their own.
 */
enum reason { REASON_IMBALANCE, REASON_TAIL, REASON_SHORT, REASON_SHORT_BLOCKS, REASONS };

static const struct reason_text {
	const char *what, *advice, *why_not; /* NULL: predicted */
} reasons[REASONS] = {
	[REASON_IMBALANCE] = {
		"warps or blocks of unequal length",
		"Deal the work evenly: warps that end early leave their slots empty until the last "
		"warp of their block ends. Split long items, give each warp as much as the others, "
		"make blocks smaller, or let warps fetch their next item from a counter.",
		NULL,
	},
	[REASON_TAIL] = {
		"a last wave of few blocks",
		"Launch as many blocks as fit at a time, or many times more: see tail-effect.",
		"tail-effect predicts what whole waves win",
	},
	[REASON_SHORT] = {
		"a kernel so short that starting and ending its blocks counts",
		"Give a launch more work: merge it with the next one, or let each block do more.",
		"what a longer kernel would win depends on what it is merged with",
	},
	[REASON_SHORT_BLOCKS] = {
		"blocks so short that starting and ending them counts",
		"Let each block do more: launch as many as fit at a time and let them stride over "
		"the work.",
		"what longer blocks would win depends on what starting one costs",
	},
};

/* What the grid can reach: one that does not fill the device once is small-grid's matter. */
static double reachable(const struct kernel_profile *p)
{
	return p->theoretical_occupancy * fmin(1, p->waves); /* NAN: waves are unknown, too */
}

static const char *lacks(const struct kernel *kernel)
{
	return is_measured(kernel->profile->achieved_occupancy) ? NULL : NEEDS_COUNTERS;
}

static enum reason reason_of(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double whole = reachable(p) * p->waves / ceil(p->waves);
	double lag_ns = (double)check->graph->lags.median_ns[CAUSE_STREAM][OPERATION_KERNEL];

	if (p->duration_ns < thresholds[SHORT].value * lag_ns)
		return REASON_SHORT;
	if (p->achieved_occupancy >= whole - thresholds[POINTS].value)
		return REASON_TAIL;
	/* A block of average length: the kernel's time is that of its waves. */
	return p->duration_ns < thresholds[SHORT].value * lag_ns * p->waves ? REASON_SHORT_BLOCKS
	                                                                    : REASON_IMBALANCE;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double goal = reachable(kernel->profile), has = kernel->profile->achieved_occupancy;
	double busiest = kernel_profile_busiest_part(kernel->profile), saved;
	const char *why_not = reasons[reason_of(check, kernel)].why_not;

	if (!(has < goal - thresholds[POINTS].value) ||
	    100 * busiest >=
	            thresholds[BUSY].value) /* also where the limits of the device are unknown */
		return (struct kernel_loss){ 0 };
	/* More warps speed up what waits, until a unit is busy all the time. */
	saved = 1 - fmax(has / goal, is_measured(busiest) ? busiest : 0);
	return (struct kernel_loss){
		.cost = saved,
		.saved = why_not || !is_measured(busiest) ? NAN : saved,
		.why_not = why_not ? why_not : "how busy the SMs are was not measured",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct reason_text *reason = &reasons[reason_of(check, kernel)];
	const struct kernel_profile *p = kernel->profile;
	double busiest = kernel_profile_busiest_part(kernel->profile);

	finding_headline(f, "%s: occupancy %.0f %%, where %.0f %% would fit: %s", f->subject,
	                 p->achieved_occupancy, reachable(p), reason->what);
	finding_advice(f, "%s", reason->advice);
	if (kernel->shape)
		finding_fact(f, "launch", "%s blocks of %d threads",
		             format_count(FORMAT, recorded_volume(kernel->shape->grid)),
		             kernel->threads);
	if (reason->why_not)
		f->severity = FINDING_NOTE;
	finding_fact(f, "waves", "%.3g, of %d blocks per SM", p->waves, p->occupancy.blocks_per_sm);
	if (is_measured(busiest))
		finding_fact(f, "limit", "its busiest unit is in use for %.0f %% of its time",
		             100 * busiest);
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.is_by_shape = true,
};

static void check_low_achieved_occupancy(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_low_achieved_occupancy = {
	.id = "low-achieved-occupancy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.check = check_low_achieved_occupancy,
	.fix = kernels_fix,
};
