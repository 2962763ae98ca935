/* SPDX-License-Identifier: MIT */
/* Rule tail-effect: the last blocks of a grid run nearly alone. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { TAIL, IMBALANCE };
enum { PARTS_MOST = 16 }; /* that are named: each loads what it needs by itself */

static const struct threshold thresholds[] = {
	[TAIL] = { "tail", 20, "%" },
	[IMBALANCE] = { "imbalance", 5, "%" },
	{ .name = NULL },
};

/* The part of a whole number of turns that is empty: 1.004 turns take two, half of it empty. */
static double empty_part(double turns)
{
	return 1 - turns / ceil(turns);
}

/* What some SMs run out of blocks before others costs, unless it is memory that bounds the kernel:
 * those that are left then get all of its bandwidth. */
static double imbalance_of(const struct launch *launch)
{
	return empty_part((double)launch->blocks / launch->multiprocessors);
}

/* Blocks that have an SM to themselves are faster where units are busy, and not where warps wait
 * for latency. */
static bool is_known(const struct launch *launch)
{
	return is_measured(kernel_profile_busiest_part(launch->profile));
}

static double judge(const struct launch *launch)
{
	const double tail = empty_part(launch->waves), imbalance = imbalance_of(launch);

	if (launch->waves <= 1 || is_measured(launch->sampled_sms) ||
	    100 * tail < thresholds[TAIL].value || 100 * imbalance < thresholds[IMBALANCE].value)
		return 0;
	/* All units have as much to do in whole waves. */
	return is_known(launch) ? fmin(tail, profile_spare(launch->profile))
	                        : fmin(tail, imbalance);
}

/* Into how many parts the work of each block would have to be cut so that blocks as large as these
 * come out in nearly whole waves. */
static int parts_of(const struct launch *launch)
{
	int parts = 2;

	while (parts < PARTS_MOST &&
	       100 * empty_part(parts * launch->waves) >= thresholds[IMBALANCE].value)
		parts++;
	return parts;
}

/* Blocks that stride over what is a block's work today take two turns, some of them, as now. Where
 * a block fills an SM by itself, its work is large, and no loop over single items. */
static void advise(struct finding *f, const struct launch *worst)
{
	const int64_t whole_blocks = worst->blocks / worst->wave_blocks * worst->wave_blocks;
	const int parts = parts_of(worst);

	if (worst->occupancy.blocks_per_sm > 1)
		finding_advice(
		        f,
		        "Launch %s blocks (%d for each of %d SMs) and let them stride over the "
		        "work in smaller steps than what a block does now, or choose a block size "
		        "that divides it into whole waves.",
		        format_count(FORMAT, whole_blocks), worst->occupancy.blocks_per_sm,
		        worst->multiprocessors);
	else
		finding_advice(
		        f,
		        "Divide the work of a block, for example into %d parts (blockIdx.z): %s "
		        "blocks fill %.4g waves of %d. Or launch %s blocks and let each take one "
		        "such part after another. Fewer blocks of today's work win nothing: some "
		        "would do two of them.",
		        parts, format_count(FORMAT, parts * worst->blocks), parts * worst->waves,
		        worst->multiprocessors, format_count(FORMAT, whole_blocks));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	int64_t whole = worst->blocks / worst->wave_blocks;
	int64_t rest = worst->blocks % worst->wave_blocks;

	(void)check;
	finding_headline(
	        f, "%s of %s: the last %s of %s %s in a wave of %s own, %s%.0f %% of the time%s",
	        name_count(NAME, launches, "launch", "launches"), f->subject,
	        rest == 1 ? "block" : name_count(NAME, rest, "block", "blocks"),
	        format_count(FORMAT, worst->blocks), rest == 1 ? "runs" : "run",
	        rest == 1 ? "its" : "their", is_known(worst) ? "up to " : "", 100 * judge(worst),
	        is_known(worst) ? "" : " if the SMs bound the kernel");
	advise(f, worst);
	finding_fact(f, "waves", "%.4g: %s full and one of %s", worst->waves,
	             format_count(FORMAT, whole), name_count(NAME, rest, "block", "blocks"));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (!is_known(worst)) {
		f->severity = FINDING_NOTE;
		finding_fact(f, "depends",
		             "%.0f %% if latency bounds the kernel, next to nothing if the "
		             "bandwidth of memory does: counters say (record with --metrics)",
		             100 * empty_part(worst->waves));
	} else if (judge(worst) < empty_part(worst->waves))
		finding_fact(f, "limit", "its busiest unit is in use for %.0f %% of its time",
		             100 * (1 - profile_spare(worst->profile)));
	else
		finding_fact(f, "at least",
		             "%.0f %% if the SMs' throughput and not latency bounds the kernel",
		             100 * imbalance_of(worst));
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_tail_effect(struct check *check)
{
	launches_check(check, &launch_rule);
}

static void fix_tail_effect(const struct check *check, const struct finding *finding,
                            struct scenario *scenario)
{
	launches_fix(check, finding, scenario, judge);
}

const struct rule rule_tail_effect = {
	.id = "tail-effect",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, launch_thresholds, worth_threshold },
	.check = check_tail_effect,
	.fix = fix_tail_effect,
};
