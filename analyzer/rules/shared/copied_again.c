/* SPDX-License-Identifier: MIT */
#include "rules/shared/copied_again.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "trace_file.h"

/* A copy to the device. */
struct upload {
	uint64_t address;
	int64_t bytes;
	uint32_t id, call;
};

/* A call that may have had memory of the host written: from START to END, all of it where nothing
 * is known. */
struct writing {
	uint64_t start, end;
	uint32_t call;
};

struct uploads {
	const struct trace *trace;
	struct upload *items, *by_place; /* in order of call; of address and size, then of call */
	size_t count;
	struct writing *writings; /* in order of call */
	size_t writings_count;
	uint32_t *launches; /* by call: how many of the calls up to it launch kernels */
};

#define DEFINE_COMPARE(name, type, key)                                     \
	static int compare_##name(const void *a, const void *b)             \
	{                                                                   \
		const struct type *left = a, *right = b;                    \
		return (left->key > right->key) - (left->key < right->key); \
	}
DEFINE_COMPARE(writings, writing, call)
DEFINE_COMPARE(calls, upload, call)

static int compare_places(const void *a, const void *b)
{
	const struct upload *left = a, *right = b;

	if (left->address != right->address)
		return left->address > right->address ? 1 : -1;
	if (left->bytes != right->bytes)
		return left->bytes > right->bytes ? 1 : -1;
	return compare_calls(a, b);
}

static bool is_same_place(const struct upload *a, const struct upload *b)
{
	return a->address == b->address && a->bytes == b->bytes;
}

/* ---- what is in the trace ---- */

static int add_writing(struct uploads *uploads, uint32_t call, uint64_t start, uint64_t end)
{
	struct writing *writing = ARRAY_ADD(&uploads->writings, &uploads->writings_count);

	if (!writing)
		return -ENOMEM;
	*writing = (struct writing){ start, end, call };
	return 0;
}

/* Kernels and the driver may have written managed memory. */
static bool is_upload(const struct trace *trace, uint32_t id)
{
	return copy_direction(trace, id) == COPY_IN && copy_bytes(trace, id) >= RATE_MIN_BYTES &&
	       (operation_transfer(trace, id)->source_kind == MEMORY_PAGEABLE ||
	        operation_transfer(trace, id)->source_kind == MEMORY_PINNED);
}

static bool is_of_host(uint8_t kind)
{
	return kind == MEMORY_UNKNOWN || kind == MEMORY_PAGEABLE || kind == MEMORY_PINNED;
}

static int add_transfer(struct uploads *uploads, uint32_t device, uint32_t id)
{
	const struct trace *trace = uploads->trace;
	const uint32_t call = trace->operations.call[id];
	uint64_t address;

	if (trace->operations.type[id] == OPERATION_COPY && is_upload(trace, id)) {
		struct upload *upload;

		if (operation_device(trace, id) != device ||
		    !operation_host_address(trace, id, &address))
			return 0;
		upload = ARRAY_ADD(&uploads->items, &uploads->count);
		if (!upload)
			return -ENOMEM;
		*upload = (struct upload){ address, copy_bytes(trace, id), id, call };
		return 0;
	}
	if (call == NONE || !is_of_host(operation_transfer(trace, id)->target_kind))
		return 0;
	if (operation_host_address(trace, id, &address))
		return add_writing(uploads, call, address,
		                   address + (uint64_t)copy_bytes(trace, id));
	/* Small ones, whose address is not noted, bring results, and not what is uploaded. */
	return copy_bytes(trace, id) < COPY_ADDRESS_BYTES_MIN
	               ? 0
	               : add_writing(uploads, call, 0, UINT64_MAX);
}

static int find_uploads(struct uploads *uploads, uint32_t device)
{
	const struct trace *trace = uploads->trace;
	const struct trace_operations *o = &trace->operations;
	int err = 0;

	uploads->launches = calloc(trace->calls.count + 1, sizeof *uploads->launches);
	if (!uploads->launches)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < o->count; i++)
		if (o->type[i] != OPERATION_KERNEL)
			err = add_transfer(uploads, device, i);
		else if (o->call[i] != NONE)
			uploads->launches[o->call[i]] = 1;
	for (size_t i = 0; !err && i < trace->host_functions_count; i++)
		if (trace->host_functions[i].call != NONE)
			err = add_writing(uploads, trace->host_functions[i].call, 0, UINT64_MAX);
	for (size_t c = 1; c < trace->calls.count; c++)
		uploads->launches[c] += uploads->launches[c - 1];
	if (uploads->writings_count)
		qsort(uploads->writings, uploads->writings_count, sizeof *uploads->writings,
		      compare_writings);
	if (err || !uploads->count)
		return err;
	uploads->by_place = malloc(uploads->count * sizeof *uploads->by_place);
	if (!uploads->by_place)
		return -ENOMEM;
	memcpy(uploads->by_place, uploads->items, uploads->count * sizeof *uploads->by_place);
	qsort(uploads->items, uploads->count, sizeof *uploads->items, compare_calls);
	qsort(uploads->by_place, uploads->count, sizeof *uploads->by_place, compare_places);
	return 0;
}

static void uploads_release(struct uploads *uploads)
{
	free(uploads->items);
	free(uploads->by_place);
	free(uploads->writings);
	free(uploads->launches);
}

/* ---- from one copy to the next of the same place ---- */

static bool is_writing_before(const void *item, const void *key)
{
	return ((const struct writing *)item)->call < *(const uint32_t *)key;
}

static bool is_upload_before(const void *item, const void *key)
{
	return ((const struct upload *)item)->call < *(const uint32_t *)key;
}

static bool is_written(const struct uploads *uploads, const struct upload *before,
                       const struct upload *next)
{
	size_t i = lower_bound(&before->call, uploads->writings, uploads->writings_count,
	                       sizeof *uploads->writings, is_writing_before);

	for (; i < uploads->writings_count && uploads->writings[i].call < next->call; i++)
		if (uploads->writings[i].start < next->address + (uint64_t)next->bytes &&
		    uploads->writings[i].end > next->address)
			return true;
	return false;
}

static bool is_in_turn(const struct uploads *uploads, const struct upload *before,
                       const struct upload *next)
{
	const uint32_t *launches = uploads->launches;
	size_t i = lower_bound(&before->call, uploads->items, uploads->count,
	                       sizeof *uploads->items, is_upload_before);

	for (; i < uploads->count && uploads->items[i].call < next->call; i++) {
		const struct upload *other = &uploads->items[i];

		if (other->bytes == next->bytes && other->address != next->address &&
		    launches[other->call] > launches[before->call] &&
		    launches[next->call] > launches[other->call])
			return true;
	}
	return false;
}

/* The time is looked at first: there are few calls in so short a time. */
static bool is_unchanged(const struct uploads *uploads, const struct upload *before,
                         const struct upload *next)
{
	return !copy_host_has_ns(uploads->trace, before->id, next->id,
	                         chunk_writing_ns(next->bytes)) &&
	       !is_written(uploads, before, next) && !is_in_turn(uploads, before, next);
}

/* ---- places ---- */

static int add_copy(struct copied_again *again, const struct trace *trace,
                    const struct upload *upload)
{
	uint32_t *id = ARRAY_ADD(&again->ids, &again->count);

	if (!id)
		return -ENOMEM;
	*id = upload->id;
	again->time_ns = sum_saturated(again->time_ns, operation_length_ns(trace, upload->id));
	again->pageable += copy_is_pageable(trace, upload->id);
	return 0;
}

/* COUNT copies of one place. */
static int add_place(struct copied_again *again, const struct uploads *uploads,
                     const struct upload *copies, size_t count, double times)
{
	size_t repeats = 0;
	int err = 0;

	for (size_t i = 1; i < count; i++)
		repeats += is_unchanged(uploads, &copies[i - 1], &copies[i]);
	if ((double)repeats < times)
		return 0;
	again->places++;
	again->bytes = sum_saturated(again->bytes, copies->bytes);
	for (size_t i = 1; !err && i < count; i++)
		if (is_unchanged(uploads, &copies[i - 1], &copies[i]))
			err = add_copy(again, uploads->trace, &copies[i]);
	return err;
}

int copied_again_find(struct copied_again *again, const struct trace *trace, uint32_t device,
                      double times)
{
	struct uploads uploads = { .trace = trace };
	int err = 0;

	*again = (struct copied_again){ 0 };
	if (!trace->copy_addresses_count)
		return 0;
	err = find_uploads(&uploads, device);
	for (size_t i = 0, end; !err && i < uploads.count; i = end) {
		for (end = i + 1; end < uploads.count &&
		                  is_same_place(&uploads.by_place[i], &uploads.by_place[end]);)
			end++;
		err = add_place(again, &uploads, &uploads.by_place[i], end - i, times);
	}
	uploads_release(&uploads);
	return err;
}

void copied_again_release(struct copied_again *again)
{
	free(again->ids);
	*again = (struct copied_again){ 0 };
}
