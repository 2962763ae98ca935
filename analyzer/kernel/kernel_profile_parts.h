/* SPDX-License-Identifier: MIT */
/* What the files that make kernel profiles share. Private to kernel_*.c. */
#ifndef WARPWISE_KERNEL_PROFILE_PARTS_H
#define WARPWISE_KERNEL_PROFILE_PARTS_H

#include "kernel/kernel_profile.h"

struct range {
	size_t first, count;
};

struct kernel_profiles_private {
	/* Measured launches in order of function, then shape; and which of them are whose. */
	uint32_t *launches;
	struct range *shape_launches, *function_launches;
	struct range *launch_values; /* by launch: its rows in launch_metrics */

	struct kernel_stall *
	        *stalls;       /* of functions, then of shapes: what their profiles point to */
	char **stalled_labels; /* by metric: the stall reason that it counts, NULL: none */
	size_t stalled_count;

	struct sources *sources;
	bool has_tried_sources;
};

/* Finds whose the measured launches are. 0 or -ENOMEM. */
int kernel_counters_index(struct kernel_profiles *profiles);

/* The mean of a metric, an index into metrics of the trace. NAN: not measured. */
double kernel_metric_mean(const struct kernel_profiles *profiles,
                          const struct kernel_profile *profile, uint32_t metric, bool is_amount);

/* Sets the counters of COUNT profiles; those of functions after those of their shapes. */
void kernel_counters_fill(const struct kernel_profiles *profiles, struct kernel_profile *of,
                          size_t count);

/* Sets what follows from times and counters: traffic, rooflines, the verdict. */
void kernel_profile_judge(struct kernel_profile *profile, const struct trace *trace);

#endif
