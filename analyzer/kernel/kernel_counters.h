/* SPDX-License-Identifier: MIT */
/*
 * What was measured of launches, and its means over the launches of a shape and the shapes of a
 * function. Any thread.
 */
#ifndef WARPWISE_KERNEL_COUNTERS_H
#define WARPWISE_KERNEL_COUNTERS_H

#include "kernel/kernel_figures.h"
#include "trace/trace.h"

struct range {
	size_t first, count;
};

struct kernel_counters {
	const struct trace *trace;
	struct kernel_profile *shapes, *functions; /* by their index */
	/* Measured launches in order of function, then shape; and which of them are whose. */
	uint32_t *launches;
	struct range *shape_launches, *function_launches;
	struct range *launch_values; /* by launch: its rows in launch_metrics */
	/* By launch: how many launches of its shape it stands for in means, and their time. */
	double *stands_for, *stands_for_ns;
};

/*
 * Finds whose the measured launches are, and counts them in the profiles of SHAPES and FUNCTIONS,
 * which must live as long. Returns 0 or -ENOMEM; release in any case.
 */
int kernel_counters_init(struct kernel_counters *counters, const struct trace *trace,
                         struct kernel_profile *shapes, struct kernel_profile *functions);
void kernel_counters_release(struct kernel_counters *counters);

/* How long LAUNCH took in the timeline, else by its counter. NAN: neither is known. */
double kernel_counters_launch_ns(const struct kernel_counters *counters, uint32_t launch);

/* The mean of a metric, an index into metrics of the trace. NAN: not measured. */
double kernel_counters_mean(const struct kernel_counters *counters,
                            const struct kernel_profile *profile, uint32_t metric, bool is_amount);

/* The same of the metric with CUPTI's NAME. */
double kernel_counters_named(const struct kernel_counters *counters,
                             const struct kernel_profile *profile, const char *name);

/* Sets the counters of COUNT profiles; those of functions after those of their shapes. */
void kernel_counters_fill(const struct kernel_counters *counters, struct kernel_profile *of,
                          size_t count);

#endif
