/* SPDX-License-Identifier: MIT */
/*
 * CUDA starts in the calls before the first operation: in one of them, whichever comes first. A
 * program may also allocate there, again and again, or pin much memory. What such calls usually
 * take is theirs, and only what one of them takes beyond that is CUDA's start.
 */
#include <errno.h>
#include <stdlib.h>

#include "graph/constants.h"
#include "graph/pinning.h"
#include "graph/walk.h"
#include "trace/call_class.h"

struct allocation {
	int64_t ns;
	uint16_t name;
};

static int compare_names(const void *a, const void *b)
{
	const struct allocation *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->ns > y->ns) - (x->ns < y->ns);
}

/* The calls up to the first issuing one that allocate, in the order of their names and lengths. */
static size_t collect(struct allocation *allocations, const struct trace *trace, uint32_t last)
{
	size_t count = 0;

	for (uint32_t c = 0; c < last; c++)
		if (call_class(trace, c) == CALL_ALLOCATE)
			allocations[count++] = (struct allocation){
				trace->calls.end_ns[c] - trace->calls.start_ns[c],
				trace->calls.name[c],
			};
	qsort(allocations, count, sizeof *allocations, compare_names);
	return count;
}

/* Of each function that allocates often enough, what one call usually takes. */
static int add_usual(int64_t *own_ns, const struct trace *trace, uint32_t last)
{
	int64_t *usual_ns = calloc(trace->call_names_count + 1, sizeof *usual_ns);
	struct allocation *allocations = malloc(((size_t)last + 1) * sizeof *allocations);
	size_t count = 0;

	if (usual_ns && allocations)
		count = collect(allocations, trace, last);
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i; next < count && allocations[next].name == allocations[i].name;)
			next++;
		if (next - i >= START_ALLOCATIONS) /* in order: the one in the middle */
			usual_ns[allocations[i].name] = allocations[i + (next - i) / 2].ns;
	}
	for (uint32_t c = 0; c < last && count; c++)
		if (call_class(trace, c) == CALL_ALLOCATE)
			own_ns[c] = usual_ns[trace->calls.name[c]];
	free(allocations);
	free(usual_ns);
	return usual_ns && allocations ? 0 : -ENOMEM;
}

int find_start_allocations(struct graph_index *index, const struct trace *trace)
{
	const uint32_t last = index->first_issuing_call;
	int err = 0;

	if (last == NONE)
		return 0;
	index->start_own_ns = calloc((size_t)last + 1, sizeof *index->start_own_ns);
	if (!index->start_own_ns)
		return -ENOMEM;
	if (last >= START_ALLOCATIONS)
		err = add_usual(index->start_own_ns, trace, last);
	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];
		const int64_t ns = pinning_ns(trace, it);

		if (ns && it->call < last && ns > index->start_own_ns[it->call])
			index->start_own_ns[it->call] = ns;
	}
	return err;
}

int64_t graph_start_own_ns(const struct graph *graph, uint32_t call)
{
	const struct graph_index *index = graph->index;

	const struct restart *restart = restarts_of(&index->restarts, call);

	if (restart && !restart->is_reset)
		return restart->own_ns;
	return index->start_own_ns && call < index->first_issuing_call ? index->start_own_ns[call]
	                                                               : 0;
}

bool graph_is_reset(const struct graph *graph, uint32_t call)
{
	const struct restart *restart = restarts_of(&graph->index->restarts, call);

	return restart && restart->is_reset;
}

bool graph_is_restart(const struct graph *graph, uint32_t call)
{
	const struct restart *restart = restarts_of(&graph->index->restarts, call);

	return restart && !restart->is_reset;
}
