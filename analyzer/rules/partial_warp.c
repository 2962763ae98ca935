/* SPDX-License-Identifier: MIT */
/* Rule partial-warp: block sizes that are no multiple of the warp size. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES_PERCENT = 5, WARPS_MIN = 16 };

static const struct rule_threshold thresholds[] = {
	{ "lanes", LANES_PERCENT, "% of all lanes",
	  "Nsight Compute names every block size that is no multiple of 32, whatever it costs; "
	  "durations vary by a few "
	  "percent from launch to launch, so less shows nothing" },
	{ "warps", WARPS_MIN, "warps on each SM",
	  "four schedulers, each with instructions of a latency of 4 cycles to hide (CUDA "
	  "programming guide, "
	  "multiprocessor level): below, the SMs have room, and empty lanes cost nothing" },
	THRESHOLD_LAUNCH,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

static double empty_lanes(const struct launch *launch)
{
	return 1 - (double)launch->threads / ((double)launch->warps * launch->limits.warp_size);
}

static double judge(const struct launch *launch)
{
	double empty = empty_lanes(launch);
	double blocks_per_sm = (double)launch->blocks / launch->multiprocessors;

	if (blocks_per_sm > launch->occupancy.blocks_per_sm)
		blocks_per_sm = launch->occupancy.blocks_per_sm;
	if (100 * empty < LANES_PERCENT || blocks_per_sm * launch->warps < WARPS_MIN)
		return 0;
	/* Fewer warps move as many bytes. */
	return fmin(empty, profile_spare_traffic(launch->profile));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	int warp = worst->limits.warp_size;
	int last = worst->threads % warp;

	(void)check;
	finding_headline(f, "%s of %s with blocks of %d threads: %.0f %% of the lanes are empty",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 worst->threads, 100 * empty_lanes(worst));
	finding_advice(f,
	               "Use a multiple of %d threads per block, for example %d, for the same "
	               "number of elements. "
	               "Between 128 and 256 threads is a good start.",
	               warp, (worst->threads + warp - 1) / warp * warp);
	finding_fact(f, "last warp", "%d of %d lanes used, one warp of every %d", last, warp,
	             worst->warps);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (judge(worst) < empty_lanes(worst))
		finding_fact(f, "limit", "its memory traffic takes %.0f %% of its time",
		             100 * (1 - profile_spare_traffic(worst->profile)));
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_partial_warp(struct check *check)
{
	launches_check(check, &launch_rule, NULL);
}

static void fix_partial_warp(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	launches_fix(check, finding, scenario, judge);
}

const struct rule rule_partial_warp = {
	.id = "partial-warp",
	.title = "Block size is no multiple of 32",
	.severity = FINDING_WARNING,
	.meaning = "Threads run in warps of 32: one instruction is issued for all of them. A block "
	           "whose size is no "
	           "multiple of 32 has a last warp that is not full; it takes a whole warp slot "
	           "and as many issue "
	           "slots as a full one. A block of 33 threads takes two warps and leaves 31 of 64 "
	           "lanes empty.",
	.decision =
	        "Empty lanes follow from the block size alone. Reported are kernels in which they "
	        "are at least `lanes` and whose grid gives each SM at least `warps`, so that warps "
	        "compete for the SM; a small grid loses nothing by empty lanes. A bounds check "
	        "that leaves the last block of a grid partly idle is not meant: the block size is "
	        "what counts. Launches must last at least `duration` and run beside others for at "
	        "most `beside` of their time, and the empty lanes must be worth `share`. Where "
	        "counters "
	        "say that device memory or the L2 cache is in use for a part of the time, that "
	        "part "
	        "is no loss: fewer warps move as many bytes. " LEAVES_OUT_NCCL,
	.fix_text = "Choose the block size first (a multiple of 32, such as 128 or 256) and derive "
	            "the grid from it, with a "
	            "bounds check in the kernel. Where the block size is the size of a tile or "
	            "row, use the next "
	            "multiple of 32 and let the surplus threads do other rows.",
	.before = "kernel<<<n / 33, 33>>>(data);\n",
	.after = "kernel<<<(n + 127) / 128, 128>>>(data, n); /* if (i < n) */\n",
	.prediction = "Each launch is shortened by its part of empty lanes, but not below what its "
	              "memory traffic takes where that was measured (record with --metrics), and "
	              "the run is replayed. Without counters this holds for kernels that are bound "
	              "by issuing instructions; one that is bound by memory gains less, at most "
	              "this.",
	.thresholds = thresholds,
	.check = check_partial_warp,
	.fix = fix_partial_warp,
};
