/* SPDX-License-Identifier: MIT */
/* Operations that last too long by their records. */
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

/* So many later launches must lie within a kernel: programmatic dependent launch lets the next one
 * begin before it ends, and that one's own next. */
enum { LAUNCHES_WITHIN = 3 };

/* What lies, by the records, within the last operation of a stream that may be cut. */
struct within {
	uint32_t operation; /* NONE: there is none */
	uint32_t call;      /* that launched what was seen last */
	int launches;
	int64_t first_ns; /* where the first of it begins */
};

/* Operations of one launch of a graph may run beside each other. */
static bool is_later_launch(const struct trace_operations *o, const struct within *w, uint32_t i)
{
	return o->call[i] != NONE && o->call[w->operation] != NONE &&
	       o->call[i] > o->call[w->operation];
}

/* Takes note of operation I, which lies within W's. Whether that makes them enough. */
static bool add_within(struct within *w, const struct trace_operations *o, uint32_t i)
{
	if (!is_later_launch(o, w, i))
		return false;
	if (!w->launches)
		w->first_ns = o->start_ns[i];
	if (!w->launches || o->call[i] != w->call) {
		w->call = o->call[i];
		w->launches++;
	}
	return w->launches >= LAUNCHES_WITHIN;
}

int64_t long_kernels_cut(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct within *within = calloc(trace->streams_count + 1, sizeof *within);
	int64_t count = 0;

	if (!within)
		return -ENOMEM;
	for (size_t s = 0; s < trace->streams_count; s++)
		within[s] = (struct within){ .operation = NONE };
	for (uint32_t i = 0; i < o->count; i++) {
		struct within *w = &within[o->stream[i]];

		if (w->operation != NONE && o->end_ns[i] < o->end_ns[w->operation]) {
			if (!add_within(w, o, i))
				continue;
			o->end_ns[w->operation] = w->first_ns;
			count++;
		}
		*w = (struct within){ .operation = can_be_cut(o, i) ? NONE : i };
	}
	free(within);
	return count;
}
