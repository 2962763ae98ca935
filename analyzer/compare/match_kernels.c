/* SPDX-License-Identifier: MIT */
/*
 * Kernels of all runs, matched by name and launch shape. All kernels of all runs are sorted
 * together, so that what is alike stands together: a group. Where a function has exactly one shape
 * that only the base has, and exactly one that only the new side has, these are one kernel whose
 * shape was changed.
 */
#include "compare/comparison_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

struct entry {
	const struct run_kernel *kernel;
	enum side side;
	size_t run;
};

struct group {
	size_t first, end; /* entries */
	bool is_on[SIDES];
	bool is_taken; /* is part of another row */
};

struct work {
	struct comparison *comparison;
	struct entry *entries;
	size_t entries_count;
	struct group *groups;
	size_t groups_count;
	int64_t *totals[SIDES], *launches[SIDES]; /* of one row, by run */
	struct middle_sum critical[SIDES];
	int64_t critical_ns[SIDES];
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;

	return run_kernel_compare(left->kernel, right->kernel);
}

static int collect(struct work *w)
{
	struct comparison *c = w->comparison;
	size_t count = 0;

	for (int side = 0; side < SIDES; side++)
		for (size_t r = 0; r < c->sides[side].count; r++)
			count += c->sides[side].runs[r].kernels_count;
	w->entries = calloc(count + 1, sizeof *w->entries);
	w->groups = calloc(count + 1, sizeof *w->groups);
	c->kernels = calloc(count + 1, sizeof *c->kernels);
	if (!w->entries || !w->groups || !c->kernels)
		return -ENOMEM;
	for (int side = 0; side < SIDES; side++) {
		const struct compared_side *s = &c->sides[side];

		w->totals[side] = calloc(s->count, sizeof(int64_t));
		w->launches[side] = calloc(s->count, sizeof(int64_t));
		if (!w->totals[side] || !w->launches[side])
			return -ENOMEM;
		for (size_t r = 0; r < s->count; r++)
			for (size_t i = 0; i < s->runs[r].kernels_count; i++)
				w->entries[w->entries_count++] =
				        (struct entry){ &s->runs[r].kernels[i], side, r };
	}
	return 0;
}

static void group(struct work *w)
{
	if (w->entries_count)
		qsort(w->entries, w->entries_count, sizeof *w->entries, compare_entries);
	for (size_t i = 0; i < w->entries_count; i++) {
		struct group *g = &w->groups[w->groups_count];

		if (i && compare_entries(&w->entries[i - 1], &w->entries[i]) == 0)
			g--;
		else
			w->groups[w->groups_count++].first = i;
		g->end = i + 1;
		g->is_on[w->entries[i].side] = true;
	}
}

static bool is_same_function(const struct work *w, const struct group *a, const struct group *b)
{
	const struct run_kernel *left = w->entries[a->first].kernel;
	const struct run_kernel *right = w->entries[b->first].kernel;

	return strcmp(left->mangled, right->mangled) == 0 && strcmp(left->name, right->name) == 0;
}

/* The only group from FIRST up to END that SIDE alone has; NULL: there is none, or several. */
static struct group *only_on(struct work *w, size_t first, size_t end, enum side side)
{
	struct group *found = NULL;

	for (size_t i = first; i < end; i++)
		if (w->groups[i].is_on[side] && !w->groups[i].is_on[!side]) {
			if (found)
				return NULL;
			found = &w->groups[i];
		}
	return found;
}

static void add_entries(struct work *w, struct compared_kernel *row, const struct group *g,
                        int64_t critical[SIDES][2])
{
	for (size_t i = g->first; i < g->end; i++) {
		const struct entry *e = &w->entries[i];
		const struct compared_side *side = &w->comparison->sides[e->side];

		row->kernel[e->side] = e->kernel;
		w->totals[e->side][e->run] = e->kernel->total_ns;
		w->launches[e->side][e->run] = e->kernel->launches;
		for (int which = 0; which < 2; which++)
			if (&side->runs[e->run] == side_middle(side, which))
				critical[e->side][which] = e->kernel->critical_ns;
	}
}

/* The row of group G, and of PARTNER, the same function in another shape; NULL: none. */
static int add_row(struct work *w, const struct group *g, const struct group *partner)
{
	struct comparison *c = w->comparison;
	struct compared_kernel *row = &c->kernels[c->kernels_count++];
	const size_t counts[SIDES] = { c->sides[SIDE_BASE].count, c->sides[SIDE_NEW].count };
	int64_t critical[SIDES][2] = { { 0 } };

	for (int side = 0; side < SIDES; side++) {
		memset(w->totals[side], 0, counts[side] * sizeof(int64_t));
		memset(w->launches[side], 0, counts[side] * sizeof(int64_t));
	}
	add_entries(w, row, g, critical);
	if (partner)
		add_entries(w, row, partner, critical);
	row->is_reshaped = partner;
	row->state = !row->kernel[SIDE_BASE]  ? STATE_NEW
	             : !row->kernel[SIDE_NEW] ? STATE_GONE
	                                      : STATE_BOTH;
	for (int side = 0; side < SIDES; side++) {
		row->launches[side] = statistics_median(w->launches[side], counts[side]);
		row->critical_ns[side] =
		        middle_take(&w->critical[side], critical[side][0], critical[side][1]);
		w->critical_ns[side] += row->critical_ns[side];
	}
	row->change_ns = row->critical_ns[SIDE_NEW] - row->critical_ns[SIDE_BASE];
	return compared_value_make(&row->total, w->totals, counts);
}

/* The rows of the groups from FIRST up to END, which are of one function. */
static int add_function(struct work *w, size_t first, size_t end)
{
	struct group *gone = only_on(w, first, end, SIDE_BASE);
	struct group *fresh = only_on(w, first, end, SIDE_NEW);
	int err = 0;

	if (gone && fresh)
		fresh->is_taken = true;
	for (size_t i = first; i < end && !err; i++)
		if (!w->groups[i].is_taken)
			err = add_row(w, &w->groups[i],
			              gone && fresh && &w->groups[i] == gone ? fresh : NULL);
	return err;
}

static int64_t weight(const struct compared_kernel *kernel)
{
	return llabs(kernel->total.ns[SIDE_NEW] - kernel->total.ns[SIDE_BASE]);
}

static int compare_rows(const void *a, const void *b)
{
	const struct compared_kernel *left = a, *right = b;
	int64_t left_ns = llabs(left->change_ns), right_ns = llabs(right->change_ns);

	if (left_ns == right_ns) {
		left_ns = weight(left);
		right_ns = weight(right);
	}
	if (left_ns != right_ns)
		return left_ns < right_ns ? 1 : -1;
	return run_kernel_compare(left->kernel[!left->kernel[SIDE_BASE]],
	                          right->kernel[!right->kernel[SIDE_BASE]]);
}

/* What kernels that the reports do not list have of the cause. */
static void add_rest(struct work *w)
{
	struct comparison *c = w->comparison;
	int64_t rest_ns[SIDES];

	c->has_critical = true;
	for (int side = 0; side < SIDES; side++) {
		const struct compared_side *s = &c->sides[side];
		struct middle_sum sum = { 0 };

		for (int which = 0; which < 2; which++)
			c->has_critical &= side_middle(s, which)->has_critical;
		rest_ns[side] = middle_take(&sum, side_kernels_ns(s, 0), side_kernels_ns(s, 1)) -
		                w->critical_ns[side];
	}
	c->kernels_rest_ns = rest_ns[SIDE_NEW] - rest_ns[SIDE_BASE];
}

int comparison_match_kernels(struct comparison *c)
{
	struct work w = { .comparison = c };
	int err = collect(&w);

	if (!err)
		group(&w);
	for (size_t first = 0, end; first < w.groups_count && !err; first = end) {
		for (end = first + 1; end < w.groups_count; end++)
			if (!is_same_function(&w, &w.groups[first], &w.groups[end]))
				break;
		err = add_function(&w, first, end);
	}
	if (!err) {
		add_rest(&w);
		if (c->kernels_count)
			qsort(c->kernels, c->kernels_count, sizeof *c->kernels, compare_rows);
	}
	for (int side = 0; side < SIDES; side++) {
		free(w.totals[side]);
		free(w.launches[side]);
	}
	free(w.entries);
	free(w.groups);
	return err;
}
