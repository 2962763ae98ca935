/* SPDX-License-Identifier: MIT */
/* Finds what goes from one GPU to another through the host. */
#include "rules/shared/host_exchange.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/shared/copies.h"

struct sized {
	int64_t bytes;
	uint32_t operation;
};

static int compare_sizes(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? -1 : 1;
	return (x->operation > y->operation) - (x->operation < y->operation);
}

/* Large copies between the host and a GPU, in order of their sizes. */
static int collect(struct sized **copies, size_t *count, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const enum copy_direction direction = copy_direction(trace, i);
		struct sized *copy;

		if ((direction != COPY_IN && direction != COPY_OUT) ||
		    copy_bytes(trace, i) < RATE_MIN_BYTES || trace_is_staged_copy(trace, i))
			continue;
		copy = ARRAY_ADD(copies, count);
		if (!copy)
			return -ENOMEM;
		*copy = (struct sized){ copy_bytes(trace, i), i };
	}
	if (*copies)
		qsort(*copies, *count, sizeof **copies, compare_sizes);
	return 0;
}

/* Whether IN brings to another GPU what OUT took. */
static bool is_exchange(const struct trace *trace, uint32_t out, uint32_t in)
{
	return copy_direction(trace, out) == COPY_OUT && copy_direction(trace, in) == COPY_IN &&
	       operation_device(trace, out) != operation_device(trace, in) &&
	       trace->operations.end_ns[out] <= trace->operations.start_ns[in];
}

int host_exchanges_find(struct host_exchanges *exchanges, const struct trace *trace)
{
	struct sized *copies = NULL;
	size_t count = 0;
	int err;

	*exchanges = (struct host_exchanges){ 0 };
	if (trace->devices_count < 2)
		return 0;
	err = collect(&copies, &count, trace);
	for (size_t i = 0, next; i < count && !err; i = next) {
		struct host_exchange *added;

		for (next = i + 1; next < count && copies[next].bytes == copies[i].bytes;)
			next++;
		/* Operations are in order of start. */
		if (next - i != 2 ||
		    !is_exchange(trace, copies[i].operation, copies[i + 1].operation))
			continue;
		added = ARRAY_ADD(&exchanges->items, &exchanges->count);
		if (!added)
			err = -ENOMEM;
		else
			*added = (struct host_exchange){ copies[i].operation,
				                         copies[i + 1].operation };
	}
	free(copies);
	return err;
}

void host_exchanges_release(struct host_exchanges *exchanges)
{
	free(exchanges->items);
	*exchanges = (struct host_exchanges){ 0 };
}
