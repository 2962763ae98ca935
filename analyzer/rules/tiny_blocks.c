/* SPDX-License-Identifier: MIT */
/* Rule tiny-blocks: so few threads per block that the number of blocks limits the warps on an SM.
 */
#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { THREADS_MAX = 64, OCCUPANCY_PERCENT = 80, GOOD_THREADS = 256 };

static const struct rule_threshold thresholds[] = {
	{ "threads", THREADS_MAX, "threads per block",
	  "one or two warps: the CUDA best practices guide advises 128 to 256 threads and at least "
	  "64" },
	{ "occupancy", OCCUPANCY_PERCENT, "%",
	  "Nsight Compute reports a theoretical occupancy below this" },
	THRESHOLD_OCCUPANCY_BUSY,
	THRESHOLD_LAUNCH,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

static double judge(const struct launch *launch)
{
	if (launch->threads > THREADS_MAX || launch->waves < 1 ||
	    !(launch->occupancy.limiters & OCCUPANCY_LIMIT_BLOCKS) ||
	    100 * launch->occupancy.occupancy >= OCCUPANCY_PERCENT)
		return 0;
	return 1 - launch->occupancy.occupancy;
}

/* What blocks of GOOD_THREADS save. NAN: not measured. */
static double saved_by_larger(const struct launch *launch)
{
	return launch_saved_by_occupancy(launch,
	                                 launch_occupancy_with(launch, GOOD_THREADS, -1, -1));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	(void)check;
	finding_headline(
	        f, "%s of %s with blocks of %d threads: an SM takes %d of them, %d of its %d warps",
	        name_count(NAME, launches, "launch", "launches"), f->subject, worst->threads,
	        worst->occupancy.blocks_per_sm, worst->occupancy.active_warps,
	        worst->occupancy.max_warps);
	finding_advice(f,
	               "Use %d threads per block and a grid that is smaller by as much: occupancy "
	               "rises from "
	               "%.0f %% to %.0f %%. If a warp works on its own, let a block have several "
	               "such warps.",
	               GOOD_THREADS, 100 * worst->occupancy.occupancy,
	               launch_occupancy_with(worst, GOOD_THREADS, -1, -1));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (is_measured(saved_by_larger(worst)))
		return;
	finding_not_predicted(
	        f,
	        "how much more warps help depends on what the kernel waits for (record with "
	        "--metrics); at most %s, if its speed follows its warps",
	        format_duration(FORMAT, f->cost_ns));
}

static double saved_or_none(const struct launch *launch)
{
	double saved = saved_by_larger(launch);

	return is_measured(saved) ? saved : 0;
}

static void fix_tiny_blocks(const struct check *check, const struct finding *finding,
                            struct scenario *scenario)
{
	launches_fix(check, finding, scenario, saved_or_none);
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_tiny_blocks(struct check *check)
{
	launches_check(check, &launch_rule, NULL);
}

const struct rule rule_tiny_blocks = {
	.id = "tiny-blocks",
	.title = "Blocks of one or two warps",
	.severity = FINDING_WARNING,
	.meaning = "An SM holds a limited number of blocks (16 to 32) besides its limit of warps "
	           "(32 to 64). With one "
	           "warp per block the blocks run out long before the warps do, and the few warps "
	           "that are left "
	           "cannot hide the latency of memory and arithmetic.",
	.decision = "Reported are kernels of at most `threads` per block whose number of warps per "
	            "SM is limited by the number of blocks, with a theoretical occupancy below "
	            "`occupancy`, in grids that fill the device at least once. Launches must last "
	            "at least `duration` and run beside others for at most `beside` of their time, "
	            "and the empty warp slots must be worth `share`. Where hardware counters say "
	            "that a unit is `busy`, more warps win nothing, and nothing is "
	            "reported. " LEAVES_OUT_NCCL,
	.fix_text = "Make blocks larger, 128 to 256 threads, for the same number of threads "
	            "altogether. Where a block "
	            "is one warp because it uses __syncthreads() or shared memory for itself, put "
	            "several warps "
	            "into a block, each with its part of the shared memory, and use __syncwarp().",
	.before = "kernel<<<n / 32, 32>>>(data);\n",
	.after = "kernel<<<n / 256, 256>>>(data);\n",
	.prediction =
	        "With hardware counters (--metrics): a kernel none of whose measured units is "
	        "`busy` waits for latency; with blocks of 256 threads it takes its time times the "
	        "ratio of the two occupancies (Little's law), down to the share in which its "
	        "busiest unit is in use, and the run is replayed. A kernel with a busy unit gains "
	        "nothing, and is not reported. The L2 cache is seen only with --metrics=memory. "
	        "Without counters: none; the cost is the time of the kernels times the part of "
	        "warp slots that stay empty, the most that can be won.",
	.thresholds = thresholds,
	.check = check_tiny_blocks,
	.fix = fix_tiny_blocks,
};
