/* SPDX-License-Identifier: MIT */
/* Makes the fine timeline: names, launch shapes, the time budget's steps, resident warps. */
#include "report/fine_timeline.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "code/demangle.h"
#include "graph/room.h"
#include "report/fine_parts.h"

uint32_t *fine_numbers(struct report *report, size_t count)
{
	uint32_t *numbers = malloc((count + 1) * sizeof *numbers);

	if (!numbers) {
		report_keep(report, NULL);
		return NULL;
	}
	for (size_t i = 0; i <= count; i++)
		numbers[i] = NONE;
	return numbers;
}

uint32_t fine_name(struct fine_work *work, const char *text)
{
	struct fine_timeline *t = work->timeline;

	if (ARRAY_ROOM(&t->names, t->names_count)) {
		report_keep(work->report, NULL);
		return NONE;
	}
	t->names[t->names_count++] = text;
	return (uint32_t)t->names_count - 1;
}

/* ---- shapes ---- */

static void add_shapes(struct fine_work *work)
{
	const struct trace *trace = work->trace;
	struct fine_timeline *t = work->timeline;
	uint32_t *function_names = fine_numbers(work->report, trace->functions_count);

	t->shapes = calloc(trace->launch_shapes_count + 1, sizeof *t->shapes);
	if (!t->shapes || !function_names) {
		report_keep(work->report, NULL);
		goto out;
	}
	for (size_t i = 0; i < trace->launch_shapes_count; i++) {
		const struct trace_launch_shape *from = &trace->launch_shapes[i];
		const struct kernel_profile *profile = &work->profiles->shapes[i];
		struct fine_shape *to = &t->shapes[t->shapes_count++];
		const bool is_by_grid = is_measured(profile->grid_occupancy);
		const char *limiter = "";

		if (function_names[from->function] == NONE)
			function_names[from->function] = fine_name(
			        work,
			        report_keep_text(work->report,
			                         demangle(trace->functions[from->function].name)));
		if (profile->has_occupancy)
			limiter = is_by_grid ? "grid" : report_limiter(work->report, profile);
		*to = (struct fine_shape){
			.name = function_names[from->function],
			.limiter = *limiter ? fine_name(work, limiter) : NONE,
			.kernel = NONE,
			.grid = { from->grid[0], from->grid[1], from->grid[2] },
			.block = { from->block[0], from->block[1], from->block[2] },
			.cluster = { from->cluster[0], from->cluster[1], from->cluster[2] },
			.registers = from->registers_per_thread,
			.static_shared_bytes = from->static_shared_bytes,
			.dynamic_shared_bytes = from->dynamic_shared_bytes,
			.occupancy_tenths =
			        profile->has_occupancy
			                ? (int64_t)lrint(10 *
			                                 (is_by_grid
			                                          ? profile->grid_occupancy
			                                          : profile->theoretical_occupancy))
			                : -1,
		};
	}
	for (size_t i = 0; i < work->process->kernels_count; i++)
		t->shapes[work->process->kernels[i].launch_shape].kernel = (uint32_t)i;
out:
	free(function_names);
}

/* ---- the time budget, step by step ---- */

/*
 * Thins the path to cells of RESOLUTION_NS. A cell goes to the share that has most of what was not
 * given a cell yet, so that the sums of shares stay right to a cell, over any span.
 */
static void thin_path(struct graph_path *path, int64_t resolution_ns)
{
	int64_t owed_ns[SHARES] = { 0 }, cell_ns = 0;
	size_t kept = 0;

	for (size_t i = 0; i < path->count; i++) {
		struct graph_step step = path->steps[i];
		enum share most = step.share;

		owed_ns[step.share] += step.duration_ns;
		cell_ns += step.duration_ns;
		if (cell_ns < resolution_ns && i + 1 < path->count)
			continue;
		for (int share = 0; share < SHARES; share++)
			if (owed_ns[share] > owed_ns[most])
				most = (enum share)share;
		owed_ns[most] -= cell_ns;
		if (kept && path->steps[kept - 1].share == most)
			path->steps[kept - 1].duration_ns += cell_ns;
		else
			path->steps[kept++] = (struct graph_step){ cell_ns, most };
		cell_ns = 0;
	}
	path->count = kept;
}

static void add_path(struct fine_work *work)
{
	struct fine_timeline *t = work->timeline;

	if (graph_path_init(&t->path, work->graph)) {
		report_keep(work->report, NULL);
		return;
	}
	if (t->path.count > FINE_STEPS_MAX) {
		t->path_resolution_ns = work->graph->run.wall_ns / FINE_STEPS_MAX + 1;
		thin_path(&t->path, t->path_resolution_ns);
	}
}

/* ---- resident warps ---- */

/* Where the sum of all kernels' warps is a line that bends at their starts and ends. */
struct bins {
	double *area, *slope;
	int64_t start_ns, interval_ns;
};

/* From TIME_NS on WARPS more, or less. */
static void bend(const struct bins *bins, int64_t time_ns, double warps)
{
	int64_t bin = (time_ns - bins->start_ns) / bins->interval_ns;

	if (bin >= FINE_WARP_BINS)
		return;
	bins->area[bin] +=
	        warps * (double)(bins->start_ns + (bin + 1) * bins->interval_ns - time_ns);
	bins->slope[bin + 1] += warps;
}

static void add_device_warps(struct fine_work *work, const struct room_model *room, size_t device,
                             struct bins *bins)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	struct fine_warps *warps = &work->timeline->warps[work->timeline->warps_count];
	double now = 0;
	bool is_used = false;

	*warps = (struct fine_warps){ .device = trace->devices[device].id,
		                      .limit = room->limits[device][1],
		                      .start_ns = bins->start_ns,
		                      .interval_ns = bins->interval_ns,
		                      .values = report_array(work->report, FINE_WARP_BINS,
		                                             sizeof *warps->values) };
	if (!warps->values || warps->limit <= 0)
		return;
	for (size_t i = 0; i <= FINE_WARP_BINS; i++)
		bins->area[i] = bins->slope[i] = 0;
	for (size_t i = 0; i < o->count; i++) {
		double held;

		if (o->type[i] != OPERATION_KERNEL || operation_device(trace, i) != device)
			continue;
		held = (double)room->demands[o->detail[i]].held[1];
		bend(bins, o->start_ns[i], held);
		bend(bins, o->end_ns[i], -held);
		is_used = true;
	}
	for (size_t i = 0; i < FINE_WARP_BINS; i++) {
		double value;

		now += bins->slope[i];
		value = now + bins->area[i] / (double)bins->interval_ns;
		warps->values[i] = (int64_t)lround(FINE_WARP_SCALE *
		                                   fmin(fmax(value, 0), (double)warps->limit));
	}
	work->timeline->warps_count += is_used;
}

static void add_warps(struct fine_work *work)
{
	const struct trace *trace = work->trace;
	struct fine_timeline *t = work->timeline;
	struct room_model room = { 0 };
	struct bins bins = {
		.area = calloc(FINE_WARP_BINS + 2, sizeof *bins.area),
		.slope = calloc(FINE_WARP_BINS + 2, sizeof *bins.slope),
		.start_ns = trace->first_ns,
		.interval_ns = (trace->last_ns - trace->first_ns) / FINE_WARP_BINS + 1,
	};

	t->warps = calloc(trace->devices_count + 1, sizeof *t->warps);
	if (!bins.area || !bins.slope || !t->warps || room_model_init(&room, trace)) {
		report_keep(work->report, NULL);
	} else {
		for (size_t d = 0; d < trace->devices_count; d++)
			add_device_warps(work, &room, d, &bins);
	}
	room_model_release(&room);
	free(bins.area);
	free(bins.slope);
}

/* ---- all ---- */

/* What a page carries as a whole. */
static void add_boxes(struct fine_work *work, const struct findings *findings)
{
	work->call_box = fine_numbers(work->report, work->trace->calls.count);
	work->operation_box = fine_numbers(work->report, work->trace->operations.count);
	if (work->call_box && work->operation_box) {
		fine_add_host(work);
		fine_add_operations(work);
		fine_add_waited(work);
		add_path(work);
		fine_add_places(work, findings);
	}
	free(work->call_box);
	free(work->operation_box);
}

void report_add_fine_timeline(struct report *report, struct report_process *process,
                              const struct graph *graph, const struct findings *findings,
                              const struct fine_sink *tiles)
{
	struct fine_work work = {
		.report = report,
		.process = process,
		.graph = graph,
		.trace = graph->trace,
		.profiles = findings->profiles,
		.host = findings->host,
		.timeline = calloc(1, sizeof *work.timeline),
	};

	process->fine = work.timeline;
	if (!work.timeline) {
		report_keep(report, NULL);
		return;
	}
	add_shapes(&work);
	fine_add_threads(&work);
	if (tiles)
		fine_add_tiles(&work, findings, tiles);
	else
		add_boxes(&work, findings);
	add_warps(&work);
}

void fine_timeline_release(struct fine_timeline *timeline)
{
	if (!timeline)
		return;
	free(timeline->names);
	free(timeline->tracks);
	free(timeline->threads);
	free(timeline->operations);
	free(timeline->calls.items);
	free(timeline->ranges.items);
	free(timeline->samples.items);
	free(timeline->overheads.items);
	free(timeline->migrations.items);
	free(timeline->shapes);
	free(timeline->warps);
	free(timeline->findings);
	free(timeline->places);
	graph_path_release(&timeline->path);
	free(timeline);
}
