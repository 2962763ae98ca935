/* SPDX-License-Identifier: MIT */
/* Tells how many buffers of the host copies are of, by addresses or, without these, by sizes. */
#include "rules/shared/host_buffers.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"

int host_buffers_add_part(struct host_buffers *buffers, const struct trace *trace, uint32_t id,
                          bool *is_known)
{
	struct copy_part *part;
	uint64_t address;

	*is_known = operation_host_address(trace, id, &address);
	if (!*is_known)
		return 0;
	part = ARRAY_ADD(&buffers->parts, &buffers->parts_count);
	if (!part)
		return -ENOMEM;
	*part = (struct copy_part){ address, address + (uint64_t)copy_bytes(trace, id) };
	return 0;
}

int host_buffers_add_copy(struct host_buffers *buffers, const struct host_copy *copy)
{
	struct host_copy *added = ARRAY_ADD(&buffers->copies, &buffers->copies_count);

	if (!added)
		return -ENOMEM;
	*added = *copy;
	added->order = buffers->copies_count;
	return 0;
}

static int compare_sizes(const void *a, const void *b)
{
	const struct host_copy *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? 1 : -1;
	return (x->order > y->order) - (x->order < y->order);
}

/* How many blocks of device memory the program has had that so much fits into. */
static size_t device_blocks(const struct trace *trace, int64_t bytes)
{
	size_t blocks = 0;

	for (size_t i = 0; i < trace->allocations_count; i++)
		blocks += trace->allocations[i].memory_kind == MEMORY_DEVICE &&
		          !trace->allocations[i].is_release &&
		          trace->allocations[i].size_bytes >= bytes;
	return blocks;
}

/*
 * How many buffers a few copies to the host are of. Pages that nobody has touched make a copy into
 * them slow: where the first met such, and others did not, a buffer belongs to each that did.
 */
static size_t fresh_buffers(const struct host_copy *sizes, size_t count, double fresh_times)
{
	int64_t least_ns = sizes->ns;
	size_t fresh = 0;

	for (size_t i = 1; i < count; i++)
		least_ns = sizes[i].ns < least_ns ? sizes[i].ns : least_ns;
	for (size_t i = 0; i < count; i++) {
		fresh += (double)sizes[i].ns >= fresh_times * (double)least_ns;
		if (!fresh)
			return count;
	}
	return fresh;
}

/*
 * How many host buffers COUNT copies of the same size are of. The trace does not say which buffer
 * these are of: so many and more are taken for as many as the longest row has and the device has
 * room for, which are used again, fewer for a buffer each, if their times do not tell. Behind the
 * loops each has one: a model is saved, or all results are taken to the host.
 */
static size_t buffers_of(const struct trace *trace, const struct host_buffers *buffers,
                         const struct host_copy *sizes, size_t count)
{
	size_t longest = 1, row = 1, blocks;

	if (sizes->is_behind)
		return count;
	for (size_t i = 1; i < count; i++) {
		row = sizes[i].row == sizes[i - 1].row ? row + 1 : 1;
		longest = row > longest ? row : longest;
	}
	if (count < buffers->reuse) {
		const size_t fresh = buffers->direction == COPY_OUT
		                             ? fresh_buffers(sizes, count, buffers->fresh)
		                             : count;

		return longest > fresh ? longest : fresh;
	}
	blocks = device_blocks(trace, sizes->bytes);
	return longest <= blocks ? longest : 1;
}

/* How many places of so many bytes are known; the parts are in order. */
static size_t places_of(const struct host_buffers *buffers, int64_t bytes)
{
	uint64_t last = 0;
	size_t places = 0;

	for (size_t i = 0; i < buffers->parts_count; i++)
		if (buffers->parts[i].end - buffers->parts[i].start == (uint64_t)bytes &&
		    buffers->parts[i].start != last) {
			last = buffers->parts[i].start;
			places++;
		}
	return places;
}

/* How many buffers of COUNT copies of a size are none of those that are known. */
static size_t unknown_buffers_of(const struct trace *trace, const struct host_buffers *buffers,
                                 const struct host_copy *sizes, size_t count)
{
	size_t known = 0, places, likely;

	for (size_t i = 0; i < count; i++)
		known += sizes[i].is_known;
	if (known == count)
		return 0;
	likely = buffers_of(trace, buffers, sizes, count);
	places = known ? places_of(buffers, sizes->bytes) : 0;
	return likely > places ? likely - places : 0;
}

int64_t host_buffers_bytes(struct host_buffers *buffers, const struct trace *trace)
{
	int64_t bytes = sum_saturated(buffers->start_up_bytes,
	                              copy_parts_bytes(buffers->parts, buffers->parts_count));

	if (buffers->copies_count)
		qsort(buffers->copies, buffers->copies_count, sizeof *buffers->copies,
		      compare_sizes);
	for (size_t i = 0, end; i < buffers->copies_count; i = end) {
		for (end = i + 1; end < buffers->copies_count &&
		                  buffers->copies[end].bytes == buffers->copies[i].bytes;)
			end++;
		for (size_t k = unknown_buffers_of(trace, buffers, &buffers->copies[i], end - i);
		     k > 0; k--)
			bytes = sum_saturated(bytes, buffers->copies[i].bytes);
	}
	return bytes;
}

void host_buffers_release(struct host_buffers *buffers)
{
	free(buffers->copies);
	free(buffers->parts);
	*buffers = (struct host_buffers){ 0 };
}
