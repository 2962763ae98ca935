/* SPDX-License-Identifier: MIT */
/* Makes kernel profiles: times, occupancy, stalls; the rest is kernel_counters.c and
 * kernel_verdict.c. */
#include "kernel/kernel_profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_counters.h"
#include "kernel/kernel_represented.h"
#include "kernel/recorded_launch.h"
#include "base/statistics.h"

struct kernel_profiles_private {
	struct kernel_counters counters;
	struct kernel_stall *
	        *stalls;       /* of functions, then of shapes: what their profiles point to */
	char **stalled_labels; /* by metric: the stall reason that it counts, NULL: none */
	size_t stalled_count;

	struct sources *sources;
	bool has_tried_sources;
};

/* ---- nothing known ---- */

#define UNKNOWN_ROOFLINE                \
	{                               \
		NAN, NAN, NAN, NAN, NAN \
	}

static void profile_init(struct kernel_profile *profile, uint32_t function, uint32_t shape)
{
	*profile = (struct kernel_profile){
		.function = function,
		.shape = shape,
		.device = NONE,
		.longest = NONE,
		.duration_ns = NAN,
		.theoretical_occupancy = NAN,
		.grid_occupancy = NAN,
		.waves = NAN,
		.dram_bytes = NAN,
		.dram_bytes_per_s = NAN,
		.dram_percent = NAN,
		.shared_percent = NAN,
		.fp64_percent = NAN,
		.measured_percent = 100,
		.rooflines = { UNKNOWN_ROOFLINE, UNKNOWN_ROOFLINE, UNKNOWN_ROOFLINE },
		.verdict_memory = NAN,
		.verdict_compute = NAN,
		.busy_at_work = NAN,
	};
	for (const struct kernel_counter *counter = kernel_counters; counter->name; counter++)
		memcpy((char *)profile + counter->offset, &(double){ NAN }, sizeof(double));
}

/* ---- times ---- */

static void add_time(struct kernel_profile *profile, uint32_t operation, int64_t duration_ns)
{
	profile->launches++;
	profile->timed_launches++;
	profile->total_ns = sum_saturated(profile->total_ns, duration_ns);
	if (profile->longest == NONE || duration_ns > profile->longest_ns) {
		profile->longest = operation;
		profile->longest_ns = duration_ns;
	}
}

static void add_times(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		struct kernel_profile *shape;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		shape = &profiles->shapes[o->detail[i]];
		add_time(shape, i, operation_length_ns(trace, i));
		shape->graph_launches += (o->flags[i] & OPERATION_GRAPH) != 0;
		if (shape->device == NONE)
			shape->device = operation_device(trace, i);
	}
	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		struct kernel_profile *shape = &profiles->shapes[s];

		shape->launches =
		        sum_saturated(shape->launches, trace->launch_shapes[s].untimed_launches);
		if (shape->device == NONE && trace->devices_count == 1)
			shape->device = 0;
	}
}

/* The time of all launches of a shape; 0 where that of one is not known. */
static double time_of(const struct kernel_profile *shape)
{
	return is_measured(shape->duration_ns) ? shape->duration_ns * (double)shape->launches : 0;
}

static void find_durations(struct kernel_profiles *profiles)
{
	for (size_t s = 0; s < profiles->trace->launch_shapes_count; s++) {
		struct kernel_profile *shape = &profiles->shapes[s];

		shape->duration_ns = shape->timed_launches ? (double)shape->total_ns /
		                                                     (double)shape->timed_launches
		                                           : shape->time_ns;
	}
}

/* Whether SHAPE stands for its function rather than OTHER. */
static bool is_more(const struct kernel_profile *shape, const struct kernel_profile *other)
{
	if (time_of(shape) != time_of(other))
		return time_of(shape) > time_of(other);
	return shape->launches > other->launches;
}

/* Adds up the times of the shapes of each function, and finds the shape that stands for it. */
static int join_shapes(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;
	double *times = calloc(trace->functions_count + 1, sizeof *times), total = 0;
	double *measured = calloc(trace->functions_count + 1, sizeof *measured);

	if (!times || !measured) {
		free(times);
		free(measured);
		return -ENOMEM;
	}
	for (uint32_t s = 0; s < trace->launch_shapes_count; s++) {
		const struct kernel_profile *shape = &profiles->shapes[s];
		struct kernel_profile *function = &profiles->functions[shape->function];

		if (function->shape == NONE || is_more(shape, &profiles->shapes[function->shape])) {
			function->shape = s;
			function->device = shape->device;
		}
		function->launches = sum_saturated(function->launches, shape->launches);
		function->timed_launches += shape->timed_launches;
		function->graph_launches += shape->graph_launches;
		function->total_ns = sum_saturated(function->total_ns, shape->total_ns);
		if (shape->longest != NONE &&
		    (function->longest == NONE || shape->longest_ns > function->longest_ns)) {
			function->longest = shape->longest;
			function->longest_ns = shape->longest_ns;
		}
		times[shape->function] += time_of(shape);
		if (shape->measured_launches)
			measured[shape->function] += time_of(shape) * shape->measured_percent / 100;
		total += time_of(shape);
	}
	for (size_t s = 0; s < trace->launch_shapes_count && total > 0; s++)
		profiles->shapes[s].time_percent = 100 * time_of(&profiles->shapes[s]) / total;
	for (size_t f = 0; f < trace->functions_count; f++) {
		struct kernel_profile *function = &profiles->functions[f];

		if (times[f] > 0 && function->launches > 0)
			function->duration_ns = times[f] / (double)function->launches;
		if (times[f] > 0)
			function->measured_percent = 100 * measured[f] / times[f];
		if (total > 0)
			function->time_percent = 100 * times[f] / total;
	}
	free(times);
	free(measured);
	return 0;
}

/* ---- occupancy ---- */

/* Of a grid of BLOCKS that leaves places empty; NAN: it fills them. */
static double grid_occupancy(const struct occupancy *occupancy, double blocks, int multiprocessors)
{
	const double per_sm = blocks / fmin(blocks, multiprocessors);

	return blocks > 0 && per_sm < occupancy->blocks_per_sm
	               ? 100 * occupancy->occupancy * per_sm / occupancy->blocks_per_sm
	               : NAN;
}

static void find_occupancy(struct kernel_profile *profile, const struct trace *trace)
{
	const struct trace_launch_shape *shape = &trace->launch_shapes[profile->shape];
	struct occupancy_launch launch;
	struct occupancy_device limits;
	const struct trace_device *device;
	int multiprocessors;

	if (profile->device == NONE)
		return;
	device = &trace->devices[profile->device];
	multiprocessors = device->multiprocessors;
	if (profile->longest != NONE) {
		uint32_t stream = trace->operations.stream[profile->longest];

		multiprocessors = trace->contexts[trace->streams[stream].context].multiprocessors;
	}
	if (!recorded_device(device, &limits) || !recorded_launch(shape, &launch) ||
	    occupancy_compute(&limits, &launch, &profile->occupancy))
		return;
	profile->has_occupancy = true;
	profile->theoretical_occupancy = 100 * profile->occupancy.occupancy;
	if (multiprocessors <= 0)
		return;
	profile->waves = (double)recorded_volume(shape->grid) /
	                 ((double)profile->occupancy.blocks_per_sm * multiprocessors);
	profile->grid_occupancy = grid_occupancy(
	        &profile->occupancy, (double)recorded_volume(shape->grid), multiprocessors);
}

static void copy_occupancy(struct kernel_profile *to, const struct kernel_profile *from)
{
	to->has_occupancy = from->has_occupancy;
	to->occupancy = from->occupancy;
	to->theoretical_occupancy = from->theoretical_occupancy;
	to->waves = from->waves;
	to->grid_occupancy = from->grid_occupancy;
}

/*
 * What is achieved of all launches together says nothing of SHAPE, which most of the time is of, if
 * that cannot have so many warps: others can. Nor does that of SHAPE itself, whose kernels then had
 * warps beside them, as those that they launched.
 */
static void leave_out_impossible(struct kernel_profile *profile, const struct kernel_profile *shape)
{
	const double possible = is_measured(profile->grid_occupancy)
	                                ? profile->grid_occupancy
	                                : profile->theoretical_occupancy;

	if (profile->has_occupancy && profile->achieved_occupancy > possible * OCCUPANCY_INEXACT)
		profile->achieved_occupancy = profile == shape ? NAN : shape->achieved_occupancy;
}

/* ---- stalls ---- */

static int compare_stalls(const void *a, const void *b)
{
	const struct kernel_stall *left = a, *right = b;

	if (left->percent != right->percent)
		return left->percent > right->percent ? -1 : 1;
	return strcmp(left->label, right->label);
}

static int add_samples(struct kernel_profile *profile, const struct hotspots *hotspots,
                       const struct hotspot *hotspot, struct kernel_stall **owner)
{
	const struct trace *trace = hotspots->trace;
	struct hotspot_reason *reasons = calloc(trace->stall_reasons_count + 1, sizeof *reasons);
	size_t count;

	*owner = calloc(trace->stall_reasons_count + 1, sizeof **owner);
	if (!reasons || !*owner) {
		free(reasons);
		return -ENOMEM;
	}
	count = hotspot_reasons(hotspots, hotspot, reasons, trace->stall_reasons_count);
	profile->samples = hotspot->samples;
	profile->stalls = *owner;
	profile->stalls_count = count;
	for (size_t i = 0; i < count; i++) {
		const struct trace_stall_reason *reason = &trace->stall_reasons[reasons[i].reason];

		if (reason->is_issuing)
			profile->samples_issued = reasons[i].samples;
		profile->stalls[i] = (struct kernel_stall){
			.label = reason->label,
			.percent = 100 * (double)reasons[i].samples / (double)hotspot->samples,
			.samples = reasons[i].samples,
			.not_issued = reasons[i].not_issued,
		};
	}
	free(reasons);
	return 0;
}

/* smsp__average_warps_issue_stalled_LABEL_per_issue_active.ratio: warps in that state per issue. */
static const char stalled_prefix[] = "smsp__average_warps_issue_stalled_";
static const char stalled_suffix[] = "_per_issue_active.ratio";

/* Labels of the metrics that are such, by metric: NULL for others. 0 or -ENOMEM. */
static int find_stalled_labels(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;
	const size_t around = strlen(stalled_prefix) + strlen(stalled_suffix);
	char **labels = calloc(trace->metrics_count + 1, sizeof *labels);

	profiles->private->stalled_labels = labels;
	if (!labels)
		return -ENOMEM;
	for (size_t i = 0; i < trace->metrics_count; i++) {
		const char *name = trace->metrics[i].name;
		size_t length = strlen(name);

		if (length <= around ||
		    strncmp(name, stalled_prefix, strlen(stalled_prefix)) != 0 ||
		    strcmp(name + length - strlen(stalled_suffix), stalled_suffix) != 0)
			continue;
		labels[i] = strndup(name + strlen(stalled_prefix), length - around);
		if (!labels[i])
			return -ENOMEM;
		profiles->private->stalled_count++;
	}
	return 0;
}

static int add_counted_stalls(const struct kernel_profiles *profiles,
                              struct kernel_profile *profile, struct kernel_stall **owner)
{
	const struct kernel_profiles_private *p = profiles->private;
	double sum = 0;

	if (p->stalled_count == 0 || !kernel_profile_is_measured(profile))
		return 0;
	*owner = calloc(p->stalled_count, sizeof **owner);
	if (!*owner)
		return -ENOMEM;
	profile->stalls = *owner;
	for (uint32_t i = 0; i < profiles->trace->metrics_count; i++) {
		double warps = p->stalled_labels[i]
		                       ? kernel_counters_mean(&p->counters, profile, i, false)
		                       : NAN;

		if (!(warps > 0))
			continue;
		profile->stalls[profile->stalls_count++] =
		        (struct kernel_stall){ .label = p->stalled_labels[i], .percent = warps };
		sum += warps;
	}
	for (size_t i = 0; i < profile->stalls_count; i++)
		profile->stalls[i].percent *= 100 / sum;
	qsort(profile->stalls, profile->stalls_count, sizeof *profile->stalls, compare_stalls);
	return 0;
}

static void copy_stalls(struct kernel_profile *to, const struct kernel_profile *from)
{
	to->samples = from->samples;
	to->samples_issued = from->samples_issued;
	to->stalls = from->stalls;
	to->stalls_count = from->stalls_count;
}

/* How many shapes each function has, up to 2, by function. NULL without memory. */
static uint8_t *count_shapes(const struct trace *trace)
{
	uint8_t *counts = calloc(trace->functions_count + 1, sizeof *counts);

	for (size_t s = 0; counts && s < trace->launch_shapes_count; s++)
		if (counts[trace->launch_shapes[s].function] < 2)
			counts[trace->launch_shapes[s].function]++;
	return counts;
}

static int fill_stalls(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;
	struct kernel_stall **owners;
	struct hotspots hotspots = { 0 };
	uint8_t *shapes = count_shapes(trace);
	int err = shapes ? 0 : -ENOMEM;

	owners = calloc(trace->functions_count + trace->launch_shapes_count + 1,
	                sizeof(struct kernel_stall *));
	profiles->private->stalls = owners;
	if (!owners)
		err = -ENOMEM;
	if (!err)
		err = find_stalled_labels(profiles);
	if (!err)
		err = hotspots_by_function(&hotspots, trace);
	for (size_t i = 0; i < hotspots.count && !err; i++)
		if (hotspots.items[i].samples > 0)
			err = add_samples(&profiles->functions[hotspots.items[i].function],
			                  &hotspots, &hotspots.items[i],
			                  &owners[hotspots.items[i].function]);
	for (size_t f = 0; f < trace->functions_count && !err; f++)
		if (profiles->functions[f].samples == 0)
			err = add_counted_stalls(profiles, &profiles->functions[f], &owners[f]);
	for (size_t s = 0; s < trace->launch_shapes_count && !err; s++) {
		struct kernel_profile *shape = &profiles->shapes[s];

		if (shapes[shape->function] == 1)
			copy_stalls(shape, &profiles->functions[shape->function]);
		else
			err = add_counted_stalls(profiles, shape,
			                         &owners[trace->functions_count + s]);
	}
	hotspots_release(&hotspots);
	free(shapes);
	return err;
}

double kernel_stall_percent(const struct kernel_profile *profile, const char *label)
{
	for (size_t i = 0; i < profile->stalls_count; i++)
		if (strcmp(profile->stalls[i].label, label) == 0)
			return profile->stalls[i].percent;
	return profile->stalls_count ? 0 : NAN;
}

/* ---- all of them ---- */

static int compare_heat(const void *a, const void *b, void *profiles_pointer)
{
	const struct kernel_profiles *profiles = profiles_pointer;
	const struct kernel_profile *left = &profiles->functions[*(const uint32_t *)a];
	const struct kernel_profile *right = &profiles->functions[*(const uint32_t *)b];

	if (left->time_percent != right->time_percent)
		return left->time_percent > right->time_percent ? -1 : 1;
	if (left->samples != right->samples)
		return left->samples > right->samples ? -1 : 1;
	return (left->function > right->function) - (left->function < right->function);
}

static int find_hottest(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;

	profiles->hottest = calloc(trace->functions_count + 1, sizeof *profiles->hottest);
	if (!profiles->hottest)
		return -ENOMEM;
	for (uint32_t f = 0; f < trace->functions_count; f++) {
		const struct kernel_profile *function = &profiles->functions[f];

		if (function->launches || function->samples || function->measured_launches)
			profiles->hottest[profiles->hottest_count++] = f;
	}
	qsort_r(profiles->hottest, profiles->hottest_count, sizeof *profiles->hottest, compare_heat,
	        profiles);
	return 0;
}

static int allocate(struct kernel_profiles *profiles)
{
	const struct trace *trace = profiles->trace;

	profiles->private = calloc(1, sizeof *profiles->private);
	profiles->shapes = calloc(trace->launch_shapes_count + 1, sizeof *profiles->shapes);
	profiles->functions = calloc(trace->functions_count + 1, sizeof *profiles->functions);
	if (!profiles->private || !profiles->shapes || !profiles->functions)
		return -ENOMEM;
	for (uint32_t s = 0; s < trace->launch_shapes_count; s++)
		profile_init(&profiles->shapes[s], trace->launch_shapes[s].function, s);
	for (uint32_t f = 0; f < trace->functions_count; f++)
		profile_init(&profiles->functions[f], f, NONE);
	return 0;
}

/* Counters of halves also count what only moves a constant: code that never computes with halves
 * has none. */
static void drop_moves(struct kernel_profile *profile, const struct code *codes)
{
	const struct code *code = codes ? &codes[profile->function] : NULL;

	if (code && code->is_known && !code->computes_halves && profile->flops[FLOP_16] > 0)
		profile->flops[FLOP_16] = 0;
}

int kernel_profiles_init(struct kernel_profiles *profiles, const struct trace *trace,
                         const struct code *codes)
{
	int err;

	*profiles = (struct kernel_profiles){
		.trace = trace,
		.has_counters = trace->launch_metrics_count > 0,
		.has_samples = trace->pc_samples_count > 0,
		.has_instruction_metrics = trace->instruction_metrics_count > 0,
	};
	err = allocate(profiles);
	if (!err)
		err = kernel_counters_init(&profiles->private->counters, trace, profiles->shapes,
		                           profiles->functions);
	if (err)
		return err;
	add_times(profiles);
	err = kernel_represented_find(&profiles->private->counters);
	if (err)
		return err;
	kernel_counters_fill(&profiles->private->counters, profiles->shapes,
	                     trace->launch_shapes_count);
	find_durations(profiles);
	err = join_shapes(profiles);
	if (err)
		return err;
	kernel_counters_fill(&profiles->private->counters, profiles->functions,
	                     trace->functions_count);
	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		find_occupancy(&profiles->shapes[s], trace);
		leave_out_impossible(&profiles->shapes[s], &profiles->shapes[s]);
		drop_moves(&profiles->shapes[s], codes);
		kernel_profile_judge(&profiles->shapes[s], trace);
	}
	for (size_t f = 0; f < trace->functions_count; f++) {
		struct kernel_profile *function = &profiles->functions[f];

		if (function->shape != NONE) {
			copy_occupancy(function, &profiles->shapes[function->shape]);
			leave_out_impossible(function, &profiles->shapes[function->shape]);
		}
		drop_moves(function, codes);
		kernel_profile_judge(function, trace);
	}
	err = fill_stalls(profiles);
	return err ? err : find_hottest(profiles);
}

void kernel_profiles_release(struct kernel_profiles *profiles)
{
	struct kernel_profiles_private *p = profiles->private;

	free(profiles->shapes);
	free(profiles->functions);
	free(profiles->hottest);
	if (p) {
		size_t owners =
		        profiles->trace->functions_count + profiles->trace->launch_shapes_count;

		for (size_t i = 0; p->stalls && i < owners; i++)
			free(p->stalls[i]);
		for (size_t i = 0; p->stalled_labels && i < profiles->trace->metrics_count; i++)
			free(p->stalled_labels[i]);
		free(p->stalls);
		free(p->stalled_labels);
		kernel_counters_release(&p->counters);
		sources_close(p->sources);
		free(p);
	}
	*profiles = (struct kernel_profiles){ 0 };
}

const struct sources *kernel_profiles_sources(const struct kernel_profiles *profiles)
{
	struct kernel_profiles_private *p = profiles->private;
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;

	if (p->has_tried_sources)
		return p->sources;
	p->has_tried_sources = true;
	if (trace_file_open(profiles->trace->path, &db, error) == 0) {
		sources_open(&p->sources, db, error);
		sqlite3_close(db);
	}
	return p->sources;
}

double kernel_profile_metric(const struct kernel_profiles *profiles,
                             const struct kernel_profile *profile, const char *name)
{
	return kernel_counters_named(&profiles->private->counters, profile, name);
}
