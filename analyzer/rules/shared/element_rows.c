/* SPDX-License-Identifier: MIT */
/* Kernels of the program's own that could be one, as their code says. Any thread. */
#include "rules/shared/element_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { WARP = 32 };

/* One that is not at its end yet, of a stream. */
struct row {
	uint32_t items[ELEMENT_ROW_MOST];
	int count, kernels;
};

struct search {
	const struct check *check;
	struct element_rows *rows;
	struct interval_set gaps;
	enum elements {
		NO_ELEMENTS,
		OF_THREADS, /* each thread has one */
		STRIDED,    /* ... or one in each round of its loop */
	} *
	        elements; /* by function */
	struct row *open; /* by stream */
	uint32_t *seen;   /* by call: the latest call of its thread before it that waited for
	                   * the GPU, asked whether it was done, or recorded an event; NONE */
};

static enum elements elements_of(const struct search *search, uint32_t kernel)
{
	return search->elements[operation_function(search->check->trace, kernel)];
}

static const struct launch *launch_of(const struct search *search, uint32_t id)
{
	return &search->check->survey->launches[search->check->trace->operations.detail[id]];
}

/*
 * What its instructions take to issue, at most: its threads go through each of them once. Those of
 * a loop are as counters have it; else there are rounds for no more elements than can be loaded and
 * stored in its time, from caches.
 */
static double issuing_ns(const struct search *search, uint32_t id)
{
	const struct launch *launch = launch_of(search, id);
	double instructions =
	        (double)launch->code->instructions * (double)launch->blocks * launch->warps;

	if (elements_of(search, id) == STRIDED && is_measured(launch->profile->instructions)) {
		instructions = launch->profile->instructions;
	} else if (elements_of(search, id) == STRIDED) {
		const double bytes = (double)operation_length_ns(search->check->trace, id) * 1e-9 *
		                     (double)launch->device->memory_bandwidth_bytes_per_s *
		                     CACHED_TIMES;

		instructions += bytes / ((double)launch->code->global_bytes * WARP) *
		                (double)launch->code->instructions_in_loops;
	}
	return instructions / (launch->multiprocessors * SCHEDULERS) /
	       ((double)launch->device->core_clock_khz * 1e-6);
}

static int add_gaps(struct search *search, const struct row *row)
{
	const struct trace_operations *o = &search->check->trace->operations;
	const int64_t most_ns =
	        search->check->graph->lags.median_ns[CAUSE_STREAM][OPERATION_KERNEL];
	int err = 0;

	for (int i = 1; i < row->count && !err; i++) {
		const int64_t from_ns = o->end_ns[row->items[i - 1]];
		const int64_t to_ns = o->start_ns[row->items[i]];

		if (to_ns > from_ns)
			err = interval_set_add(&search->gaps, from_ns,
			                       to_ns - from_ns < most_ns ? to_ns
			                                                 : from_ns + most_ns);
	}
	return err;
}

static int end_row(struct search *search, struct row *row)
{
	const struct trace *trace = search->check->trace;
	struct element_rows *rows = search->rows;
	int64_t total_ns = 0, stays_ns = 0;
	double issuing = 0;
	int err = 0;

	for (int i = 0; row->kernels > 1 && i < row->count && !err; i++) {
		const uint32_t id = row->items[i];
		const int64_t ns = operation_length_ns(trace, id);
		uint32_t *kept = ARRAY_ADD(&rows->found, &rows->found_count);

		total_ns = sum_saturated(total_ns, ns);
		if (ns > stays_ns)
			stays_ns = ns;
		if (trace->operations.type[id] == OPERATION_KERNEL)
			issuing += issuing_ns(search, id);
		if (kept)
			*kept = id;
		else
			err = -ENOMEM;
	}
	if (issuing > (double)stays_ns)
		stays_ns = issuing < (double)total_ns ? (int64_t)issuing : total_ns;
	if (row->kernels > 1 && !err) {
		rows->count++;
		rows->kernels += row->kernels;
		rows->copies += row->count - row->kernels;
		rows->total_ns = sum_saturated(rows->total_ns, total_ns);
		rows->spared_ns = sum_saturated(rows->spared_ns, total_ns - stays_ns);
		err = add_gaps(search, row);
	}
	row->count = row->kernels = 0;
	return err;
}

static bool is_element_kernel(const struct search *search, uint32_t id)
{
	const struct trace *trace = search->check->trace;

	return trace->operations.type[id] == OPERATION_KERNEL &&
	       elements_of(search, id) != NO_ELEMENTS && launch_of(search, id)->launches > 0 &&
	       launch_of(search, id)->device->core_clock_khz > 0;
}

static bool looks_at_gpu(enum call_class class)
{
	return class == CALL_SYNCHRONIZE || class == CALL_QUERY || class == CALL_EVENT_RECORD;
}

/* Fills in SEARCH's `seen`. */
static int find_seen(struct search *search)
{
	const struct trace *trace = search->check->trace;
	const struct trace_calls *calls = &trace->calls;
	uint32_t *last = malloc((trace->threads_count + 1) * sizeof *last);

	search->seen = malloc((calls->count + 1) * sizeof *search->seen);
	for (size_t i = 0; last && i < trace->threads_count; i++)
		last[i] = NONE;
	for (uint32_t i = 0; last && search->seen && i < calls->count; i++) {
		search->seen[i] = last[calls->thread[i]];
		if (looks_at_gpu(trace->call_names[calls->name[i]].class))
			last[calls->thread[i]] = i;
	}
	free(last);
	return last && search->seen ? 0 : -ENOMEM;
}

/* Whether the host waited for what is before ID in ROW, or had it timed, before it issued ID: it
 * may look at the result, and times of one kernel say nothing of each. */
static bool is_seen_before(const struct search *search, const struct row *row, uint32_t id)
{
	const uint32_t *call = search->check->trace->operations.call;
	const uint32_t before = row->count ? call[row->items[row->count - 1]] : NONE;

	return before != NONE && call[id] != NONE && search->seen[call[id]] != NONE &&
	       search->seen[call[id]] > before;
}

/* How long it takes for a byte that its code loads or stores in a round. */
static double byte_ns(const struct search *search, uint32_t kernel)
{
	const struct launch *launch = launch_of(search, kernel);

	return (double)launch->total_ns /
	       ((double)launch->launches * (double)launch->code->global_bytes);
}

/* Whether two kernels can go over the same elements. Those that stride over them do so in any grid,
 * so that grids tell nothing of how many there are; the time that each round has does. */
static bool are_of_same_elements(const struct search *search, uint32_t a, uint32_t b)
{
	const double ratio = byte_ns(search, a) / byte_ns(search, b);

	return elements_of(search, a) == elements_of(search, b) &&
	       (elements_of(search, a) == OF_THREADS ||
	        (ratio < SAME_TIMES && ratio > 1.0 / SAME_TIMES));
}

/* Whether the kernel ID has the grid of those in ROW, and is a launch of another function. */
static bool belongs(const struct search *search, const struct row *row, uint32_t id)
{
	const struct trace *trace = search->check->trace;
	const struct trace_launch_shape *first = launch_of(search, row->items[0])->shape;
	const struct trace_launch_shape *shape = launch_of(search, id)->shape;

	for (int i = 0; i < row->count; i++)
		if (trace->operations.type[row->items[i]] == OPERATION_KERNEL &&
		    operation_function(trace, row->items[i]) == operation_function(trace, id))
			return false;
	return row->count < ELEMENT_ROW_MOST && are_of_same_elements(search, row->items[0], id) &&
	       memcmp(first->grid, shape->grid, sizeof shape->grid) == 0 &&
	       memcmp(first->block, shape->block, sizeof shape->block) == 0;
}

/* Whether ID copies as many elements within the GPU as the kernels of ROW have threads: with a last
 * block that need not be full. */
static bool copies_row(const struct search *search, const struct row *row, uint32_t id)
{
	const struct trace *trace = search->check->trace;
	const struct launch *launch;
	int64_t block_bytes, bytes;

	if (!row->count || row->count >= ELEMENT_ROW_MOST || !copy_is_within_device(trace, id))
		return false;
	if (elements_of(search, row->items[0]) == STRIDED)
		return false; /* its grid does not tell how many these are */
	launch = launch_of(search, row->items[0]);
	block_bytes = (int64_t)launch->threads * launch->code->widest_store_bytes;
	bytes = copy_bytes(trace, id);
	return bytes <= launch->blocks * block_bytes && bytes > (launch->blocks - 1) * block_bytes;
}

static int take(struct search *search, uint32_t id)
{
	struct row *row = &search->open[search->check->trace->operations.stream[id]];
	const bool is_kernel = is_element_kernel(search, id);
	int err = 0;

	if (is_seen_before(search, row, id) ||
	    (is_kernel ? !row->count || !belongs(search, row, id) : !copies_row(search, row, id)))
		err = end_row(search, row);
	if (!err && (is_kernel || row->count)) {
		row->items[row->count++] = id;
		row->kernels += is_kernel;
	}
	return err;
}

static int measure_gaps(struct search *search)
{
	struct interval_set busy = { 0 };
	int err = gpus_busy(&busy, search->check->trace);

	interval_set_unite(&search->gaps);
	if (!err)
		search->rows->gaps_ns = interval_set_length(&search->gaps) -
		                        interval_set_intersection(&search->gaps, &busy);
	interval_set_release(&busy);
	return err;
}

int element_rows_find(struct element_rows *rows, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct search search = {
		.check = check,
		.rows = rows,
		.elements = calloc(trace->functions_count + 1, sizeof(enum elements)),
		.open = calloc(trace->streams_count + 1, sizeof(struct row)),
	};
	int err = search.elements && search.open ? find_seen(&search) : -ENOMEM;

	for (size_t i = 0; !err && i < trace->functions_count; i++) {
		const struct code *code = &check->survey->codes[i];

		if (!kernel_library(trace->functions[i].name))
			search.elements[i] = code->is_of_elements          ? OF_THREADS
			                     : code->strides_over_elements ? STRIDED
			                                                   : NO_ELEMENTS;
	}
	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		err = take(&search, i);
	for (size_t s = 0; !err && s < trace->streams_count; s++)
		err = end_row(&search, &search.open[s]);
	if (!err)
		err = measure_gaps(&search);
	interval_set_release(&search.gaps);
	free(search.elements);
	free(search.open);
	free(search.seen);
	return err;
}

void element_rows_release(struct element_rows *rows)
{
	free(rows->found);
}
