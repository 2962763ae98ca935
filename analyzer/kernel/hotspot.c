/* SPDX-License-Identifier: MIT */
/*
 * Adds up samples of warps, which are sorted by function and instruction.
 */
#include "kernel/hotspot.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"

static bool is_same_function(const struct trace_pc_sample *a, const struct trace_pc_sample *b)
{
	return a->function == b->function;
}

static bool is_same_instruction(const struct trace_pc_sample *a, const struct trace_pc_sample *b)
{
	return a->function == b->function && a->module_crc == b->module_crc &&
	       a->pc_offset_bytes == b->pc_offset_bytes;
}

static bool is_counted(const struct trace *trace, const struct trace_pc_sample *sample)
{
	return !trace->stall_reasons[sample->reason].is_subset;
}

/* Brings together the samples of FUNCTION (NONE: of all) that are at one place. */
static int collect(struct hotspots *hotspots, const struct trace *trace, uint32_t function,
                   bool (*is_same)(const struct trace_pc_sample *, const struct trace_pc_sample *))
{
	const struct trace_pc_sample *last = NULL;
	struct hotspot *item = NULL;
	size_t used = 0;

	*hotspots = (struct hotspots){ .trace = trace };
	hotspots->items = calloc(trace->pc_samples_count + 1, sizeof *hotspots->items);
	hotspots->order = calloc(trace->pc_samples_count + 1, sizeof *hotspots->order);
	if (!hotspots->items || !hotspots->order)
		return -ENOMEM;
	for (size_t i = 0; i < trace->pc_samples_count; i++) {
		const struct trace_pc_sample *sample = &trace->pc_samples[i];

		if (function != NONE && sample->function != function)
			continue;
		if (!last || !is_same(last, sample)) {
			item = &hotspots->items[hotspots->count++];
			*item = (struct hotspot){
				.function = sample->function,
				.module_crc = sample->module_crc,
				.pc_offset_bytes = sample->pc_offset_bytes,
				.first = used,
			};
		}
		hotspots->order[used++] = (uint32_t)i;
		item->count++;
		if (is_counted(trace, sample)) {
			item->samples = sum_saturated(item->samples, sample->samples);
			hotspots->samples = sum_saturated(hotspots->samples, sample->samples);
		}
		last = sample;
	}
	return 0;
}

static int compare_functions(const void *a, const void *b)
{
	const struct hotspot *left = a, *right = b;

	if (left->samples != right->samples)
		return left->samples > right->samples ? -1 : 1;
	return (left->function > right->function) - (left->function < right->function);
}

int hotspots_by_function(struct hotspots *hotspots, const struct trace *trace)
{
	int err = collect(hotspots, trace, NONE, is_same_function);

	if (!err)
		qsort(hotspots->items, hotspots->count, sizeof *hotspots->items, compare_functions);
	return err;
}

int hotspots_by_instruction(struct hotspots *hotspots, const struct trace *trace, uint32_t function)
{
	return collect(hotspots, trace, function, is_same_instruction);
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
			        sum_saturated(all[sample->reason].samples, sample->samples);
		else if (reason->subset_of != NONE)
			all[reason->subset_of].not_issued =
			        sum_saturated(all[reason->subset_of].not_issued, sample->samples);
	}
	qsort(all, trace->stall_reasons_count, sizeof *all, compare_reasons);
	while (count < max && count < trace->stall_reasons_count && all[count].samples) {
		reasons[count] = all[count];
		count++;
	}
	free(all);
	return count;
}
