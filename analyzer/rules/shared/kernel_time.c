/* SPDX-License-Identifier: MIT */
/* How long a kernel takes, and what its time goes with. Any thread. */
#include <math.h>
#include <string.h>

#include "base/statistics.h"
#include "rules/shared/kernels.h"

/* ---- how long ---- */

static void busy_add(struct kernel_busy *busy, int64_t start_ns, int64_t end_ns)
{
	if (busy->ns && start_ns < busy->last_end_ns)
		start_ns = busy->last_end_ns;
	if (end_ns <= start_ns)
		return;
	busy->ns += end_ns - start_ns;
	busy->last_end_ns = end_ns;
}

void kernels_measure_busy(struct kernel_busy *functions, struct kernel_busy *shapes,
                          const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;

	for (size_t i = 0; i < o->count; i++) {
		struct kernel_busy *shape, *function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		shape = &shapes[o->detail[i]];
		function = &functions[operation_function(trace, i)];
		busy_add(shape, o->start_ns[i], o->end_ns[i]);
		busy_add(function, o->start_ns[i], o->end_ns[i]);
		shape->issued += graph->cause[i] == CAUSE_ISSUE;
		function->issued += graph->cause[i] == CAUSE_ISSUE;
	}
	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		struct kernel_busy *function = &functions[trace->launch_shapes[s].function];

		shapes[s].awaited_ns = shape_awaited_ns(graph, s);
		function->awaited_ns = sum_saturated(function->awaited_ns, shapes[s].awaited_ns);
	}
}

/* ---- with what ---- */

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
