/* SPDX-License-Identifier: MIT */
/*
 * Adds up samples of warps. Samples are sorted by instruction; those of a line are brought together
 * by sorting the instructions by line first.
 */
#include "hotspot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_place(const struct trace_pc_sample *a, const struct trace_pc_sample *b,
                          enum hotspot_by by)
{
	return a->function == b->function &&
	       (by == HOTSPOT_FUNCTION ||
	        (a->module_crc == b->module_crc && a->pc_offset_bytes == b->pc_offset_bytes));
}

static bool is_counted(const struct trace *trace, const struct trace_pc_sample *sample)
{
	return !trace->stall_reasons[sample->reason].is_subset;
}

/* Sums of a hostile trace stay at the largest number. */
static int64_t sum(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* The functions, or the instructions, of the samples in order. */
static void collect(struct hotspots *hotspots, enum hotspot_by by, uint32_t function)
{
	const struct trace *trace = hotspots->trace;
	const struct trace_pc_sample *last = NULL;
	struct hotspot *item = NULL;
	size_t used = 0;

	for (size_t i = 0; i < trace->pc_samples_count; i++) {
		const struct trace_pc_sample *sample = &trace->pc_samples[i];

		if (function != NONE && sample->function != function)
			continue;
		if (!last || !is_same_place(last, sample, by)) {
			item = &hotspots->items[hotspots->count++];
			*item = (struct hotspot){
				.function = sample->function,
				.state = SOURCE_NO_MODULES,
				.file = "",
				.module_crc = sample->module_crc,
				.pc_offset_bytes = sample->pc_offset_bytes,
				.first = used,
			};
		}
		hotspots->order[used++] = (uint32_t)i;
		item->count++;
		if (is_counted(trace, sample)) {
			item->samples = sum(item->samples, sample->samples);
			hotspots->samples = sum(hotspots->samples, sample->samples);
		}
		last = sample;
	}
}

/* ---- lines ---- */

static void locate(struct hotspots *hotspots, const struct sources *sources)
{
	const struct trace *trace = hotspots->trace;

	for (size_t i = 0; sources && i < hotspots->count; i++) {
		struct hotspot *item = &hotspots->items[i];
		struct source_where where;

		item->state = source_line(sources, &item->module_crc,
		                          trace->functions[item->function].name,
		                          (uint64_t)item->pc_offset_bytes, &where);
		if (item->state != SOURCE_FOUND)
			continue;
		item->file = where.frames[0].file;
		item->line = where.frames[0].line;
	}
}

static int compare_lines(const void *a, const void *b)
{
	const struct hotspot *left = a, *right = b;
	int order;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	if (left->state != right->state)
		return left->state == SOURCE_FOUND    ? -1
		       : right->state == SOURCE_FOUND ? 1
		       : left->state < right->state   ? -1
		                                      : 1;
	order = strcmp(left->file, right->file);
	if (order)
		return order;
	if (left->line != right->line)
		return left->line < right->line ? -1 : 1;
	return (left->first > right->first) - (left->first < right->first);
}

/* Instructions of one line become one. */
static int merge_lines(struct hotspots *hotspots)
{
	size_t total = 0, used = 0, kept = 0;
	uint32_t *order;

	for (size_t i = 0; i < hotspots->count; i++)
		total += hotspots->items[i].count;
	order = malloc((total + 1) * sizeof *order);
	if (!order)
		return -ENOMEM;
	qsort(hotspots->items, hotspots->count, sizeof *hotspots->items, compare_lines);
	for (size_t i = 0; i < hotspots->count; i++) {
		struct hotspot item = hotspots->items[i];
		struct hotspot *line = kept ? &hotspots->items[kept - 1] : NULL;

		memcpy(order + used, hotspots->order + item.first, item.count * sizeof *order);
		if (line && line->function == item.function && line->state == item.state &&
		    line->line == item.line && strcmp(line->file, item.file) == 0) {
			line->samples = sum(line->samples, item.samples);
			line->count += item.count;
		} else {
			item.first = used;
			hotspots->items[kept++] = item;
		}
		used += item.count;
	}
	hotspots->count = kept;
	free(hotspots->order);
	hotspots->order = order;
	return 0;
}

/* ---- */

static int compare_functions(const void *a, const void *b)
{
	const struct hotspot *left = a, *right = b;

	if (left->samples != right->samples)
		return left->samples > right->samples ? -1 : 1;
	return (left->function > right->function) - (left->function < right->function);
}

int hotspots_init(struct hotspots *hotspots, const struct trace *trace,
                  const struct sources *sources, enum hotspot_by by, uint32_t function)
{
	*hotspots = (struct hotspots){ .trace = trace };
	hotspots->items = calloc(trace->pc_samples_count + 1, sizeof *hotspots->items);
	hotspots->order = calloc(trace->pc_samples_count + 1, sizeof *hotspots->order);
	if (!hotspots->items || !hotspots->order)
		return -ENOMEM;
	collect(hotspots, by, function);
	if (by == HOTSPOT_FUNCTION)
		qsort(hotspots->items, hotspots->count, sizeof *hotspots->items, compare_functions);
	else
		locate(hotspots, sources);
	return by == HOTSPOT_LINE ? merge_lines(hotspots) : 0;
}

void hotspots_release(struct hotspots *hotspots)
{
	free(hotspots->items);
	free(hotspots->order);
}

/* ---- reasons ---- */

static int compare_reasons(const void *a, const void *b)
{
	const struct hotspot_reason *left = a, *right = b;

	if (left->samples != right->samples)
		return left->samples > right->samples ? -1 : 1;
	return (left->reason > right->reason) - (left->reason < right->reason);
}

size_t hotspot_reasons(const struct hotspots *hotspots, const struct hotspot *hotspot,
                       struct hotspot_reason *reasons, size_t max)
{
	const struct trace *trace = hotspots->trace;
	struct hotspot_reason *all = calloc(trace->stall_reasons_count + 1, sizeof *all);
	size_t count = 0;

	if (!all)
		return 0;
	for (size_t i = 0; i < trace->stall_reasons_count; i++)
		all[i].reason = (uint32_t)i;
	for (size_t i = hotspot->first; i < hotspot->first + hotspot->count; i++) {
		const struct trace_pc_sample *sample = &trace->pc_samples[hotspots->order[i]];
		const struct trace_stall_reason *reason = &trace->stall_reasons[sample->reason];

		if (!reason->is_subset)
			all[sample->reason].samples =
			        sum(all[sample->reason].samples, sample->samples);
		else if (reason->subset_of != NONE)
			all[reason->subset_of].not_issued =
			        sum(all[reason->subset_of].not_issued, sample->samples);
	}
	qsort(all, trace->stall_reasons_count, sizeof *all, compare_reasons);
	while (count < max && count < trace->stall_reasons_count && all[count].samples) {
		reasons[count] = all[count];
		count++;
	}
	free(all);
	return count;
}
