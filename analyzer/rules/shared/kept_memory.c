/* SPDX-License-Identifier: MIT */
/* Finds memory that only grows. */
#include "rules/shared/kept_memory.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"

uint32_t *issues_before_calls(const struct trace *trace)
{
	uint32_t *counts = calloc(trace->calls.count + 1, sizeof *counts);
	uint32_t sum = 0;

	if (!counts)
		return NULL;
	for (size_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE)
			counts[trace->operations.call[i]] = 1;
	for (size_t c = 0; c <= trace->calls.count; c++) {
		const uint32_t here = counts[c];

		counts[c] = sum;
		sum += here;
	}
	return counts;
}

struct use {
	uint64_t address;
	uint32_t id;
};

static int compare_uses(const void *a, const void *b)
{
	const struct use *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return (left->id > right->id) - (left->id < right->id);
}

uint32_t *allocations_by_address(const struct trace *trace)
{
	const size_t count = trace->allocations_count;
	struct use *uses = malloc((count + 1) * sizeof *uses);
	uint32_t *ids = malloc((count + 1) * sizeof *ids);

	for (uint32_t i = 0; uses && i < count; i++)
		uses[i] = (struct use){ trace->allocations[i].address, i };
	if (uses && count)
		qsort(uses, count, sizeof *uses, compare_uses);
	for (size_t i = 0; uses && ids && i < count; i++)
		ids[i] = uses[i].id;
	if (!uses) {
		free(ids);
		ids = NULL;
	}
	free(uses);
	return ids;
}

/* Which of the allocations are kept, by position; NULL without memory. */
static bool *find_kept(const struct trace *trace, const uint32_t *issues, const bool *is_tuners)
{
	const struct trace_allocation *all = trace->allocations;
	const uint32_t issues_all = issues[trace->calls.count];
	bool *is_kept = calloc(trace->allocations_count + 1, sizeof *is_kept);
	uint32_t *ids = allocations_by_address(trace);

	for (size_t i = 0; ids && is_kept && i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &all[ids[i]];
		const struct trace_allocation *next =
		        i + 1 < trace->allocations_count ? &all[ids[i + 1]] : NULL;

		if (it->is_release || it->is_async || it->call == NONE || is_tuners[it->call] ||
		    !issues[it->call] ||
		    (it->memory_kind != MEMORY_DEVICE && it->memory_kind != MEMORY_MANAGED &&
		     it->memory_kind != MEMORY_PINNED))
			continue;
		is_kept[ids[i]] = !next || next->address != it->address ||
		                  (next->is_release && next->call != NONE &&
		                   issues[next->call] == issues_all);
	}
	if (!ids) {
		free(is_kept);
		is_kept = NULL;
	}
	free(ids);
	return is_kept;
}

static struct kept_memory *memory_of(struct kept_memories *kept, const struct trace_allocation *it)
{
	struct kept_memory *memory;

	for (size_t i = 0; i < kept->count; i++)
		if (kept->items[i].memory_kind == it->memory_kind &&
		    kept->items[i].device == it->device)
			return &kept->items[i];
	memory = ARRAY_ADD(&kept->items, &kept->count);
	if (memory)
		*memory = (struct kept_memory){ .memory_kind = it->memory_kind,
			                        .device = it->device,
			                        .least_bytes = INT64_MAX };
	return memory;
}

static int add(struct kept_memories *kept, const struct trace_allocation *it)
{
	struct kept_memory *memory = memory_of(kept, it);
	uint32_t *call = memory ? ARRAY_ADD(&memory->calls, &memory->calls_count) : NULL;

	if (!call)
		return -ENOMEM;
	*call = it->call;
	memory->bytes = sum_saturated(memory->bytes, it->size_bytes);
	if (it->size_bytes < memory->least_bytes)
		memory->least_bytes = it->size_bytes;
	if (it->size_bytes > memory->most_bytes)
		memory->most_bytes = it->size_bytes;
	return 0;
}

/* Whether MEMORY grows all through the run. */
static bool grows(const struct kept_memory *memory, const uint32_t *issues, uint32_t issues_all,
                  const struct kept_limits *limits)
{
	bool has_some[IDLE_PARTS] = { false };
	int parts = 0;

	for (size_t i = 0; i < memory->calls_count && issues_all; i++) {
		const uint64_t part = (uint64_t)issues[memory->calls[i]] * IDLE_PARTS / issues_all;

		if (part < IDLE_PARTS && !has_some[part])
			parts += has_some[part] = true;
	}
	return memory->calls_count >= limits->allocations && parts >= limits->parts &&
	       (has_some[IDLE_PARTS - 1] || has_some[IDLE_PARTS - 2]);
}

int kept_memory_find(struct kept_memories *kept, const struct trace *trace, const bool *is_tuners,
                     const struct kept_limits *limits)
{
	uint32_t *issues = issues_before_calls(trace);
	bool *is_kept = issues ? find_kept(trace, issues, is_tuners) : NULL;
	int err = is_kept ? 0 : -ENOMEM;
	size_t count = 0;

	*kept = (struct kept_memories){ 0 };
	for (size_t i = 0; !err && i < trace->allocations_count; i++)
		if (is_kept[i])
			err = add(kept, &trace->allocations[i]);
	for (size_t i = 0; !err && i < kept->count; i++)
		if (grows(&kept->items[i], issues, issues[trace->calls.count], limits))
			kept->items[count++] = kept->items[i];
		else
			free(kept->items[i].calls);
	if (!err)
		kept->count = count;
	free(is_kept);
	free(issues);
	return err;
}

void kept_memory_release(struct kept_memories *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		free(kept->items[i].calls);
	free(kept->items);
	*kept = (struct kept_memories){ 0 };
}
