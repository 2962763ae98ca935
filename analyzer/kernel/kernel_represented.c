/* SPDX-License-Identifier: MIT */
/* Which launches take about as long as the measured ones of their shape, which stand for them. */
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

static void find_ranges(struct shape_times *times, const struct kernel_counters *c)
{
	const struct trace *trace = c->trace;

	for (size_t s = 0; s < trace->launch_shapes_count; s++)
		times[s] = (struct shape_times){ .least_ns = NAN, .most_ns = NAN };
	for (uint32_t i = 0; i < trace->measured_launches_count; i++) {
		struct shape_times *of = &times[trace->measured_launches[i].shape];
		const double ns = kernel_counters_launch_ns(c, i);

		of->least_ns = fmin(of->least_ns, ns);
		of->most_ns = fmax(of->most_ns, ns);
	}
}

static bool is_alike(double duration_ns, double measured_ns)
{
	return duration_ns * REPRESENTED_RATIO >= measured_ns &&
	       duration_ns <= measured_ns * REPRESENTED_RATIO;
}

/* What launches stand for, by the durations of the timed ones. */
struct stand {
	const struct kernel_counters *counters;
	struct shape_times *times;
	double *measured_ns, *count, *ns; /* by measured launch */
};

/* Those that a launch of SHAPE of DURATION_NS is like stand for it, in equal parts. */
static void add_to_alike(const struct stand *stand, uint32_t shape, double duration_ns)
{
	const struct range *range = &stand->counters->shape_launches[shape];
	const uint32_t *launches = stand->counters->launches + range->first;
	size_t alike = 0;

	for (size_t i = 0; i < range->count; i++)
		alike += is_alike(duration_ns, stand->measured_ns[launches[i]]);
	for (size_t i = 0; alike && i < range->count; i++) {
		if (!is_alike(duration_ns, stand->measured_ns[launches[i]]))
			continue;
		stand->count[launches[i]] += 1 / (double)alike;
		stand->ns[launches[i]] += duration_ns / (double)alike;
	}
}

/* Kernels that share the GPU take longer for that: how long does not tell what they do. */
static void add_launch(const struct stand *stand, uint32_t shape, double duration_ns,
                       bool is_beside)
{
	struct shape_times *times = &stand->times[shape];

	times->all_ns += duration_ns;
	if (is_beside || !is_measured(times->least_ns) ||
	    (duration_ns * REPRESENTED_RATIO >= times->least_ns &&
	     duration_ns <= times->most_ns * REPRESENTED_RATIO))
		times->represented_ns += duration_ns;
	if (!is_beside)
		add_to_alike(stand, shape, duration_ns);
}

static void add_kernels(const struct stand *stand, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct neighbours n = { .operation = NONE };

	for (uint32_t i = 0; i <= o->count; i++) {
		if (i < o->count && o->type[i] != OPERATION_KERNEL)
			continue;
		if (n.operation != NONE)
			add_launch(stand, o->detail[n.operation],
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

/* What no timed launch tells stays: each stands for itself. */
static void set_stands(const struct stand *stand, uint32_t shape)
{
	const struct kernel_counters *c = stand->counters;
	const struct range *range = &c->shape_launches[shape];
	double sum = 0;

	for (size_t i = range->first; i < range->first + range->count; i++)
		sum += stand->ns[c->launches[i]];
	for (size_t i = range->first; sum > 0 && i < range->first + range->count; i++) {
		c->stands_for[c->launches[i]] = stand->count[c->launches[i]];
		c->stands_for_ns[c->launches[i]] = stand->ns[c->launches[i]];
	}
}

static void find_all(const struct stand *stand)
{
	const struct kernel_counters *c = stand->counters;
	const struct shape_times *times = stand->times;

	for (uint32_t i = 0; i < c->trace->measured_launches_count; i++)
		stand->measured_ns[i] = kernel_counters_launch_ns(c, i);
	find_ranges(stand->times, c);
	add_kernels(stand, c->trace);
	for (uint32_t s = 0; s < c->trace->launch_shapes_count; s++) {
		if (!c->shapes[s].measured_launches || !(times[s].all_ns > 0))
			continue;
		c->shapes[s].measured_percent = 100 * times[s].represented_ns / times[s].all_ns;
		set_stands(stand, s);
	}
}

int kernel_represented_find(const struct kernel_counters *c)
{
	const size_t launches = c->trace->measured_launches_count;
	struct stand stand = { .counters = c };
	int err = -ENOMEM;

	if (!c->launches)
		return 0;
	stand.times = calloc(c->trace->launch_shapes_count + 1, sizeof *stand.times);
	stand.measured_ns = calloc(launches, sizeof *stand.measured_ns);
	stand.count = calloc(launches, sizeof *stand.count);
	stand.ns = calloc(launches, sizeof *stand.ns);
	if (stand.times && stand.measured_ns && stand.count && stand.ns) {
		find_all(&stand);
		err = 0;
	}
	free(stand.times);
	free(stand.measured_ns);
	free(stand.count);
	free(stand.ns);
	return err;
}
