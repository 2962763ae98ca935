/* SPDX-License-Identifier: MIT */
/* Findings that become one: those about the same, and those of which one is a part of the other. */
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "rules/shared/finding_parts.h"
#include "rules/shared/rule.h"

int finding_compare(const void *a, const void *b)
{
	const struct finding *left = *(struct finding *const *)a;
	const struct finding *right = *(struct finding *const *)b;
	int order = strcmp(left->rule->id, right->rule->id);

	if (order == 0)
		order = strcmp(left->subject, right->subject);
	if (order == 0)
		order = (left->function > right->function) - (left->function < right->function);
	if (order == 0)
		order = (left->device > right->device) - (left->device < right->device);
	return order;
}

/* The costliest of equal ones first: it lends its texts. */
static int compare_for_merging(const void *a, const void *b)
{
	const struct finding *left = *(struct finding *const *)a;
	const struct finding *right = *(struct finding *const *)b;
	int order = finding_compare(a, b);

	if (order == 0)
		order = (left->cost_ns < right->cost_ns) - (left->cost_ns > right->cost_ns);
	return order;
}

/* Puts OTHER, about the same as F, into it. */
static void merge(struct finding *f, struct finding *other)
{
	f->cost_ns = sum_saturated(f->cost_ns, other->cost_ns);
	f->occurrences = sum_saturated(f->occurrences, other->occurrences);
	f->severity = other->severity > f->severity ? other->severity : f->severity;
	f->lacks_targets |= other->lacks_targets;
	f->is_wrong |= other->is_wrong;
	for (size_t i = 0; i < other->operations_count; i++)
		finding_example(f, other->operations[i], other->operation_costs[i]);
	for (size_t i = 0; i < other->kept_count; i++)
		finding_keep_operation(f, other->kept[i]);
	for (size_t i = 0; i < other->targets_count; i++)
		finding_target(f, other->targets[i]);
	finding_free(other);
}

void findings_merge(struct findings *all, size_t first)
{
	size_t kept = first;

	if (all->count > first)
		qsort(all->items + first, all->count - first, sizeof(struct finding *),
		      compare_for_merging);
	for (size_t i = first; i < all->count; i++) {
		struct finding *f = all->items[i];

		if (kept > first && finding_compare(&all->items[kept - 1], &f) == 0)
			merge(all->items[kept - 1], f);
		else
			all->items[kept++] = f;
	}
	all->count = kept;
}

/* ---- joining ---- */

/* The finding of the rule that F's rule joins, about the same function; NULL: none. */
static struct finding *host_of(const struct findings *all, const struct finding *f)
{
	if (!f->rule->joins || f->is_predicted || f->function == NONE)
		return NULL;
	for (size_t i = 0; i < all->count; i++)
		if (all->items[i] && strcmp(all->items[i]->rule->id, f->rule->joins) == 0 &&
		    all->items[i]->function == f->function)
			return all->items[i];
	return NULL;
}

/* Says in HOST what F says. */
static void join(struct finding *host, struct finding *f)
{
	char *advice = host->advice;

	host->advice = NULL;
	finding_advice(host, "%s %s", advice, f->advice);
	free(advice);
	finding_fact(host, "besides", "%s", f->headline);
	finding_free(f);
}

void findings_join(struct findings *all)
{
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct finding *f = all->items[i], *host = host_of(all, f);

		if (!host)
			continue;
		all->items[i] = NULL;
		join(host, f);
	}
	for (size_t i = 0; i < all->count; i++)
		if (all->items[i])
			all->items[kept++] = all->items[i];
	all->count = kept;
}
