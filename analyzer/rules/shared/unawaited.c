/* SPDX-License-Identifier: MIT */
/* Copies that nobody waits for. */
#include "rules/shared/unawaited.h"

#include "rules/shared/constants.h"
#include "trace/call_class.h"

/* Whether CALL returns when work of the GPU is done, or tells whether it is. */
static bool is_wait(const struct graph *graph, uint32_t call)
{
	switch (call_class(graph->trace, call)) {
	case CALL_SYNCHRONIZE:
	case CALL_QUERY:
	case CALL_FREE:
	case CALL_TEARDOWN:
		return true;
	default:
		return graph->waited[call] != NONE;
	}
}

int64_t copy_unawaited_ns(const struct graph *graph, uint32_t id, int64_t least_ns)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	const uint32_t call = trace->operations.call[id];
	const bool is_asynchronous = trace->operations.flags[id] & OPERATION_ASYNC &&
	                             !(trace->operations.flags[id] & OPERATION_GRAPH);
	int64_t end_ns;

	if (call == NONE || !is_asynchronous)
		return 0;
	end_ns = calls->end_ns[call];
	for (uint32_t c = call + 1; c < calls->count && c - call <= UNAWAITED_CALLS; c++) {
		if (calls->thread[c] != calls->thread[call])
			continue;
		if (calls->start_ns[c] - end_ns >= least_ns)
			return calls->start_ns[c] - end_ns;
		if (is_wait(graph, c))
			return 0;
		end_ns = calls->end_ns[c];
	}
	return 0;
}
