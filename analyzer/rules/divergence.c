/* SPDX-License-Identifier: MIT */
/* Rule divergence: branches and loops that split warps leave lanes idle. Any thread. */
#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES = 24, LANES_OF = 32 };

static const struct rule_threshold thresholds[] = {
	{ "lanes", LANES, "of 32 lanes active in an instruction, on average",
	  "Nsight Compute reports thread divergence below this. In blocks of other than whole "
	  "warps "
	  "it is the same part, three quarters, of the lanes that exist" },
	THRESHOLD_KERNEL,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* Active lanes per instruction, NAN where nothing counted them. */
static double active_lanes(const struct kernel *kernel)
{
	const struct kernel_counts *c = &kernel->counts;

	if (is_measured(kernel->profile->threads_per_inst))
		return kernel->profile->threads_per_inst;
	return c->instructions > 0 ? c->thread_instructions / c->instructions : NAN;
}

static const char *lacks(const struct kernel *kernel)
{
	return is_measured(active_lanes(kernel)) ? NULL : NEEDS_COUNTERS;
}

/* The part of the instructions that full warps would not need. */
static double idle_part(const struct kernel *kernel)
{
	return 1 - active_lanes(kernel) / kernel_lanes(kernel);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double idle = idle_part(kernel), saved;

	(void)check;
	if (idle <= 1 - (double)LANES / LANES_OF)
		return (struct kernel_loss){ 0 };
	saved = kernel_saved_by_instructions(kernel, idle);
	return (struct kernel_loss){
		.cost = is_measured(saved) ? saved : idle,
		.saved = saved,
		.why_not = "how much of the time goes with the number of instructions is not known "
		           "(record with --metrics)",
	};
}

/* ---- what is said ---- */

static double divergent_branches(const struct kernel_lines *lines, const struct kernel_line *line,
                                 const void *context)
{
	(void)lines;
	(void)context;
	return line->branch_targets_divergent;
}

/* Instructions times the lanes that were idle in them. */
static double idle_lanes(const struct kernel_lines *lines, const struct kernel_line *line,
                         const void *context)
{
	const struct kernel *kernel = context;

	(void)lines;
	return line->inst_executed * kernel_lanes(kernel) - line->thread_inst_executed;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double part = kernel_instruction_part(kernel);

	finding_headline(f, "%s: %.1f of %.0f lanes active in an instruction, on average",
	                 f->subject, active_lanes(kernel), kernel_lanes(kernel));
	finding_advice(
	        f, "Let the threads of a warp take the same way: branch on what is equal for 32 "
	           "neighbouring threads, sort or bin the items by the way they take, give threads "
	           "of a warp loops of equal length. In a reduction let the first threads of the "
	           "block do the work, so that whole warps retire.");
	kernel_name_lines(check, f, kernel, "splits at", divergent_branches, NULL);
	kernel_name_lines(check, f, kernel, "idle lanes", idle_lanes, kernel);
	if (is_measured(p->branch_uniform))
		finding_fact(f, "branches", "%.1f %% of targets were taken by all threads alike",
		             p->branch_uniform);
	if (is_measured(part))
		finding_fact(f, "limit", "%.0f %% of its time goes with the instructions executed",
		             100 * part);
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_divergence(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_divergence = {
	.id = "divergence",
	.title = "Threads of a warp take different ways",
	.severity = FINDING_WARNING,
	.meaning =
	        "The 32 threads (lanes) of a warp execute one instruction at a time. Where they "
	        "disagree at a branch, the warp takes one side after the other, each time with the "
	        "lanes of the other side switched off; where their loops have different lengths, "
	        "the warp runs as long as the longest. Switched-off lanes take the same time as "
	        "working ones. A branch that whole warps take alike costs nothing of this, and "
	        "neither does the boundary check that splits one warp of a grid.",
	.decision =
	        "From hardware counters (--metrics, or --metrics=source): thread instructions "
	        "executed divided by warp instructions executed, which weighs every branch by how "
	        "often it was taken. Reported are kernels below `lanes`. Lanes that do not exist, "
	        "since the block is no multiple of 32 threads, are the matter of partial-warp. "
	        "With --metrics=source the lines are named whose branches split warps, and those "
	        "in which lanes were idle. Launches must last at least `duration`, and the loss "
	        "must be worth `share`. " LEAVES_OUT_NCCL,
	.fix_text =
	        "Make the condition the same for 32 neighbouring threads: branch on threadIdx.x "
	        "/ 32 rather than threadIdx.x % 2; sort, bin or compact items by the way they "
	        "will take; let threads fetch their next item when they are done, instead of "
	        "waiting for the longest loop; in a reduction halve the active threads from the "
	        "end. Short sides that differ in data alone can be computed without a branch.",
	.before = "if (threadIdx.x % (2 * stride) == 0) part[threadIdx.x] += part[threadIdx.x + "
	          "stride];\n",
	.after = "if (threadIdx.x < stride) part[threadIdx.x] += part[threadIdx.x + stride];\n",
	.prediction =
	        "With all lanes at work, a warp needs lanes / 32 of the instructions. That part of "
	        "the kernel's time shrinks which goes with its instructions: issue slots in use, "
	        "the busiest unit of the SM, or warps that were sampled executing, whichever is "
	        "known and largest; the rest stays (Amdahl's law), and so does the traffic to "
	        "device memory and L2. The run is replayed with launches that much shorter. It is "
	        "an estimate for work that can be spread over all lanes: a reduction, for "
	        "instance, ends with fewer values than lanes. If only issue slots are known "
	        "(default counters), a kernel that is bound by one arithmetic pipe gains more than "
	        "predicted: record --metrics=default,roofline, or --stalls.",
	.thresholds = thresholds,
	.check = check_divergence,
	.fix = kernels_fix,
};
