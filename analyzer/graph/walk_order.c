/* SPDX-License-Identifier: MIT */
/*
 * Calls that began earlier than others, and put their work into a stream behind theirs. Where
 * threads share a stream, a call may begin and then wait, for a lock or for what is in the stream,
 * while another thread's gets before it. A stream works in its order, so that the order in which
 * operations ran tells the one in which they were put there. The walk, which goes forward only,
 * defers such calls.
 */
#include <errno.h>
#include <stdlib.h>

#include "graph/walk_state.h"
#include "trace/call_class.h"

/* ---- which ones ---- */

static bool is_deferrable(const struct trace *trace, uint32_t operation)
{
	const enum call_class class = call_class(trace, trace->operations.call[operation]);

	return class == CALL_LAUNCH || class == CALL_COPY || class == CALL_FILL;
}

static int no_calls_before(struct graph_index *index, size_t calls)
{
	index->call_before = malloc(calls * sizeof *index->call_before);
	if (!index->call_before)
		return -ENOMEM;
	for (size_t c = 0; c < calls; c++)
		index->call_before[c] = NONE;
	return 0;
}

/* LATEST: by stream, the last call of those that have put something there so far, or NONE. */
static int note_calls_before(struct graph_index *index, const struct trace *trace, uint32_t *latest)
{
	const struct trace_operations *operations = &trace->operations;
	const struct trace_calls *calls = &trace->calls;

	for (size_t i = 0; i < operations->count; i++) { /* as they ran */
		const uint32_t call = operations->call[i];
		uint32_t *last = &latest[operations->stream[i]];

		if (call == NONE)
			continue;
		/* A call that ended before the other one began cannot have come behind it. */
		if (*last == NONE || *last <= call || !is_deferrable(trace, (uint32_t)i) ||
		    calls->start_ns[*last] >= calls->end_ns[call] ||
		    calls->thread[*last] == calls->thread[call]) {
			*last = call;
			continue;
		}
		if (!index->call_before && no_calls_before(index, calls->count))
			return -ENOMEM;
		index->call_before[call] = *last;
	}
	return 0;
}

int find_calls_before(struct graph_index *index, const struct trace *trace)
{
	uint32_t *latest;
	int err;

	if (!index->previous_call) /* one thread */
		return 0;
	latest = malloc((trace->streams_count + 1) * sizeof *latest);
	if (!latest)
		return -ENOMEM;
	for (size_t s = 0; s < trace->streams_count; s++)
		latest[s] = NONE;
	err = note_calls_before(index, trace, latest);
	free(latest);
	return err;
}

/* ---- the walk ---- */

bool walk_comes_later(const struct walk *walk, uint32_t call)
{
	return walk->index->call_before && walk->index->call_before[call] != NONE;
}

void walk_defer(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;
	const struct trace_operations *operations = &trace->operations;
	struct walk_cursors *next = &walk->next;

	walk->deferred[walk->deferred_count++] = (struct deferred_call){
		.call = call,
		.operation = walk->graph->issue_order[next->operation],
		.next = *next,
	};
	while (next->operation < operations->count &&
	       operations->call[walk->graph->issue_order[next->operation]] == call)
		next->operation++;
	while (next->sync < trace->synchronizations_count &&
	       trace->synchronizations[walk->index->sync_order[next->sync]].call <= call)
		next->sync++;
	while (next->copy_stream < trace->copy_streams_count &&
	       trace->copy_streams[next->copy_stream].call <= call)
		next->copy_stream++;
}

static bool is_deferred(const struct walk *walk, uint32_t call)
{
	for (size_t i = 0; i < walk->deferred_count; i++)
		if (walk->deferred[i].call == call)
			return true;
	return false;
}

/* Whether what came before it has been walked through, or it has to be, since its thread goes on.
 */
static bool is_due(const struct walk *walk, const struct deferred_call *deferred, uint32_t next)
{
	const uint32_t *thread = walk->trace->calls.thread;
	const uint32_t before = walk->index->call_before[deferred->call];

	return next == NONE || thread[next] == thread[deferred->call] ||
	       (before < next && !is_deferred(walk, before));
}

bool walk_take_deferred(struct walk *walk, uint32_t next, struct deferred_call *taken)
{
	size_t first = walk->deferred_count;

	for (size_t i = 0; i < walk->deferred_count; i++)
		if (is_due(walk, &walk->deferred[i], next) &&
		    (first == walk->deferred_count ||
		     walk->deferred[i].operation < walk->deferred[first].operation))
			first = i;
	if (first == walk->deferred_count)
		return false;
	*taken = walk->deferred[first];
	walk->deferred[first] = walk->deferred[--walk->deferred_count];
	return true;
}
