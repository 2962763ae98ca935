/* SPDX-License-Identifier: MIT */
/* The tables of a report: kernels by function and launch shape, and the groups of breakdown.h. */
#include "report/report_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/breakdown.h"
#include "code/demangle.h"
#include "kernel/occupancy.h"
#include "base/statistics.h"

/* ---- kernels ---- */

/* What the launches of one shape add up to, before the report knows which shapes it lists. */
struct shape {
	uint32_t index; /* of launch_shapes */
	struct statistics statistics;
	size_t values; /* where its durations begin */
};

static int compare_shapes(const void *a, const void *b)
{
	const struct shape *left = a, *right = b;

	if (left->statistics.total != right->statistics.total)
		return left->statistics.total > right->statistics.total ? -1 : 1;
	return left->index < right->index ? -1 : 1;
}

/* Statistics with exact medians of each launch shape, into SHAPES. */
static void measure_shapes(struct report *report, const struct trace *trace, struct shape *shapes)
{
	const struct trace_operations *o = &trace->operations;
	size_t kernels = 0;
	int64_t *values;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL) {
			struct shape *shape = &shapes[o->detail[i]];

			statistics_add(&shape->statistics, operation_length_ns(trace, i));
		}
	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		shapes[s].index = (uint32_t)s;
		shapes[s].values = kernels;
		kernels += (size_t)shapes[s].statistics.count;
	}
	values = malloc((kernels + 1) * sizeof *values);
	if (!values) {
		report_keep(report, NULL);
		return;
	}
	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL)
			values[shapes[o->detail[i]].values++] = operation_length_ns(trace, i);
	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		size_t count = (size_t)shapes[s].statistics.count;

		shapes[s].statistics.median =
		        statistics_median(values + shapes[s].values - count, count);
	}
	free(values);
}

static void add_occupancy(struct report *report, struct report_kernel *kernel,
                          const struct kernel_profile *profile)
{
	if (!profile->has_occupancy)
		return;
	kernel->has_occupancy = true;
	kernel->occupancy_percent = profile->theoretical_occupancy;
	kernel->grid_occupancy_percent = profile->grid_occupancy;
	kernel->limiter = report_limiter(report, profile);
	kernel->waves = is_measured(profile->waves) ? profile->waves : 0;
}

static void add_kernel(struct report *report, struct report_process *p, const struct trace *trace,
                       const struct shape *from)
{
	const struct trace_launch_shape *shape = &trace->launch_shapes[from->index];
	const char *mangled = trace->functions[shape->function].name;
	struct report_kernel *kernel = &p->kernels[p->kernels_count++];

	*kernel = (struct report_kernel){
		.name = report_keep_text(report, demangle(mangled)),
		.mangled = report_text(report, "%s", mangled),
		.launch_shape = from->index,
		.registers_per_thread = shape->registers_per_thread,
		.static_shared_bytes = shape->static_shared_bytes,
		.dynamic_shared_bytes = shape->dynamic_shared_bytes,
		.local_bytes_per_thread = shape->local_bytes_per_thread,
		.statistics = from->statistics,
		.share_percent = percent_of(from->statistics.total, p->kernels_total_ns),
		.limiter = "",
		.grid_occupancy_percent = NAN,
	};
	memcpy(kernel->grid, shape->grid, sizeof kernel->grid);
	memcpy(kernel->block, shape->block, sizeof kernel->block);
	memcpy(kernel->cluster, shape->cluster, sizeof kernel->cluster);
}

static void add_kernels(struct report *report, struct report_process *p, const struct trace *trace)
{
	size_t count = trace->launch_shapes_count, used = 0;
	struct shape *shapes = calloc(count + 1, sizeof *shapes);

	if (!shapes) {
		report_keep(report, NULL);
		return;
	}
	measure_shapes(report, trace, shapes);
	qsort(shapes, count, sizeof *shapes, compare_shapes);
	for (size_t s = 0; s < count; s++) {
		p->kernels_total_ns =
		        sum_saturated(p->kernels_total_ns, shapes[s].statistics.total);
		used += shapes[s].statistics.count > 0;
	}
	p->kernels = report_array(report, used < REPORT_KERNELS_MAX ? used : REPORT_KERNELS_MAX,
	                          sizeof *p->kernels);
	for (size_t s = 0; p->kernels && s < count; s++) {
		if (shapes[s].statistics.count == 0)
			continue;
		if (p->kernels_count < REPORT_KERNELS_MAX)
			add_kernel(report, p, trace, &shapes[s]);
		else
			p->kernels_left_out++;
	}
	p->functions = p->summary.functions;
	free(shapes);
}

void report_complete_kernels(struct report *report, struct report_process *p,
                             const struct graph *graph, const struct kernel_profiles *profiles)
{
	for (size_t i = 0; i < p->kernels_count; i++) {
		struct report_kernel *kernel = &p->kernels[i];

		kernel->critical_ns = graph->shapes[kernel->launch_shape].ns;
		add_occupancy(report, kernel, &profiles->shapes[kernel->launch_shape]);
		kernel->profile = profiles->shapes[kernel->launch_shape];
		kernel->profile.stalls = NULL;
		kernel->profile.stalls_count = 0;
	}
}

/* ---- groups ---- */

static void add_groups(struct report *report, struct report_groups *groups,
                       const struct trace *trace, enum breakdown_by by)
{
	struct breakdown b = { 0 };
	size_t count;

	if (breakdown_make(&b, trace, by, true)) {
		report_keep(report, NULL);
		goto out;
	}
	count = b.count < REPORT_GROUPS_MAX ? b.count : REPORT_GROUPS_MAX;
	groups->items = report_array(report, count, sizeof *groups->items);
	groups->total_ns = b.total;
	groups->left_out = b.count - count;
	for (size_t i = 0; groups->items && i < count; i++)
		groups->items[groups->count++] = (struct report_group){
			.name = report_text(report, "%s", b.groups[i].name),
			.statistics = b.groups[i].statistics,
			.size_bytes = b.groups[i].size_bytes,
			.failed = b.groups[i].failed,
			.share_percent = percent_of(b.groups[i].statistics.total, b.total),
		};
out:
	breakdown_release(&b);
}

void report_add_tables(struct report *report, struct report_process *process,
                       const struct trace *trace)
{
	add_kernels(report, process, trace);
	add_groups(report, &process->copies, trace, BY_COPY);
	add_groups(report, &process->fills, trace, BY_FILL);
	add_groups(report, &process->api, trace, BY_API);
}
