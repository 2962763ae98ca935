/* SPDX-License-Identifier: MIT */
#include "trace/measured_times.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Launches with one ordinal after the other. */
struct numbered {
	uint32_t first, count; /* those of them that were measured, in order of ordinal */
	int64_t launches;      /* so far */
};

struct numbering {
	struct trace *trace;
	uint32_t *number_of; /* of each shape: which of NUMBERED its launches are of */
	uint32_t *measured; /* indices of launches that another run measured, by that, by ordinal */
	uint32_t *kernel_of; /* of each call: its first kernel, NONE: it launches none by itself */
	struct numbered *numbered;
	uint32_t measured_count;
};

/* ---- what counts together ---- */

static int compare_shapes(const void *a, const void *b, void *trace_pointer)
{
	const struct trace *trace = trace_pointer;
	const struct trace_launch_shape *left = &trace->launch_shapes[*(const uint32_t *)a];
	const struct trace_launch_shape *right = &trace->launch_shapes[*(const uint32_t *)b];
	int order;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	order = memcmp(left->grid, right->grid, sizeof left->grid);
	if (!order)
		order = memcmp(left->block, right->block, sizeof left->block);
	if (order)
		return order;
	return (left->dynamic_shared_bytes > right->dynamic_shared_bytes) -
	       (left->dynamic_shared_bytes < right->dynamic_shared_bytes);
}

static int number_shapes(struct numbering *n)
{
	const size_t count = n->trace->launch_shapes_count;
	uint32_t *shapes = malloc((count + 1) * sizeof *shapes), number = 0;

	if (!shapes)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		shapes[i] = i;
	qsort_r(shapes, count, sizeof *shapes, compare_shapes, n->trace);
	for (size_t i = 0; i < count; i++) {
		if (i > 0 && compare_shapes(&shapes[i - 1], &shapes[i], n->trace) != 0)
			number++;
		n->number_of[shapes[i]] = number;
	}
	free(shapes);
	return 0;
}

/* ---- what was measured ---- */

static int compare_measured(const void *a, const void *b, void *numbering)
{
	const struct numbering *n = numbering;
	const struct trace_measured_launch *left =
	        &n->trace->measured_launches[*(const uint32_t *)a];
	const struct trace_measured_launch *right =
	        &n->trace->measured_launches[*(const uint32_t *)b];
	const uint32_t left_number = n->number_of[left->shape];
	const uint32_t right_number = n->number_of[right->shape];

	if (left_number != right_number)
		return left_number < right_number ? -1 : 1;
	return (left->ordinal > right->ordinal) - (left->ordinal < right->ordinal);
}

static void find_measured(struct numbering *n)
{
	const struct trace_measured_launch *launches = n->trace->measured_launches;

	for (uint32_t i = 0; i < n->trace->measured_launches_count; i++)
		if (launches[i].call == NONE)
			n->measured[n->measured_count++] = i;
	qsort_r(n->measured, n->measured_count, sizeof *n->measured, compare_measured, n);
	for (uint32_t i = 0; i < n->measured_count; i++) {
		struct numbered *numbered =
		        &n->numbered[n->number_of[launches[n->measured[i]].shape]];

		if (!numbered->count++)
			numbered->first = i;
	}
}

/* ---- counting ---- */

static void count_launch(struct numbering *n, uint32_t kernel)
{
	struct numbered *numbered = &n->numbered[n->number_of[n->trace->operations.detail[kernel]]];
	const int64_t ordinal = ++numbered->launches;

	for (; numbered->count; numbered->count--) {
		struct trace_measured_launch *launch =
		        &n->trace->measured_launches[n->measured[numbered->first]];

		if (launch->ordinal > ordinal)
			return;
		launch->timeline_ns = operation_length_ns(n->trace, kernel);
		numbered->first++;
	}
}

/* Operations are in order of start, which is not that of launch where there are several streams. */
static void count_launches(struct numbering *n)
{
	const struct trace_operations *o = &n->trace->operations;
	const size_t calls = n->trace->calls.count;

	for (size_t i = 0; i < calls; i++)
		n->kernel_of[i] = NONE;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && !(o->flags[i] & OPERATION_GRAPH) &&
		    o->call[i] != NONE && n->kernel_of[o->call[i]] == NONE)
			n->kernel_of[o->call[i]] = i;
	for (size_t i = 0; i < calls; i++)
		if (n->kernel_of[i] != NONE)
			count_launch(n, n->kernel_of[i]);
	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && !(o->flags[i] & OPERATION_GRAPH) &&
		    o->call[i] == NONE)
			count_launch(n, i);
}

int measured_times_find(struct trace *trace)
{
	struct numbering n = {
		.trace = trace,
		.number_of = malloc((trace->launch_shapes_count + 1) * sizeof *n.number_of),
		.numbered = calloc(trace->launch_shapes_count + 1, sizeof *n.numbered),
		.measured = malloc((trace->measured_launches_count + 1) * sizeof *n.measured),
	};
	int err = n.number_of && n.numbered && n.measured ? 0 : -ENOMEM;

	if (!err && trace->measured_launches_count)
		err = number_shapes(&n);
	if (!err && trace->measured_launches_count)
		find_measured(&n);
	if (!err && n.measured_count) {
		n.kernel_of = malloc((trace->calls.count + 1) * sizeof *n.kernel_of);
		if (n.kernel_of)
			count_launches(&n);
		else
			err = -ENOMEM;
	}
	free(n.number_of);
	free(n.numbered);
	free(n.measured);
	free(n.kernel_of);
	return err;
}
