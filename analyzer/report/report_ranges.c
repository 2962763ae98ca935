/* SPDX-License-Identifier: MIT */
/* The NVTX ranges that leave out CUDA's start: what one would compare runs by. */
#include "report/report_parts.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
	const struct report_range *left = a, *right = b;

	return strcmp(left->name, right->name);
}

/* The ranges among the markers, by name. NULL without memory. */
static struct report_range *sort_ranges(const struct trace *trace, size_t *count)
{
	struct report_range *ranges = malloc((trace->markers_count + 1) * sizeof *ranges);

	*count = 0;
	for (size_t i = 0; ranges && i < trace->markers_count; i++) {
		const struct trace_marker *marker = &trace->markers[i];

		if (marker->end_ns > marker->start_ns)
			ranges[(*count)++] = (struct report_range){ .name = marker->name,
				                                    .count = 1,
				                                    .start_ns = marker->start_ns,
				                                    .end_ns = marker->end_ns };
	}
	if (*count)
		qsort(ranges, *count, sizeof *ranges, compare_names);
	return ranges;
}

/* From the start of the first of COUNT ranges of a name to the end of the last, as --range takes
 * it. */
static struct report_range unite(const struct report_range *ranges, size_t count)
{
	struct report_range all = ranges[0];

	for (size_t i = 1; i < count; i++) {
		all.count++;
		if (ranges[i].start_ns < all.start_ns)
			all.start_ns = ranges[i].start_ns;
		if (ranges[i].end_ns > all.end_ns)
			all.end_ns = ranges[i].end_ns;
	}
	return all;
}

/* Whether RANGE has CUDA calls in it, and that in which CUDA starts is over before. */
static bool is_comparable(const struct trace *trace, const struct report_process *process,
                          const struct report_range *range)
{
	if (range->start_ns < process->start_end_ns)
		return false;
	for (size_t i = 0; i < trace->calls.count; i++)
		if (trace->calls.start_ns[i] >= range->start_ns &&
		    trace->calls.start_ns[i] < range->end_ns)
			return true;
	return false;
}

static int64_t length_ns(const struct report_range *range)
{
	return range->end_ns - range->start_ns;
}

/* Whether PROCESS, which keeps the longest, has room for one as long as RANGE. */
static bool is_among_longest(const struct report_process *process, const struct report_range *range)
{
	return process->ranges_count < REPORT_RANGES_MAX ||
	       length_ns(&process->ranges[REPORT_RANGES_MAX - 1]) < length_ns(range);
}

static void insert(struct report_process *process, struct report_range range)
{
	size_t at = process->ranges_count < REPORT_RANGES_MAX ? process->ranges_count++
	                                                      : REPORT_RANGES_MAX - 1;

	for (; at && length_ns(&process->ranges[at - 1]) < length_ns(&range); at--)
		process->ranges[at] = process->ranges[at - 1];
	process->ranges[at] = range;
}

void report_add_ranges(struct report *report, struct report_process *process,
                       const struct trace *trace)
{
	struct report_range *ranges;
	size_t count, same;

	if (trace->part.name) /* all of this is about one already */
		return;
	ranges = report_keep(report, sort_ranges(trace, &count));
	for (size_t i = 0; ranges && i < count; i += same) {
		struct report_range range;

		for (same = 1; i + same < count; same++)
			if (strcmp(ranges[i].name, ranges[i + same].name) != 0)
				break;
		range = unite(&ranges[i], same);
		if (*range.name && is_among_longest(process, &range) &&
		    is_comparable(trace, process, &range))
			insert(process, range);
	}
	for (size_t i = 0; i < process->ranges_count; i++)
		process->ranges[i].name = report_text(report, "%s", process->ranges[i].name);
}
