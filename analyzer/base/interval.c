/* SPDX-License-Identifier: MIT */
/* United intervals and the sweep over them. Any thread, one at a time. */
#include "base/interval.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

static int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

int interval_set_add(struct interval_set *set, int64_t start_ns, int64_t end_ns)
{
	struct interval *added;

	if (start_ns >= end_ns)
		return 0;
	if (set->count) {
		struct interval *last = &set->items[set->count - 1];

		if (start_ns >= last->start_ns && start_ns <= last->end_ns) {
			last->end_ns = max(last->end_ns, end_ns);
			return 0;
		}
		set->is_unsorted |= start_ns < last->start_ns;
	}
	added = ARRAY_ADD(&set->items, &set->count);
	if (!added)
		return -ENOMEM;
	*added = (struct interval){ start_ns, end_ns };
	return 0;
}

static bool ends_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* The position of the first interval of the united SET that ends behind NS. */
static size_t first_behind(const struct interval_set *set, int64_t ns)
{
	return set->count
	               ? lower_bound(&ns, set->items, set->count, sizeof *set->items, ends_before)
	               : 0;
}

int interval_set_add_outside(struct interval_set *set, int64_t start_ns, int64_t end_ns,
                             const struct interval_set *without)
{
	size_t i = first_behind(without, start_ns);
	int err = 0;

	for (; i < without->count && without->items[i].start_ns < end_ns && !err; i++) {
		if (without->items[i].start_ns > start_ns)
			err = interval_set_add(set, start_ns, without->items[i].start_ns);
		start_ns = without->items[i].end_ns;
	}
	return err || start_ns >= end_ns ? err : interval_set_add(set, start_ns, end_ns);
}

static int compare_starts(const void *a, const void *b)
{
	const struct interval *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

void interval_set_unite(struct interval_set *set)
{
	size_t kept = 0;

	if (!set->is_unsorted) /* then interval_set_add() has united them */
		return;
	qsort(set->items, set->count, sizeof *set->items, compare_starts);
	for (size_t i = 1; i < set->count; i++) {
		if (set->items[i].start_ns <= set->items[kept].end_ns)
			set->items[kept].end_ns =
			        max(set->items[kept].end_ns, set->items[i].end_ns);
		else
			set->items[++kept] = set->items[i];
	}
	set->count = kept + 1;
	set->is_unsorted = false;
}

void interval_set_release(struct interval_set *set)
{
	free(set->items);
	*set = (struct interval_set){ 0 };
}

int64_t interval_set_length(const struct interval_set *set)
{
	int64_t length_ns = 0;

	for (size_t i = 0; i < set->count; i++)
		length_ns += set->items[i].end_ns - set->items[i].start_ns;
	return length_ns;
}

int64_t interval_set_intersection(const struct interval_set *a, const struct interval_set *b)
{
	int64_t length_ns = 0;
	size_t i = 0, j = 0;

	while (i < a->count && j < b->count) {
		int64_t start_ns = max(a->items[i].start_ns, b->items[j].start_ns);
		int64_t end_ns = min(a->items[i].end_ns, b->items[j].end_ns);

		length_ns += max(0, end_ns - start_ns);
		if (a->items[i].end_ns < b->items[j].end_ns)
			i++;
		else
			j++;
	}
	return length_ns;
}

int64_t interval_set_within(const struct interval_set *set, int64_t start_ns, int64_t end_ns)
{
	int64_t length_ns = 0;

	for (size_t i = first_behind(set, start_ns);
	     i < set->count && set->items[i].start_ns < end_ns; i++)
		length_ns +=
		        min(set->items[i].end_ns, end_ns) - max(set->items[i].start_ns, start_ns);
	return length_ns;
}

/* Lets the time pass until NOW_NS: what was active since then goes on the books. */
static void pass(struct sweep *s, int64_t now_ns)
{
	s->time_ns[s->any] += now_ns - s->now_ns;
	for (unsigned left = s->several; left; left &= left - 1)
		s->several_ns[__builtin_ctz(left)] += now_ns - s->now_ns;
	s->now_ns = now_ns;
}

static void set_active(struct sweep *s, int class, size_t active)
{
	const unsigned bit = 1u << class;

	s->active[class] = active;
	s->any = active > 0 ? s->any | bit : s->any & ~bit;
	s->several = active > 1 ? s->several | bit : s->several & ~bit;
	if (active > s->most[class])
		s->most[class] = active;
}

static void push_end(struct sweep *s, struct sweep_end end)
{
	size_t i = s->ends_count++;

	while (i > 0 && s->ends[(i - 1) / 2].end_ns > end.end_ns) {
		s->ends[i] = s->ends[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	s->ends[i] = end;
}

static struct sweep_end pop_end(struct sweep *s)
{
	struct sweep_end first = s->ends[0], moved = s->ends[--s->ends_count];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < s->ends_count) {
		if (child + 1 < s->ends_count && s->ends[child + 1].end_ns < s->ends[child].end_ns)
			child++;
		if (s->ends[child].end_ns >= moved.end_ns)
			break;
		s->ends[i] = s->ends[child];
		i = child;
	}
	s->ends[i] = moved;
	return first;
}

static void end_until(struct sweep *s, int64_t now_ns)
{
	while (s->ends_count && s->ends[0].end_ns <= now_ns) {
		struct sweep_end end = pop_end(s);

		pass(s, end.end_ns);
		set_active(s, end.class, s->active[end.class] - 1);
	}
}

int sweep_add(struct sweep *s, int class, int64_t start_ns, int64_t end_ns)
{
	if (start_ns >= end_ns)
		return 0;
	if (!s->is_begun)
		s->now_ns = start_ns;
	s->is_begun = true;
	end_until(s, start_ns);
	pass(s, start_ns);
	if (ARRAY_ROOM(&s->ends, s->ends_count))
		return -ENOMEM;
	push_end(s, (struct sweep_end){ end_ns, class });
	set_active(s, class, s->active[class] + 1);
	return 0;
}

void sweep_finish(struct sweep *s)
{
	end_until(s, INT64_MAX);
}

void sweep_release(struct sweep *s)
{
	free(s->ends);
	*s = (struct sweep){ 0 };
}

int64_t sweep_any_ns(const struct sweep *s, unsigned mask)
{
	int64_t sum_ns = 0;

	for (unsigned active = 0; active < 1 << SWEEP_CLASSES; active++)
		if (active & mask)
			sum_ns += s->time_ns[active];
	return sum_ns;
}

int64_t sweep_both_ns(const struct sweep *s, unsigned a, unsigned b)
{
	int64_t sum_ns = 0;

	for (unsigned active = 0; active < 1 << SWEEP_CLASSES; active++)
		if (active & a && active & b)
			sum_ns += s->time_ns[active];
	return sum_ns;
}
