/* SPDX-License-Identifier: MIT */
/*
 * The timeline of a report: for each stream and hardware queue its operations as boxes. In a long
 * run neighbours that are shorter than what a screen can show become one box, so that the report
 * stays small however long the run was. Linear in the number of operations.
 */
#include "base/array.h"
#include "report/report_parts.h"

#include <errno.h>
#include <stdlib.h>

enum { SLOTS = 8192 }; /* a power of 2, of which at most a quarter is used */
_Static_assert(SLOTS >= 4 * (int)REPORT_TRACKS_MAX, "short probes");

struct work {
	const struct graph *graph;
	const struct trace *trace;
	struct report_timeline *timeline;
	uint32_t *slots; /* hash of (stream, queue) to track; NONE: free */
	size_t slots_count;
	uint32_t *function_names; /* position in timeline->names, or NONE */
	uint32_t other_names[COPY_KINDS + 1];
};

/* The track of operation I; NULL: there are too many, or no memory. */
static struct report_track *track_of(struct report *report, struct work *work, uint32_t i)
{
	const struct trace *trace = work->trace;
	struct report_timeline *t = work->timeline;
	uint32_t stream_index = trace->operations.stream[i];
	uint16_t channel = trace->operations.channel[i];
	const struct trace_stream *stream = &trace->streams[stream_index];
	uint64_t key = (uint64_t)stream_index << 16 | channel;
	size_t slot = (size_t)((key * 0x9e3779b97f4a7c15) >> 40);
	int queue = channel == UINT16_MAX ? -1 : channel;

	for (;; slot++) {
		uint32_t *at = &work->slots[slot & (work->slots_count - 1)];
		struct report_track *track;

		if (*at != NONE) {
			track = &t->tracks[*at];
			if (track->queue == queue && track->stream == stream->cuda_stream_id &&
			    track->context == trace->contexts[stream->context].id &&
			    track->device == trace->devices[stream->device].id)
				return track;
			continue;
		}
		if (t->tracks_count == REPORT_TRACKS_MAX || report_has_failed(report))
			return NULL;
		*at = (uint32_t)t->tracks_count;
		track = &t->tracks[t->tracks_count++];
		track->device = trace->devices[stream->device].id;
		track->context = trace->contexts[stream->context].id;
		track->stream = stream->cuda_stream_id;
		track->stream_type = stream->type;
		track->queue = queue;
		return track;
	}
}

static uint32_t name_of(struct report *report, struct work *work, uint32_t i)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	struct report_timeline *t = work->timeline;
	uint32_t *name;

	if (o->type[i] == OPERATION_KERNEL)
		name = &work->function_names[operation_function(trace, i)];
	else if (o->type[i] == OPERATION_COPY)
		name = &work->other_names[operation_transfer(trace, i)->copy_kind];
	else
		name = &work->other_names[COPY_KINDS];
	if (*name == NONE) {
		*name = (uint32_t)t->names_count;
		t->names[t->names_count++] = report_operation_name(report, trace, i);
	}
	return *name;
}

/* Whether operation I goes into the box before it: both, and the gap between, are too short to
 * see. */
static bool joins(const struct report_box *box, int64_t start_ns, int64_t end_ns,
                  int64_t resolution_ns)
{
	return start_ns - box->end_ns < resolution_ns && end_ns - box->start_ns < resolution_ns;
}

static void add_box(struct report *report, struct work *work, struct report_track *track,
                    uint32_t i)
{
	const struct trace_operations *o = &work->trace->operations;
	struct report_box *last = track->boxes_count ? &track->boxes[track->boxes_count - 1] : NULL;
	struct report_box *box;
	int64_t start_ns = o->start_ns[i], end_ns = o->end_ns[i];
	int64_t wait_ns = graph_wait_ns(work->graph, i);

	track->operations++;
	if (last && work->timeline->resolution_ns &&
	    joins(last, start_ns, end_ns, work->timeline->resolution_ns)) {
		if (wait_ns > last->wait_ns) {
			last->wait_ns = wait_ns;
			last->cause = work->graph->cause[i];
		}
		if (end_ns > last->end_ns)
			last->end_ns = end_ns;
		last->count++;
		return;
	}
	box = ARRAY_ADD(&track->boxes, &track->boxes_count);
	if (!box) {
		report->memory->error = -ENOMEM;
		return;
	}
	*box = (struct report_box){
		.start_ns = start_ns,
		.end_ns = end_ns,
		.wait_ns = wait_ns,
		.name = name_of(report, work, i),
		.count = 1,
		.cause = work->graph->cause[i],
		.type = o->type[i],
	};
}

/* How finely: everything where that is little, else so that no track and no trace gets too much. */
static int64_t choose_resolution(const struct work *work)
{
	const struct report_timeline *t = work->timeline;
	size_t tracks = t->tracks_count ? t->tracks_count : 1;
	size_t pixels = REPORT_TRACE_BOXES / 2 / tracks, most = 0;

	for (size_t i = 0; i < t->tracks_count; i++)
		if ((size_t)t->tracks[i].operations > most)
			most = (size_t)t->tracks[i].operations;
	if (most <= REPORT_TRACK_BOXES && work->trace->operations.count <= REPORT_TRACE_BOXES)
		return 0;
	/* Two boxes that do not join take two pixels together. */
	if (pixels > REPORT_TRACK_BOXES / 2)
		pixels = REPORT_TRACK_BOXES / 2;
	return (work->trace->last_ns - work->trace->first_ns) / (int64_t)(pixels ? pixels : 1) + 1;
}

static int compare_tracks(const void *a, const void *b)
{
	const struct report_track *left = a, *right = b;

#define COMPARE(member)                    \
	if (left->member != right->member) \
	return left->member < right->member ? -1 : 1
	COMPARE(device);
	COMPARE(context);
	COMPARE(stream);
	COMPARE(queue);
#undef COMPARE
	return 0;
}

void report_add_timeline(struct report *report, struct report_process *process,
                         const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	struct report_timeline *t = &process->timeline;
	struct work work = { .graph = graph, .trace = trace, .timeline = t };
	uint32_t count = (uint32_t)trace->operations.count;

	work.slots_count = SLOTS;
	work.slots = malloc(work.slots_count * sizeof *work.slots);
	work.function_names = malloc((trace->functions_count + 1) * sizeof *work.function_names);
	t->tracks = report_array(report, REPORT_TRACKS_MAX, sizeof *t->tracks);
	t->names = report_array(report, trace->functions_count + COPY_KINDS + 1, sizeof *t->names);
	if (!work.slots || !work.function_names) {
		report_keep(report, NULL);
		goto out;
	}
	if (report_has_failed(report))
		goto out;
	for (size_t i = 0; i < work.slots_count; i++)
		work.slots[i] = NONE;
	for (size_t i = 0; i < trace->functions_count; i++)
		work.function_names[i] = NONE;
	for (size_t i = 0; i <= COPY_KINDS; i++)
		work.other_names[i] = NONE;

	for (uint32_t i = 0; i < count; i++) {
		struct report_track *track = track_of(report, &work, i);

		if (track)
			track->operations++;
		else
			t->operations_left_out++;
	}
	t->resolution_ns = choose_resolution(&work);
	for (size_t i = 0; i < t->tracks_count; i++)
		t->tracks[i].operations = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct report_track *track = track_of(report, &work, i);

		if (track)
			add_box(report, &work, track, i);
	}
	qsort(t->tracks, t->tracks_count, sizeof *t->tracks, compare_tracks);
out:
	free(work.slots);
	free(work.function_names);
}
