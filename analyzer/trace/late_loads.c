/* SPDX-License-Identifier: MIT */
/* Calls that load code and end too early by their records. */
#include "trace/late_loads.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "trace/call_class.h"

enum {
	LEAST_NS = 1000000, /* a shorter pause is not worth a guess */
	PAUSE_PARTS = 20,   /* of a pause, what may be left of it behind the GPU's work */
};

/* When the operations from the first to each one have all ended. NULL without memory; free it. */
static int64_t *find_ends(const struct trace_operations *o)
{
	int64_t *ends_ns = malloc((o->count + 1) * sizeof *ends_ns);

	for (size_t i = 0; ends_ns && i < o->count; i++)
		ends_ns[i] = i && ends_ns[i - 1] > o->end_ns[i] ? ends_ns[i - 1] : o->end_ns[i];
	return ends_ns;
}

static bool begins_by(const void *item, const void *key)
{
	return *(const int64_t *)item <= *(const int64_t *)key;
}

/* When what CALL must have waited for was done, whose thread's next call begins at NEXT_NS; its own
 * end: it did not wait. */
static int64_t real_end_ns(const struct trace *trace, const int64_t *ends_ns, uint32_t call,
                           int64_t next_ns)
{
	const int64_t end_ns = trace->calls.end_ns[call], pause_ns = next_ns - end_ns;
	const struct trace_operations *o = &trace->operations;
	size_t begun;
	int64_t done_ns;

	if (pause_ns < LEAST_NS || call_class(trace, call) != CALL_LOAD)
		return end_ns;
	begun = lower_bound(&end_ns, o->start_ns, o->count, sizeof *o->start_ns, begins_by);
	if (!begun)
		return end_ns;
	done_ns = ends_ns[begun - 1];
	return done_ns > end_ns && done_ns <= next_ns &&
	                       (next_ns - done_ns) * PAUSE_PARTS <= pause_ns
	               ? done_ns
	               : end_ns;
}

int64_t late_loads_extend(struct trace *trace)
{
	struct trace_calls *calls = &trace->calls;
	int64_t *ends_ns = find_ends(&trace->operations);
	uint32_t *last = malloc((trace->threads_count + 1) * sizeof *last); /* call, by thread */
	int64_t count = ends_ns && last ? 0 : -ENOMEM;

	for (size_t t = 0; !count && t < trace->threads_count; t++)
		last[t] = NONE;
	for (uint32_t c = 0; count >= 0 && c < calls->count; c++) {
		uint32_t *before = &last[calls->thread[c]];

		if (*before != NONE) {
			const int64_t end_ns =
			        real_end_ns(trace, ends_ns, *before, calls->start_ns[c]);

			count += end_ns > calls->end_ns[*before];
			calls->end_ns[*before] = end_ns;
		}
		*before = c;
	}
	free(ends_ns);
	free(last);
	return count;
}
