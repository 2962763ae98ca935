/* SPDX-License-Identifier: MIT */
/*
 * Traces for Perfetto: what was held of each GPU's memory, and of the host's that CUDA manages. A
 * release need not say how much it gives back, so its address ties it to its allocation; what is
 * allocated anew at an address that was never released ends the allocation before.
 */
#include <errno.h>
#include <stdlib.h>

#include "print/perfetto_parts.h"

/* An allocation or a release: with those of its address in order of time. */
struct place_in_time {
	uint64_t address;
	uint32_t index;
};

static int compare(const void *a, const void *b)
{
	const struct place_in_time *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/* By allocation and release: the allocation that it ends, NONE. NULL without memory. */
static uint32_t *find_ended(const struct trace *trace)
{
	const size_t count = trace->allocations_count;
	struct place_in_time *order = malloc((count + 1) * sizeof *order);
	uint32_t *ended = calloc(count + 1, sizeof *ended), open = NONE;

	for (uint32_t i = 0; order && i < count; i++)
		order[i] = (struct place_in_time){ trace->allocations[i].address, i };
	if (order && count)
		qsort(order, count, sizeof *order, compare);
	for (size_t i = 0; order && ended && i < count; i++) {
		if (i && order[i].address != order[i - 1].address)
			open = NONE;
		ended[order[i].index] = open;
		open = trace->allocations[order[i].index].is_release ? NONE : order[i].index;
	}
	if (!order) {
		free(ended);
		ended = NULL;
	}
	free(order);
	return ended;
}

/* Whose memory it is: a device's index; NONE: the host's. */
static uint32_t owner_of(const struct trace_allocation *a)
{
	return a->memory_kind == MEMORY_PAGEABLE || a->memory_kind == MEMORY_PINNED ? NONE
	                                                                            : a->device;
}

/* HELD_BYTES: by device, the host's last. */
static void change(struct perfetto *p, double *held_bytes, const struct trace_allocation *what,
                   double bytes, int64_t time_ns)
{
	const uint32_t device = owner_of(what);
	double *held = &held_bytes[device == NONE ? p->trace->devices_count : device];

	*held += bytes;
	event_open(&p->events, 'C', NULL,
	           device == NONE ? "\"host memory of CUDA (MiB)\"" : "\"memory held (MiB)\"",
	           (struct event_track){ .process = device == NONE ? p->host
	                                                           : p->first_device + device });
	event_time(&p->events, time_ns);
	event_arguments_open(&p->events);
	event_real(&p->events, "value", *held / (1 << 20));
	event_arguments_close(&p->events);
	event_close(&p->events);
}

int perfetto_print_memory(struct perfetto *p)
{
	const struct trace *trace = p->trace;
	uint32_t *ended = find_ended(trace);
	double *held_bytes = calloc(trace->devices_count + 1, sizeof *held_bytes);
	int err = ended && held_bytes ? 0 : -ENOMEM;

	for (size_t i = 0; i < trace->allocations_count && !err; i++) {
		const struct trace_allocation *a = &trace->allocations[i];

		if (ended[i] != NONE) {
			const struct trace_allocation *before = &trace->allocations[ended[i]];

			change(p, held_bytes, before, -(double)before->size_bytes, a->time_ns);
		}
		if (!a->is_release)
			change(p, held_bytes, a, (double)a->size_bytes, a->time_ns);
	}
	free(ended);
	free(held_bytes);
	return err;
}
