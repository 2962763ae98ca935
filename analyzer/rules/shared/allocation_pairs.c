/* SPDX-License-Identifier: MIT */
/* Pairs allocations with their releases. Any thread. */
#include "rules/shared/allocation_pairs.h"

#include <errno.h>
#include <stdlib.h>

#include "base/interval.h"
#include "rules/shared/kept_memory.h"
#include "rules/shared/rule.h"

/* ---- which release belongs to which allocation ---- */

static void add_pair(struct allocation_pairs *pairs, const uint32_t *issues, const bool *is_tuners,
                     const struct trace_allocation *begin, const struct trace_allocation *end)
{
	if (begin->call == NONE || end->call == NONE || is_tuners[begin->call] ||
	    is_tuners[end->call])
		return;
	if (begin->is_async != end->is_async || end->call <= begin->call ||
	    issues[end->call] == issues[begin->call] || end->time_ns < begin->time_ns)
		return;
	pairs->items[pairs->count++] = (struct allocation_pair){
		.size_bytes = begin->size_bytes,
		.from_ns = begin->time_ns,
		.to_ns = end->time_ns,
		.call = begin->call,
		.release_call = end->call,
		.device = begin->device,
		.memory_kind = begin->memory_kind,
		.is_pool = begin->is_async,
	};
}

static int compare_pairs(const void *a, const void *b)
{
	const struct allocation_pair *left = a, *right = b;

	if (left->memory_kind != right->memory_kind)
		return left->memory_kind < right->memory_kind ? -1 : 1;
	if (left->device != right->device)
		return left->device < right->device ? -1 : 1;
	if (left->is_pool != right->is_pool)
		return left->is_pool ? 1 : -1;
	if (left->size_bytes != right->size_bytes)
		return left->size_bytes < right->size_bytes ? -1 : 1;
	return left->from_ns < right->from_ns ? -1 : left->from_ns > right->from_ns;
}

int allocation_pairs_find(struct allocation_pairs *pairs, const struct trace *trace,
                          const bool *is_tuners)
{
	uint32_t *issues = issues_before_calls(trace);
	uint32_t *ids = allocations_by_address(trace);
	uint32_t open = NONE; /* the allocation of the address that is not released yet */
	int err = issues && ids ? 0 : -ENOMEM;

	*pairs = (struct allocation_pairs){ .items = calloc(trace->allocations_count + 1,
		                                            sizeof *pairs->items) };
	if (!pairs->items)
		err = -ENOMEM;
	for (size_t i = 0; !err && i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[ids[i]];

		if (i > 0 && it->address != trace->allocations[ids[i - 1]].address)
			open = NONE;
		if (it->is_release && open != NONE)
			add_pair(pairs, issues, is_tuners, &trace->allocations[open], it);
		open = it->is_release ? NONE : ids[i];
	}
	if (!err && pairs->count)
		qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_pairs);
	free(ids);
	free(issues);
	return err;
}

/* ---- one size ---- */

static int compare_calls(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return left < right ? -1 : left > right;
}

/* How many of PAIRS were held at the same time, at most. */
static int held_at_once(size_t *held, const struct allocation_pair *pairs, size_t count)
{
	struct sweep sweep = { 0 };
	int err = 0;

	for (size_t i = 0; !err && i < count; i++)
		err = sweep_add(&sweep, 0, pairs[i].from_ns, pairs[i].to_ns);
	sweep_finish(&sweep);
	*held = sweep.most[0] > 0 ? sweep.most[0] : 1;
	sweep_release(&sweep);
	return err;
}

/* Of PAIRS from a pool: the allocations for which it had to ask the driver, but the first HELD. */
static size_t mapping_calls(uint32_t *calls, const struct trace *trace,
                            const struct allocation_pair *pairs, size_t count, size_t held,
                            double mapped_ns)
{
	size_t found = 0;

	for (size_t i = held; i < count; i++)
		if ((double)call_length_ns(trace, pairs[i].call) >= mapped_ns)
			calls[found++] = pairs[i].call;
	return found;
}

/* Of equal PAIRS: all but the first HELD allocations and the last HELD releases. */
static size_t equal_calls(uint32_t *calls, const struct allocation_pair *pairs, size_t count,
                          size_t held)
{
	size_t found = count > held ? count - held : 0;

	for (size_t i = 0; i < count; i++)
		calls[i] = pairs[i].release_call;
	qsort(calls, count, sizeof *calls, compare_calls);
	for (size_t i = held; i < count; i++)
		calls[found++] = pairs[i].call;
	return found;
}

static int compare_sizes(const void *a, const void *b)
{
	const struct allocation_pair *const *left = a, *const *right = b;

	if ((*left)->size_bytes != (*right)->size_bytes)
		return (*left)->size_bytes > (*right)->size_bytes ? -1 : 1;
	return ((*left)->from_ns > (*right)->from_ns) - ((*left)->from_ns < (*right)->from_ns);
}

/* Of PAIRS of several sizes: those of all but the HELD largest. Returns 0 or -ENOMEM. */
static int smaller_calls(uint32_t *calls, size_t *found, const struct allocation_pair *pairs,
                         size_t count, size_t held)
{
	const struct allocation_pair **by_size =
	        malloc((count + 1) * sizeof(struct allocation_pair *));

	if (!by_size)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		by_size[i] = &pairs[i];
	qsort(by_size, count, sizeof(struct allocation_pair *), compare_sizes);
	for (size_t i = held; i < count; i++) {
		if (by_size[i] != pairs)
			calls[(*found)++] = by_size[i]->call;
		calls[(*found)++] = by_size[i]->release_call;
	}
	free(by_size);
	return 0;
}

int allocation_pairs_needless(uint32_t *calls, size_t *calls_count, const struct trace *trace,
                              const struct allocation_pair *pairs, size_t count,
                              const struct allocation_limits *limits)
{
	size_t held, found = 0;
	int err = held_at_once(&held, pairs, count);

	if (!err && pairs->is_pool)
		found = mapping_calls(calls, trace, pairs, count, held, limits->mapped_ns);
	else if (!err && limits->have_sizes)
		err = smaller_calls(calls, &found, pairs, count, held);
	else if (!err)
		found = equal_calls(calls, pairs, count, held);
	qsort(calls, found, sizeof *calls, compare_calls);
	*calls_count = found;
	return err;
}
