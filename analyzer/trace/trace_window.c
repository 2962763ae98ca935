/* SPDX-License-Identifier: MIT */
#include "trace/trace_window.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/recorder_time.h"
#include "trace/trace_loader.h"

/* ---- the window ---- */

static bool is_range(const struct trace_marker *marker)
{
	return marker->end_ns > marker->start_ns;
}

static bool find_window(const struct trace *trace, const char *range, struct trace_part *part)
{
	*part = (struct trace_part){ .start_ns = INT64_MAX, .end_ns = INT64_MIN };
	for (size_t i = 0; i < trace->markers_count; i++) {
		const struct trace_marker *marker = &trace->markers[i];

		if (!is_range(marker) || strcmp(marker->name, range) != 0)
			continue;
		part->name = marker->name;
		part->ranges++;
		if (marker->start_ns < part->start_ns)
			part->start_ns = marker->start_ns;
		if (marker->end_ns > part->end_ns)
			part->end_ns = marker->end_ns;
	}
	part->run_ns = trace->last_ns - trace->first_ns;
	return part->name != NULL;
}

static bool is_within(const struct trace_part *part, int64_t time_ns)
{
	return time_ns >= part->start_ns && time_ns < part->end_ns;
}

/* ---- what stays ---- */

/* The position that each call has among those that stay; NONE: it goes. NULL without memory. */
static uint32_t *number_calls(const struct trace *trace, const struct trace_part *part,
                              uint32_t *count)
{
	uint32_t *numbers = malloc((trace->calls.count + 1) * sizeof *numbers);

	*count = 0;
	for (size_t i = 0; numbers && i < trace->calls.count; i++)
		numbers[i] = is_within(part, trace->calls.start_ns[i]) ? (*count)++ : NONE;
	return numbers;
}

static uint32_t number_of(const uint32_t *numbers, uint32_t call)
{
	return call == NONE ? NONE : numbers[call];
}

static void keep_calls(struct trace_calls *calls, const uint32_t *numbers)
{
	size_t kept = 0;

	for (size_t i = 0; i < calls->count; i++) {
		if (numbers[i] == NONE)
			continue;
		calls->start_ns[kept] = calls->start_ns[i];
		calls->end_ns[kept] = calls->end_ns[i];
		calls->thread[kept] = calls->thread[i];
		calls->name[kept] = calls->name[i];
		calls->result[kept] = calls->result[i];
		kept++;
	}
	calls->count = kept;
}

/* Also notes which functions were launched before: they are loaded. */
static void keep_operations(struct trace *trace, const struct trace_part *part,
                            const uint32_t *numbers)
{
	struct trace_operations *o = &trace->operations;
	size_t kept = 0;

	for (size_t i = 0; i < o->count; i++) {
		const uint32_t call = number_of(numbers, o->call[i]);
		const int64_t issued_ns =
		        o->call[i] == NONE ? o->start_ns[i] : trace->calls.start_ns[o->call[i]];

		if (o->type[i] == OPERATION_KERNEL && issued_ns < part->start_ns)
			trace->functions[operation_function(trace, i)].is_launched_before = true;
		if (call == NONE && (o->call[i] != NONE || !is_within(part, o->start_ns[i])))
			continue;
		o->start_ns[kept] = o->start_ns[i];
		o->end_ns[kept] = o->end_ns[i];
		o->stream[kept] = o->stream[i];
		o->call[kept] = call;
		o->detail[kept] = o->detail[i];
		o->channel[kept] = o->channel[i];
		o->type[kept] = o->type[i];
		o->flags[kept] = o->flags[i];
		kept++;
	}
	o->count = kept;
}

/* Of an array whose items have a call, those whose call stays. */
#define KEEP(array, count, numbers)                                                \
	do {                                                                       \
		size_t kept = 0;                                                   \
		for (size_t i = 0; i < (count); i++) {                             \
			const uint32_t call = number_of(numbers, (array)[i].call); \
			if (call == NONE)                                          \
				continue;                                          \
			(array)[kept] = (array)[i];                                \
			(array)[kept++].call = call;                               \
		}                                                                  \
		(count) = kept;                                                    \
	} while (0)

/* All up to the end: what is held was allocated long before. */
static void keep_allocations(struct trace *trace, const struct trace_part *part,
                             const uint32_t *numbers)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		if (trace->allocations[i].time_ns >= part->end_ns)
			continue;
		trace->allocations[kept] = trace->allocations[i];
		trace->allocations[kept++].call = number_of(numbers, trace->allocations[i].call);
	}
	trace->allocations_count = kept;
}

/* Launches that were measured, which have no times, count where they were launched; what they
 * measured is true of the others. */
static void keep_measured_launches(struct trace *trace, const uint32_t *numbers)
{
	for (size_t i = 0; i < trace->launch_shapes_count; i++)
		trace->launch_shapes[i].untimed_launches = 0;
	for (size_t i = 0; i < trace->measured_launches_count; i++) {
		struct trace_measured_launch *launch = &trace->measured_launches[i];

		launch->call = number_of(numbers, launch->call);
		if (launch->call != NONE)
			trace->launch_shapes[launch->shape].untimed_launches++;
	}
}

static void keep_gpu_samples(struct trace *trace, const struct trace_part *part)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->gpu_samples_count; i++)
		if (is_within(part, trace->gpu_samples[i].start_ns))
			trace->gpu_samples[kept++] = trace->gpu_samples[i];
	trace->gpu_samples_count = kept;
}

static void keep_migrations(struct trace *trace, const struct trace_part *part)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->migrations_count; i++)
		if (is_within(part, trace->migrations[i].start_ns))
			trace->migrations[kept++] = trace->migrations[i];
	trace->migrations_count = kept;
}

static void keep_host_samples(struct trace *trace, const struct trace_part *part,
                              const uint32_t *numbers)
{
	size_t kept = 0, timed = 0;

	for (size_t i = 0; i < trace->host_samples_count; i++) {
		struct trace_host_sample sample = trace->host_samples[i];

		sample.call = number_of(numbers, sample.call);
		if (sample.is_timed ? !is_within(part, sample.time_ns) : sample.call == NONE)
			continue;
		timed += sample.is_timed;
		trace->host_samples[kept++] = sample;
	}
	trace->host_samples_count = kept;
	trace->timed_samples = timed;
}

/* Leaves what was issued WITHIN a part. Returns as trace_window() does. */
static int keep(struct trace *trace, const struct trace_part *within)
{
	const struct trace_part part = *within;
	uint32_t calls, *numbers = number_calls(trace, &part, &calls);

	if (!numbers)
		return -ENOMEM;
	if (!calls) {
		free(numbers);
		return -ENOENT;
	}
	keep_operations(trace, &part, numbers); /* looks at the calls as they were */
	keep_calls(&trace->calls, numbers);
	KEEP(trace->synchronizations, trace->synchronizations_count, numbers);
	KEEP(trace->event_records, trace->event_records_count, numbers);
	KEEP(trace->host_functions, trace->host_functions_count, numbers);
	KEEP(trace->copy_streams, trace->copy_streams_count, numbers);
	KEEP(trace->copy_addresses, trace->copy_addresses_count, numbers);
	keep_allocations(trace, &part, numbers);
	keep_measured_launches(trace, numbers);
	keep_gpu_samples(trace, &part);
	keep_migrations(trace, &part);
	keep_host_samples(trace, &part, numbers);
	trace_find_bounds(trace);
	free(numbers);
	return 0;
}

int trace_window(struct trace *trace, const char *range)
{
	struct trace_part part;
	int err = find_window(trace, range, &part) ? keep(trace, &part) : -ENOENT;

	if (!err)
		trace->part = part;
	return err;
}

/* When the first call from RECORDED_NS on was made, by the clock of the recording; INT64_MAX: there
 * is none. */
static int64_t first_call_ns(const struct trace *trace, int64_t recorded_ns)
{
	const struct trace_calls *c = &trace->calls;
	int64_t first_ns = INT64_MAX;

	for (size_t i = 0; i < c->count; i++)
		if (c->start_ns[i] < first_ns &&
		    recorder_time_recorded_ns(trace, c->start_ns[i]) >= recorded_ns)
			first_ns = c->start_ns[i];
	return first_ns;
}

int trace_window_last(struct trace *trace)
{
	struct trace_part part = { .start_ns = INT64_MAX, .end_ns = INT64_MAX };
	int err;

	for (size_t i = trace->unrecorded_count; i > 0 && part.start_ns == INT64_MAX; i--)
		part.start_ns = first_call_ns(trace, trace->unrecorded[i - 1].end_ns);
	if (part.start_ns == INT64_MAX)
		return 0;
	err = keep(trace, &part);
	if (!err)
		trace->unrecorded_count = 0;
	return err;
}

/* ---- names ---- */

struct named {
	const char *name;
	size_t count;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static int compare_counts(const void *a, const void *b)
{
	const struct named *left = a, *right = b;

	if (left->count != right->count)
		return left->count < right->count ? 1 : -1;
	return compare_names(a, b);
}

void trace_window_names(const struct trace *trace, char *text, size_t size)
{
	struct named *names = malloc((trace->markers_count + 1) * sizeof *names);
	size_t count = 0, unique = 0, length = 0;

	*text = '\0';
	for (size_t i = 0; names && i < trace->markers_count; i++)
		if (is_range(&trace->markers[i]))
			names[count++] = (struct named){ trace->markers[i].name, 1 };
	if (count)
		qsort(names, count, sizeof *names, compare_names);
	for (size_t i = 0; i < count; i++)
		if (unique && strcmp(names[unique - 1].name, names[i].name) == 0)
			names[unique - 1].count++;
		else
			names[unique++] = names[i];
	if (unique)
		qsort(names, unique, sizeof *names, compare_counts);
	for (size_t i = 0; i < unique; i++) {
		char more[32];
		int left = snprintf(more, sizeof more, " and %zu more", unique - i);

		if (length + strlen(names[i].name) + 2 + (size_t)left >= size) {
			if (i)
				snprintf(text + length, size - length, "%s", more);
			break;
		}
		length += (size_t)snprintf(text + length, size - length, "%s%s", i ? ", " : "",
		                           names[i].name);
	}
	free(names);
}
