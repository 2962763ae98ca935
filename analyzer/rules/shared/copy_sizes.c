/* SPDX-License-Identifier: MIT */
#include "rules/shared/copy_sizes.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "graph/constants.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"

int copy_sizes_add(struct copy_sizes *sizes, int64_t bytes, int64_t ns, int64_t lost_ns)
{
	struct sized_copy *copy = ARRAY_ADD(&sizes->items, &sizes->count);

	if (!copy)
		return -ENOMEM;
	*copy = (struct sized_copy){ bytes, ns, lost_ns };
	return 0;
}

void copy_sizes_release(struct copy_sizes *sizes)
{
	free(sizes->items);
	*sizes = (struct copy_sizes){ 0 };
}

struct copies_together copy_sizes_large(const struct copy_sizes *sizes)
{
	struct copies_together large = { 0 }, all = { 0 };

	for (size_t i = 0; i < sizes->count; i++) {
		const struct sized_copy *copy = &sizes->items[i];
		struct copies_together *to[] = { &all, &large };
		const int of = copy->bytes >= SMALL_COPY_BYTES ? 2 : 1;

		for (int k = 0; k < of; k++) {
			to[k]->copies++;
			to[k]->bytes = sum_saturated(to[k]->bytes, copy->bytes);
			to[k]->ns = sum_saturated(to[k]->ns, copy->ns);
			to[k]->lost_ns = sum_saturated(to[k]->lost_ns, copy->lost_ns);
		}
	}
	if (!large.copies || large.lost_ns < all.lost_ns / 2)
		return all;
	large.small = all.copies - large.copies;
	large.small_ns = all.ns - large.ns;
	return large;
}

static int compare(const void *a, const void *b)
{
	const struct sized_copy *left = a, *right = b;

	if (left->bytes != right->bytes)
		return left->bytes < right->bytes ? -1 : 1;
	return (left->ns > right->ns) - (left->ns < right->ns);
}

/* Copies of one size, in SIZES, which are in order. */
struct of_size {
	size_t first, end;
	int64_t ns;
};

static struct of_size find_most(const struct copy_sizes *sizes)
{
	struct of_size most = { 0 };

	for (size_t i = 0, end; i < sizes->count; i = end) {
		int64_t ns = 0;

		for (end = i;
		     end < sizes->count && sizes->items[end].bytes == sizes->items[i].bytes; end++)
			ns = sum_saturated(ns, sizes->items[end].ns);
		if (ns > most.ns)
			most = (struct of_size){ i, end, ns };
	}
	return most;
}

static void say_outlier(struct finding *finding, const struct copy_sizes *sizes,
                        const struct of_size *most, const struct copy_outlier *outlier)
{
	const size_t count = most->end - most->first;
	const struct sized_copy *longest = &sizes->items[most->end - 1];
	const int64_t median_ns = sizes->items[most->first + count / 2].ns;

	if (count < LIKES_MIN || (double)longest->ns < outlier->times * (double)median_ns ||
	    (double)longest->bytes * 1e9 > outlier->bytes_per_s * (double)longest->ns)
		return;
	finding_fact(finding, "first touch", "one copy of %s takes %s, others of that size %s: %s",
	             format_bytes(FORMAT, longest->bytes), format_duration(FORMAT, longest->ns),
	             format_duration(FORMAT, median_ns), outlier->is_because);
}

void copy_sizes_say(struct finding *finding, struct copy_sizes *sizes,
                    const struct copy_outlier *outlier)
{
	const struct copies_together large = copy_sizes_large(sizes);
	struct of_size most;

	if (!sizes->count)
		return;
	qsort(sizes->items, sizes->count, sizeof *sizes->items, compare);
	most = find_most(sizes);
	if (large.small)
		finding_fact(finding, "smaller", "%s of less than %s, %s in all, left out there",
		             name_count(NAME, large.small, "copy", "copies"),
		             format_bytes(FORMAT, SMALL_COPY_BYTES),
		             format_duration(FORMAT, large.small_ns));
	if ((int64_t)(most.end - most.first) < large.copies && 2 * most.ns >= large.ns)
		finding_fact(finding, "most", "%s of %s, %s",
		             name_count(NAME, (int64_t)(most.end - most.first), "copy", "copies"),
		             format_bytes(FORMAT, sizes->items[most.first].bytes),
		             format_duration(FORMAT, most.ns));
	say_outlier(finding, sizes, &most, outlier);
}
