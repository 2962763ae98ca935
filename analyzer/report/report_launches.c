/* SPDX-License-Identifier: MIT */
/* What a kernel's own view shows of its launches: what limits their occupancy, and how long they
 * took. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "kernel/recorded_launch.h"
#include "report/report_parts.h"

/* ---- occupancy ---- */

static void add_curve(struct report *report, struct report_curve *curve,
                      const struct occupancy_device *device, const struct occupancy_launch *launch,
                      enum occupancy_axis axis)
{
	struct occupancy_step steps[OCCUPANCY_STEPS_MAX], *kept;
	int count = occupancy_steps(device, launch, axis, steps, OCCUPANCY_STEPS_MAX);
	const int64_t values[OCCUPANCY_AXES] = {
		[OCCUPANCY_BY_THREADS] = launch->threads_per_block,
		[OCCUPANCY_BY_REGISTERS] = launch->registers_per_thread,
		[OCCUPANCY_BY_SHARED] =
		        sum_saturated(launch->static_shared_bytes, launch->dynamic_shared_bytes),
	};

	if (count <= 0)
		return;
	kept = report_array(report, (size_t)count, sizeof *kept);
	if (!kept)
		return;
	memcpy(kept, steps, (size_t)count * sizeof *kept);
	*curve = (struct report_curve){
		.value = values[axis],
		.steps = kept,
		.steps_count = (size_t)count,
	};
}

static void add_occupancy(struct report *report, struct report_kernel *kernel,
                          const struct trace *trace)
{
	const struct kernel_profile *profile = &kernel->profile;
	const struct occupancy *from = &profile->occupancy;
	struct occupancy_device device;
	struct occupancy_launch launch;

	if (!kernel->has_occupancy || profile->device == NONE ||
	    !recorded_device(&trace->devices[profile->device], &device) ||
	    !recorded_launch(&trace->launch_shapes[kernel->launch_shape], &launch))
		return;
	kernel->occupancy = report_array(report, 1, sizeof *kernel->occupancy);
	if (!kernel->occupancy)
		return;
	*kernel->occupancy = (struct report_occupancy){
		.warps = from->active_warps,
		.max_warps = from->max_warps,
		.blocks = from->blocks_per_sm,
		.limit_warps = from->limit_warps,
		.limit_registers = from->limit_registers,
		.limit_shared = from->limit_shared,
		.limit_blocks = from->limit_blocks,
	};
	for (int axis = 0; axis < OCCUPANCY_AXES; axis++)
		add_curve(report, &kernel->occupancy->curves[axis], &device, &launch,
		          (enum occupancy_axis)axis);
}

/* ---- durations ---- */

enum {
	NEARLY_EQUAL = 4, /* times the shortest: bins are of equal width up to here, then of equal
	                     ratio, so that one slow launch does not hide the others */
	BIN_PART = 2000,  /* of the shortest: no bin is narrower, for 4 digits of it are read */
};

static void set_bounds(struct report_durations *durations, const struct statistics *of)
{
	const double min = of->min > 0 ? (double)of->min : 1, ratio = (double)of->max / min;
	const int64_t width = of->max - of->min;

	if (of->count < 2 || width <= 0)
		return;
	durations->bins = 1 + (size_t)(width / (of->min / BIN_PART + 1));
	if (durations->bins > REPORT_DURATION_BINS)
		durations->bins = REPORT_DURATION_BINS;
	if (durations->bins > (size_t)width)
		durations->bins = (size_t)width;
	for (size_t i = 0; i <= durations->bins; i++) {
		double part = (double)i / (double)durations->bins;

		durations->bounds_ns[i] = ratio < NEARLY_EQUAL
		                                  ? of->min + (int64_t)((double)width * part)
		                                  : (int64_t)(min * pow(ratio, part));
	}
	durations->bounds_ns[0] = of->min; /* whatever rounding made of them */
	durations->bounds_ns[durations->bins] = of->max;
}

static void count_duration(struct report_durations *durations, int64_t duration_ns)
{
	size_t bin = 0;

	while (bin + 1 < durations->bins && duration_ns >= durations->bounds_ns[bin + 1])
		bin++;
	durations->launches[bin]++;
}

static void add_durations(struct report *report, struct report_process *p,
                          const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct report_durations **of_shape;

	of_shape = calloc(trace->launch_shapes_count + 1, sizeof(void *));
	if (!of_shape) {
		report_keep(report, NULL);
		return;
	}
	for (size_t i = 0; i < p->kernels_count; i++) {
		struct report_kernel *kernel = &p->kernels[i];

		set_bounds(&kernel->durations, &kernel->statistics);
		of_shape[kernel->launch_shape] = &kernel->durations;
	}
	for (uint32_t i = 0; i < o->count; i++) {
		struct report_durations *durations =
		        o->type[i] == OPERATION_KERNEL ? of_shape[o->detail[i]] : NULL;

		if (durations && durations->bins)
			count_duration(durations, operation_length_ns(trace, i));
	}
	free(of_shape);
}

void report_add_launches(struct report *report, struct report_process *process,
                         const struct trace *trace)
{
	for (size_t i = 0; i < process->kernels_count && i < REPORT_CURVES_MAX; i++)
		add_occupancy(report, &process->kernels[i], trace);
	add_durations(report, process, trace);
}
