/* SPDX-License-Identifier: MIT */
/*
 * Finds where a thread handed its work to another one and waited for it. PyTorch's backward() does:
 * its caller makes no call while the backward thread does, and the other way round. So each one's
 * first call behind such a pause comes behind the other's last, however long it thinks in between.
 */
#include <errno.h>
#include <stdlib.h>

#include "graph/walk.h"
#include "trace/call_class.h"

/* By thread, the last call so far. */
struct last_calls {
	uint32_t *of_thread; /* or NONE */
	uint32_t backward;   /* that of backward threads which ended last, or NONE */
	uint32_t caller;     /* the thread that launched last of all others: the one that waits; or
	                        NONE */
};

/* Whether CALL began behind OTHER, which NONE is not, and its thread made none meanwhile. */
static bool encloses(const struct trace_calls *calls, uint32_t before, uint32_t other,
                     uint32_t call)
{
	return other != NONE && calls->end_ns[other] <= calls->start_ns[call] && before != NONE &&
	       calls->start_ns[other] >= calls->end_ns[before];
}

/* The call that handed over to CALL, or NONE. */
static uint32_t handed_by(const struct last_calls *last, const struct trace_calls *calls,
                          uint32_t call, bool is_backward)
{
	const uint32_t thread = calls->thread[call];
	uint32_t other = NONE;

	if (!is_backward && thread == last->caller)
		other = last->backward;
	else if (is_backward && last->caller != NONE)
		other = last->of_thread[last->caller];
	return encloses(calls, last->of_thread[thread], other, call) ? other : NONE;
}

static void note_call(struct last_calls *last, const struct trace *trace, uint32_t call,
                      bool is_backward)
{
	const struct trace_calls *calls = &trace->calls;
	const enum call_class class = call_class(trace, call);

	last->of_thread[calls->thread[call]] = call;
	if (!is_backward && (class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH))
		last->caller = calls->thread[call];
	else if (is_backward &&
	         (last->backward == NONE || calls->end_ns[call] >= calls->end_ns[last->backward]))
		last->backward = call;
}

/* THREADS: by thread, whether it is a backward thread. */
static int fill(struct graph_index *index, const struct trace *trace, const bool *threads)
{
	const struct trace_calls *calls = &trace->calls;
	struct last_calls last = { calloc(trace->threads_count + 1, sizeof *last.of_thread), NONE,
		                   NONE };

	index->handed_by = malloc((calls->count + 1) * sizeof *index->handed_by);
	if (!last.of_thread || !index->handed_by) {
		free(last.of_thread);
		return -ENOMEM;
	}
	for (size_t t = 0; t < trace->threads_count; t++)
		last.of_thread[t] = NONE;
	for (uint32_t c = 0; c < calls->count; c++) {
		const bool is_backward = threads[calls->thread[c]];

		index->handed_by[c] = handed_by(&last, calls, c, is_backward);
		note_call(&last, trace, c, is_backward);
	}
	free(last.of_thread);
	return 0;
}

int find_handovers(struct graph_index *index, const struct trace *trace)
{
	bool *threads = calloc(trace->threads_count + 1, sizeof *threads);
	bool any = false;
	int err = threads ? 0 : -ENOMEM;

	for (size_t t = 0; t < trace->threads_count && !err; t++) {
		threads[t] = trace_is_backward_thread(trace, (uint32_t)t);
		any |= threads[t];
	}
	if (!err && any)
		err = fill(index, trace, threads);
	free(threads);
	return err;
}
