/* SPDX-License-Identifier: MIT */
#include "rules/shared/kernel_way.h"

#include "rules/shared/gap_claims.h"

const struct threshold kernel_way_threshold[] = { { "length", 10, "us" }, { .name = NULL } };

static bool is_short(const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_KERNEL &&
	       !(trace->operations.flags[operation] & OPERATION_GRAPH) &&
	       (double)operation_length_ns(trace, operation) <= 1e3 * kernel_way_threshold->value;
}

/* Whether launch-bound has reported the row that OPERATION is in. */
static bool is_told(const struct trace *trace, const uint8_t *in_rows, uint32_t operation)
{
	const uint32_t call = trace->operations.call[operation];

	return call != NONE && in_rows[call] != IN_NO_ROW;
}

int64_t kernel_way_ns(const struct graph *graph, const struct gap *gap, const uint8_t *in_rows)
{
	const enum cause cause = graph->cause[gap->next];
	const int64_t alone_ns = gap_alone_ns(gap);
	const int64_t usual_ns = graph->lags.median_ns[CAUSE_STREAM][OPERATION_KERNEL];

	if (cause != CAUSE_STREAM && cause != CAUSE_EVENT && gap->kind != GAP_LAUNCH)
		return 0;
	if (!is_short(graph->trace, gap->next) || is_told(graph->trace, in_rows, gap->next))
		return 0;
	return alone_ns < usual_ns ? alone_ns : usual_ns;
}
