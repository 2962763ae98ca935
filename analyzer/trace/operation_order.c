/* SPDX-License-Identifier: MIT */
/*
 * Sorting of operations. Any thread.
 *
 * The file holds kernels, copies and fills one after the other, each in order of arrival: nearly
 * sorted, but not by any fixed distance. So starts are thrown into a few times fewer buckets than
 * there are operations (order kept within each), which touches memory in three rising sweeps, and
 * each bucket is sorted. Only an order (4 bytes each) moves; at the end it is applied to one column
 * after the other.
 */
#include "trace/operation_order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKET_OPERATIONS = 4, /* expected in a bucket */
	INSERTION_MAX = 32,    /* larger buckets are sorted by qsort_r() */
};

static bool is_before(const struct trace_operations *o, uint32_t a, uint32_t b)
{
	if (o->start_ns[a] != o->start_ns[b])
		return o->start_ns[a] < o->start_ns[b];
	if (o->end_ns[a] != o->end_ns[b])
		return o->end_ns[a] < o->end_ns[b];
	return a < b;
}

static int compare(const void *a, const void *b, void *operations)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	if (left == right)
		return 0;
	return is_before(operations, left, right) ? -1 : 1;
}

static bool is_sorted(const struct trace_operations *o)
{
	for (size_t i = 1; i < o->count; i++)
		if (o->start_ns[i] < o->start_ns[i - 1] ||
		    (o->start_ns[i] == o->start_ns[i - 1] && o->end_ns[i] < o->end_ns[i - 1]))
			return false;
	return true;
}

static void sort_bucket(struct trace_operations *o, uint32_t *order, size_t count)
{
	if (count > INSERTION_MAX) {
		qsort_r(order, count, sizeof *order, compare, o);
		return;
	}
	for (size_t i = 1; i < count; i++) {
		uint32_t moved = order[i];
		size_t j = i;

		for (; j > 0 && is_before(o, moved, order[j - 1]); j--)
			order[j] = order[j - 1];
		order[j] = moved;
	}
}

/* Fills ORDER with the positions of the operations in sorted order. */
static int make_order(struct trace_operations *o, uint32_t *order)
{
	int64_t min_ns = o->start_ns[0], max_ns = o->start_ns[0];
	uint32_t *ends;
	size_t buckets;
	int shift = 0;

	for (size_t i = 1; i < o->count; i++) {
		min_ns = o->start_ns[i] < min_ns ? o->start_ns[i] : min_ns;
		max_ns = o->start_ns[i] > max_ns ? o->start_ns[i] : max_ns;
	}
	while ((uint64_t)(max_ns - min_ns) >> shift > o->count / BUCKET_OPERATIONS)
		shift++;
	buckets = (size_t)((uint64_t)(max_ns - min_ns) >> shift) + 1;
	ends = calloc(buckets + 1, sizeof *ends);
	if (!ends)
		return -ENOMEM;
	/* ends[b + 1] counts bucket b, then is where b begins, and after the sweep where it
	 * ends. */
	for (size_t i = 0; i < o->count; i++)
		ends[((uint64_t)(o->start_ns[i] - min_ns) >> shift) + 1]++;
	for (size_t b = 1; b <= buckets; b++)
		ends[b] += ends[b - 1];
	memmove(ends + 1, ends, buckets * sizeof *ends);
	for (size_t i = 0; i < o->count; i++)
		order[ends[((uint64_t)(o->start_ns[i] - min_ns) >> shift) + 1]++] = (uint32_t)i;
	ends[0] = 0;
	for (size_t b = 0; b < buckets; b++)
		sort_bucket(o, order + ends[b], ends[b + 1] - ends[b]);
	free(ends);
	return 0;
}

/* One function for each width: a copy of constant size is one instruction. */
#define DEFINE_REORDER(type)                                                                       \
	static void reorder_##type(type *column, type *spare, const uint32_t *order, size_t count) \
	{                                                                                          \
		for (size_t i = 0; i < count; i++)                                                 \
			spare[i] = column[order[i]];                                               \
		memcpy(column, spare, count * sizeof *column);                                     \
	}
DEFINE_REORDER(int64_t)
DEFINE_REORDER(uint32_t)
DEFINE_REORDER(uint16_t)
DEFINE_REORDER(uint8_t)

int operation_order(struct trace_operations *o)
{
	uint32_t *order = NULL;
	void *spare = NULL;
	int err = 0;

	if (is_sorted(o))
		return 0;
	order = malloc(o->count * sizeof *order);
	err = order ? make_order(o, order) : -ENOMEM;
	if (err)
		goto out;
	spare = malloc(o->count * sizeof(int64_t));
	if (!spare) {
		err = -ENOMEM;
		goto out;
	}
	reorder_int64_t(o->start_ns, spare, order, o->count);
	reorder_int64_t(o->end_ns, spare, order, o->count);
	reorder_uint32_t(o->stream, spare, order, o->count);
	reorder_uint32_t(o->call, spare, order, o->count);
	reorder_uint32_t(o->detail, spare, order, o->count);
	reorder_uint16_t(o->channel, spare, order, o->count);
	reorder_uint8_t(o->type, spare, order, o->count);
	reorder_uint8_t(o->flags, spare, order, o->count);
out:
	free(order);
	free(spare);
	return err;
}
