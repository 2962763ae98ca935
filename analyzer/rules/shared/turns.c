/* SPDX-License-Identifier: MIT */
/*
 * A step is copies in, kernels and copies out of one stream, in this order, from pinned memory and
 * outside graphs. Its data can be cut into chunks if the kernels work on each part alone, which a
 * trace does not show: a step of many kernels (iterations over the same data) is none, nor is one
 * whose kernels are too small to be cut, nor one beside which others run: these overlap already.
 * What a pipeline saves is the time in which the device was
 * busy, less the busiest of copies in, kernels and copies out, less the first and last chunk's
 * other two. Steps that the host issues without waiting for the one before are one pipeline, if
 * they do not need each other's results: only the first of them has these ends.
 */
#include "rules/shared/turns.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "graph/constants.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"

const struct threshold turns_thresholds[] = {
	[TURNS_KERNELS] = { "kernels", 3, "kernels" },
	[TURNS_CHUNK] = { "chunk", 100000, "ns" },
	[TURNS_CHUNKS] = { "pieces", 16, "chunks" },
	[TURNS_SHARE] = { "turns", 5, "%" },
	[TURNS_SMALL] = { "beside", 10, "%" },
	[TURNS_ALONE] = { "alone", 50, "%" },
	{ .name = NULL },
};

/* The step that a stream is at. */
struct step {
	int64_t in_ns, out_ns, kernel_ns, longest_copy_ns;
	int64_t kernels, blocks; /* blocks: of the smallest grid */
	int64_t start_ns, end_ns;
	uint32_t first;
	uint64_t out_address; /* where its last copy out went; 0: unknown, or there is none */
	bool is_barred;       /* pageable, a graph's, or filled in between */
	bool is_ahead; /* the one before it in its stream, which can be cut, too, was not yet done
	                  when it was issued */
};

static int64_t blocks_of(const struct trace *trace, uint32_t id)
{
	const int32_t *grid = operation_shape(trace, id)->grid;

	return (int64_t)grid[0] * grid[1] * grid[2];
}

/* Into how many chunks it can be cut; below 2: not at all. */
static int64_t chunks_of(const struct step *step)
{
	int64_t chunks = step->longest_copy_ns / (int64_t)turns_thresholds[TURNS_CHUNK].value;

	if (step->is_barred || !step->in_ns || !step->kernel_ns ||
	    step->kernels > turns_thresholds[TURNS_KERNELS].value)
		return 0;
	if (chunks > turns_thresholds[TURNS_CHUNKS].value)
		chunks = (int64_t)turns_thresholds[TURNS_CHUNKS].value;
	return step->blocks < chunks ? step->blocks : chunks;
}

/* What is left of the step's time in a pipeline, beside the longest of its three parts. */
static int64_t ends_ns(const struct step *step, int64_t chunks)
{
	int64_t longest_ns = step->in_ns > step->out_ns ? step->in_ns : step->out_ns;

	if (step->kernel_ns > longest_ns)
		longest_ns = step->kernel_ns;
	return (sum_saturated(step->in_ns, sum_saturated(step->out_ns, step->kernel_ns)) -
	        longest_ns) /
	       chunks;
}

/* By how much copies in both directions at once slow each other down. */
static int64_t both_ways_ns(const struct step *step)
{
	return (int64_t)(DUPLEX_SHARE *
	                 (double)(step->in_ns < step->out_ns ? step->in_ns : step->out_ns));
}

/* Steps, in order of their ends. */
struct steps {
	struct step *items;
	size_t count;
};

static int close_step(struct steps *closed, const struct step *step)
{
	struct step *item;

	if (chunks_of(step) < 2)
		return 0;
	item = ARRAY_ADD(&closed->items, &closed->count);
	if (item)
		*item = *step;
	return item ? 0 : -ENOMEM;
}

static int compare_starts(const void *a, const void *b)
{
	const struct step *left = a, *right = b;

	if (left->start_ns != right->start_ns)
		return left->start_ns < right->start_ns ? -1 : 1;
	return (left->end_ns > right->end_ns) - (left->end_ns < right->end_ns);
}

/* Whether no other step runs for most of the time of the step at INDEX. STEPS are in order of their
 * starts; those before it end at BEFORE_NS. Each is in the time of no more steps than there are
 * streams. */
static bool is_alone(const struct steps *steps, size_t index, int64_t before_ns)
{
	const struct step *step = &steps->items[index];
	int64_t now_ns = before_ns < step->end_ns ? before_ns : step->end_ns;
	int64_t beside_ns = now_ns > step->start_ns ? now_ns - step->start_ns : 0;

	if (now_ns < step->start_ns)
		now_ns = step->start_ns;
	for (size_t i = index + 1; i < steps->count && steps->items[i].start_ns < step->end_ns;
	     i++) {
		const struct step *other = &steps->items[i];
		const int64_t from_ns = other->start_ns > now_ns ? other->start_ns : now_ns;
		const int64_t to_ns = other->end_ns < step->end_ns ? other->end_ns : step->end_ns;

		if (from_ns < to_ns) {
			beside_ns += to_ns - from_ns;
			now_ns = to_ns;
		}
	}
	return 100 - percent_of(beside_ns, step->end_ns - step->start_ns) >=
	       turns_thresholds[TURNS_ALONE].value;
}

/* What the pipelines of all steps have at their ends is added up. */
static int add_step(struct turns *turns, const struct step *step, struct interval_set *windows,
                    int64_t *all_ends_ns)
{
	const int64_t chunks = chunks_of(step);
	uint32_t *example;

	if (chunks < 2)
		return 0;
	turns->steps++;
	if (!turns->chunks || chunks < turns->chunks)
		turns->chunks = chunks;
	turns->in_ns = sum_saturated(turns->in_ns, step->in_ns);
	turns->out_ns = sum_saturated(turns->out_ns, step->out_ns);
	turns->kernel_ns = sum_saturated(turns->kernel_ns, step->kernel_ns);
	turns->ahead += step->is_ahead;
	*all_ends_ns = sum_saturated(*all_ends_ns,
	                             step->is_ahead ? both_ways_ns(step) : ends_ns(step, chunks));
	example = ARRAY_ADD(&turns->examples, &turns->examples_count);
	if (!example)
		return -ENOMEM;
	*example = step->first;
	return interval_set_add(windows, step->start_ns, step->end_ns);
}

static void add_operation(struct step *step, const struct trace *trace, uint32_t id)
{
	const struct trace_operations *o = &trace->operations;
	const enum copy_direction direction = copy_direction(trace, id);
	const int64_t length_ns = operation_length_ns(trace, id);
	int64_t *sum_ns = direction == COPY_IN ? &step->in_ns : &step->out_ns;

	step->end_ns = o->end_ns[id];
	step->is_barred |= (o->flags[id] & OPERATION_GRAPH) != 0;
	if (o->type[id] == OPERATION_KERNEL) {
		step->kernel_ns = sum_saturated(step->kernel_ns, length_ns);
		if (!step->kernels++ || blocks_of(trace, id) < step->blocks)
			step->blocks = blocks_of(trace, id);
	}
	if (direction == COPY_DIRECTIONS)
		return;
	step->is_barred |= copy_is_pageable(trace, id);
	if (direction == COPY_OUT && !operation_host_address(trace, id, &step->out_address))
		step->out_address = 0;
	*sum_ns = sum_saturated(*sum_ns, length_ns);
	if (length_ns > step->longest_copy_ns)
		step->longest_copy_ns = length_ns;
}

/* A copy in that follows kernels or copies out begins the next step, but for one that is small
 * beside the step's data: what the host looked up for the next kernel, say. */
static bool begins_step(const struct step *step, const struct trace *trace, uint32_t id)
{
	return copy_direction(trace, id) == COPY_IN &&
	       (!step->in_ns || ((step->kernels || step->out_ns) &&
	                         percent_of(operation_length_ns(trace, id), step->in_ns) >=
	                                 turns_thresholds[TURNS_SMALL].value));
}

/* Whether the step that begins with ID was issued before STEP, the one before it, was done, and
 * does not copy in again what that one has copied out. */
static bool is_issued_ahead(const struct step *step, const struct trace *trace, uint32_t id)
{
	const uint32_t call = trace->operations.call[id];
	uint64_t in_address;

	return chunks_of(step) >= 2 && call != NONE && trace->calls.start_ns[call] < step->end_ns &&
	       (!step->out_ns ||
	        (step->out_address && operation_host_address(trace, id, &in_address) &&
	         in_address != step->out_address));
}

/* STEPS: by stream. */
static int find_steps(struct steps *closed, const struct graph *graph, uint32_t device,
                      struct step *steps)
{
	const struct trace *trace = graph->trace;
	int err = 0;

	for (size_t i = 0; !err && i < trace->operations.count; i++) {
		const uint32_t id = graph->issue_order[i];
		struct step *step = &steps[trace->operations.stream[id]];

		if (operation_device(trace, id) != device)
			continue;
		if (begins_step(step, trace, id)) {
			err = close_step(closed, step);
			*step = (struct step){ .first = id,
				               .start_ns = trace->operations.start_ns[id],
				               .is_ahead = is_issued_ahead(step, trace, id) };
		}
		if (step->start_ns || step->in_ns || copy_direction(trace, id) == COPY_IN)
			add_operation(step, trace, id);
	}
	for (size_t s = 0; !err && s < trace->streams_count; s++)
		err = close_step(closed, &steps[s]);
	return err;
}

static int add_steps(struct turns *turns, struct steps *steps, struct interval_set *windows,
                     int64_t *all_ends_ns)
{
	int64_t before_ns = INT64_MIN;
	int err = 0;

	if (steps->count)
		qsort(steps->items, steps->count, sizeof *steps->items, compare_starts);
	for (size_t i = 0; !err && i < steps->count; i++) {
		const struct step *step = &steps->items[i];

		if (is_alone(steps, i, before_ns))
			err = add_step(turns, step, windows, all_ends_ns);
		before_ns = step->end_ns > before_ns ? step->end_ns : before_ns;
	}
	return err;
}

int turns_find(struct turns *turns, const struct check *check, uint32_t device)
{
	const struct graph *graph = check->graph;
	struct step *steps = calloc(graph->trace->streams_count + 1, sizeof *steps);
	struct interval_set windows = { 0 };
	struct steps closed = { 0 };
	int64_t all_ends_ns = 0, overlapped_ns;
	int err = -ENOMEM;

	*turns = (struct turns){ .device = device };
	if (steps)
		err = find_steps(&closed, graph, device, steps);
	if (!err)
		err = add_steps(turns, &closed, &windows, &all_ends_ns);
	free(closed.items);
	free(steps);
	interval_set_unite(&windows);
	if (!err && windows.count)
		err = chunks_pipeline_gain(&turns->gain_ns, &overlapped_ns, check, device, &windows,
		                           false);
	turns->gain_ns = turns->gain_ns > all_ends_ns ? turns->gain_ns - all_ends_ns : 0;
	interval_set_release(&windows);
	return err;
}

void turns_release(struct turns *turns)
{
	free(turns->examples);
	*turns = (struct turns){ 0 };
}
