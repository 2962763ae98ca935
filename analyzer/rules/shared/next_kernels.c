/* SPDX-License-Identifier: MIT */
/* Finds which kernel comes behind a call. */
#include "rules/shared/next_kernels.h"

#include <errno.h>
#include <stdlib.h>

#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

uint32_t *next_kernels_find(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t *next = malloc((trace->calls.count + 1) * sizeof *next);
	uint32_t *of_thread = malloc((trace->threads_count + 1) * sizeof *of_thread);

	for (size_t c = 0; next && c < trace->calls.count; c++)
		next[c] = NONE;
	for (size_t i = 0; next && i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && o->call[i] != NONE)
			next[o->call[i]] = trace->launch_shapes[o->detail[i]].function;
	for (size_t t = 0; of_thread && t < trace->threads_count; t++)
		of_thread[t] = NONE;
	for (size_t c = trace->calls.count; next && of_thread && c-- > 0;) {
		uint32_t *last = &of_thread[trace->calls.thread[c]];

		*last = next[c] = next[c] == NONE ? *last : next[c];
	}
	if (!of_thread) {
		free(next);
		next = NULL;
	}
	free(of_thread);
	return next;
}

int next_kernels_say(struct finding *f, const struct trace *trace, const uint32_t calls[],
                     size_t count)
{
	uint32_t *next = next_kernels_find(trace);
	uint32_t *times = calloc(trace->functions_count + 1, sizeof *times), most = NONE;
	const int err = next && times ? 0 : -ENOMEM;
	size_t all = 0;

	for (size_t i = 0; i < count && !err; i++) {
		const uint32_t function = next[calls[i]];

		if (call_class(trace, calls[i]) != CALL_ALLOCATE)
			continue;
		all++;
		if (function != NONE)
			times[function]++;
		if (function != NONE && (most == NONE || times[function] > times[most]))
			most = function;
	}
	if (most != NONE && 100 * (double)times[most] >= NEXT_KERNEL_PERCENT * (double)all)
		finding_fact(f, "next", "the kernel %s is launched behind %s of these allocations",
		             name_function(NAME, trace, most),
		             times[most] == all ? "each" : "nearly each");
	free(next);
	free(times);
	return err;
}
