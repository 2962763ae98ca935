/* SPDX-License-Identifier: MIT */
/* Rule small-grid: fewer blocks than the device has SMs. */
#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

static const struct rule_threshold thresholds[] = {
	{ "small", 50, "% of the kernel's time",
	  "a kernel whose other launches have blocks enough was launched small on purpose: a rest, "
	  "a warm-up" },
	{ "warps", 2, "warps in the grid",
	  "a grid of a single warp does not show that its work is parallel at all" },
	THRESHOLD_LAUNCH,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

static double judge(const struct launch *launch)
{
	if (launch->blocks_beside >= launch->multiprocessors ||
	    launch->blocks >= launch->multiprocessors || launch->blocks * launch->warps < 2)
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
	if (check_has_finding(check, "serial-kernels"))
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
	.least_part = 0.5,
};

static void check_small_grid(struct check *check)
{
	launches_check(check, &launch_rule, NULL);
}

const struct rule rule_small_grid = {
	.id = "small-grid",
	.title = "Fewer blocks than SMs",
	.severity = FINDING_WARNING,
	.meaning =
	        "A block runs on one SM from its start to its end. A grid with fewer blocks than "
	        "the device has SMs "
	        "leaves the others empty for as long as it runs, unless other kernels fill them.",
	.decision = "Reported are kernels with fewer blocks than SMs, if those and the blocks of "
	            "kernels that run beside them do not add up to one for each SM either, and if "
	            "such launches take more than `small`. A grid of fewer than `warps` is left "
	            "out: it may be serial by nature. Launches must last at least `duration`, run "
	            "beside others for at most `beside` of their time, and what they leave empty "
	            "must be worth `share`. Kernels that the device itself launches give no "
	            "records: a parent kernel can be small by design. " LEAVES_OUT_NCCL,
	.fix_text = "Divide the work into more blocks: one element per thread, or a grid-stride "
	            "loop with several "
	            "blocks for each SM. Split long loops of a thread (a long reduction, a large "
	            "tile) among blocks "
	            "and combine their results. If the work is small, run independent kernels side "
	            "by side.",
	.before = "kernel<<<16, 256>>>(data, n);\n",
	.after = "cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);\n"
	         "kernel<<<8 * sms, 256>>>(data, n); /* for (i = ...; i < n; i += stride) */\n",
	.prediction = "None: whether the work can be divided further is not to be seen in a "
	              "launch. The cost is the "
	              "time of the kernels times the part of the SMs that was empty. If the work "
	              "can be divided into "
	              "equal blocks for all SMs, that is what is won at least; several blocks on "
	              "each SM win more "
	              "where threads wait for memory or for one another.",
	.thresholds = thresholds,
	.check = check_small_grid,
};
