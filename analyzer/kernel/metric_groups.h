/* SPDX-License-Identifier: MIT */
/*
 * What hardware counters said of launches: for each kernel and metric, over the launches that were
 * measured. Metrics have units of their own, so that there is no sum of several. Any thread, one at
 * a time.
 */
#ifndef WARPWISE_METRIC_GROUPS_H
#define WARPWISE_METRIC_GROUPS_H

#include "trace/trace.h"

struct metric_group {
	uint32_t function, metric; /* indices into functions and metrics of the trace */
	uint32_t rank;             /* of the function: 0 took the most time */
	int64_t launches;
	double average; /* of the launches, each alike; of all shapes of the function */
	double min, max;
};

struct metric_groups {
	struct metric_group *items; /* by rank, then by the metric's name */
	size_t count;
};

/* Returns 0 or -ENOMEM; release in any case. */
int metric_groups_make(struct metric_groups *groups, const struct trace *trace);
void metric_groups_release(struct metric_groups *groups);

#endif
