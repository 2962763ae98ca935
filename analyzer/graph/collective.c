/* SPDX-License-Identifier: MIT */
/* Waiting in NCCL's collectives. Any thread, one at a time. */
#include "graph/collective.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/constants.h"
#include "trace/recorder_time.h"

/* ---- which kernels ---- */

/*
 * "ncclDevKernel_AllReduce_Sum_f32_RING_LL", or mangled "_Z39ncclDevKernel_...": NCCL's kernels are
 * plain functions. The collector measures nothing with "nccl" anywhere in its name, which is
 * careful; what is said to wait must be NCCL's.
 */
static bool is_collective(const char *name)
{
	static const char *const operations[] = { "AllReduce", "AllGather", "ReduceScatter" };

	if (strncmp(name, "_Z", 2) == 0) {
		name += 2;
		name += strspn(name, "0123456789");
	}
	if (strncmp(name, "nccl", 4) != 0)
		return false;
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
		const char *found = strstr(name, operations[i]);

		if (found)
			return found[strlen(operations[i])] != 'V';
	}
	return false;
}

/* What is known of the functions of a trace while its collectives are found. */
struct selection {
	const struct trace *trace;
	bool *is_chosen;   /* by function */
	size_t *counts;    /* by function: launches; then where the next one goes */
	uint32_t device;   /* of all of them; NONE: there are none */
	bool is_scattered; /* they are on several */
};

static bool is_chosen(const struct selection *s, size_t operation)
{
	return s->trace->operations.type[operation] == OPERATION_KERNEL &&
	       s->is_chosen[operation_function(s->trace, operation)];
}

/* Returns whether the process takes part in any. */
static bool choose(struct selection *s)
{
	const struct trace *trace = s->trace;
	bool has_any = false;

	for (size_t i = 0; i < trace->functions_count; i++) {
		s->is_chosen[i] = is_collective(trace->functions[i].name);
		has_any |= s->is_chosen[i];
	}
	for (size_t i = 0; i < trace->operations.count && has_any; i++) {
		const uint32_t device = operation_device(trace, i);

		if (!is_chosen(s, i))
			continue;
		s->counts[operation_function(trace, i)]++;
		s->is_scattered |= s->device != NONE && s->device != device;
		s->device = device;
	}
	has_any = s->device != NONE;
	for (size_t i = 0; i < trace->launch_shapes_count; i++) {
		const uint32_t function = trace->launch_shapes[i].function;

		if (!s->is_chosen[function] || !trace->launch_shapes[i].untimed_launches)
			continue;
		has_any = true;
		s->counts[function] = 0;
		s->is_chosen[function] = false;
	}
	return has_any;
}

/* ---- of one process ---- */

static int compare_names(const void *a, const void *b)
{
	const struct collective_function *left = a, *right = b;

	return strcmp(left->name, right->name);
}

/* When OPERATION ran, by the clock that the ranks share. */
static struct interval interval_of(const struct trace *trace, size_t operation)
{
	const int64_t start_ns = trace->operations.start_ns[operation];
	const int64_t duration_ns = trace->operations.end_ns[operation] - start_ns;
	const int64_t recorded_ns = recorder_time_recorded_ns(trace, start_ns);

	return (struct interval){ recorded_ns, recorded_ns + duration_ns };
}

/* Its launches, function by function. */
static int add_launches(struct collectives *c, struct selection *s, const struct graph *graph)
{
	const struct trace *trace = s->trace;
	const struct trace_operations *o = &trace->operations;
	size_t functions = 0, launches = 0;

	for (size_t i = 0; i < trace->functions_count; i++)
		functions += s->counts[i] > 0;
	c->functions = calloc(functions + 1, sizeof *c->functions);
	if (!c->functions)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++) {
		struct collective_function *f = &c->functions[c->functions_count];

		if (!s->counts[i])
			continue;
		f->name = strdup(trace->functions[i].name);
		if (!f->name)
			return -ENOMEM;
		c->functions_count++;
		f->first = launches;
		f->count = s->counts[i];
		s->counts[i] = launches;
		launches += f->count;
	}
	qsort(c->functions, c->functions_count, sizeof *c->functions, compare_names);
	c->launches = calloc(launches + 1, sizeof *c->launches);
	if (!c->launches)
		return -ENOMEM;
	for (size_t i = 0; i < o->count; i++) {
		const uint32_t id = graph->issue_order[i];

		if (is_chosen(s, id))
			c->launches[s->counts[operation_function(trace, id)]++] =
			        interval_of(trace, id);
	}
	return 0;
}

/* Adds to C what A and B, both united, have in common. */
static int add_common(struct interval_set *c, const struct interval_set *a,
                      const struct interval_set *b)
{
	int err = 0;

	for (size_t i = 0, k = 0; i < a->count && k < b->count && !err;) {
		const struct interval *x = &a->items[i], *y = &b->items[k];

		err = interval_set_add(c, x->start_ns > y->start_ns ? x->start_ns : y->start_ns,
		                       x->end_ns < y->end_ns ? x->end_ns : y->end_ns);
		if (x->end_ns < y->end_ns)
			i++;
		else
			k++;
	}
	return err;
}

static int add_others(struct collectives *c, const struct selection *s)
{
	const struct trace_operations *o = &s->trace->operations;
	struct interval_set collectives = { 0 }, others = { 0 };
	int err = 0;

	for (size_t i = 0; i < o->count && !err; i++) {
		const struct interval ran = interval_of(s->trace, i);

		if (operation_device(s->trace, i) == s->device)
			err = interval_set_add(is_chosen(s, i) ? &collectives : &others,
			                       ran.start_ns, ran.end_ns);
	}
	c->united_ns = interval_set_length(&collectives);
	if (!err)
		err = add_common(&c->others, &collectives, &others);
	interval_set_release(&collectives);
	interval_set_release(&others);
	return err;
}

int collectives_make(struct collectives *c, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	struct selection s = {
		.trace = trace,
		.is_chosen = calloc(trace->functions_count + 1, sizeof *s.is_chosen),
		.counts = calloc(trace->functions_count + 1, sizeof *s.counts),
		.device = NONE,
	};
	int err = -ENOMEM;

	*c = (struct collectives){ 0 };
	if (!s.is_chosen || !s.counts)
		goto out;
	err = 0;
	if (!trace->is_complete ||
	    __builtin_add_overflow(trace->start_unix_ns,
	                           recorder_time_recorded_ns(trace, trace->first_ns),
	                           &c->first_ns) ||
	    __builtin_add_overflow(trace->start_unix_ns,
	                           recorder_time_recorded_ns(trace, trace->last_ns), &c->last_ns))
		goto out;
	c->has_any = choose(&s);
	if (!c->has_any || s.is_scattered)
		goto out;
	err = add_launches(c, &s, graph);
	if (!err)
		err = add_others(c, &s);
out:
	free(s.is_chosen);
	free(s.counts);
	return err;
}

void collectives_release(struct collectives *c)
{
	for (size_t i = 0; i < c->functions_count; i++)
		free(c->functions[i].name);
	free(c->functions);
	free(c->launches);
	interval_set_release(&c->others);
	*c = (struct collectives){ 0 };
}

/* ---- of several ---- */

struct rank_comparison {
	struct collective_rank *ranks; /* those that take part in collectives */
	size_t count;
	double waiting_ns; /* of all ranks in all functions, added up */
	bool is_any_known;
};

static int64_t length_of(const struct interval *i)
{
	return i->end_ns - i->start_ns;
}

/* The rank with the shortest of the K-th launches. */
static size_t shortest(const struct rank_comparison *c, size_t k)
{
	size_t found = 0;

	for (size_t r = 1; r < c->count; r++)
		if (length_of(&c->ranks[r].launches[k]) < length_of(&c->ranks[found].launches[k]))
			found = r;
	return found;
}

/* Finds the launches of F in all ranks; false: one has not as many. */
static bool find(struct rank_comparison *c, const struct collective_function *f)
{
	for (size_t r = 0; r < c->count; r++) {
		const struct collectives *own = c->ranks[r].collectives;
		const struct collective_function *same =
		        bsearch(f, own->functions, own->functions_count, sizeof *f, compare_names);

		if (!same || same->count != f->count)
			return false;
		c->ranks[r].launches = own->launches + same->first;
	}
	return true;
}

/* Whether the K-th launches do end together, for each K below COUNT, as far as it matters. */
static bool ends_agree(const struct rank_comparison *c, size_t count)
{
	double skew_ns = 0, waiting_ns = 0;

	for (size_t k = 0; k < count; k++) {
		const int64_t least_ns = length_of(&c->ranks[shortest(c, k)].launches[k]);
		const struct interval *first = &c->ranks[0].launches[k];

		for (size_t r = 0; r < c->count; r++) {
			const struct interval *i = &c->ranks[r].launches[k];

			waiting_ns += (double)(length_of(i) - least_ns);
			if (k)
				skew_ns += fabs((double)(i->end_ns - i[-1].end_ns) -
				                (double)(first->end_ns - first[-1].end_ns));
		}
	}
	return skew_ns <= SKEW_MAX * waiting_ns;
}

/* Takes the waits out of the launches, and adds them up by the rank that they were for. */
static void take_waits(struct rank_comparison *c, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		const size_t last = shortest(c, k);
		const int64_t least_ns = length_of(&c->ranks[last].launches[k]);

		for (size_t r = 0; r < c->count; r++) {
			struct interval *i = &c->ranks[r].launches[k];
			const int64_t wait_ns = length_of(i) - least_ns;

			i->start_ns += wait_ns;
			c->ranks[last].wait->awaited += (double)wait_ns;
			c->waiting_ns += (double)wait_ns;
		}
	}
	c->is_any_known = true;
}

/* What the launches cover no more, without their waits, and nothing else does, was lost to them. */
static int measure(struct collectives *c, struct collective_wait *wait)
{
	int err = 0;

	for (size_t i = 0; i < c->functions_count && !err; i++)
		for (size_t k = 0; k < c->functions[i].count && !err; k++) {
			const struct interval *launch = &c->launches[c->functions[i].first + k];

			err = interval_set_add(&c->others, launch->start_ns, launch->end_ns);
		}
	interval_set_unite(&c->others);
	wait->waiting_ns = c->united_ns - interval_set_length(&c->others);
	wait->is_known = true;
	return err;
}

/* Whether all ran at some time together. */
static bool are_of_one_time(const struct rank_comparison *c)
{
	int64_t first_ns = INT64_MIN, last_ns = INT64_MAX;

	for (size_t r = 0; r < c->count; r++) {
		const struct collectives *own = c->ranks[r].collectives;

		first_ns = own->first_ns > first_ns ? own->first_ns : first_ns;
		last_ns = own->last_ns < last_ns ? own->last_ns : last_ns;
	}
	return first_ns < last_ns;
}

int collectives_compare(struct collective_rank *ranks, size_t count)
{
	struct rank_comparison c = { .ranks = ranks };
	const struct collectives *first;
	int err = 0;

	for (size_t r = 0; r < count; r++)
		if (ranks[r].collectives->has_any)
			c.ranks[c.count++] = ranks[r];
	if (c.count < 2 || !are_of_one_time(&c))
		return 0;
	first = c.ranks[0].collectives;
	for (size_t i = 0; i < first->functions_count; i++)
		if (find(&c, &first->functions[i]) && ends_agree(&c, first->functions[i].count))
			take_waits(&c, first->functions[i].count);
	for (size_t r = 0; r < c.count && c.is_any_known && !err; r++) {
		err = measure(c.ranks[r].collectives, c.ranks[r].wait);
		if (c.waiting_ns > 0)
			c.ranks[r].wait->awaited /= c.waiting_ns;
	}
	return err;
}
