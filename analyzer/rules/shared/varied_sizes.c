/* SPDX-License-Identifier: MIT */
/* Memory of varying size that a loop allocates and frees. Any thread, one at a time. */
#include "rules/shared/varied_sizes.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/next_kernels.h"

static int compare_times(const void *a, const void *b)
{
	const struct allocation_pair *left = a, *right = b;

	return (left->from_ns > right->from_ns) - (left->from_ns < right->from_ns);
}

/* Keeps those of the COUNT pairs in REST behind which the same function is launched as behind
 * enough others: what sets something up does not come again. Returns how many. */
static size_t keep_repeated(struct allocation_pair *rest, size_t count, const uint32_t *next,
                            uint32_t *times_of_function, size_t least)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (next[rest[i].call] != NONE)
			times_of_function[next[rest[i].call]]++;
	for (size_t i = 0; i < count; i++)
		if (next[rest[i].call] != NONE && times_of_function[next[rest[i].call]] >= least)
			rest[kept++] = rest[i];
	return kept;
}

static int compare_sizes(const void *a, const void *b)
{
	const struct allocation_pair *left = a, *right = b;

	return (left->size_bytes > right->size_bytes) - (left->size_bytes < right->size_bytes);
}

/* How many of COUNT pairs, in order of time, were allocated before NS. */
static size_t count_before(const struct allocation_pair *pairs, size_t count, int64_t ns)
{
	size_t first = 0;

	while (count) {
		const size_t half = count / 2;

		if (pairs[first + half].from_ns < ns) {
			first += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return first;
}

/* Takes out of COUNT pairs, in order of time, those that are held while most of the others come and
 * go: these were set up before the loop. Returns how many are left. */
static size_t drop_held(struct allocation_pair *pairs, size_t count, double held_percent)
{
	bool *is_held = calloc(count + 1, sizeof *is_held);
	size_t kept = 0;

	for (size_t i = 0; i < count && is_held; i++)
		is_held[i] = percent_of((int64_t)count_before(pairs, count, pairs[i].to_ns) -
		                                (int64_t)i - 1,
		                        (int64_t)count) >= held_percent;
	for (size_t i = 0; i < count; i++)
		if (!is_held || !is_held[i])
			pairs[kept++] = pairs[i];
	free(is_held);
	return kept;
}

/* Whether none of COUNT pairs of several sizes, in order of time, is larger than the one before. */
static bool only_shrink(const struct allocation_pair *pairs, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (pairs[i].size_bytes > pairs[i - 1].size_bytes)
			return false;
	return count > 1 && pairs[count - 1].size_bytes < pairs[0].size_bytes;
}

static size_t count_distinct(struct allocation_pair *pairs, size_t count)
{
	size_t distinct = 0;

	qsort(pairs, count, sizeof *pairs, compare_sizes);
	for (size_t i = 0; i < count; i++)
		distinct += i == 0 || pairs[i].size_bytes != pairs[i - 1].size_bytes;
	return distinct;
}

int varied_sizes_find(struct varied_sizes *found, const struct trace *trace,
                      struct allocation_pair *pairs, size_t count,
                      const struct varied_limits *limits)
{
	uint32_t *next = next_kernels_find(trace);
	uint32_t *times = calloc(trace->functions_count + 1, sizeof *times);
	const int err = next && times ? 0 : -ENOMEM;

	*found = (struct varied_sizes){ 0 };
	if (!err)
		count = keep_repeated(pairs, count, next, times, limits->times);
	if (!err && count) {
		qsort(pairs, count, sizeof *pairs, compare_times);
		found->count = drop_held(pairs, count, limits->held_percent);
		found->distinct = count_distinct(pairs, found->count);
		qsort(pairs, found->count, sizeof *pairs, compare_times);
		found->shrink = only_shrink(pairs, found->count);
	}
	free(next);
	free(times);
	return err;
}
