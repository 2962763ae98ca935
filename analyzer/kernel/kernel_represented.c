/* SPDX-License-Identifier: MIT */
/* Which launches take about as long as the measured ones of their shape. */
#include "kernel/kernel_represented.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* What is known of a shape. */
struct shape_times {
	double least_ns, most_ns; /* of those that were measured; NAN: none was timed */
	double all_ns, represented_ns;
};

/* Kernels in order of start: whether one ran beside another is known when the next one starts. */
struct neighbours {
	uint32_t operation; /* NONE: the first is yet to come */
	bool is_beside;
	int64_t last_end_ns;
};

/* One that was measured in this run has no time of its own: then the counter says how long it took.
 */
static void find_range(struct shape_times *times, const struct kernel_counters *c, uint32_t shape)
{
	if (is_measured(times->least_ns))
		return;
	times->least_ns = times->most_ns =
	        kernel_counters_named(c, &c->shapes[shape], "gpu__time_duration.sum");
}

static void find_ranges(struct shape_times *times, const struct kernel_counters *c)
{
	const struct trace *trace = c->trace;

	for (size_t s = 0; s < trace->launch_shapes_count; s++)
		times[s] = (struct shape_times){ .least_ns = NAN, .most_ns = NAN };
	for (size_t i = 0; i < trace->measured_launches_count; i++) {
		const struct trace_measured_launch *launch = &trace->measured_launches[i];
		struct shape_times *of = &times[launch->shape];

		if (launch->timeline_ns <= 0)
			continue;
		of->least_ns = fmin(of->least_ns, (double)launch->timeline_ns);
		of->most_ns = fmax(of->most_ns, (double)launch->timeline_ns);
	}
	for (uint32_t s = 0; s < trace->launch_shapes_count; s++)
		if (c->shapes[s].measured_launches)
			find_range(&times[s], c, s);
}

/* Kernels that share the GPU take longer for that: how long does not tell what they do. */
static void add_launch(struct shape_times *times, double duration_ns, bool is_beside)
{
	times->all_ns += duration_ns;
	if (is_beside || !is_measured(times->least_ns) ||
	    (duration_ns * REPRESENTED_RATIO >= times->least_ns &&
	     duration_ns <= times->most_ns * REPRESENTED_RATIO))
		times->represented_ns += duration_ns;
}

static void add_kernels(struct shape_times *times, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct neighbours n = { .operation = NONE };

	for (uint32_t i = 0; i <= o->count; i++) {
		if (i < o->count && o->type[i] != OPERATION_KERNEL)
			continue;
		if (n.operation != NONE)
			add_launch(&times[o->detail[n.operation]],
			           (double)operation_length_ns(trace, n.operation),
			           n.is_beside || (i < o->count &&
			                           o->start_ns[i] < o->end_ns[n.operation]));
		if (i == o->count)
			return;
		n.is_beside = n.operation != NONE && o->start_ns[i] < n.last_end_ns;
		if (n.operation == NONE || o->end_ns[i] > n.last_end_ns)
			n.last_end_ns = o->end_ns[i];
		n.operation = i;
	}
}

int kernel_represented_find(const struct kernel_counters *c)
{
	struct shape_times *times;

	if (!c->launches)
		return 0;
	times = calloc(c->trace->launch_shapes_count + 1, sizeof *times);
	if (!times)
		return -ENOMEM;
	find_ranges(times, c);
	add_kernels(times, c->trace);
	for (size_t s = 0; s < c->trace->launch_shapes_count; s++)
		if (c->shapes[s].measured_launches && times[s].all_ns > 0)
			c->shapes[s].measured_percent =
			        100 * times[s].represented_ns / times[s].all_ns;
	free(times);
	return 0;
}
