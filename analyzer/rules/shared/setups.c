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

/* Odd, so that no bit of a number is lost: Knuth's, for linear congruences of 64 bits. */
#define WAY_FACTOR UINT64_C(6364136223846793005)

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
	       last->setup.kind == next->setup.kind && last->site.own == next->site.own &&
	       last->way == next->way;
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

/*
 * The way that STACK, whose site is SITE, has taken to the compiler: frames from the last one above
 * its code to the one that called the line. Callers further out may have been cut off.
 */
static uint64_t way_of(const struct host_code *code, uint32_t stack, const struct host_site *site)
{
	const struct trace_host_stack *stacks = code->trace->host_stacks;
	uint64_t way = 0;
	bool is_own = false;

	for (uint32_t s = stack; s != NONE; s = stacks[s].parent) {
		const uint32_t frame = stacks[s].frame;

		if (!is_own && host_setup_of_frame(code->trace, frame).kind == SETUP_COMPILING) {
			way = 0; /* all below is the compiler's */
			continue;
		}
		way = way * WAY_FACTOR + frame + 1;
		is_own |= frame == site->own;
		if (is_own && (site->caller == NONE || frame == site->caller))
			break;
	}
	return way;
}

static int add_sample(struct setups *setups, const struct host_code *host,
                      const struct trace_host_sample *sample, struct host_setup setup)
{
	struct setup_stretch next = {
		.setup = setup,
		.thread = sample->thread,
		.site = host_site_of(host, sample->stack),
		.start_ns = start_of(sample),
		.end_ns = sample->time_ns,
	};
	struct setup_stretch *stretch = setups->count ? &setups->items[setups->count - 1] : NULL;

	if (setup.kind == SETUP_COMPILING)
		next.way = way_of(host, sample->stack, &next.site);
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
static bool has_work_between(const struct setups *setups, const struct setup_stretch *before,
                             const struct setup_stretch *next)
{
	const size_t first = lower_bound(&before->end_ns, setups->work_ns, setups->work_count,
	                                 sizeof *setups->work_ns, begins_before);

	return (double)first + setup_thresholds[WORK].value <= (double)setups->work_count &&
	       setups->work_ns[first + (size_t)setup_thresholds[WORK].value - 1] < next->start_ns;
}

/* Of a line and kind. */
struct rounds {
	uint32_t count;  /* stretches without work between them are one round */
	uint32_t again;  /* rounds that did something again */
	size_t last;     /* stretch */
	bool is_counted; /* the last one is among these */
};

/* What a line did, by the way that it took. */
struct done {
	uint32_t own;
	enum host_setup_kind kind;
	uint64_t way;
	size_t stretch;
};

static int compare_done(const void *a, const void *b)
{
	const struct done *left = a, *right = b;

	if (left->own != right->own)
		return left->own < right->own ? -1 : 1;
	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	if (left->way != right->way)
		return left->way < right->way ? -1 : 1;
	return (left->stretch > right->stretch) - (left->stretch < right->stretch);
}

/* BEFORE, by stretch: the first one of the same line, kind and way. Returns 0 or -ENOMEM. */
static int find_first(size_t *before, const struct setups *setups)
{
	struct done *all = malloc((setups->count + 1) * sizeof *all);
	size_t first = 0;

	if (!all)
		return -ENOMEM;
	for (size_t i = 0; i < setups->count; i++) {
		const struct setup_stretch *s = &setups->items[i];

		all[i] = (struct done){ s->site.own, s->setup.kind, s->way, i };
	}
	if (setups->count)
		qsort(all, setups->count, sizeof *all, compare_done);
	for (size_t i = 0; i < setups->count; i++) {
		if (all[i].own != all[first].own || all[i].kind != all[first].kind ||
		    all[i].way != all[first].way)
			first = i;
		before[all[i].stretch] = all[first].stretch;
	}
	free(all);
	return 0;
}

/* Goes on with stretch S of the line of ROUNDS, which did the same in round BEFORE for the first
 * time; 0: this is the first time. Returns its round. */
static uint32_t count_round(struct rounds *rounds, struct setup_stretch *s, bool is_new,
                            uint32_t before)
{
	if (is_new) {
		rounds->count++;
		rounds->is_counted = false;
	}
	s->is_again = before && before < rounds->count;
	s->begins = s->is_again ? !rounds->is_counted : is_new;
	if (s->is_again && !rounds->is_counted) {
		rounds->again++;
		rounds->is_counted = true;
	}
	return rounds->count;
}

/* Which stretches do what their line did in an earlier round, and which lines do so enough. */
static int find_again(struct setups *setups, const struct trace *trace)
{
	struct rounds *all = calloc((trace->host_frames_count + 1) * SETUP_KINDS, sizeof *all);
	size_t *first = calloc(setups->count + 1, sizeof *first);
	uint32_t *round_of = calloc(setups->count + 1, sizeof *round_of); /* by stretch */
	int err = all && first && round_of ? find_first(first, setups) : -ENOMEM;

	for (size_t i = 0; i < setups->count && !err; i++) {
		struct setup_stretch *s = &setups->items[i];
		struct rounds *rounds = &all[(size_t)s->site.own * SETUP_KINDS + s->setup.kind];
		const bool is_new =
		        !rounds->count || has_work_between(setups, &setups->items[rounds->last], s);

		round_of[i] = count_round(rounds, s, is_new, round_of[first[i]]);
		rounds->last = i;
	}
	for (size_t i = 0; i < setups->count && !err; i++) {
		struct setup_stretch *s = &setups->items[i];

		s->recurs = all[(size_t)s->site.own * SETUP_KINDS + s->setup.kind].again >=
		            setup_thresholds[AGAIN].value;
		s->is_again &= s->recurs;
	}
	free(all);
	free(first);
	free(round_of);
	return err;
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

static bool ends_by(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* Of operations that were launched while their thread, or one that it works for, compiled or tuned,
 * none is the program's. */
static int find_work(struct setups *setups, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set tried = { 0 };
	int err = 0;

	setups->work_ns = malloc((o->count + 1) * sizeof *setups->work_ns);
	if (!setups->work_ns)
		return -ENOMEM;
	for (size_t i = 0; i < setups->count && !err; i++) {
		const struct setup_stretch *s = &setups->items[i];

		if (s->setup.kind == SETUP_COMPILING || s->setup.kind == SETUP_TUNING)
			err = interval_set_add(&tried, s->start_ns + 1, s->end_ns + 1);
	}
	interval_set_unite(&tried);
	for (size_t i = 0; i < o->count && !err; i++) {
		const int64_t issued_ns =
		        o->call[i] == NONE ? o->start_ns[i] : trace->calls.start_ns[o->call[i]];
		const size_t at = lower_bound(&issued_ns, tried.items, tried.count,
		                              sizeof *tried.items, ends_by);

		if (at == tried.count || tried.items[at].start_ns > issued_ns)
			setups->work_ns[setups->work_count++] = o->start_ns[i];
	}
	interval_set_release(&tried);
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
	if (!err)
		err = find_work(setups, host->trace);
	return err ? err : find_again(setups, host->trace);
}

void setups_release(struct setups *setups)
{
	free(setups->items);
	free(setups->work_ns);
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
	const size_t count = setups->work_count;
	const int64_t late_ns = count ? setups->work_ns[count - 1 - count / 3] : INT64_MAX;
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
