/* SPDX-License-Identifier: MIT */
/* Copies: directions, memory and rates. Any thread, one at a time. */
#include "rules/shared/copies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "graph/pinning.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/worth.h"

enum copy_direction copy_direction_of_copy(const struct trace *trace, uint32_t operation)
{
	if (trace_is_staged_copy(trace, operation))
		return COPY_DIRECTIONS;
	switch (operation_transfer(trace, operation)->copy_kind) {
	case COPY_HTOD:
	case COPY_HTOA:
		return COPY_IN;
	case COPY_DTOH:
	case COPY_ATOH:
		return COPY_OUT;
	default:
		return COPY_DIRECTIONS;
	}
}

bool copy_is_pageable(const struct trace *trace, uint32_t operation)
{
	enum copy_direction direction = copy_direction(trace, operation);
	const struct trace_transfer *transfer;

	if (direction == COPY_DIRECTIONS)
		return false;
	transfer = operation_transfer(trace, operation);
	return (direction == COPY_IN ? transfer->source_kind : transfer->target_kind) ==
	       MEMORY_PAGEABLE;
}

bool copy_is_blocking(const struct trace *trace, uint32_t operation)
{
	if (copy_direction(trace, operation) == COPY_DIRECTIONS ||
	    trace->operations.flags[operation] & OPERATION_GRAPH)
		return false;
	return !(trace->operations.flags[operation] & OPERATION_ASYNC) ||
	       copy_is_pageable(trace, operation);
}

bool copy_is_within_device(const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_COPY &&
	       operation_transfer(trace, operation)->copy_kind == COPY_DTOD;
}

int64_t copy_bytes(const struct trace *trace, uint32_t operation)
{
	return operation_transfer(trace, operation)->size_bytes;
}

/* ---- places of memory ---- */

static int compare_parts(const void *a, const void *b)
{
	const struct copy_part *left = a, *right = b;

	return (left->start > right->start) - (left->start < right->start);
}

int64_t copy_parts_bytes(struct copy_part *parts, size_t count)
{
	int64_t bytes = 0;
	uint64_t end = 0;

	if (count)
		qsort(parts, count, sizeof *parts, compare_parts);
	for (size_t i = 0; i < count; i++) {
		const uint64_t from = parts[i].start > end ? parts[i].start : end;

		if (parts[i].end <= from)
			continue;
		bytes = sum_saturated(bytes, (int64_t)(parts[i].end - from));
		end = parts[i].end;
	}
	return bytes;
}

int copy_parts_shared(int64_t *bytes, struct copy_part *a, size_t a_count, struct copy_part *b,
                      size_t b_count)
{
	const size_t count = a_count + b_count;
	struct copy_part *all = malloc((count + 1) * sizeof *all);

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		all[i] = i < a_count ? a[i] : b[i - a_count];
	*bytes = sum_saturated(copy_parts_bytes(a, a_count), copy_parts_bytes(b, b_count)) -
	         copy_parts_bytes(all, count);
	free(all);
	return 0;
}

int64_t copy_new_bytes(int64_t bytes, int64_t time_ns)
{
	const double fault_ns = (double)time_ns - (double)bytes * 1e9 / COPY_OUT_BYTES_PER_S;
	const double new_bytes = fault_ns / 1e9 * PAGE_FAULT_BYTES_PER_S;

	return new_bytes <= 0 ? 0 : new_bytes < (double)bytes ? (int64_t)new_bytes : bytes;
}

/* A copy from or to a place of the host's memory; ADDRESS 0: not known, one place for all. */
struct trip {
	uint64_t address;
	int64_t bytes;
	uint32_t id;
	bool is_out;
};

static int compare_trips(const void *a, const void *b)
{
	const struct trip *left = a, *right = b;

	if (left->bytes != right->bytes)
		return left->bytes > right->bytes ? 1 : -1;
	if (left->address != right->address)
		return left->address > right->address ? 1 : -1;
	return (left->id > right->id) - (left->id < right->id);
}

static int find_trips(struct trip **trips, size_t *count, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const enum copy_direction direction = copy_direction(trace, i);
		struct trip *trip;

		if (direction == COPY_DIRECTIONS)
			continue;
		trip = ARRAY_ADD(trips, count);
		if (!trip)
			return -ENOMEM;
		*trip = (struct trip){
			.bytes = copy_bytes(trace, i),
			.id = i,
			.is_out = direction == COPY_OUT,
		};
		if (!operation_host_address(trace, i, &trip->address))
			trip->address = 0;
	}
	if (*count)
		qsort(*trips, *count, sizeof **trips, compare_trips);
	return 0;
}

int copies_there_and_back(const struct trace *trace, int64_t *times, int64_t *bytes)
{
	struct trip *trips = NULL;
	size_t count = 0;
	const int err = find_trips(&trips, &count, trace);

	*times = *bytes = 0;
	for (size_t i = 0, end; !err && i < count; i = end) {
		int64_t returned = 0;

		for (end = i + 1; end < count && trips[end].bytes == trips[i].bytes; end++)
			returned += trips[end - 1].is_out && !trips[end].is_out &&
			            trips[end - 1].address == trips[end].address;
		if ((double)returned * (double)trips[i].bytes > (double)*times * (double)*bytes) {
			*times = returned;
			*bytes = trips[i].bytes;
		}
	}
	free(trips);
	return err;
}

/* A pause between two calls, by how much of it all of the host could write: in a short one, as from
 * one launch to the next, a thread is alone. */
static int64_t writing_time_ns(int64_t pause_ns)
{
	return pause_ns < SHARED_WORK_NS ? pause_ns * THREAD_BYTES_PER_NS / HOST_BYTES_PER_NS
	                                 : pause_ns;
}

bool copy_host_has_ns(const struct trace *trace, uint32_t before, uint32_t id, int64_t ns)
{
	const struct trace_calls *c = &trace->calls;
	const uint32_t first = trace->operations.call[before], last = trace->operations.call[id];
	int64_t from_ns = trace->operations.end_ns[before], free = 0;

	if (first == NONE || last == NONE || first >= last || c->thread[first] != c->thread[last])
		return true;
	for (uint32_t call = first; call <= last && free < ns; call++) {
		if (c->thread[call] != c->thread[last])
			continue;
		if (c->start_ns[call] > from_ns)
			free += writing_time_ns(c->start_ns[call] - from_ns);
		from_ns = c->end_ns[call] > from_ns ? c->end_ns[call] : from_ns;
	}
	return free >= ns;
}

/* ---- bandwidth ---- */

/*
 * The link between host and GPU, by compute capability, with the rate of its lanes in one direction
 * (PCI Express base specification: 8, 16 and 32 GT/s, 128b/130b, 16 lanes). Boards with fewer lanes
 * or an older slot are slower, chips on NVLink-C2C faster; a trace does not say which it is.
 */
static const struct {
	int cc_major;
	const char *name;
	double bytes_per_s;
} links[] = {
	{ 9, "PCIe 5.0 x16", LINK_5_BYTES_PER_S }, /* Hopper and later */
	{ 8, "PCIe 4.0 x16", LINK_4_BYTES_PER_S }, /* Ampere, Ada */
	{ 0, "PCIe 3.0 x16", LINK_3_BYTES_PER_S },
};

static void note_pageable(struct copy_rates *rates, const struct trace *trace,
                          enum copy_direction direction, uint32_t id)
{
	double *best = &rates->pageable_bytes_per_s[direction];
	int64_t duration_ns = operation_length_ns(trace, id);
	double rate =
	        duration_ns > 0 ? (double)copy_bytes(trace, id) * 1e9 / (double)duration_ns : 0;

	*best = rate > *best ? rate : *best;
	if (copy_bytes(trace, id) >= RATE_MIN_BYTES)
		rates->is_pageable_assumed[direction] = false;
}

/* Small ones show how long each takes at least, not how fast they would be in one copy. */
static void assume_pageable(struct copy_rates *rates, enum copy_direction direction)
{
	double *best = &rates->pageable_bytes_per_s[direction];

	rates->is_pageable_assumed[direction] &= *best > 0 && *best < STAGING_BYTES_PER_S;
	if (rates->is_pageable_assumed[direction])
		*best = STAGING_BYTES_PER_S;
}

int64_t copy_pinning_ns(const struct copy_rates *rates, int64_t size_bytes)
{
	return copy_ns(size_bytes, rates->pinning_bytes_per_s);
}

/* Copies that move next to nothing take as long from any memory. */
static void measure_least(struct copy_rates *rates, const struct trace *trace)
{
	int64_t shortest_ns[COPY_DIRECTIONS] = { INT64_MAX, INT64_MAX };

	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const enum copy_direction direction = copy_direction(trace, i);

		if (direction != COPY_DIRECTIONS && copy_bytes(trace, i) <= LEAST_COPY_BYTES &&
		    operation_length_ns(trace, i) < shortest_ns[direction])
			shortest_ns[direction] = operation_length_ns(trace, i);
	}
	for (int d = 0; d < COPY_DIRECTIONS; d++)
		rates->least_ns[d] = shortest_ns[d] > COPY_LEAST_NS && shortest_ns[d] < INT64_MAX
		                             ? shortest_ns[d]
		                             : COPY_LEAST_NS;
}

/*
 * Copies of half the size of the largest and more show the bandwidth. Without any, it is a share of
 * the link's rate.
 */
void copy_rates_measure(struct copy_rates *rates, const struct trace *trace)
{
	int64_t largest[COPY_DIRECTIONS] = { 0 };
	double bytes[COPY_DIRECTIONS] = { 0 }, time_ns[COPY_DIRECTIONS] = { 0 };
	int cc_major = trace->devices_count ? trace->devices[0].cc_major : 0;
	size_t link = 0;

	*rates = (struct copy_rates){ .is_pageable_assumed = { true, true },
		                      .pinning_bytes_per_s = pinning_bytes_per_s(trace) };
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		enum copy_direction direction = copy_direction(trace, i);

		if (direction == COPY_DIRECTIONS)
			continue;
		if (copy_is_pageable(trace, i))
			note_pageable(rates, trace, direction, i);
		else if (copy_bytes(trace, i) > largest[direction])
			largest[direction] = copy_bytes(trace, i);
	}
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		enum copy_direction direction = copy_direction(trace, i);

		if (direction == COPY_DIRECTIONS || copy_is_pageable(trace, i) ||
		    copy_bytes(trace, i) < RATE_MIN_BYTES ||
		    copy_bytes(trace, i) < largest[direction] / 2)
			continue;
		bytes[direction] += (double)copy_bytes(trace, i);
		time_ns[direction] += (double)operation_length_ns(trace, i);
	}
	measure_least(rates, trace);
	while (links[link].cc_major > cc_major)
		link++;
	rates->link = links[link].name;
	for (int d = 0; d < COPY_DIRECTIONS; d++) {
		rates->is_measured[d] = time_ns[d] > 0;
		rates->bytes_per_s[d] = rates->is_measured[d]
		                                ? bytes[d] / time_ns[d] * 1e9
		                                : links[link].bytes_per_s * LINK_EFFICIENCY;
		assume_pageable(rates, (enum copy_direction)d);
	}
}

int64_t copy_ns(int64_t size_bytes, double bytes_per_s)
{
	const double ns = (double)size_bytes * 1e9 / bytes_per_s;

	return ns < (double)TRACE_TIME_MAX_NS ? (int64_t)ns : TRACE_TIME_MAX_NS;
}

int64_t copy_pinned_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes)
{
	int64_t moving_ns = copy_ns(size_bytes, rates->bytes_per_s[direction]);

	return moving_ns > rates->least_ns[direction] ? moving_ns : rates->least_ns[direction];
}

int64_t copy_merged_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes, bool is_pageable)
{
	int64_t pinned_ns = copy_pinned_ns(rates, direction, size_bytes);
	double rate = rates->pageable_bytes_per_s[direction];
	int64_t pageable_ns = is_pageable && rate > 0 ? copy_ns(size_bytes, rate) : 0;

	return pageable_ns > pinned_ns ? pageable_ns : pinned_ns;
}

const char *copy_rate_text(char text[NAME_MAX_BYTES], const struct copy_rates *rates,
                           enum copy_direction direction)
{
	const char *rate = format_rate(FORMAT, rates->bytes_per_s[direction]);

	if (rates->is_measured[direction])
		snprintf(text, NAME_MAX_BYTES, "%s, the rate of its own large pinned copies", rate);
	else
		snprintf(text, NAME_MAX_BYTES, "%s, %.0f %% of %s", rate, 100 * LINK_EFFICIENCY,
		         rates->link);
	return text;
}
