/* SPDX-License-Identifier: MIT */
/* The time that operations take, with the idle time beside them and their calls. */
#include "rules/shared/left_out.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/interval.h"

/* A device, while its operations are gone through in order of start. */
struct device_end {
	int64_t ends_ns; /* of all so far */
	uint32_t latest; /* a target that the idle time behind them belongs to; NONE: none */
};

/* Operation ID of the device with END begins: what idled before it belongs to it, if it is a
 * TARGET, or to the target before it. */
static int add_operation(struct interval_set *time, struct device_end *end,
                         const struct trace *trace, uint32_t id, bool is_target)
{
	const int64_t start_ns = trace->operations.start_ns[id];
	const int64_t end_ns = trace->operations.end_ns[id];
	const bool has_gap = end->ends_ns != INT64_MIN && end->ends_ns < start_ns;
	int err = 0;

	if (has_gap && (is_target || end->latest != NONE))
		err = interval_set_add(time, end->ends_ns, start_ns);
	if (!err && is_target)
		err = interval_set_add(time, start_ns, end_ns);
	if (end_ns >= end->ends_ns) {
		end->ends_ns = end_ns;
		end->latest = is_target ? id : NONE;
	}
	return err;
}

/* A target that stands between streams, as in the default stream, holds back what would run beside
 * what it waits for itself: without it that ends, too. */
static int add_wait(struct interval_set *time, const struct graph *graph, uint32_t id,
                    const bool *is_target)
{
	const uint32_t blocker = graph->blocker[id];
	const int64_t start_ns = graph->trace->operations.start_ns[id];

	return graph->ready_ns[id] < start_ns &&
	                       (is_target[id] || (blocker != NONE && is_target[blocker]))
	               ? interval_set_add(time, graph->ready_ns[id], start_ns)
	               : 0;
}

static int add_operations(struct interval_set *time, const struct graph *graph,
                          const bool *is_target)
{
	const struct trace *trace = graph->trace;
	struct device_end *ends = calloc(trace->devices_count + 1, sizeof *ends);
	int err = ends ? 0 : -ENOMEM;

	for (size_t d = 0; !err && d < trace->devices_count; d++)
		ends[d] = (struct device_end){ INT64_MIN, NONE };
	for (uint32_t i = 0; !err && i < trace->operations.count; i++) {
		err = add_operation(time, &ends[operation_device(trace, i)], trace, i,
		                    is_target[i]);
		if (!err)
			err = add_wait(time, graph, i, is_target);
	}
	free(ends);
	return err;
}

int left_out_ns(const struct finding *f, const struct graph *graph, int64_t *ns)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	struct interval_set time = { 0 };
	bool *is_target = calloc(o->count + 1, sizeof *is_target);
	int err = is_target ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < f->targets_count; i++) {
		const uint32_t id = f->targets[i], call = o->call[id];

		is_target[id] = true;
		if (call != NONE && !(o->flags[id] & OPERATION_GRAPH))
			err = interval_set_add(&time, trace->calls.start_ns[call],
			                       trace->calls.end_ns[call]);
	}
	if (!err)
		err = add_operations(&time, graph, is_target);
	interval_set_unite(&time);
	*ns = interval_set_length(&time);
	interval_set_release(&time);
	free(is_target);
	return err;
}
