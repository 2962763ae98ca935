/* SPDX-License-Identifier: MIT */
/* Copies and memory sets that last too long by their records. */
#include "trace/long_transfers.h"

#include <errno.h>
#include <stdlib.h>

static bool can_be_cut(const struct trace_operations *o, size_t id)
{
	return o->type[id] != OPERATION_KERNEL && !(o->flags[id] & OPERATION_GRAPH);
}

int64_t long_transfers_cut(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t *last = malloc((trace->streams_count + 1) * sizeof *last); /* by stream */
	int64_t count = 0;

	if (!last)
		return -ENOMEM;
	for (size_t s = 0; s < trace->streams_count; s++)
		last[s] = NONE;
	for (uint32_t i = 0; i < o->count; i++) {
		uint32_t *before = &last[o->stream[i]];

		if (*before != NONE && o->end_ns[i] < o->end_ns[*before]) {
			o->end_ns[*before] = o->start_ns[i];
			count++;
		}
		*before = can_be_cut(o, i) ? i : NONE;
	}
	free(last);
	return count;
}
