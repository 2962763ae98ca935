/* SPDX-License-Identifier: MIT */
/*
 * CUDA starts in the calls before the first operation: in one of them, whichever comes first. A
 * program may also allocate there, again and again. What such calls usually take is theirs, and
 * only what one of them takes beyond that is CUDA's start.
 */
#include <errno.h>
#include <stdlib.h>

#include "graph/constants.h"
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

int find_start_allocations(struct graph_index *index, const struct trace *trace)
{
	const uint32_t last = index->first_issuing_call;
	struct allocation *allocations;
	size_t count;

	if (last == NONE || last < START_ALLOCATIONS)
		return 0;
	allocations = malloc(last * sizeof *allocations);
	index->start_allocation_ns =
	        calloc(trace->call_names_count + 1, sizeof *index->start_allocation_ns);
	if (!allocations || !index->start_allocation_ns) {
		free(allocations);
		return -ENOMEM;
	}
	count = collect(allocations, trace, last);
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i; next < count && allocations[next].name == allocations[i].name;)
			next++;
		if (next - i >= START_ALLOCATIONS) /* in order: the one in the middle */
			index->start_allocation_ns[allocations[i].name] =
			        allocations[i + (next - i) / 2].ns;
	}
	free(allocations);
	return 0;
}
