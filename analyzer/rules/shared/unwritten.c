/* SPDX-License-Identifier: MIT */
/* Finds copies of memory that nobody had written to. Any thread. */
#include "rules/shared/unwritten.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"

const struct threshold unwritten_thresholds[] = {
	[UNWRITTEN_NEW] = { "new", 90, "%" },
	[UNWRITTEN_FASTER] = { "faster", 2, "times" },
	{ .name = NULL },
};

/* A copy from or to a place of the host's memory. */
struct place {
	uint64_t address;
	uint32_t id;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* The copies between devices and pageable memory whose address is known, by that and by start. */
static int find_places(struct place **places, size_t *count, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		uint64_t address;
		struct place *place;

		if (copy_direction(trace, i) == COPY_DIRECTIONS || !copy_is_pageable(trace, i) ||
		    !operation_host_address(trace, i, &address))
			continue;
		place = ARRAY_ADD(places, count);
		if (!place)
			return -ENOMEM;
		*place = (struct place){ address, i };
	}
	if (*count)
		qsort(*places, *count, sizeof **places, compare_places);
	return 0;
}

/* Whether what IN copied to a device was never written, since OUT, the next copy there, met pages
 * that were not there yet. */
static bool is_unwritten(const struct trace *trace, uint32_t in, uint32_t out)
{
	const int64_t bytes = copy_bytes(trace, in), out_bytes = copy_bytes(trace, out);
	const int64_t in_ns = operation_length_ns(trace, in);
	const int64_t out_ns = operation_length_ns(trace, out);

	return copy_direction(trace, in) == COPY_IN && copy_direction(trace, out) == COPY_OUT &&
	       bytes >= RATE_MIN_BYTES && out_bytes >= bytes &&
	       percent_of(copy_new_bytes(out_bytes, out_ns), out_bytes) >=
	               unwritten_thresholds[UNWRITTEN_NEW].value &&
	       (double)bytes * (double)out_ns >= unwritten_thresholds[UNWRITTEN_FASTER].value *
	                                                 (double)out_bytes * (double)in_ns &&
	       !copy_host_has_ns(trace, in, out, chunk_writing_ns(bytes));
}

int unwritten_find(struct unwritten *unwritten, const struct trace *trace)
{
	struct place *places = NULL;
	size_t count = 0;
	int err;

	*unwritten = (struct unwritten){ 0 };
	err = find_places(&places, &count, trace);
	for (size_t i = 1; i < count && !err; i++) {
		const uint32_t in = places[i - 1].id, out = places[i].id;
		struct unwritten_copy *copy;

		if (places[i].address != places[i - 1].address || !is_unwritten(trace, in, out))
			continue;
		copy = ARRAY_ADD(&unwritten->copies, &unwritten->count);
		if (!copy) {
			err = -ENOMEM;
			break;
		}
		*copy = (struct unwritten_copy){ in, out };
		unwritten->time_ns =
		        sum_saturated(unwritten->time_ns, operation_length_ns(trace, in));
		unwritten->bytes = sum_saturated(unwritten->bytes, copy_bytes(trace, in));
	}
	free(places);
	return err;
}

void unwritten_release(struct unwritten *unwritten)
{
	free(unwritten->copies);
	*unwritten = (struct unwritten){ 0 };
}
