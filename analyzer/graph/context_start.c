/* SPDX-License-Identifier: MIT */
/* Finds the pause in which the first context was made. Any thread. */
#include "graph/context_start.h"

#include "graph/constants.h"

struct interval context_start(const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	const int64_t ready_ns = trace->context_ready_ns;
	struct interval start = { ready_ns - CONTEXT_MAKING_NS, ready_ns + CONTEXT_REST_NS };
	uint32_t next = 0;

	if (!ready_ns || trace->part.name)
		return (struct interval){ 0, 0 };
	for (; next < calls->count && calls->start_ns[next] <= ready_ns; next++) {
		if (calls->end_ns[next] >= ready_ns)
			return (struct interval){ 0, 0 };
		if (calls->end_ns[next] > start.start_ns)
			start.start_ns = calls->end_ns[next];
	}
	if (!next || next == calls->count)
		return (struct interval){ 0, 0 };
	if (calls->start_ns[next] < start.end_ns)
		start.end_ns = calls->start_ns[next];
	return start;
}

bool context_is_before(const struct trace *trace)
{
	return trace->context_ready_ns > trace->driver_ready_ns &&
	       trace->context_ready_ns < trace->first_ns;
}

struct interval context_start_before(const struct trace *trace)
{
	const int64_t ready_ns = trace->context_ready_ns, driver_ns = trace->driver_ready_ns;
	const int64_t end_ns = ready_ns + CONTEXT_REST_NS;

	if (!driver_ns || !context_is_before(trace) || ready_ns - driver_ns > CONTEXT_MAKING_NS ||
	    trace->part.name)
		return (struct interval){ 0, 0 };
	return (struct interval){ driver_ns, end_ns < trace->first_ns ? end_ns : trace->first_ns };
}
