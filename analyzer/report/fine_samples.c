/* SPDX-License-Identifier: MIT */
/* Where the host's threads were over time. */
#include "report/fine_samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "code/host_time.h"
#include "report/host_rows.h"

/* ---- functions ---- */

static int compare_functions(const struct host_place *left, const struct host_place *right)
{
	const int order = strcmp(left->file, right->file);

	return order ? order : strcmp(host_rows_name(left, false), host_rows_name(right, false));
}

static int compare_frames(const void *a, const void *b, void *places_pointer)
{
	const struct host_place *places = places_pointer;
	const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	const int order = compare_functions(&places[left], &places[right]);

	return order ? order : (left > right) - (left < right);
}

/* By frame: the first one of its function. NULL without memory. */
static uint32_t *find_functions(const struct host_code *host)
{
	const size_t count = host->trace->host_frames_count;
	uint32_t *order = malloc((count + 1) * sizeof *order);
	uint32_t *function_of = malloc((count + 1) * sizeof *function_of);

	for (uint32_t i = 0; order && i < count; i++)
		order[i] = i;
	if (order && function_of && count)
		qsort_r(order, count, sizeof *order, compare_frames, host->places);
	for (size_t i = 0; order && function_of && i < count; i++) {
		const bool is_same = i && compare_functions(&host->places[order[i - 1]],
		                                            &host->places[order[i]]) == 0;

		function_of[order[i]] = is_same ? function_of[order[i - 1]] : order[i];
	}
	free(order);
	return function_of;
}

void fine_sample_text(char text[FINE_SAMPLE_TEXT], const struct host_place *place)
{
	snprintf(text, FINE_SAMPLE_TEXT, "%.300s %.200s", host_rows_name(place, false),
	         text_file_name(place->file));
}

/* ---- times ---- */

/* When the samples of one thread after another were. */
struct samples {
	struct fine_sample *items;
	size_t count;
	int64_t until_ns; /* of the thread: up to here it is known */
};

/* What of the time that it stands for nothing else is known of. */
static struct fine_sample time_of(const struct trace *trace, const struct trace_host_sample *sample,
                                  int64_t until_ns)
{
	int64_t length_ns =
	        sample->running_ns ? sample->running_ns : sample->time_ns - sample->since_ns;
	struct fine_sample when = { .end_ns = sample->time_ns, .thread = sample->thread };

	if (length_ns > HOST_SAMPLE_MAX_NS)
		length_ns = HOST_SAMPLE_MAX_NS;
	when.start_ns = when.end_ns - length_ns;
	if (when.start_ns < until_ns)
		when.start_ns = until_ns;
	if (when.start_ns < trace->first_ns)
		when.start_ns = trace->first_ns;
	if (when.end_ns > trace->last_ns)
		when.end_ns = trace->last_ns;
	return when;
}

/* Signals come late by some part of a period: neighbours that are nearer than half of one touch. */
static bool touches(const struct fine_sample *last, const struct fine_sample *next,
                    const struct trace_host_sample *sample)
{
	return last->thread == next->thread && last->function == next->function &&
	       next->start_ns - last->end_ns <= sample->running_ns / 2;
}

static int add_sample(struct samples *samples, const struct trace_host_sample *sample,
                      const struct fine_sample *when)
{
	struct fine_sample *last = samples->count ? &samples->items[samples->count - 1] : NULL;
	struct fine_sample *added;

	if (last && touches(last, when, sample)) {
		last->end_ns = when->end_ns;
		return 0;
	}
	added = ARRAY_ADD(&samples->items, &samples->count);
	if (!added)
		return -ENOMEM;
	*added = *when;
	return 0;
}

static int add_samples(struct samples *samples, const struct host_code *host,
                       const uint32_t *function_of)
{
	const struct trace *trace = host->trace;
	int err = 0;

	for (size_t i = 0; i < trace->timed_samples && !err; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const uint32_t frame = host_site_of(host, sample->stack).own;
		struct fine_sample when;

		if (!i || sample[-1].thread != sample->thread)
			samples->until_ns = INT64_MIN;
		when = time_of(trace, sample, samples->until_ns);
		samples->until_ns = sample->time_ns;
		if (frame == NONE || when.start_ns >= when.end_ns)
			continue;
		when.function = function_of[frame];
		err = add_sample(samples, sample, &when);
	}
	return err;
}

static int compare_starts(const void *a, const void *b)
{
	const struct fine_sample *left = a, *right = b;

	if (left->start_ns != right->start_ns)
		return left->start_ns < right->start_ns ? -1 : 1;
	return (left->thread > right->thread) - (left->thread < right->thread);
}

int fine_samples_make(struct fine_sample **samples, size_t *count, const struct host_code *host)
{
	struct samples made = { .items = NULL };
	uint32_t *function_of;
	int err;

	*samples = NULL;
	*count = 0;
	if (!host || !host->trace->timed_samples)
		return 0;
	function_of = find_functions(host);
	err = function_of ? add_samples(&made, host, function_of) : -ENOMEM;
	free(function_of);
	if (err) {
		free(made.items);
		return err;
	}
	if (made.count)
		qsort(made.items, made.count, sizeof *made.items, compare_starts);
	*samples = made.items;
	*count = made.count;
	return 0;
}
