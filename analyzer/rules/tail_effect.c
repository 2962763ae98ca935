/* SPDX-License-Identifier: MIT */
/* Rule tail-effect: the last blocks of a grid run nearly alone. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { TAIL_PERCENT = 20, SM_PERCENT = 5 };

static const struct rule_threshold thresholds[] = {
	{ "tail", TAIL_PERCENT, "% of the kernel",
	  "Nsight Compute reports a tail effect from here on" },
	{ "imbalance", SM_PERCENT, "% of the kernel",
	  "what the fullest SM has to do more than the average one: the loss of a kernel that is "
	  "bound by the "
	  "SMs' throughput. Durations vary by a few percent from launch to launch, so less shows "
	  "nothing" },
	THRESHOLD_LAUNCH,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* The part of a whole number of turns that is empty: 1.004 turns take two, half of it empty. */
static double empty_part(double turns)
{
	return 1 - turns / ceil(turns);
}

static double judge(const struct launch *launch)
{
	double tail = empty_part(launch->waves);
	double imbalance = empty_part((double)launch->blocks / launch->multiprocessors);

	if (launch->waves <= 1 || 100 * tail < TAIL_PERCENT || 100 * imbalance < SM_PERCENT)
		return 0;
	/* All units have as much to do in whole waves. */
	return fmin(tail, profile_spare(launch->profile));
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	int64_t whole = worst->blocks / worst->wave_blocks;
	int64_t rest = worst->blocks % worst->wave_blocks;

	(void)check;
	finding_headline(
	        f,
	        "%s of %s: the last %s of %s run in a wave of their own, up to %.0f %% of the time",
	        name_count(NAME, launches, "launch", "launches"), f->subject,
	        name_count(NAME, rest, "block", "blocks"), format_count(FORMAT, worst->blocks),
	        100 * judge(worst));
	finding_advice(f,
	               "Launch %s blocks (%d for each of %d SMs) and let them stride over the "
	               "work, or choose a "
	               "block size that divides it into whole waves.",
	               format_count(FORMAT, whole * worst->wave_blocks),
	               worst->occupancy.blocks_per_sm, worst->multiprocessors);
	finding_fact(f, "waves", "%.4g: %s full and one of %s", worst->waves,
	             format_count(FORMAT, whole), name_count(NAME, rest, "block", "blocks"));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	if (judge(worst) < empty_part(worst->waves))
		finding_fact(f, "limit", "its busiest unit is in use for %.0f %% of its time",
		             100 * (1 - profile_spare(worst->profile)));
	else
		finding_fact(f, "at least",
		             "%.0f %% if the SMs' throughput and not latency bounds the kernel",
		             100 * empty_part((double)worst->blocks / worst->multiprocessors));
}

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
};

static void check_tail_effect(struct check *check)
{
	launches_check(check, &launch_rule, NULL);
}

static void fix_tail_effect(const struct check *check, const struct finding *finding,
                            struct scenario *scenario)
{
	launches_fix(check, finding, scenario, judge);
}

const struct rule rule_tail_effect = {
	.id = "tail-effect",
	.title = "The last wave of blocks is nearly empty",
	.severity = FINDING_WARNING,
	.meaning = "A GPU holds a certain number of blocks of a kernel at a time: SMs times blocks "
	           "per SM. That is a "
	           "wave. A grid of a few blocks more than a wave needs two of them, and in the "
	           "second one most SMs "
	           "have nothing to do. The more waves a grid has, the less the last one matters.",
	.decision =
	        "Waves are the blocks of the grid divided by the blocks that the device holds, "
	        "which follow from threads, registers and shared memory of a block. Reported are "
	        "kernels of more than one wave in which the empty part of the last wave is at "
	        "least `tail` of all waves, and in which the fullest SM has at least `imbalance` "
	        "more blocks than the average one, so that something is lost whatever bounds the "
	        "kernel. Launches must last at least `duration` and run beside others for at most "
	        "`beside` of their time, and the loss must be worth `share`. Where counters say "
	        "that a unit was in use for a "
	        "part of the time, the tail included, that part is no loss. " LEAVES_OUT_NCCL,
	.fix_text = "Launch as many blocks as fit (cudaOccupancyMaxActiveBlocksPerMultiprocessor() "
	            "times the number of "
	            "SMs) and let each stride over the work. Or change the block size until whole "
	            "waves come out, "
	            "or make blocks smaller, so that there are many waves.",
	.before = "kernel<<<(n + 255) / 256, 256>>>(data, n); /* 1060 blocks, 1056 fit */\n",
	.after = "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, 256, 0);\n"
	         "kernel<<<sms * per_sm, 256>>>(data, n);\n"
	         "/* in the kernel: for (i = ...; i < n; i += gridDim.x * blockDim.x) */\n",
	.prediction = "Each launch is shortened from a whole number of waves to the waves that its "
	              "blocks fill, as Nsight Compute "
	              "estimates it, but not below the part in which its busiest unit is in use "
	              "where that was measured (record with --metrics), and the run is replayed. "
	              "This holds for blocks of equal work "
	              "whose speed does not "
	              "depend on how many run beside them (they wait for memory or for one "
	              "another). Where the SMs' "
	              "throughput bounds the kernel, the last wave runs faster, and the gain is "
	              "smaller: the finding "
	              "states that value too.",
	.thresholds = thresholds,
	.check = check_tail_effect,
	.fix = fix_tail_effect,
};
