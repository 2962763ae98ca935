/* SPDX-License-Identifier: MIT */
/* In which NVTX ranges some times were spent. Any thread. */
#include "rules/shared/host_ranges.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "code/host_spots.h"
#include "rules/shared/names.h"

enum { RANGES_SHOWN = 3 };

struct range_time {
	const char *name;
	int64_t ns;
};

static int compare_names(const void *a, const void *b)
{
	const struct range_time *left = a, *right = b;

	return strcmp(left->name, right->name);
}

static int compare_times(const void *a, const void *b)
{
	const struct range_time *left = a, *right = b;

	return (left->ns < right->ns) - (left->ns > right->ns);
}

static bool starts_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->start_ns < *(const int64_t *)key;
}

/* How much of [FROM_NS, TO_NS) lies in the united SET, of which BEFORE_NS[i] is the length before
 * item i. */
static int64_t overlap(const struct interval_set *set, const int64_t before_ns[], int64_t from_ns,
                       int64_t to_ns)
{
	int64_t sides_ns[2] = { from_ns, to_ns };

	for (int side = 0; side < 2; side++) {
		const size_t behind = lower_bound(&sides_ns[side], set->items, set->count,
		                                  sizeof *set->items, starts_before);
		const struct interval *item;

		if (!behind) {
			sides_ns[side] = 0;
			continue;
		}
		item = &set->items[behind - 1];
		sides_ns[side] = before_ns[behind - 1] - item->start_ns +
		                 (sides_ns[side] < item->end_ns ? sides_ns[side] : item->end_ns);
	}
	return sides_ns[1] - sides_ns[0];
}

int host_ranges_add(struct finding *finding, const struct trace *trace, struct interval_set *times)
{
	struct range_time *ranges = malloc((trace->markers_count + 1) * sizeof *ranges);
	int64_t *before_ns = NULL, sum_ns = 0;
	struct name_list list = { 0 };
	size_t count = 0, names = 0;

	interval_set_unite(times);
	before_ns = malloc((times->count + 1) * sizeof *before_ns);
	if (!ranges || !before_ns) {
		free(ranges);
		free(before_ns);
		return -ENOMEM;
	}
	for (size_t i = 0; i < times->count; i++) {
		before_ns[i] = sum_ns;
		sum_ns += times->items[i].end_ns - times->items[i].start_ns;
	}
	for (size_t i = 0; i < trace->markers_count; i++) {
		const struct trace_marker *marker = &trace->markers[i];

		if (marker->end_ns > marker->start_ns && *marker->name)
			ranges[count++] =
			        (struct range_time){ marker->name,
				                     overlap(times, before_ns, marker->start_ns,
				                             marker->end_ns) };
	}
	if (count)
		qsort(ranges, count, sizeof *ranges, compare_names);
	for (size_t i = 0; i < count; i++) {
		if (names && strcmp(ranges[names - 1].name, ranges[i].name) == 0)
			ranges[names - 1].ns = sum_saturated(ranges[names - 1].ns, ranges[i].ns);
		else
			ranges[names++] = ranges[i];
	}
	if (names)
		qsort(ranges, names, sizeof *ranges, compare_times);
	for (size_t i = 0; i < names && i < RANGES_SHOWN && ranges[i].ns > 0 &&
	                   percent_of(ranges[i].ns, sum_ns) >= HOST_SPOT_MIN_PERCENT;
	     i++) {
		char text[NAME_MAX_BYTES];

		snprintf(text, sizeof text, "%.200s %s", ranges[i].name,
		         format_duration(FORMAT, ranges[i].ns));
		name_list_add(&list, text);
	}
	if (list.count)
		finding_fact(finding, "in NVTX ranges", "%s", name_list_end(&list));
	free(ranges);
	free(before_ns);
	return 0;
}
