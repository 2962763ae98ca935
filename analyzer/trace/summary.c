/* SPDX-License-Identifier: MIT */
/* What a trace shows at first sight: one pass over operations and calls. Any thread, one at a
 * time. */
#include "trace/summary.h"

#include <errno.h>
#include <stdlib.h>

#include "base/interval.h"
#include "base/statistics.h"

enum {
	CHANNELS = UINT16_MAX + 1,
	NOT_READY = 600, /* cudaErrorNotReady, CUDA_ERROR_NOT_READY: the answer of a query */
};

_Static_assert((int)OPERATION_TYPES <= (int)SWEEP_CLASSES, "each type is a class of the sweep");

static bool first_time(bool *seen)
{
	bool is_first = !*seen;

	*seen = true;
	return is_first;
}

struct work {
	struct sweep *sweeps;                           /* by device */
	int64_t *kernel_ns;                             /* by device, added up */
	bool *streams, *functions, *threads, *channels; /* seen; channels by device */
};

static int add_operations(struct summary *s, const struct trace *trace, struct work *work)
{
	const struct trace_operations *o = &trace->operations;

	for (size_t i = 0; i < o->count; i++) {
		uint32_t device = operation_device(trace, i);
		struct summary_device *d = &s->devices[device];
		enum operation_type type = (enum operation_type)o->type[i];

		if (operation_is_of_gpu(trace, (uint32_t)i) &&
		    sweep_add(&work->sweeps[device], type, o->start_ns[i], o->end_ns[i]))
			return -ENOMEM;
		d->operations[type]++;
		d->streams += first_time(&work->streams[o->stream[i]]);
		if (o->channel[i] != UINT16_MAX)
			d->queues += first_time(
			        &work->channels[(size_t)device * CHANNELS + o->channel[i]]);
		if (type == OPERATION_COPY)
			d->copied_bytes = sum_saturated(d->copied_bytes,
			                                operation_transfer(trace, i)->size_bytes);
		if (type != OPERATION_KERNEL)
			continue;
		work->kernel_ns[device] =
		        sum_saturated(work->kernel_ns[device], operation_length_ns(trace, i));
		s->functions += first_time(&work->functions[operation_function(trace, i)]);
	}
	return 0;
}

static void add_device(struct summary *s, struct summary_device *d, struct sweep *sweep,
                       int64_t kernel_ns)
{
	sweep_finish(sweep);
	for (int type = 0; type < OPERATION_TYPES; type++) {
		d->type_ns[type] = sweep_any_ns(sweep, 1U << type);
		s->operations[type] += d->operations[type];
		s->active_devices += type == 0 && sweep->is_begun;
	}
	d->busy_ns = sweep_any_ns(sweep, (1U << SWEEP_CLASSES) - 1);
	d->copy_and_kernel_ns = sweep_both_ns(sweep, 1U << OPERATION_COPY, 1U << OPERATION_KERNEL);
	d->several_kernels_ns = sweep->several_ns[OPERATION_KERNEL];
	d->most_kernels = sweep->most[OPERATION_KERNEL];
	if (d->type_ns[OPERATION_KERNEL])
		d->average_kernels = (double)kernel_ns / (double)d->type_ns[OPERATION_KERNEL];
	s->busy_ns = sum_saturated(s->busy_ns, d->busy_ns);
	s->copied_bytes = sum_saturated(s->copied_bytes, d->copied_bytes);
}

int summary_make(struct summary *s, const struct trace *trace)
{
	size_t devices = trace->devices_count;
	struct work work = {
		.sweeps = calloc(devices + 1, sizeof *work.sweeps),
		.kernel_ns = calloc(devices + 1, sizeof *work.kernel_ns),
		.streams = calloc(trace->streams_count + 1, sizeof *work.streams),
		.functions = calloc(trace->functions_count + 1, sizeof *work.functions),
		.threads = calloc(trace->threads_count + 1, sizeof *work.threads),
		.channels = calloc(devices + 1, CHANNELS * sizeof *work.channels),
	};
	int err = -ENOMEM;

	*s = (struct summary){ .wall_ns = trace->last_ns - trace->first_ns };
	s->devices = calloc(devices + 1, sizeof *s->devices);
	if (!s->devices || !work.sweeps || !work.kernel_ns || !work.streams || !work.functions ||
	    !work.threads || !work.channels)
		goto out;
	err = add_operations(s, trace, &work);
	if (err)
		goto out;
	for (size_t i = 0; i < devices; i++)
		add_device(s, &s->devices[i], &work.sweeps[i], work.kernel_ns[i]);
	for (size_t i = 0; i < trace->calls.count; i++) {
		s->failed_calls += trace->calls.result[i] && trace->calls.result[i] != NOT_READY;
		s->threads += first_time(&work.threads[trace->calls.thread[i]]);
	}
out:
	for (size_t i = 0; work.sweeps && i < devices; i++)
		sweep_release(&work.sweeps[i]);
	free(work.sweeps);
	free(work.kernel_ns);
	free(work.streams);
	free(work.functions);
	free(work.threads);
	free(work.channels);
	return err;
}

bool operation_is_of_gpu(const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] != OPERATION_COPY ||
	       operation_transfer(trace, operation)->copy_kind != COPY_HTOH;
}

bool trace_is_mostly_graph_nodes(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	size_t nodes = 0;

	for (size_t i = 0; i < o->count; i++)
		nodes += (o->flags[i] & (OPERATION_GRAPH | OPERATION_SCALED)) == OPERATION_GRAPH;
	return 2 * nodes > o->count;
}

int64_t trace_work_end_ns(const struct trace *trace)
{
	return trace->operations.count ? trace->operations.start_ns[0] + trace->gpu_span_ns
	                               : trace->last_ns;
}

/* How much of the intervals from *NEXT on lies between FROM_NS and TO_NS; *NEXT goes on to the
 * first that ends behind FROM_NS. */
static int64_t within_gap(const struct interval_set *set, size_t *next, int64_t from_ns,
                          int64_t to_ns)
{
	int64_t sum_ns = 0;

	while (*next < set->count && set->items[*next].end_ns <= from_ns)
		(*next)++;
	for (size_t i = *next; i < set->count && set->items[i].start_ns < to_ns; i++) {
		const struct interval *item = &set->items[i];

		sum_ns += (item->end_ns < to_ns ? item->end_ns : to_ns) -
		          (item->start_ns > from_ns ? item->start_ns : from_ns);
	}
	return sum_ns;
}

int64_t trace_outside_calls_within(const struct trace *trace, const struct interval_set *set)
{
	const struct trace_calls *calls = &trace->calls;
	int64_t sum_ns = 0, now_ns = INT64_MIN;
	size_t next = 0;

	for (size_t i = 0; i < calls->count && next < set->count; i++) {
		if (calls->start_ns[i] > now_ns)
			sum_ns += within_gap(set, &next, now_ns, calls->start_ns[i]);
		if (calls->end_ns[i] > now_ns)
			now_ns = calls->end_ns[i];
	}
	return sum_ns + within_gap(set, &next, now_ns, INT64_MAX);
}

int64_t trace_outside_calls_ns(const struct trace *trace, int64_t from_ns, int64_t to_ns)
{
	struct interval part = { from_ns, to_ns };
	const struct interval_set set = { .items = &part, .count = 1 };

	return to_ns > from_ns ? trace_outside_calls_within(trace, &set) : 0;
}
