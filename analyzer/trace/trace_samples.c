/* SPDX-License-Identifier: MIT */
/* Loads samples of warps: stall reasons, samples by instruction, and how they were taken. */
#include <stdlib.h>
#include <string.h>

#include "trace/trace_loader.h"

enum {
	STALL_REASONS_MAX = 256, /* a chip has some 40 */
};

int take_stall_reason(struct loader *l)
{
	static const char prefix[] = "stalled_", suffix[] = "_not_issued";
	struct trace_stall_reason reason = { .name = row_text(l, 1), .subset_of = NONE };
	const char *label;
	size_t length;

	if (!reason.name)
		return -ENOMEM;
	label = strstr(reason.name, prefix);
	reason.label = label ? label + strlen(prefix) : reason.name;
	reason.is_issuing = strcmp(reason.label, "selected") == 0;
	length = strlen(reason.label);
	reason.is_subset = length > strlen(suffix) &&
	                   strcmp(reason.label + length - strlen(suffix), suffix) == 0;
	l->is_bad |= l->trace->stall_reasons_count >= STALL_REASONS_MAX;
	return APPEND_ID(l, STALL_REASONS, stall_reasons, reason);
}

/* The context of samples matters little, so that one which is missing does no harm. */
static uint32_t known_context(const struct loader *l, int column)
{
	return id_map_find(&l->maps[CONTEXTS], sqlite3_value_int64(l->values[column]));
}

int take_pc_sample(struct loader *l)
{
	struct trace_pc_sample sample = {
		.context = known_context(l, 1),
		.function = row_reference(l, 2, FUNCTIONS),
		.module_crc = sqlite3_value_int64(l->values[3]),
		.pc_offset_bytes = row_integer(l, 4, 0, TRACE_SIZE_MAX_BYTES),
		.reason = row_reference(l, 5, STALL_REASONS),
		.samples = row_integer(l, 6, 0, TRACE_SAMPLES_MAX),
	};

	return APPEND(l, pc_samples, sample);
}

int take_pc_sampling(struct loader *l)
{
	struct trace_pc_sampling sampling = {
		.context = known_context(l, 0),
		.period_cycles = row_optional(l, 1, 0, INT64_C(1) << 32, 0),
		.samples = row_integer(l, 2, 0, TRACE_SAMPLES_MAX),
		.dropped_samples = row_integer(l, 3, 0, TRACE_SAMPLES_MAX),
		.non_user_samples = row_integer(l, 4, 0, TRACE_SAMPLES_MAX),
	};

	return APPEND(l, pc_samplings, sampling);
}

/* Two contexts may have sampled the same instruction. */
static int compare_samples(const void *a, const void *b)
{
	const struct trace_pc_sample *left = a, *right = b;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	if (left->module_crc != right->module_crc)
		return left->module_crc < right->module_crc ? -1 : 1;
	if (left->pc_offset_bytes != right->pc_offset_bytes)
		return left->pc_offset_bytes < right->pc_offset_bytes ? -1 : 1;
	if (left->reason != right->reason)
		return left->reason < right->reason ? -1 : 1;
	return (left->context > right->context) - (left->context < right->context);
}

/* "wait_not_issued" is a subset of "wait". */
static void join_subsets(struct trace *trace)
{
	for (size_t i = 0; i < trace->stall_reasons_count; i++) {
		struct trace_stall_reason *reason = &trace->stall_reasons[i];
		size_t length = strlen(reason->name);

		if (reason->is_subset)
			length -= strlen("_not_issued");
		for (size_t k = 0; reason->is_subset && k < trace->stall_reasons_count; k++) {
			const char *name = trace->stall_reasons[k].name;

			if (strncmp(name, reason->name, length) == 0 && name[length] == '\0')
				reason->subset_of = (uint32_t)k;
		}
	}
}

/*
 * Puts a warp that drains where it has ended: it waits for its stores, and its sample has the
 * instruction behind that, which is often the first one of the next routine. So it is with
 * every such sample in samples/traces.
 */
static void place_at_exit(const struct trace *trace, struct trace_pc_sample *sample)
{
	static const char drain[] = "drain";
	const char *label = trace->stall_reasons[sample->reason].label;

	if (strncmp(label, drain, strlen(drain)) == 0 &&
	    sample->pc_offset_bytes >= CODE_INSTRUCTION_BYTES)
		sample->pc_offset_bytes -= CODE_INSTRUCTION_BYTES;
}

void sort_samples(struct trace *trace)
{
	for (size_t i = 0; i < trace->pc_samples_count; i++)
		place_at_exit(trace, &trace->pc_samples[i]);
	if (trace->pc_samples_count)
		qsort(trace->pc_samples, trace->pc_samples_count, sizeof *trace->pc_samples,
		      compare_samples);
	join_subsets(trace);
}
