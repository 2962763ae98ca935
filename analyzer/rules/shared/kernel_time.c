/* SPDX-License-Identifier: MIT */
/* What a kernel's time goes with. Any thread. */
#include <math.h>
#include <string.h>

#include "rules/shared/kernels.h"

double kernel_stall(const struct kernel *kernel, const char *label)
{
	const struct kernel_profile *p = kernel->sampled;

	if (p->samples > 0 && p->samples < SAMPLES_MIN)
		return NAN;
	return kernel_stall_percent(p, label);
}

/*
 * States of a warp that executes, or waits only because of what is executed. Some have one name in
 * samples and another in counters.
 */
static const char *const executing[] = {
	"selected",       "not_selected",    "wait",
	"dispatch",       "no_instruction",  "math_pipe_throttle",
	"dispatch_stall", "no_instructions", "branch_resolving",
};

bool kernel_stall_is_executing(const char *label)
{
	for (size_t i = 0; i < sizeof executing / sizeof *executing; i++)
		if (strcmp(label, executing[i]) == 0)
			return true;
	return false;
}

static double executing_percent(const struct kernel *kernel)
{
	double percent = NAN;

	for (size_t i = 0; i < sizeof executing / sizeof *executing; i++) {
		double stall = kernel_stall(kernel, executing[i]);

		if (is_measured(stall))
			percent = (is_measured(percent) ? percent : 0) + stall;
	}
	return percent;
}

/* PERCENT as a part, at most 1; NAN stays NAN (fmin() would pass over it). */
static double part_of_percent(double percent)
{
	return percent > 100 ? 1 : percent / 100;
}

/* In these three, the largest of those that are known: fmax() passes over NAN. */
double kernel_instruction_part(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	double states = executing_percent(kernel);

	/* No unit is busy enough to decide, or one that moves data: the states of its warps do. */
	if (is_measured(states) && (kernel_profile_known_peak(p) < VERDICT_LATENCY_PERCENT ||
	                            p->verdict_memory > p->verdict_compute))
		return part_of_percent(states);
	return part_of_percent(fmax(states, fmax(p->issue_active, p->compute_throughput)));
}

double kernel_traffic_part(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return part_of_percent(
	        fmax(100 * p->dram_percent / DRAM_ATTAINABLE_PERCENT, p->l2_throughput));
}

double kernel_saved_by_instructions(const struct kernel *kernel, double part)
{
	double goes_with = kernel_instruction_part(kernel);

	if (!is_measured(goes_with))
		return NAN;
	return fmin(goes_with * part, 1 - kernel_traffic_part(kernel)); /* fmin() passes over NAN */
}

const struct threshold start_and_end_threshold[] = {
	{ "short", 10, "times the gap between kernels" }, { .name = NULL }
};

static double short_ns(const struct check *check)
{
	return start_and_end_threshold->value *
	       (double)check->graph->lags.median_ns[CAUSE_STREAM][OPERATION_KERNEL];
}

bool kernel_is_start_and_end(const struct check *check, const struct kernel_profile *profile)
{
	return profile->duration_ns < short_ns(check);
}

bool kernel_has_short_blocks(const struct check *check, const struct kernel_profile *profile)
{
	return profile->duration_ns < short_ns(check) * profile->waves;
}

bool kernels_samples_are_told(const struct trace *trace)
{
	for (size_t i = 0; i < trace->pc_samplings_count; i++)
		if (trace->pc_samplings[i].samples > trace->pc_samplings[i].non_user_samples)
			return true;
	return false;
}
