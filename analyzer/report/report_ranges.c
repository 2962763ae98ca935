/* SPDX-License-Identifier: MIT */
/* The NVTX ranges that leave out CUDA's start: what one would compare runs by. */
#include "report/report_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const char *report_range_name(struct report *report, const char *name)
{
	static const char xla[] = "Thunk:#", label[] = "hlo_op=";
	const char *value = strncmp(name, xla, sizeof xla - 1) == 0 ? strstr(name, label) : NULL;

	if (!value)
		return report_text(report, "%s", name);
	value += sizeof label - 1;
	return report_text(report, "%.*s", (int)strcspn(value, ",#"), value);
}

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

static int compare_times(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

/* When calls begin, in order; those of several threads are not in it. NULL without memory. */
static int64_t *sort_calls(const struct trace_calls *calls)
{
	int64_t *starts_ns = malloc((calls->count + 1) * sizeof *starts_ns);

	if (starts_ns && calls->count) {
		memcpy(starts_ns, calls->start_ns, calls->count * sizeof *starts_ns);
		qsort(starts_ns, calls->count, sizeof *starts_ns, compare_times);
	}
	return starts_ns;
}

static bool is_earlier(const void *item, const void *key)
{
	return compare_times(item, key) < 0;
}

/* Whether RANGE has one of COUNT CUDA calls in it, and that in which CUDA starts is over before. */
static bool is_comparable(const struct report_process *process, const struct report_range *range,
                          const int64_t *calls_ns, size_t count)
{
	const size_t first =
	        lower_bound(&range->start_ns, calls_ns, count, sizeof *calls_ns, is_earlier);

	return range->start_ns >= process->start_end_ns && first < count &&
	       calls_ns[first] < range->end_ns;
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
	int64_t *calls_ns;
	size_t count, same;

	if (trace->part.name || !trace->markers_count) /* PART: all of this is about one already */
		return;
	ranges = report_keep(report, sort_ranges(trace, &count));
	calls_ns = report_keep(report, sort_calls(&trace->calls));
	for (size_t i = 0; ranges && calls_ns && i < count; i += same) {
		struct report_range range;

		for (same = 1; i + same < count; same++)
			if (strcmp(ranges[i].name, ranges[i + same].name) != 0)
				break;
		range = unite(&ranges[i], same);
		if (*range.name && is_among_longest(process, &range) &&
		    is_comparable(process, &range, calls_ns, trace->calls.count))
			insert(process, range);
	}
	for (size_t i = 0; i < process->ranges_count; i++)
		process->ranges[i].name = report_text(report, "%s", process->ranges[i].name);
}
