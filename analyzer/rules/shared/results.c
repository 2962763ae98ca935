/* SPDX-License-Identifier: MIT */
/* Results that the host waits for. */
#include "rules/shared/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

int results_init(struct results *results, const struct trace *trace)
{
	*results = (struct results){ .copy = malloc((trace->calls.count + 1) *
		                                    sizeof *results->copy) };
	if (!results->copy)
		return -ENOMEM;
	for (size_t i = 0; i < trace->calls.count; i++)
		results->copy[i] = NONE;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE && copy_direction(trace, i) == COPY_OUT)
			results->copy[trace->operations.call[i]] = i;
	return 0;
}

void results_release(struct results *results)
{
	free(results->copy);
}

/* The copy to the host that CALL waited for: its own, the last one in the stream, or that of the
 * call before, which has come to its end there already; records of events may stand in between.
 * NONE: none. */
static uint32_t copy_of(const struct results *results, const struct graph *graph, uint32_t call)
{
	const uint32_t waited = graph->waited[call];

	if (results->copy[call] != NONE)
		return results->copy[call];
	if (waited != NONE)
		return copy_direction(graph->trace, waited) == COPY_OUT ? waited : NONE;
	do
		call = graph_previous_call(graph, call);
	while (call != NONE && call_class(graph->trace, call) == CALL_EVENT_RECORD);
	return call != NONE ? results->copy[call] : NONE;
}

/* Whether cuBLAS computed what COPY takes to the host: a dot product, a norm ... */
static bool is_from_cublas(const struct graph *graph, uint32_t copy)
{
	const struct trace *trace = graph->trace;
	const uint32_t before = graph->base[copy];
	const struct library *library;

	if (before == NONE || trace->operations.type[before] != OPERATION_KERNEL)
		return false;
	library = kernel_library(trace->functions[operation_function(trace, before)].name);
	return library && strcmp(library->name, "cuBLAS") == 0;
}

void results_count(struct results *results, const struct graph *graph, uint32_t call)
{
	const uint32_t copy = copy_of(results, graph, call);
	int64_t bytes;

	if (copy == NONE)
		return;
	results->from_cublas += is_from_cublas(graph, copy);
	bytes = copy_bytes(graph->trace, copy);
	if (!results->count++ || bytes < results->least_bytes)
		results->least_bytes = bytes;
	if (bytes > results->most_bytes)
		results->most_bytes = bytes;
}

void results_say(const struct results *results, struct finding *finding)
{
	const bool differ = results->most_bytes > results->least_bytes;

	if (results->count < REPEATS_MIN)
		return;
	finding_fact(finding, "results", "%s of %s%s%s to the host, each waited for",
	             name_count(NAME, results->count, "copy", "copies"),
	             format_bytes(FORMAT, results->least_bytes), differ ? " to " : "",
	             differ ? format_bytes(FORMAT, results->most_bytes) : "");
	if (2 * results->from_cublas >= results->count)
		finding_fact(finding, "cuBLAS",
		             "computes them: with cublasSetPointerMode(handle, "
		             "CUBLAS_POINTER_MODE_DEVICE) they stay on the device, where its other "
		             "calls and kernels take them from");
}
