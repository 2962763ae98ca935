/* SPDX-License-Identifier: MIT */
/* Which gaps are of a program's loops. */
#include "rules/shared/gap_limits.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"

#define PAIR_FACTOR UINT64_C(1099511628211) /* mixes numbers: a prime, as FNV has it */

enum { GAPS, ONCE, PARTS_OF_RUN, SPREAD, ALIKE };

const struct threshold gap_limit_thresholds[] = {
	[GAPS] = { "gaps", REPEATS_MIN, "gaps" },
	[ONCE] = { "once", 10, "times" },
	[PARTS_OF_RUN] = { "parts", IDLE_PARTS, "parts of the run" },
	[SPREAD] = { "spread", 3, "parts of the run" },
	[ALIKE] = { "as long", 3, "gaps" },
	{ .name = NULL },
};

/* A gap, and between which calls: equal numbers, equal names and sizes. */
struct gap_place {
	uint64_t pair;
	int64_t length_ns;
	uint8_t kind;
};

/* The gaps of a device in their order. */
struct gap_list {
	int64_t *length_ns, *chosen_ns; /* chosen: room for as many */
	uint8_t *kind;
	struct gap_place *places;
	size_t count;
};

static void gap_list_release(struct gap_list *list)
{
	free(list->length_ns);
	free(list->chosen_ns);
	free(list->kind);
	free(list->places);
}

/* What GAP is before: a kernel of this function, a copy of so many bytes; and its two calls. */
static uint64_t pair_of(const struct trace *trace, const struct gap *gap)
{
	const struct trace_operations *o = &trace->operations;
	const uint32_t call = o->call[gap->next];
	const uint64_t before =
	        gap->call_before == NONE ? UINT64_MAX : trace->calls.name[gap->call_before];
	const uint64_t issued = call == NONE ? UINT64_MAX : trace->calls.name[call];
	const uint64_t what = o->type[gap->next] == OPERATION_KERNEL
	                              ? operation_function(trace, gap->next)
	                              : (uint64_t)operation_transfer(trace, gap->next)->size_bytes;

	return ((before * PAIR_FACTOR + issued) * PAIR_FACTOR + what) * PAIR_FACTOR +
	       o->type[gap->next];
}

static int gap_list_init(struct gap_list *list, const struct graph *graph, uint32_t device)
{
	size_t room = graph->trace->operations.count + 1;
	struct gap_walk walk;
	struct gap gap;

	*list = (struct gap_list){ .length_ns = malloc(room * sizeof *list->length_ns),
		                   .chosen_ns = malloc(room * sizeof *list->chosen_ns),
		                   .kind = malloc(room * sizeof *list->kind),
		                   .places = malloc(room * sizeof *list->places) };
	if (!list->length_ns || !list->chosen_ns || !list->kind || !list->places ||
	    gap_walk_init(&walk, graph)) {
		gap_list_release(list);
		return -ENOMEM;
	}
	walk.device = device;
	while (gap_next(&walk, &gap)) {
		list->length_ns[list->count] = gap.end_ns - gap.start_ns;
		list->places[list->count] =
		        (struct gap_place){ pair_of(graph->trace, &gap), gap.end_ns - gap.start_ns,
			                    (uint8_t)gap.kind };
		list->kind[list->count++] = (uint8_t)gap.kind;
	}
	gap_walk_release(&walk);
	return 0;
}

/* Chooses those of KIND longer than LIMIT_NS among gaps FROM to TO; returns how many. */
static size_t choose(struct gap_list *list, int kind, int64_t limit_ns, size_t from, size_t to)
{
	size_t chosen = 0;

	for (size_t i = from; i < to; i++)
		if (list->kind[i] == kind && list->length_ns[i] > limit_ns)
			list->chosen_ns[chosen++] = list->length_ns[i];
	return chosen;
}

/* Whether gaps of KIND are found all over the run, not at its start alone. */
static bool is_spread(struct gap_list *list, int kind)
{
	int parts = 0;

	for (size_t part = 0; part < IDLE_PARTS; part++)
		parts += choose(list, kind, 0, list->count * part / IDLE_PARTS,
		                list->count * (part + 1) / IDLE_PARTS) > 0;
	return parts >= gap_limit_thresholds[SPREAD].value;
}

/*
 * How long gaps of KIND that are longer than LIMIT_NS usually are, or 0 if they do not recur: they
 * are few, or most parts of the run have none. Parts have equally many gaps rather than equal
 * times, so that start-up, which may take longer than all the rest, is one or two of them.
 */
static int64_t recurring_ns(struct gap_list *list, int kind, int64_t limit_ns)
{
	int64_t usual_ns[IDLE_PARTS];
	size_t longer = 0;

	for (size_t part = 0; part < IDLE_PARTS; part++) {
		size_t chosen = choose(list, kind, limit_ns, list->count * part / IDLE_PARTS,
		                       list->count * (part + 1) / IDLE_PARTS);

		usual_ns[part] = statistics_median(list->chosen_ns, chosen);
		longer += chosen;
	}
	if (longer < REPEATS_MIN)
		return 0;
	return statistics_select(usual_ns, IDLE_PARTS,
	                         (IDLE_PARTS - 1) / 2); /* more than half have some */
}

static int64_t once_ns(int64_t usual_ns)
{
	int64_t limit_ns;

	return __builtin_mul_overflow((int64_t)gap_limit_thresholds[ONCE].value, usual_ns,
	                              &limit_ns)
	               ? INT64_MAX
	               : limit_ns;
}

static int compare_places(const void *a, const void *b)
{
	const struct gap_place *left = a, *right = b;

	if (left->kind != right->kind)
		return left->kind < right->kind ? -1 : 1;
	if (left->pair != right->pair)
		return left->pair < right->pair ? -1 : 1;
	return (left->length_ns > right->length_ns) - (left->length_ns < right->length_ns);
}

/* Gaps between the same two calls that are about as long are one thing, on which side of a limit
 * each of them may be: the limit rises above all of them. */
static void keep_alike_together(int64_t limit_ns[GAP_KINDS], struct gap_list *list)
{
	size_t from = 0; /* of the same place, half as long or longer */

	if (list->count)
		qsort(list->places, list->count, sizeof *list->places, compare_places);
	for (size_t i = 0; i < list->count; i++) {
		const struct gap_place *it = &list->places[i], *least;

		while (list->places[from].kind != it->kind || list->places[from].pair != it->pair ||
		       list->places[from].length_ns < it->length_ns / 2)
			from++;
		least = &list->places[from];
		if (it->length_ns > limit_ns[it->kind] && least->length_ns <= limit_ns[it->kind] &&
		    (double)(i - from + 1) >= gap_limit_thresholds[ALIKE].value)
			limit_ns[it->kind] = it->length_ns;
	}
}

int gap_limits_find(int64_t limit_ns[GAP_KINDS], const struct graph *graph, uint32_t device)
{
	struct gap_list list;
	int err = gap_list_init(&list, graph, device);

	for (int kind = 0; kind < GAP_KINDS; kind++)
		limit_ns[kind] = 0;
	if (err)
		return err;
	for (int kind = 0; kind < GAP_KINDS; kind++) {
		size_t count = choose(&list, kind, 0, 0, list.count);
		int64_t usual_ns =
		        count < REPEATS_MIN ? 0 : statistics_median(list.chosen_ns, count);

		if (!is_spread(&list, kind))
			usual_ns = 0;
		for (; usual_ns > 0; usual_ns = recurring_ns(&list, kind, limit_ns[kind]))
			limit_ns[kind] = once_ns(usual_ns);
	}
	keep_alike_together(limit_ns, &list);
	gap_list_release(&list);
	return 0;
}

int gap_limits_add_single(struct interval_set *set, size_t *count, const struct graph *graph,
                          uint32_t device, int64_t least_ns, uint32_t first)
{
	int64_t limit_ns[GAP_KINDS];
	struct gap_walk walk;
	struct gap gap;
	int err = gap_limits_find(limit_ns, graph, device);

	if (!err)
		err = gap_walk_init(&walk, graph);
	if (err)
		return err;
	walk.device = device;
	while (!err && gap_next(&walk, &gap)) {
		const int64_t length_ns = gap.end_ns - gap.start_ns;

		if (gap.kind != GAP_HOST || length_ns <= limit_ns[GAP_HOST] ||
		    length_ns < least_ns || gap.next < first)
			continue;
		err = interval_set_add(set, gap.start_ns, gap.end_ns);
		(*count)++;
	}
	gap_walk_release(&walk);
	return err;
}
