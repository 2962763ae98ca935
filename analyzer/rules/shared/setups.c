/* SPDX-License-Identifier: MIT */
/* Set-up that is done again. */
#include "rules/shared/setups.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "code/host_time.h"
#include "rules/shared/constants.h"

enum { AGAIN, WORK };

const struct threshold setup_thresholds[] = {
	[AGAIN] = { "again", 2, "times" },
	[WORK] = { "work", REPEATS_MIN, "operations" },
	{ .name = NULL },
};

const char *const setup_subjects[SETUP_KINDS] = {
	[SETUP_NONE] = "",
	[SETUP_COMPILING] = "compiling",
	[SETUP_TUNING] = "autotuning",
	[SETUP_STARTING] = "starting processes",
};

/* From when SAMPLE stands for what its thread did: threads that run Python are sampled together, so
 * one that was not had none to run. */
static int64_t start_of(const struct trace_host_sample *sample)
{
	return sample->time_ns - sample->since_ns < HOST_SAMPLE_MAX_NS
	               ? sample->since_ns
	               : sample->time_ns - HOST_SAMPLE_MAX_NS;
}

/* Whether NEXT, a sample since SINCE_NS, goes on with what the stretch LAST did: nothing else was
 * seen of its thread in between. */
static bool goes_on(const struct setup_stretch *last, const struct setup_stretch *next,
                    int64_t since_ns)
{
	return last->thread == next->thread && last->end_ns == since_ns &&
	       last->setup.kind == next->setup.kind && last->site.own == next->site.own;
}

static bool begins_before(const void *item, const void *key)
{
	return *(const int64_t *)item < *(const int64_t *)key;
}

/* Whether THREAD made a call between FROM_NS and TO_NS; or too many calls were made to look for it.
 */
static bool has_call_between(const struct trace *trace, uint32_t thread, int64_t from_ns,
                             int64_t to_ns)
{
	enum { CALLS_LOOKED_AT = 1024 };
	const struct trace_calls *calls = &trace->calls;
	const size_t first = lower_bound(&from_ns, calls->start_ns, calls->count,
	                                 sizeof *calls->start_ns, begins_before);
	size_t i = first;

	for (; i < calls->count && calls->start_ns[i] < to_ns && i < first + CALLS_LOOKED_AT; i++)
		if (calls->thread[i] == thread)
			return true;
	return i == first + CALLS_LOOKED_AT;
}

/* Whether SAMPLE proves where its thread was: not if it came late, and the sample near by whose
 * stack it has is of another time between two calls. */
static bool is_proof(const struct trace *trace, const struct trace_host_sample *sample)
{
	int64_t placed_ns;

	if (!sample->is_placed)
		return true;
	placed_ns = trace->host_samples[sample->placed_as].time_ns;
	return !has_call_between(trace, sample->thread,
	                         placed_ns < sample->time_ns ? placed_ns : sample->time_ns,
	                         placed_ns < sample->time_ns ? sample->time_ns : placed_ns);
}

static int add_sample(struct setups *setups, const struct host_code *host,
                      const struct trace_host_sample *sample, struct host_setup setup)
{
	const struct setup_stretch next = {
		.setup = setup,
		.thread = sample->thread,
		.site = host_site_of(host, sample->stack),
		.start_ns = start_of(sample),
		.end_ns = sample->time_ns,
	};
	struct setup_stretch *stretch = setups->count ? &setups->items[setups->count - 1] : NULL;

	if (next.site.own == NONE || !host->places[next.site.own].is_own)
		return 0;
	if (stretch && goes_on(stretch, &next, sample->since_ns)) {
		stretch->end_ns = next.end_ns;
		return 0;
	}
	if (!is_proof(host->trace, sample))
		return 0;
	stretch = ARRAY_ADD(&setups->items, &setups->count);
	if (!stretch)
		return -ENOMEM;
	*stretch = next;
	return 0;
}

/* Whether GPUs got other work between BEFORE and NEXT. */
static bool has_work_between(const struct trace *trace, const struct setup_stretch *before,
                             const struct setup_stretch *next)
{
	const struct trace_operations *o = &trace->operations;
	const size_t first = lower_bound(&before->end_ns, o->start_ns, o->count,
	                                 sizeof *o->start_ns, begins_before);

	return (double)first + setup_thresholds[WORK].value <= (double)o->count &&
	       o->start_ns[first + (size_t)setup_thresholds[WORK].value - 1] < next->start_ns;
}

/* Of a line and kind. */
struct rounds {
	uint32_t count; /* stretches without work between them are one round */
	size_t last;    /* stretch */
};

/* Which stretches are of the first round of their line, and which come again. */
static int find_again(struct setups *setups, const struct trace *trace)
{
	struct rounds *all = calloc((trace->host_frames_count + 1) * SETUP_KINDS, sizeof *all);

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < setups->count; i++) {
		struct setup_stretch *s = &setups->items[i];
		struct rounds *rounds = &all[(size_t)s->site.own * SETUP_KINDS + s->setup.kind];

		s->begins =
		        !rounds->count || has_work_between(trace, &setups->items[rounds->last], s);
		rounds->count += s->begins;
		rounds->last = i;
		s->is_again = rounds->count > 1;
	}
	for (size_t i = 0; i < setups->count; i++) {
		struct setup_stretch *s = &setups->items[i];

		s->recurs = all[(size_t)s->site.own * SETUP_KINDS + s->setup.kind].count >
		            setup_thresholds[AGAIN].value;
		s->is_again &= s->recurs;
	}
	free(all);
	return 0;
}

static int find_stretches(struct setups *setups, const struct host_code *host,
                          const struct host_setup *stacks)
{
	const struct trace *trace = host->trace;
	int err = 0;

	for (size_t i = 0; i < trace->timed_samples && !err; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const struct host_setup setup = stacks[sample->stack];

		if (setup.kind != SETUP_NONE && setup.kind < SETUP_KINDS)
			err = add_sample(setups, host, sample, setup);
	}
	return err;
}

int setups_init(struct setups *setups, const struct host_code *host)
{
	struct host_setup *stacks;
	int err;

	*setups = (struct setups){ 0 };
	if (!host)
		return 0;
	stacks = host_setup_of_stacks(host->trace);
	if (!stacks)
		return -ENOMEM;
	err = find_stretches(setups, host, stacks);
	free(stacks);
	return err ? err : find_again(setups, host->trace);
}

void setups_release(struct setups *setups)
{
	free(setups->items);
	*setups = (struct setups){ 0 };
}

/* Adds the time of stretch S, once the first operation had started. A sample stands for the time up
 * to its moment: that is within, and the one before is not. */
static int add_time(struct interval_set *set, const struct setup_stretch *s,
                    const struct trace *trace)
{
	const int64_t first_ns = trace->operations.count ? trace->operations.start_ns[0] : 0;

	return s->end_ns > first_ns
	               ? interval_set_add(set,
	                                  (s->start_ns > first_ns ? s->start_ns : first_ns) + 1,
	                                  s->end_ns + 1)
	               : 0;
}

int setups_again(struct interval_set *set, const struct setups *setups, const struct trace *trace,
                 enum host_setup_kind kind, bool with_first)
{
	int err = 0;

	for (size_t i = 0; i < setups->count && !err; i++) {
		const struct setup_stretch *s = &setups->items[i];

		if ((with_first || s->is_again) && s->setup.kind == kind)
			err = add_time(set, s, trace);
	}
	interval_set_unite(set);
	return err;
}

int setups_once(struct interval_set *set, const struct setups *setups, const struct trace *trace,
                enum host_setup_kind kind)
{
	const struct trace_operations *o = &trace->operations;
	const int64_t late_ns = o->count ? o->start_ns[o->count - 1 - o->count / 3] : 0;
	bool *is_late = calloc(trace->host_frames_count + 1, sizeof *is_late); /* by line */
	int err = is_late ? 0 : -ENOMEM;

	for (size_t i = 0; i < setups->count && !err; i++)
		if (setups->items[i].setup.kind == kind)
			is_late[setups->items[i].site.own] |= setups->items[i].end_ns > late_ns;
	for (size_t i = 0; i < setups->count && !err; i++) {
		const struct setup_stretch *s = &setups->items[i];

		if (!s->recurs && s->setup.kind == kind && !is_late[s->site.own])
			err = add_time(set, s, trace);
	}
	interval_set_unite(set);
	free(is_late);
	return err;
}
