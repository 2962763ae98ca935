/* SPDX-License-Identifier: MIT */
/* What is worth a finding. Any thread. */
#include "rules/shared/worth.h"

#include "base/statistics.h"
#include "rules/shared/survey.h"
#include "trace/summary.h"

const struct threshold worth_threshold[] = { { "share", 1, "%" }, { .name = NULL } };

int64_t gpu_span_ns(const struct trace *trace, uint32_t device)
{
	const struct trace_operations *o = &trace->operations;
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	if (device == NONE)
		return trace->gpu_span_ns;
	for (size_t i = 0; i < o->count; i++) {
		if (operation_device(trace, i) != device)
			continue;
		if (o->start_ns[i] < first_ns)
			first_ns = o->start_ns[i];
		if (o->end_ns[i] > last_ns)
			last_ns = o->end_ns[i];
	}
	return first_ns < last_ns ? last_ns - first_ns : 0;
}

int gpus_busy(struct interval_set *busy, const struct trace *trace)
{
	const struct trace_operations *operations = &trace->operations;
	int err = 0;

	for (uint32_t i = 0; i < operations->count && !err; i++)
		if (operation_is_of_gpu(trace, i))
			err = interval_set_add(busy, operations->start_ns[i],
			                       operations->end_ns[i]);
	interval_set_unite(busy);
	return err;
}

bool is_worth(const struct check *check, int64_t cost_ns)
{
	return cost_ns > 0 && percent_of(cost_ns, check->survey->span_ns) >= worth_threshold->value;
}

int64_t worth_rest_ns(const struct survey *survey, const struct graph *graph)
{
	const int64_t rest_ns = survey->main_ns;

	return rest_ns > 0 && rest_ns <= graph->run.wall_ns / 2 ? rest_ns : 0;
}
