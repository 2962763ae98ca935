/* SPDX-License-Identifier: MIT */
/* Launches behind what the host may have used. Any thread. */
#include "rules/shared/touches.h"

#include "base/statistics.h"
#include "trace/call_class.h"

/* Returns how much of MOVING_NS is left for other shapes. */
static int64_t add_first(struct touches *shape, int64_t length_ns, int64_t moving_ns)
{
	const int64_t own_ns = length_ns < moving_ns ? length_ns : moving_ns;

	if (!shape->first)
		shape->first_of_all_ns = length_ns;
	shape->first++;
	shape->first_ns = sum_saturated(shape->first_ns, length_ns);
	shape->moving_ns = sum_saturated(shape->moving_ns, own_ns);
	return moving_ns - own_ns;
}

void touches_find(struct touches shapes[], const struct graph *graph, int64_t all_ns)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	int64_t waits = 1, moving_ns = all_ns;
	uint32_t call = 0;

	for (size_t i = 0; i < o->count; i++) {
		const uint32_t id = graph->issue_order[i];
		const int64_t length_ns = operation_length_ns(trace, id);
		struct touches *shape;

		if (o->type[id] != OPERATION_KERNEL || o->call[id] == NONE)
			continue;
		for (; call <= o->call[id]; call++)
			if (call_class(trace, call) == CALL_SYNCHRONIZE ||
			    graph->waited[call] != NONE) {
				waits++;
				moving_ns = all_ns;
			}
		shape = &shapes[o->detail[id]];
		if (shape->waits != waits) {
			moving_ns = add_first(shape, length_ns, moving_ns);
			shape->waits = waits;
			continue;
		}
		shape->later++;
		shape->later_ns = sum_saturated(shape->later_ns, length_ns);
	}
}
