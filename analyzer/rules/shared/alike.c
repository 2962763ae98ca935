/* SPDX-License-Identifier: MIT */
/* Pauses that are equally long. */
#include "rules/shared/alike.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/two_kinds.h"

const struct threshold alike_thresholds[] = {
	[ALIKE_WITHIN] = { "alike", 3, "%" },
	[ALIKE_TIMES] = { "alike times", REPEATS_MIN, "gaps" },
	[ALIKE_MOST] = { "alike most", 90, "%" },
	{ .name = NULL },
};

static int compare_lengths(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

/* Lengths that differ by no more than ALIKE_WITHIN, and take most time together. */
struct alike {
	size_t first, count;
	int64_t sum_ns;
};

/* Of COUNT LENGTHS in their order. */
static struct alike find_alike(const int64_t *lengths, size_t count)
{
	const double factor = 1 + alike_thresholds[ALIKE_WITHIN].value / 100;
	struct alike most = { 0 };
	int64_t sum_ns = 0;

	for (size_t first = 0, end = 0; first < count; first++) {
		while (end < count && (double)lengths[end] <= factor * (double)lengths[first])
			sum_ns = sum_saturated(sum_ns, lengths[end++]);
		if (sum_ns > most.sum_ns)
			most = (struct alike){ first, end - first, sum_ns };
		sum_ns -= lengths[first];
	}
	return most;
}

int alike_say(struct finding *finding, const struct interval_set *gaps, int64_t cost_ns)
{
	int64_t *lengths = malloc((gaps->count + 1) * sizeof *lengths);
	struct two_kinds kinds;
	struct alike most;

	if (!lengths)
		return -ENOMEM;
	for (size_t i = 0; i < gaps->count; i++)
		lengths[i] = gaps->items[i].end_ns - gaps->items[i].start_ns;
	qsort(lengths, gaps->count, sizeof *lengths, compare_lengths);
	most = find_alike(lengths, gaps->count);
	if ((double)most.count >= alike_thresholds[ALIKE_TIMES].value &&
	    percent_of(most.sum_ns, cost_ns) >= alike_thresholds[ALIKE_MOST].value)
		finding_fact(finding, "alike",
		             "%s last %s to %s, %s of the time: a timer, a sleep or a wait with a "
		             "limit does that, and so does work that is always the same",
		             name_count(NAME, (int64_t)most.count, "gap", "gaps"),
		             format_duration(FORMAT, lengths[most.first]),
		             format_duration(FORMAT, lengths[most.first + most.count - 1]),
		             format_percent(FORMAT, percent_of(most.sum_ns, cost_ns)));
	else if (two_kinds_find(&kinds, lengths, gaps->count))
		finding_fact(finding, "two kinds",
		             "%s of up to %s, and %s of %s or more, which have %s of the host's "
		             "own work",
		             name_count(NAME, kinds.short_count, "gap", "gaps"),
		             format_duration(FORMAT, kinds.longest_short_ns),
		             format_count(FORMAT, kinds.long_count),
		             format_duration(FORMAT, kinds.shortest_long_ns),
		             format_percent(FORMAT, kinds.long_percent));
	free(lengths);
	return 0;
}
