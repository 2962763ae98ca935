/* SPDX-License-Identifier: MIT */
/* Finds the lines of launches by those around them. Any thread. */
#include "code/launch_neighbours.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"

enum { MOSTLY_PERCENT = 90 };

/* A launch with a stack. */
struct seen {
	uint32_t function;
	uint32_t own; /* frame; NONE: none of the program's own */
	const struct trace_host_sample *sample;
};

static int compare_seen(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	return (left->own > right->own) - (left->own < right->own);
}

static uint32_t own_frame(const struct host_code *code, const struct trace_host_sample *sample)
{
	const struct host_site site = host_site_of(code, sample->stack);

	return site.own != NONE && code->places[site.own].is_own ? site.own : NONE;
}

/* Sets LINES, by function, to a sample of the line that most of its stacks are of, if one has so
 * many; ALL are COUNT, in order. */
static void find_lines(const struct trace_host_sample **lines, const struct seen *all, size_t count)
{
	for (size_t from = 0, to; from < count; from = to) {
		size_t most = 0, first = from;

		for (to = from; to < count && all[to].function == all[from].function;) {
			const size_t begin = to;

			while (to < count && all[to].function == all[begin].function &&
			       all[to].own == all[begin].own)
				to++;
			if (to - begin > most) {
				most = to - begin;
				first = begin;
			}
		}
		if (all[first].own != NONE &&
		    percent_of((int64_t)most, (int64_t)(to - from)) >= MOSTLY_PERCENT)
			lines[all[from].function] = all[first].sample;
	}
}

static int lines_of_functions(const struct trace_host_sample **lines,
                              const struct launch_callers *callers)
{
	struct seen *all = malloc((callers->count + 1) * sizeof *all);
	size_t count = 0;

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < callers->count; i++) {
		const struct launch_caller *launch = &callers->items[i];

		if (launch->sample)
			all[count++] = (struct seen){ launch->function,
				                      own_frame(callers->code, launch->sample),
				                      launch->sample };
	}
	if (count)
		qsort(all, count, sizeof *all, compare_seen);
	find_lines(lines, all, count);
	free(all);
	return 0;
}

/* What a thread launched last. */
struct place {
	const struct trace_host_sample *line; /* of the operation's launches; NULL: not known */
	int64_t end_ns;
};

/* What is known before each launch, within its operation. */
static void guess_forwards(const struct trace_host_sample **guesses,
                           const struct trace_host_sample *const *lines, struct place *places,
                           const struct launch_callers *callers)
{
	const struct trace_calls *calls = &callers->code->trace->calls;

	for (size_t i = 0; i < callers->count; i++) {
		const struct launch_caller *launch = &callers->items[i];
		struct place *place = &places[launch->thread];

		if (calls->start_ns[launch->call] - place->end_ns >= ONE_OPERATION_NS)
			place->line = NULL;
		guesses[launch->operation] = place->line;
		if (lines[launch->function] || launch->sample)
			place->line = lines[launch->function];
		place->end_ns = calls->end_ns[launch->call];
	}
}

/* Keeps what the next launch with a known line agrees with, as far behind as that is. */
static void agree_backwards(const struct trace_host_sample **guesses,
                            const struct trace_host_sample *const *lines, struct place *places,
                            const struct launch_callers *callers)
{
	for (size_t i = callers->count; i-- > 0;) {
		const struct launch_caller *launch = &callers->items[i];
		struct place *place = &places[launch->thread];
		const struct trace_host_sample **guess = &guesses[launch->operation];
		const struct trace_host_sample *own = lines[launch->function];

		if (!*guess || !place->line || launch->sample ||
		    own_frame(callers->code, *guess) != own_frame(callers->code, place->line) ||
		    (own && own_frame(callers->code, own) != own_frame(callers->code, *guess)))
			*guess = NULL;
		if (own || launch->sample)
			place->line = own;
	}
}

int launch_neighbours_find(const struct trace_host_sample **guesses,
                           const struct launch_callers *callers)
{
	const struct trace *trace = callers->code->trace;
	const struct trace_host_sample **lines =
	        calloc(trace->functions_count + 1, sizeof(struct trace_host_sample *));
	struct place *places = calloc(trace->threads_count + 1, sizeof *places);
	int err = lines && places ? lines_of_functions(lines, callers) : -ENOMEM;

	if (!err) {
		guess_forwards(guesses, lines, places, callers);
		for (size_t t = 0; t < trace->threads_count; t++)
			places[t].line = NULL;
		agree_backwards(guesses, lines, places, callers);
	}
	free(lines);
	free(places);
	return err;
}
