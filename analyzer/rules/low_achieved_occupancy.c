/* SPDX-License-Identifier: MIT */
/* Rule low-achieved-occupancy: fewer warps are resident than would fit. Any thread. */
#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/sparse_steps.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { POINTS, RATIO, MEASURED, BUSY, QUEUES, LONGER, RUN };

static const struct threshold thresholds[] = {
	[POINTS] = { "points", 10, "percentage points" },
	[RATIO] = { "ratio", 75, "%" },
	[MEASURED] = { "measured", 50, "%" },
	[BUSY] = { "busy", 60, "%" },
	[QUEUES] = { "queues", 30, "%" },
	[LONGER] = { "longer", 10, "%" },
	[RUN] = { "run", 5, "%" },
	{ .name = NULL },
};

/*
 * Why. Of unequal warps the time that each takes stays as it is, so that filling the empty slots
 * wins in proportion; what shorter launches cost is not known. A last wave of few blocks is
 * tail-effect's matter.
 */
enum reason {
	REASON_NONE,
	REASON_IDLE_SMS,
	REASON_FEW_SMS,
	REASON_ODD_BLOCKS,
	REASON_IMBALANCE,
	REASON_SHORT,
	REASON_SHORT_BLOCKS,
	REASONS
};

static const struct reason_text {
	const char *what, *advice, *why_not; /* NULL: predicted */
} reasons[REASONS] = {
	[REASON_IDLE_SMS] = {
		"a few SMs have most to do",
		"Deal the work evenly: split long items over several threads and blocks. Where "
		"none of them is long by itself, begin with the longest ones, or let blocks take "
		"their next item from a counter (atomicAdd()) instead of a fixed share.",
		"whether the longest items can be split is not in a trace",
	},
	[REASON_FEW_SMS] = {
		"most blocks end at once, or a few have most to do",
		"Deal the work of the few blocks that have some over all SMs: a thread, a warp or "
		"a block for a part of what one of theirs does now. Blocks that find nothing to do "
		"need not be launched.",
		"whether the work of the few blocks can be split is not in a trace",
	},
	[REASON_ODD_BLOCKS] = { "a block more on some SMs", NULL, NULL },
	[REASON_IMBALANCE] = {
		"warps or blocks of unequal length",
		"Deal the work evenly: warps that end early leave their slots empty until the last "
		"warp of their block ends. Split long items, give each warp as much as the others, "
		"make blocks smaller, or let warps fetch their next item from a counter.",
		NULL,
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

/* ---- unequal work ---- */

/*
 * States of warps behind something that is full, of the whole kernel in percent. Warps then end at
 * different times however even their work is, and more of them would only wait longer. NAN: not
 * known.
 */
static double queueing(const struct kernel *kernel)
{
	static const char *const labels[] = { "lg_throttle",        "mio_throttle", "tex_throttle",
		                              "math_pipe_throttle", "drain",        "membar" };
	double percent = 0;

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		percent += kernel_stall(kernel, labels[i]);
	return percent;
}

/*
 * Whether unequal work is what leaves slots empty. Counts of the schedulers say it. Without them,
 * of a grid of several waves: a slot stays empty while blocks wait for one only if a warp of its
 * block has ended before the others, and they did so for their work unless they wait behind a full
 * queue.
 */
static bool is_uneven(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double counted = kernel_unevenness(check, kernel), queues = queueing(kernel);

	if (queues >= thresholds[QUEUES].value)
		return false;
	if (is_measured(counted))
		return counted >= sm_excess_threshold->value;
	return is_measured(queues) && p->waves > 1;
}

/* ---- judging ---- */

static enum reason shortness(const struct check *check, const struct kernel *kernel)
{
	if (kernel_is_start_and_end(check, kernel->profile))
		return REASON_SHORT;
	return kernel_has_short_blocks(check, kernel->profile) ? REASON_SHORT_BLOCKS : REASON_NONE;
}

/* Whether blocks of equal length would do no better in that many waves, but for POINTS of
 * occupancy: tail-effect's matter. */
static bool is_tail(const struct kernel_profile *p, double points)
{
	return p->waves > 1 &&
	       p->achieved_occupancy >= reachable(p) * p->waves / ceil(p->waves) - points;
}

/* How much longer the busiest SM is active than the average one, as a part of the busiest one's
 * time: the others have nothing left to do. NAN: not counted. */
static double sm_excess(const struct check *check, const struct kernel *kernel)
{
	const uint32_t device = kernel->profile->device;

	return device == NONE || !kernel->shape
	               ? NAN
	               : kernel_sm_excess(
	                         kernel->profile, (double)recorded_volume(kernel->shape->grid),
	                         kernel->warps, check->trace->devices[device].multiprocessors);
}

/* The busiest unit's part of the whole time: issue slots are counted while an SM has work. 0: not
 * measured. */
static double busiest_of_all(const struct kernel *kernel)
{
	struct kernel_profile profile = *kernel->profile;
	double busiest;

	profile.issue_active *= profile.active_cycles / profile.active_cycles_max;
	busiest = kernel_profile_busiest_part(&profile);
	return is_measured(busiest) ? busiest : 0;
}

/* What binds the kernel where it works has nothing to do with SMs that have no work. */
static struct kernel_loss judge_idle_sms(const struct check *check, const struct kernel *kernel)
{
	const double at_work = 1 / (1 + sm_excess(check, kernel) / 100);

	return (struct kernel_loss){
		.cost = 1 - fmax(at_work, busiest_of_all(kernel)),
		.saved = NAN,
		.why_not = reasons[REASON_IDLE_SMS].why_not,
	};
}

/* Whether few SMs have most of the work; or some have more than others, and that costs the run
 * much. */
static bool has_idle_sms(const struct check *check, const struct kernel *kernel)
{
	const double excess = sm_excess(check, kernel);
	const double cost_ns = judge_idle_sms(check, kernel).cost * (double)kernel->busy_ns;

	return excess >= sm_excess_threshold->value ||
	       (excess >= thresholds[LONGER].value &&
	        100 * cost_ns >= thresholds[RUN].value * (double)check->survey->span_ns);
}

/* What equal blocks leave empty where some SMs have one more than others, all of them there at
 * once, as a part of the time: as counted. A last wave is tail-effect's matter. 0: nothing. */
static double lost_to_odd_blocks(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double per_sm, excess;

	if (p->device == NONE || !kernel->shape || !(p->waves <= 1))
		return 0;
	per_sm = (double)recorded_volume(kernel->shape->grid) /
	         check->trace->devices[p->device].multiprocessors;
	excess = fmin(p->active_cycles_max / p->active_cycles, ceil(per_sm) / per_sm);
	return per_sm > 1 && 100 * (excess - 1) >= sm_excess_threshold->value &&
	                       is_measured(p->active_cycles_max / p->active_cycles) &&
	                       !check_finding_of(check, "small-grid", kernel->function)
	               ? 1 - 1 / excess
	               : 0;
}

/* How many SMs have a warp of a grid that has a block for each, on average, where nothing but
 * samples of its warps says that; NAN: not known, or not so few. */
static double few_sms(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct launch *launch = p->shape == NONE ? NULL : &check->survey->launches[p->shape];

	return !launch || is_measured(p->achieved_occupancy) ||
	                       launch->blocks < launch->multiprocessors ||
	                       kernel_has_short_blocks(check, p)
	               ? NAN
	               : launch->sampled_sms;
}

/* What the SMs without a warp leave. */
static struct kernel_loss judge_few_sms(const struct check *check, const struct kernel *kernel)
{
	const double sms = few_sms(check, kernel);

	if (!is_measured(sms))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = 1 - sms / check->survey->launches[kernel->profile->shape].multiprocessors,
		.saved = NAN,
		.why_not = reasons[REASON_FEW_SMS].why_not,
	};
}

static bool is_busy(const struct kernel_profile *p)
{
	return 100 * kernel_profile_busiest_part(p) >= thresholds[BUSY].value;
}

/* False also where the limits of the device are unknown. */
static bool is_low(const struct kernel_profile *p)
{
	return p->achieved_occupancy < reachable(p) - thresholds[POINTS].value && !is_busy(p);
}

/* Of a kernel that cannot have many warps a difference of few points is a large part; but so it is
 * where blocks start and end, unless counters say that the work of warps is much too unequal. */
static bool is_low_by_imbalance(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double least = reachable(p) * thresholds[RATIO].value / 100;

	return p->achieved_occupancy < least && !is_busy(p) && !is_tail(p, reachable(p) - least) &&
	       is_measured(p->scheduler_instructions_max) && is_uneven(check, kernel) &&
	       kernel_unevenness(check, kernel) >= thresholds[MEASURED].value;
}

static enum reason reason_of(const struct check *check, const struct kernel *kernel)
{
	enum reason reason = shortness(check, kernel);

	if (is_measured(few_sms(check, kernel)))
		return REASON_FEW_SMS;
	/* Most blocks may be that short since they have nothing to do. */
	if (reason != REASON_SHORT && has_idle_sms(check, kernel))
		return REASON_IDLE_SMS;
	if (reason == REASON_NONE && lost_to_odd_blocks(check, kernel) > 0)
		return REASON_ODD_BLOCKS;
	if (reason == REASON_NONE && is_low_by_imbalance(check, kernel))
		return REASON_IMBALANCE;
	if (!is_low(kernel->profile) ||
	    (reason != REASON_SHORT && is_tail(kernel->profile, thresholds[POINTS].value)))
		return REASON_NONE;
	if (reason != REASON_NONE)
		return reason;
	return is_uneven(check, kernel) ? REASON_IMBALANCE : REASON_NONE;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	if (kernel_is_one_warp(kernel))
		return NULL; /* no more would fit into the grid */
	if (!is_measured(p->achieved_occupancy))
		return is_measured(few_sms(check, kernel)) ? NULL : NEEDS_COUNTERS;
	/* Without either nothing says why. */
	return is_low(p) && !is_tail(p, thresholds[POINTS].value) &&
	                       shortness(check, kernel) == REASON_NONE && p->waves > 1 &&
	                       !is_measured(p->scheduler_instructions_max) &&
	                       !is_measured(queueing(kernel))
	               ? NEEDS_STALLS
	               : NULL;
}

static const char *const binding_rules[] = { "atomic-contention", "bank-conflict", "uncoalesced",
	                                     "dynamic-parallelism" };

/* Another rule has found what binds the kernel, of whose time full slots would save that part. More
 * warps have more local memory to keep in the same caches: where that costs more, it comes first.
 */
static bool is_bound_by_other(const struct check *check, const struct kernel *kernel, double saved)
{
	const struct finding *spill = check_finding_of(check, "local-memory", kernel->function);

	for (size_t i = 0; i < sizeof binding_rules / sizeof *binding_rules; i++)
		if (check_finding_of(check, binding_rules[i], kernel->function))
			return true;
	return spill && (double)spill->cost_ns >= saved * (double)kernel->busy_ns;
}

/* Whether it is known what the caches and pipes have left for more warps. */
static bool are_units_measured(const struct kernel_profile *p)
{
	return is_measured(p->compute_throughput) &&
	       (is_measured(p->memory_throughput) || is_measured(p->l2_throughput));
}

/* The time of all blocks together stays, but all SMs have as much of it. */
static struct kernel_loss judge_odd_blocks(const struct check *check, const struct kernel *kernel)
{
	const double lost = fmin(lost_to_odd_blocks(check, kernel), 1 - busiest_of_all(kernel));

	return (struct kernel_loss){ .cost = lost, .saved = lost };
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double goal = reachable(kernel->profile), has = kernel->profile->achieved_occupancy;
	double busiest = kernel_profile_busiest_part(kernel->profile);
	enum reason reason = reason_of(check, kernel);
	/* More warps speed up what waits, until a unit is busy all the time. Of blocks that are
	 * longer, fewer start: that unit alone bounds what they win. */
	double saved = reason == REASON_SHORT_BLOCKS && is_measured(busiest)
	                       ? 1 - busiest
	                       : 1 - fmax(has / goal, is_measured(busiest) ? busiest : 0);
	const char *why_not = reasons[reason].why_not;

	if (!is_measured(has))
		return judge_few_sms(check, kernel);
	if (reason == REASON_IDLE_SMS &&
	    !check_finding_of(check, "dynamic-parallelism", kernel->function))
		return judge_idle_sms(check, kernel);
	if (reason == REASON_ODD_BLOCKS)
		return judge_odd_blocks(check, kernel);
	if (reason == REASON_NONE || is_bound_by_other(check, kernel, saved))
		return (struct kernel_loss){ 0 };
	if (!why_not && kernel_may_be_one_chain(check, kernel))
		why_not = "all blocks are there at once, and no unit has much to do, or no "
		          "scheduler a second warp: the longest item may take that long by "
		          "itself, and only splitting it over several threads would win that, "
		          "not dealing the items otherwise";
	if (!why_not && !are_units_measured(kernel->profile))
		why_not = "how busy its caches and pipes are was not measured, which more warps "
		          "would have to share (record with --metrics=default,memory,roofline)";
	return (struct kernel_loss){
		.cost = saved,
		.saved = why_not ? NAN : saved,
		.why_not = why_not,
	};
}

/* "step", "step and 2 other kernels". */
static const char *name_with_others(char text[NAME_MAX_BYTES], const struct finding *f,
                                    const struct kernel *kernel)
{
	if (!kernel->alike)
		return f->subject;
	snprintf(text, NAME_MAX_BYTES, "%.300s and %.60s", f->subject,
	         name_count(NAME, kernel->alike, "other kernel", "other kernels"));
	return text;
}

static const char *in_the_first(const struct kernel *kernel)
{
	return kernel->alike ? " in the first" : "";
}

static void report_odd_blocks(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const int64_t sms = check->trace->devices[p->device].multiprocessors;
	const int64_t blocks = recorded_volume(kernel->shape->grid), each = blocks / sms;

	finding_headline(f,
	                 "%s: %s of %s SMs have %s and the others %s%s: on average an SM has "
	                 "work for %.0f %% of the time",
	                 name_with_others(NAME, f, kernel), format_count(FORMAT, blocks % sms),
	                 format_count(FORMAT, sms), name_count(NAME, each + 1, "block", "blocks"),
	                 format_count(FORMAT, each), in_the_first(kernel),
	                 100 * p->active_cycles / p->active_cycles_max);
	finding_advice(f,
	               "Launch as many blocks on each SM: %s (%s for each) that stride over the "
	               "work in smaller steps than what a block does now. Or make blocks smaller, "
	               "so that one more or less matters less.",
	               name_count(NAME, (each + 1) * sms, "block", "blocks"),
	               format_count(FORMAT, each + 1));
	finding_fact(f, "launch", "%s blocks of %d threads", format_count(FORMAT, blocks),
	             kernel->threads);
	finding_fact(f, "SMs", "the one with most to do is active for %s the average one",
	             name_excess(NAME, 100 * (p->active_cycles_max / p->active_cycles - 1),
	                         "longer", "long"));
}

static void report_few_sms(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct launch *launch = &check->survey->launches[kernel->profile->shape];

	finding_headline(f, "%s: %.2g of %d SMs have a warp of it on average%s, of %s: %s",
	                 name_with_others(NAME, f, kernel), launch->sampled_sms,
	                 launch->multiprocessors, in_the_first(kernel),
	                 name_count(NAME, launch->blocks, "block", "blocks"),
	                 reasons[REASON_FEW_SMS].what);
	finding_advice(f, "%s", reasons[REASON_FEW_SMS].advice);
	finding_fact(f, "launch", "%s blocks of %d threads", format_count(FORMAT, launch->blocks),
	             launch->threads);
	finding_fact(f, "samples", "%s, of which an SM with any warp gives one in each period",
	             format_count(FORMAT, launch->of_function->samples));
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const enum reason why = reason_of(check, kernel);
	const struct reason_text *reason = &reasons[why];
	const struct kernel_profile *p = kernel->profile;
	double busiest = kernel_profile_busiest_part(kernel->profile);
	double uneven = kernel_unevenness(check, kernel);

	if (why == REASON_ODD_BLOCKS) {
		report_odd_blocks(check, f, kernel);
		return;
	}
	if (why == REASON_FEW_SMS) {
		report_few_sms(check, f, kernel);
		return;
	}
	if (why == REASON_IDLE_SMS)
		finding_headline(
		        f, "%s: on average its SMs have work for %.0f %% of the time%s: %s",
		        name_with_others(NAME, f, kernel),
		        100 * p->active_cycles / p->active_cycles_max, in_the_first(kernel),
		        sm_excess(check, kernel) >= sm_excess_threshold->value
		                ? "a few have most to do"
		                : "some have more to do than others");
	else
		finding_headline(f, "%s: occupancy %.0f %%, where %.0f %% would fit%s: %s",
		                 name_with_others(NAME, f, kernel), p->achieved_occupancy,
		                 reachable(p), in_the_first(kernel), reason->what);
	finding_advice(f, "%s", reason->advice);
	if (kernel->shape)
		finding_fact(f, "launch", "%s blocks of %d threads",
		             format_count(FORMAT, recorded_volume(kernel->shape->grid)),
		             kernel->threads);
	if (reason->why_not && why != REASON_IDLE_SMS)
		f->severity = FINDING_NOTE;
	if (why == REASON_IDLE_SMS)
		finding_fact(f, "unequal", "the SM with most to do takes %s with equal blocks",
		             name_excess(NAME, sm_excess(check, kernel), "longer", "long"));
	if (p->shape != NONE)
		sparse_steps_say(f, &check->survey->launches[p->shape]);
	finding_fact(f, "waves", "%.3g, of %d blocks per SM", p->waves, p->occupancy.blocks_per_sm);
	if (why == REASON_IMBALANCE && is_measured(uneven))
		finding_fact(f, "unequal",
		             "the scheduler or SM with most to do has %s with equal work",
		             name_excess(NAME, uneven, "more", "much"));
	else if (why == REASON_IMBALANCE)
		finding_fact(f, "full queues", "warps wait behind one for %.0f %% of the time",
		             queueing(kernel));
	if (is_measured(busiest))
		finding_fact(f, "limit", "%s is in use for %.0f %% of its time",
		             are_units_measured(p) ? "its busiest unit"
		                                   : "the busiest of the few units measured",
		             100 * busiest);
}

/* The same advice holds for all that have it from the same, and can be predicted or not. */
static const char *cause(struct check *check, const struct kernel *kernel)
{
	const char *why_not = judge(check, kernel).why_not;

	return why_not ? why_not : reasons[reason_of(check, kernel)].what;
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.cause = cause,
	.is_by_shape = true,
};

static void check_low_achieved_occupancy(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_low_achieved_occupancy = {
	.id = "low-achieved-occupancy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, start_and_end_threshold, sm_excess_threshold, chain_threshold,
	                kernel_threshold, worth_threshold },
	.yields_to = { "atomic-contention", "bank-conflict", "uncoalesced", "dynamic-parallelism",
	               "local-memory", "small-grid" },
	.check = check_low_achieved_occupancy,
	.fix = kernels_fix,
};
