/* SPDX-License-Identifier: MIT */
/* Which calls pin memory, and what of them is no start of CUDA. */
#include "graph/pinning.h"

#include "graph/constants.h"

/* The call in which CUDA starts: the longest of the first few; NONE without calls. */
static uint32_t start_call(const struct trace *trace)
{
	uint32_t start = NONE;

	for (uint32_t c = 0; c < trace->calls.count && c < FIRST_CALLS; c++)
		if (start == NONE || call_length_ns(trace, c) > call_length_ns(trace, start))
			start = c;
	return start;
}

static bool pins(const struct trace_allocation *allocation)
{
	return !allocation->is_release && allocation->memory_kind == MEMORY_PINNED &&
	       allocation->call != NONE;
}

double pinning_bytes_per_s(const struct trace *trace)
{
	const uint32_t start = start_call(trace);
	double bytes = 0, time_ns = 0;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (!pins(it) || it->call == start || it->size_bytes < PINNING_MIN_BYTES)
			continue;
		bytes += (double)it->size_bytes;
		time_ns += (double)call_length_ns(trace, it->call);
	}
	return time_ns > 0 ? bytes / time_ns * 1e9 : PINNING_BYTES_PER_S;
}

int64_t pinning_ns(const struct trace *trace, const struct trace_allocation *allocation)
{
	int64_t usual_ns, call_ns;

	if (!pins(allocation))
		return 0;
	call_ns = call_length_ns(trace, allocation->call);
	if (allocation->call != start_call(trace))
		return call_ns;
	usual_ns = (int64_t)((double)allocation->size_bytes / pinning_bytes_per_s(trace) * 1e9);
	return usual_ns < call_ns ? usual_ns : call_ns;
}

int64_t unpinning_ns(const struct graph *graph, const struct trace_allocation *allocation)
{
	const struct trace *trace = graph->trace;
	int64_t start_ns, end_ns;
	uint32_t waited;

	if (!allocation->is_release || allocation->memory_kind != MEMORY_PINNED ||
	    allocation->call == NONE)
		return 0;
	start_ns = trace->calls.start_ns[allocation->call];
	end_ns = trace->calls.end_ns[allocation->call];
	waited = graph->waited[allocation->call];
	if (waited != NONE && trace->operations.end_ns[waited] > start_ns)
		start_ns = trace->operations.end_ns[waited];
	return end_ns > start_ns ? end_ns - start_ns : 0;
}
