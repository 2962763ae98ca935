/* SPDX-License-Identifier: MIT */
/* Rows of queries. */
#include "graph/polling.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

enum { NOT_READY = 600 }; /* cudaErrorNotReady, CUDA_ERROR_NOT_READY */

static int add(struct pollings *pollings, struct polling row)
{
	struct polling *added = ARRAY_ADD(&pollings->items, &pollings->count);

	if (!added)
		return -ENOMEM;
	*added = row;
	return 0;
}

static int compare_firsts(const void *a, const void *b, void *items_pointer)
{
	const struct polling *items = items_pointer;
	const uint32_t left = items[*(const uint32_t *)a].first;
	const uint32_t right = items[*(const uint32_t *)b].first;

	return (left > right) - (left < right);
}

static int order_by_first(struct pollings *pollings)
{
	pollings->by_first = malloc((pollings->count + 1) * sizeof *pollings->by_first);
	if (!pollings->by_first)
		return -ENOMEM;
	for (size_t i = 0; i < pollings->count; i++)
		pollings->by_first[i] = (uint32_t)i;
	qsort_r(pollings->by_first, pollings->count, sizeof *pollings->by_first, compare_firsts,
	        pollings->items);
	return 0;
}

int pollings_init(struct pollings *pollings, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	uint32_t *first = malloc((trace->threads_count + 1) * sizeof *first); /* by thread */
	int err = first ? 0 : -ENOMEM;

	*pollings = (struct pollings){ 0 };
	for (size_t t = 0; t < trace->threads_count && !err; t++)
		first[t] = NONE;
	for (uint32_t c = 0; c < calls->count && !err; c++) {
		const bool is_query = trace->call_names[calls->name[c]].class == CALL_QUERY;
		uint32_t *begin = &first[calls->thread[c]];

		if (is_query && calls->result[c] == NOT_READY) {
			*begin = *begin == NONE ? c : *begin;
			continue;
		}
		if (is_query && calls->result[c] == 0 && *begin != NONE)
			err = add(pollings, (struct polling){ *begin, c });
		*begin = NONE;
	}
	free(first);
	return err ? err : order_by_first(pollings);
}

void pollings_release(struct pollings *pollings)
{
	free(pollings->items);
	free(pollings->by_first);
}

static bool ends_before(const void *item, const void *key)
{
	return ((const struct polling *)item)->last < *(const uint32_t *)key;
}

const struct polling *polling_until(const struct pollings *pollings, uint32_t call)
{
	const struct polling *items = pollings->items;
	size_t place = lower_bound(&call, items, pollings->count, sizeof *items, ends_before);

	return place < pollings->count && items[place].last == call ? &items[place] : NULL;
}
