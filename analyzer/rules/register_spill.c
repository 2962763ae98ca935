/* SPDX-License-Identifier: MIT */
/* Rule register-spill: local memory in the loops of a kernel. Any thread. */
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "kernel/kernel_library.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

static const struct rule_threshold thresholds[] = {
	{ "in loops", 1, "loads or stores of local memory",
	  "values that are stored once before a loop and loaded once after it cost next to "
	  "nothing" },
	THRESHOLD_LAUNCH,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* Of the instructions that warps executed, the part that used local memory. NAN: not counted. */
static double executed_part(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	return p->instructions > 0 ? (p->local_loads + p->local_stores) / p->instructions : NAN;
}

static double judge(const struct launch *launch)
{
	const struct code *code = launch->code;
	double executed = executed_part(launch);

	if (!code || !code->is_known || !code->frame_bytes || !code->local_accesses_in_loops)
		return 0;
	if (is_measured(executed))
		return fmin(executed, 1);
	return (double)code->local_accesses_in_loops / (double)code->instructions_in_loops;
}

/* Of a figure of the file, what can be printed as bytes. */
static int64_t amount(double bytes)
{
	return (int64_t)fmin(fmax(bytes, 0), 0x1p60);
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	const struct code *code = worst->code;

	(void)check;
	finding_headline(f,
	                 "%s of %s, %s of local memory per thread: %.0f %% of the instructions %s "
	                 "load or store it",
	                 name_count(NAME, launches, "launch", "launches"), f->subject,
	                 format_bytes(FORMAT, code->frame_bytes), 100 * judge(worst),
	                 is_measured(executed_part(worst)) ? "executed" : "in its loops");
	finding_advice(
	        f,
	        "See with nvcc -Xptxas -v whether registers are spilled. If so, allow more of them "
	        "(now %d): drop "
	        "-maxrregcount, or give __launch_bounds__(%d) the block size that is really used, "
	        "without a minimum of blocks; or hold fewer values at a time. If it is an array "
	        "that is "
	        "indexed by a variable, unroll the loop, so that it can live in registers, or put "
	        "it "
	        "into shared memory.",
	        worst->shape->registers_per_thread, worst->threads);
	finding_fact(f, "frame", "%s per thread, %s at a time on an SM",
	             format_bytes(FORMAT, code->frame_bytes),
	             format_bytes(FORMAT, code->frame_bytes * worst->threads *
	                                          worst->occupancy.blocks_per_sm));
	finding_fact(f, "in loops", "%s of %s instructions use local memory; %s in all",
	             format_count(FORMAT, code->local_accesses_in_loops),
	             format_count(FORMAT, code->instructions_in_loops),
	             format_count(FORMAT, code->local_accesses));
	if (is_measured(worst->profile->local_load_bytes))
		finding_fact(f, "traffic", "%s loaded, %s stored by a launch",
		             format_bytes(FORMAT, amount(worst->profile->local_load_bytes)),
		             format_bytes(FORMAT, amount(worst->profile->local_store_bytes)));
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	finding_not_predicted(f, "how long these loads and stores take depends on how often the "
	                         "loops run and on what "
	                         "the caches hold");
}

/* Kernels to judge whose frame the trace gives without their code. */
static bool has_unread_frames(const struct trace *trace, const struct code *codes)
{
	for (size_t s = 0; s < trace->launch_shapes_count; s++)
		if (trace->launch_shapes[s].local_bytes_per_thread > 0 &&
		    !codes[trace->launch_shapes[s].function].is_known &&
		    !kernel_communicates(trace->functions[trace->launch_shapes[s].function].name))
			return true;
	return false;
}

static bool has_code(const struct trace *trace, const struct code *codes)
{
	for (size_t i = 0; i < trace->functions_count; i++)
		if (codes[i].is_known)
			return true;
	return false;
}

static const struct launch_rule launch_rule = { .judge = judge, .report = report };

static void check_register_spill(struct check *check)
{
	const struct trace *trace = check->trace;
	struct code *codes;
	int err = codes_read(&codes, trace);

	if (err) {
		check_failed(check, err);
		return;
	}
	if (has_unread_frames(trace, codes) ||
	    (trace->launch_shapes_count && !has_code(trace, codes)))
		check_abstain(check, "the trace does not have the code of its kernels (record with "
		                     "--modules-mib)");
	launches_check(check, &launch_rule, codes);
	free(codes);
}

const struct rule rule_register_spill = {
	.id = "register-spill",
	.title = "Local memory in a kernel's loops",
	.severity = FINDING_WARNING,
	.meaning = "What a thread cannot hold in registers lies in its local memory, which in "
	           "spite of its name is "
	           "device memory behind the caches. Spilled registers lie there (when launch "
	           "bounds or "
	           "-maxrregcount allow fewer than the kernel needs), and arrays that are indexed "
	           "by a variable. In a "
	           "loop every use is a load or a store, which takes tens of times as long as a "
	           "register and keeps the "
	           "memory system busy.",
	.decision =
	        "From the code in the trace: the frame of the kernel (its local memory per "
	        "thread), and the "
	        "instructions that load or store local memory between the target of a branch back "
	        "and the "
	        "branch, that is in a loop. Reported are kernels with at least one (`in loops`); "
	        "the cost is their time "
	        "times the part of such instructions among all in loops or, where hardware "
	        "counters "
	        "(--metrics=default,memory) counted them, among all that were executed, and must "
	        "be "
	        "at least `share`. Values "
	        "that are stored before a loop and loaded behind it are not counted: that is often "
	        "worth it. "
	        "Launches must last at least `duration` and run beside others for at most `beside` "
	        "of their "
	        "time. Needs capability 7.0 or later, and the code (the default; "
	        "--modules-mib). " LEAVES_OUT_NCCL,
	.fix_text = "nvcc -Xptxas -v prints spills and frame of every kernel. Allow more "
	            "registers: launch bounds "
	            "that say how the kernel is really launched, no -maxrregcount. Need fewer: "
	            "split the kernel, "
	            "hold less state per thread, recompute what is cheap. Arrays: index them by "
	            "constants (unroll), or use "
	            "shared memory.",
	.before = "__global__ void __launch_bounds__(1024, 2) kernel(...) /* 32 registers */\n"
	          "kernel<<<grid, 256>>>(...);\n",
	.after = "__global__ void __launch_bounds__(256) kernel(...) /* as many as it needs */\n"
	         "kernel<<<grid, 256>>>(...);\n",
	.prediction = "None: how long the loads and stores take depends on how often the loops run "
	              "and on what the "
	              "caches hold.",
	.thresholds = thresholds,
	.check = check_register_spill,
};
