/* SPDX-License-Identifier: MIT */
/*
 * Loads what hardware counters measured: metrics, the launches that were measured, their values as
 * a whole and by instruction, and samples of whole GPUs.
 */
#include <stdlib.h>

#include "trace/trace_loader.h"

enum { METRICS_MAX = 16384 /* a chip has some 4000, most in several forms */ };

int take_metric(struct loader *l)
{
	struct trace_metric metric = { .name = row_text(l, 1) };

	if (!metric.name)
		return -ENOMEM;
	l->is_bad |= l->trace->metrics_count >= METRICS_MAX;
	return APPEND_ID(l, METRICS, metrics, metric);
}

int take_measured_launch(struct loader *l)
{
	struct trace_measured_launch launch = {
		.shape = row_reference(l, 1, LAUNCH_SHAPES),
		.call = row_is_null(l, 2) ? NONE : row_correlation_id(l, 2),
		.ordinal = row_integer(l, 3, 1, INT64_MAX),
		.passes = row_integer(l, 4, 1, INT32_MAX),
	};

	/* Its kernel has no times because it was measured: that is no loss. */
	if (!l->is_bad && !row_is_null(l, 2) && l->trace->untimed_operations > 0)
		l->trace->untimed_operations--;
	return APPEND_ID(l, MEASURED_LAUNCHES, measured_launches, launch);
}

int take_launch_metric(struct loader *l)
{
	struct trace_launch_metric metric = {
		.launch = row_reference(l, 0, MEASURED_LAUNCHES),
		.metric = row_reference(l, 1, METRICS),
		.value = row_real(l, 2),
	};

	return APPEND(l, launch_metrics, metric);
}

int take_instruction_metric(struct loader *l)
{
	struct trace_instruction_metric metric = {
		.launch = row_reference(l, 1, MEASURED_LAUNCHES),
		.module_crc = row_integer(l, 2, INT64_MIN, INT64_MAX),
		.pc_offset_bytes = row_integer(l, 3, 0, TRACE_SIZE_MAX_BYTES),
		.metric = row_reference(l, 4, METRICS),
		.value = row_integer(l, 5, 0, TRACE_SAMPLES_MAX),
	};

	return APPEND(l, instruction_metrics, metric);
}

int take_gpu_sample(struct loader *l)
{
	struct trace_gpu_sample sample = { .device = row_reference(l, 1, DEVICES) };

	row_interval(l, 2, &sample.start_ns, &sample.end_ns);
	return APPEND_ID(l, GPU_SAMPLES, gpu_samples, sample);
}

/* Rows come in order of their sample, so that its values lie together. */
int take_gpu_sample_metric(struct loader *l)
{
	uint32_t index = row_reference(l, 0, GPU_SAMPLES);
	struct trace_gpu_sample_value value = {
		.metric = row_reference(l, 1, METRICS),
		.value = row_real(l, 2),
	};
	struct trace_gpu_sample *sample;

	if (l->is_bad)
		return 0;
	sample = &l->trace->gpu_samples[index];
	if (sample->value_count == 0)
		sample->first_value = (uint32_t)l->trace->gpu_sample_values_count;
	sample->value_count++;
	return APPEND(l, gpu_sample_values, value);
}

/* ---- order ---- */

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_instruction_metrics(const void *a, const void *b, void *trace_pointer)
{
	const struct trace_instruction_metric *left = a, *right = b;
	const struct trace *trace = trace_pointer;
	const struct trace_measured_launch *launches = trace->measured_launches;
	const struct trace_launch_shape *shapes = trace->launch_shapes;
	int order = COMPARE(shapes[launches[left->launch].shape].function,
	                    shapes[launches[right->launch].shape].function);

	if (!order)
		order = COMPARE(left->module_crc, right->module_crc);
	if (!order)
		order = COMPARE(left->pc_offset_bytes, right->pc_offset_bytes);
	if (!order)
		order = COMPARE(left->metric, right->metric);
	return order ? order : COMPARE(left->launch, right->launch);
}

static int compare_gpu_samples(const void *a, const void *b)
{
	const struct trace_gpu_sample *left = a, *right = b;
	int order = COMPARE(left->device, right->device);

	return order ? order : COMPARE(left->start_ns, right->start_ns);
}

void sort_counters(struct trace *trace)
{
	if (trace->instruction_metrics_count)
		qsort_r(trace->instruction_metrics, trace->instruction_metrics_count,
		        sizeof *trace->instruction_metrics, compare_instruction_metrics, trace);
	if (trace->gpu_samples_count)
		qsort(trace->gpu_samples, trace->gpu_samples_count, sizeof *trace->gpu_samples,
		      compare_gpu_samples);
}
