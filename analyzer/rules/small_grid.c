/* SPDX-License-Identifier: MIT */
/* Rule small-grid: fewer blocks than the device has SMs. */
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { SMALL, WARPS };

static const struct threshold thresholds[] = {
	[SMALL] = { "small", 50, "%" },
	[WARPS] = { "warps", 2, "warps" },
	{ .name = NULL },
};

static double judge(const struct launch *launch)
{
	if ((launch->code && launch->code->launches_kernels) ||
	    launch->blocks_beside >= launch->multiprocessors ||
	    launch->blocks >= launch->multiprocessors ||
	    launch->blocks * launch->warps < thresholds[WARPS].value)
		return 0;
	return 1 - launch->blocks_beside / launch->multiprocessors;
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	finding_headline(f, "%s of %s with %s: %d of %d SMs have nothing to do for %s",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 name_count(NAME, worst->blocks, "block", "blocks"),
	                 worst->multiprocessors - (int)worst->blocks, worst->multiprocessors,
	                 format_duration(FORMAT, time_ns));
	finding_advice(f,
	               "Launch at least one block for each of the %d SMs, better %s, which the GPU "
	               "holds at a time. "
	               "If there is not that much work, run other kernels beside it, in streams of "
	               "their own, "
	               "or give it to a kernel that runs anyway.",
	               worst->multiprocessors, format_count(FORMAT, worst->wave_blocks));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (worst->blocks_beside > (double)worst->blocks * 1.01)
		finding_fact(f, "beside it", "%.3g blocks of other kernels on average",
		             worst->blocks_beside - (double)worst->blocks);
	if (check_finding_of(check, "serial-kernels", NONE))
		finding_fact(f, "instead", "several at the same time: see serial-kernels");
	finding_not_predicted(
	        f,
	        "a launch does not show whether its work can be divided further; if it can, into "
	        "equal parts for %d SMs, its launches take %s less",
	        worst->multiprocessors, format_duration(FORMAT, f->cost_ns));
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
	.least = &thresholds[SMALL],
};

static void check_small_grid(struct check *check)
{
	struct code *codes;
	int err = codes_read(&codes, check->trace);

	if (!err)
		launches_check(check, &launch_rule, codes);
	check_failed(check, err);
	free(codes);
}

const struct rule rule_small_grid = {
	.id = "small-grid",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, launch_thresholds, worth_threshold },
	.yields_to = { "serial-kernels" },
	.check = check_small_grid,
};
