/* SPDX-License-Identifier: MIT */
/* Which gaps are of a program's loops. */
#include "rules/shared/gap_limits.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"

enum { GAPS, ONCE, PARTS_OF_RUN, SPREAD };

const struct threshold gap_limit_thresholds[] = {
	[GAPS] = { "gaps", REPEATS_MIN, "gaps" },
	[ONCE] = { "once", 10, "times" },
	[PARTS_OF_RUN] = { "parts", IDLE_PARTS, "parts of the run" },
	[SPREAD] = { "spread", 3, "parts of the run" },
	{ .name = NULL },
};

/* The gaps of a device in their order. */
struct gap_list {
	int64_t *length_ns, *chosen_ns; /* chosen: room for as many */
	uint8_t *kind;
	size_t count;
};

static void gap_list_release(struct gap_list *list)
{
	free(list->length_ns);
	free(list->chosen_ns);
	free(list->kind);
}

static int gap_list_init(struct gap_list *list, const struct graph *graph, uint32_t device)
{
	size_t room = graph->trace->operations.count + 1;
	struct gap_walk walk;
	struct gap gap;

	*list = (struct gap_list){ .length_ns = malloc(room * sizeof *list->length_ns),
		                   .chosen_ns = malloc(room * sizeof *list->chosen_ns),
		                   .kind = malloc(room * sizeof *list->kind) };
	if (!list->length_ns || !list->chosen_ns || !list->kind || gap_walk_init(&walk, graph)) {
		gap_list_release(list);
		return -ENOMEM;
	}
	walk.device = device;
	while (gap_next(&walk, &gap)) {
		list->length_ns[list->count] = gap.end_ns - gap.start_ns;
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
