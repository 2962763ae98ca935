/* SPDX-License-Identifier: MIT */
/* What hardware counters said of launches, by kernel and metric. Any thread, one at a time. */
#include "kernel/metric_groups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_profile.h"

/* The rank of each function by the time it took; in new memory, NULL without. */
static uint32_t *rank_functions(const struct trace *trace)
{
	uint32_t *ranks = calloc(trace->functions_count + 1, sizeof *ranks);
	struct kernel_profiles profiles;
	int err = kernel_profiles_init(&profiles, trace, NULL);

	if (!err && ranks) {
		for (size_t i = 0; i < trace->functions_count; i++) /* those that never ran: last */
			ranks[i] = (uint32_t)(profiles.hottest_count + i);
		for (size_t i = 0; i < profiles.hottest_count; i++)
			ranks[profiles.hottest[i]] = (uint32_t)i;
	}
	kernel_profiles_release(&profiles);
	if (err) {
		free(ranks);
		return NULL;
	}
	return ranks;
}

static int compare(const void *a, const void *b, void *trace_pointer)
{
	const struct metric_group *left = a, *right = b;
	const struct trace_metric *metrics = ((const struct trace *)trace_pointer)->metrics;

	if (left->rank != right->rank)
		return left->rank > right->rank ? 1 : -1;
	if (left->metric == right->metric)
		return 0;
	return strcmp(metrics[left->metric].name, metrics[right->metric].name);
}

static bool is_same(const struct trace *trace, const struct metric_group *a,
                    const struct metric_group *b)
{
	return a->function == b->function &&
	       (a->metric == b->metric ||
	        strcmp(trace->metrics[a->metric].name, trace->metrics[b->metric].name) == 0);
}

/* Adds FROM, which is one launch. */
static void add(struct metric_group *group, const struct metric_group *from)
{
	group->launches++;
	/* So that the sum of large values need not fit. */
	group->average +=
	        from->average / (double)group->launches - group->average / (double)group->launches;
	group->min = from->min < group->min ? from->min : group->min;
	group->max = from->max > group->max ? from->max : group->max;
}

int metric_groups_make(struct metric_groups *groups, const struct trace *trace)
{
	uint32_t *ranks = rank_functions(trace);
	size_t count = trace->launch_metrics_count;
	struct metric_group *items = calloc(count + 1, sizeof *items);

	*groups = (struct metric_groups){ .items = items };
	if (!ranks || !items) {
		free(ranks);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		const struct trace_launch_metric *from = &trace->launch_metrics[i];
		uint32_t shape = trace->measured_launches[from->launch].shape;
		uint32_t function = trace->launch_shapes[shape].function;

		items[i] = (struct metric_group){
			.function = function,
			.metric = from->metric,
			.rank = ranks[function],
			.launches = 1,
			.average = from->value,
			.min = from->value,
			.max = from->value,
		};
	}
	free(ranks);
	qsort_r(items, count, sizeof *items, compare, (void *)(uintptr_t)trace);
	for (size_t i = 0; i < count; i++)
		if (groups->count && is_same(trace, &items[groups->count - 1], &items[i]))
			add(&items[groups->count - 1], &items[i]);
		else
			items[groups->count++] = items[i];
	return 0;
}

void metric_groups_release(struct metric_groups *groups)
{
	free(groups->items);
	*groups = (struct metric_groups){ 0 };
}
