/* SPDX-License-Identifier: MIT */
/* Finds the turns of threads. */
#include "rules/shared/thread_turns.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/shared/constants.h"
#include "trace/call_class.h"

const struct threshold thread_turns_threshold[] = {
	{ "turns of a thread", REPEATS_MIN, "times" },
	{ .name = NULL },
};

static bool is_issuing(enum call_class class)
{
	return class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH || class == CALL_COPY ||
	       class == CALL_FILL;
}

/* The stream of the first operation that CALL issued, or NONE. Calls are asked for in their
 * order. */
static uint32_t stream_of(const struct graph *graph, size_t *next, uint32_t call)
{
	const struct trace_operations *operations = &graph->trace->operations;

	for (; *next < operations->count; (*next)++) {
		const uint32_t id = graph->issue_order[*next];

		if (operations->call[id] != NONE && operations->call[id] >= call)
			return operations->call[id] == call ? operations->stream[id] : NONE;
	}
	return NONE;
}

static int add_turn(struct thread_turns *turns, const struct graph *graph,
                    const struct thread_turn *open, uint32_t last)
{
	struct thread_turn *turn = ARRAY_ADD(&turns->items, &turns->count);

	if (!turn)
		return -ENOMEM;
	*turn = *open;
	turn->start_ns = graph->trace->calls.start_ns[open->call];
	turn->end_ns = graph->trace->calls.end_ns[last];
	turns->of_thread[open->thread]++;
	return 0;
}

/* Whether CALL waits for the GPU because the program asked for it: a launch waits for room in a
 * queue. */
static bool is_wait(const struct graph *graph, uint32_t call)
{
	const enum call_class class = call_class(graph->trace, call);

	return graph->waited[call] != NONE && class != CALL_LAUNCH && class != CALL_GRAPH_LAUNCH &&
	       class != CALL_FILL;
}

/* In the order of their first calls, but for those that end before one that began earlier. */
static int find_turns(struct thread_turns *turns, const struct graph *graph)
{
	const struct trace_calls *calls = &graph->trace->calls;
	struct thread_turn *open = calloc(graph->trace->threads_count + 1, sizeof *open);
	size_t next = 0;
	int err = open ? 0 : -ENOMEM;

	for (uint32_t t = 0; t < graph->trace->threads_count && open; t++)
		open[t] = (struct thread_turn){ .call = NONE, .thread = t };
	for (uint32_t c = 0; c < calls->count && !err; c++) {
		struct thread_turn *own = &open[calls->thread[c]];

		if (own->call == NONE && is_issuing(call_class(graph->trace, c))) {
			own->call = c;
			own->stream = stream_of(graph, &next, c);
		}
		if (own->call == NONE || !is_wait(graph, c))
			continue;
		err = add_turn(turns, graph, own, c);
		own->call = NONE;
	}
	free(open);
	return err;
}

bool thread_turns_are_frequent(const struct thread_turns *turns, uint32_t thread)
{
	return (double)turns->of_thread[thread] >= thread_turns_threshold->value;
}

static void keep_frequent(struct thread_turns *turns)
{
	size_t kept = 0;

	for (size_t i = 0; i < turns->count && turns->items; i++)
		if (thread_turns_are_frequent(turns, turns->items[i].thread))
			turns->items[kept++] = turns->items[i];
	turns->count = kept;
}

static int compare_starts(const void *a, const void *b)
{
	const struct thread_turn *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

int thread_turns_init(struct thread_turns *turns, const struct graph *graph)
{
	int err;

	*turns = (struct thread_turns){ .of_thread = calloc(graph->trace->threads_count + 1,
		                                            sizeof *turns->of_thread) };
	err = turns->of_thread ? find_turns(turns, graph) : -ENOMEM;
	if (!err)
		keep_frequent(turns);
	if (!err && turns->items)
		qsort(turns->items, turns->count, sizeof *turns->items, compare_starts);
	return err;
}

void thread_turns_release(struct thread_turns *turns)
{
	free(turns->items);
	free(turns->of_thread);
}
