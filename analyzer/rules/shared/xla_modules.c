/* SPDX-License-Identifier: MIT */
/* Tells rows within one computation of XLA's. Any thread. */
#include "rules/shared/xla_modules.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* XLA's name of a range around a run of a computation: "XlaModule:#hlo_module=jit_step,...#". */
static bool is_module(const struct trace_marker *marker)
{
	return strncmp(marker->name, "XlaModule:", strlen("XlaModule:")) == 0;
}

int xla_modules_have(bool *are, const struct launch_rows *rows, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	int64_t *end_ns = calloc(trace->threads_count + 1, sizeof *end_ns); /* of the last module */
	int64_t within = 0, all = 0;
	size_t next = 0;

	*are = false;
	if (!end_ns)
		return -ENOMEM;
	for (size_t t = 0; t < trace->threads_count; t++)
		end_ns[t] = INT64_MIN;
	for (size_t r = 0; r < rows->count; r++) { /* in the order of their first calls */
		const struct launch_row *row = &rows->items[r];

		for (; next < trace->markers_count &&
		       trace->markers[next].start_ns <= calls->start_ns[row->first];
		     next++)
			if (is_module(&trace->markers[next]) && trace->markers[next].thread != NONE)
				end_ns[trace->markers[next].thread] = trace->markers[next].end_ns;
		if (!row->is_bound)
			continue;
		all += row->launches;
		if (end_ns[calls->thread[row->first]] >= calls->end_ns[row->last])
			within += row->launches;
	}
	*are = all && 2 * within >= all;
	free(end_ns);
	return 0;
}
