/* SPDX-License-Identifier: MIT */
/* The GPUs' part of a fine timeline: streams, queues, and every operation with what held it
 * back. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "report/fine_boxes.h"
#include "report/fine_parts.h"

/* ---- tracks ---- */

/* Streams have few queues each: a list of tracks for each stream. */
struct tracks {
	uint32_t *first, *next; /* by stream, by track */
};

static uint32_t add_track(struct fine_work *work, struct tracks *tracks, uint32_t stream_index,
                          int queue)
{
	const struct trace *trace = work->trace;
	const struct trace_stream *stream = &trace->streams[stream_index];
	struct fine_timeline *t = work->timeline;

	if (ARRAY_ROOM(&t->tracks, t->tracks_count) || ARRAY_ROOM(&tracks->next, t->tracks_count))
		return NONE;
	t->tracks[t->tracks_count] = (struct fine_track){
		.device = trace->devices[stream->device].id,
		.context = trace->contexts[stream->context].id,
		.stream = stream->cuda_stream_id,
		.stream_type = stream->type,
		.queue = queue,
		.priority = stream->priority,
	};
	tracks->next[t->tracks_count] = tracks->first[stream_index];
	tracks->first[stream_index] = (uint32_t)t->tracks_count;
	return (uint32_t)t->tracks_count++;
}

/* The track of operation I; NONE without memory. */
static uint32_t track_of(struct fine_work *work, struct tracks *tracks, size_t i)
{
	const struct trace_operations *o = &work->trace->operations;
	int queue = o->channel[i] == UINT16_MAX ? -1 : o->channel[i];
	uint32_t track = tracks->first[o->stream[i]];

	while (track != NONE && work->timeline->tracks[track].queue != queue)
		track = tracks->next[track];
	return track == NONE ? add_track(work, tracks, o->stream[i], queue) : track;
}

/* ---- boxes ---- */

struct names {
	uint32_t copies[COPY_KINDS], fill;
	uint32_t memories[256]; /* of a copy: by kind of source and target */
};

/* "pageable to device", "device" */
static uint32_t memory_of(struct fine_work *work, struct names *names, uint32_t i)
{
	const struct trace *trace = work->trace;
	const struct trace_transfer *t = operation_transfer(trace, i);
	bool is_copy = trace->operations.type[i] == OPERATION_COPY;
	uint32_t *name = &names->memories[(t->source_kind << 4 | t->target_kind) & 255];

	if (*name != NONE)
		return *name;
	if (is_copy)
		*name = fine_name(
		        work, report_text(work->report, "%s to %s",
		                          trace_code_name(trace, "memory_kind", t->source_kind),
		                          trace_code_name(trace, "memory_kind", t->target_kind)));
	else
		*name = fine_name(
		        work, report_text(work->report, "%s",
		                          trace_code_name(trace, "memory_kind", t->target_kind)));
	return *name;
}

static uint32_t name_of(struct fine_work *work, struct names *names, uint32_t i)
{
	const struct trace *trace = work->trace;
	uint32_t *name = &names->fill;

	if (trace->operations.type[i] == OPERATION_KERNEL)
		return work->timeline->shapes[trace->operations.detail[i]].name;
	if (trace->operations.type[i] == OPERATION_COPY)
		name = &names->copies[operation_transfer(trace, i)->copy_kind];
	if (*name == NONE)
		*name = fine_name(work, report_operation_name(work->report, trace, i));
	return *name;
}

/* Takes operation I into BOX, which begins as zeros. */
static void add_to_box(struct fine_work *work, struct names *names, struct fine_operation *box,
                       uint32_t i, uint32_t track)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	const struct graph *graph = work->graph;
	bool is_kernel = o->type[i] == OPERATION_KERNEL;
	int64_t wait_ns = graph_wait_ns(graph, i);

	if (!box->count) {
		box->start_ns = o->start_ns[i];
		box->end_ns = o->end_ns[i];
		box->track = track;
		box->longest_ns = box->wait_ns = -1;
		box->blocker = box->call = NONE;
	}
	box->end_ns = o->end_ns[i] > box->end_ns ? o->end_ns[i] : box->end_ns;
	box->count++;
	if (!is_kernel)
		box->size_bytes =
		        sum_saturated(box->size_bytes, operation_transfer(trace, i)->size_bytes);
	if (wait_ns > box->wait_ns) {
		uint32_t blocker = graph->blocker[i];

		box->wait_ns = wait_ns;
		box->cause = graph->cause[i];
		box->blocker = blocker == NONE ? NONE : work->operation_box[blocker];
		if (box->blocker == work->operation_box[i])
			box->blocker = NONE;
	}
	if (operation_length_ns(trace, i) <= box->longest_ns)
		return;
	box->longest_ns = operation_length_ns(trace, i);
	box->name = name_of(work, names, i);
	box->type = o->type[i];
	box->call = o->call[i] == NONE ? NONE : work->call_box[o->call[i]];
	box->shape = is_kernel ? o->detail[i] : NONE;
	box->memory = is_kernel ? NONE : memory_of(work, names, i);
}

void fine_add_operations(struct fine_work *work)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	struct fine_timeline *t = work->timeline;
	struct tracks tracks = { .first = fine_numbers(work->report, trace->streams_count) };
	uint32_t *lane = fine_numbers(work->report, o->count);
	struct names names;
	int err = 0;

	for (size_t i = 0; i < sizeof names / sizeof(uint32_t); i++)
		((uint32_t *)&names)[i] = NONE;
	t->operations_recorded = (int64_t)o->count;
	if (!tracks.first || !lane)
		goto out;
	for (size_t i = 0; i < o->count; i++) {
		lane[i] = track_of(work, &tracks, i);
		if (lane[i] == NONE)
			goto out;
		t->tracks[lane[i]].operations++;
	}
	err = fine_boxes(&(struct fine_input){ .count = o->count,
	                                       .start_ns = o->start_ns,
	                                       .end_ns = o->end_ns,
	                                       .stride_bytes = sizeof(int64_t),
	                                       .lane = lane,
	                                       .lanes = t->tracks_count,
	                                       .wall_ns = trace->last_ns - trace->first_ns },
	                 FINE_BOXES_MAX, work->operation_box, &t->operations_count,
	                 &t->operations_resolution_ns);
	t->operations = err ? NULL : calloc(t->operations_count + 1, sizeof *t->operations);
	for (uint32_t i = 0; t->operations && i < o->count; i++)
		add_to_box(work, &names, &t->operations[work->operation_box[i]], i, lane[i]);
out:
	if (!t->operations) {
		t->operations_count = 0;
		report_keep(work->report, NULL);
	}
	free(tracks.first);
	free(tracks.next);
	free(lane);
}

/* Calls that waited for an operation's end: of several in a box, the last. */
void fine_add_waited(struct fine_work *work)
{
	const struct graph *graph = work->graph;

	for (size_t i = 0; i < work->trace->calls.count; i++)
		if (graph->waited[i] != NONE && work->timeline->calls.count)
			work->timeline->calls.items[work->call_box[i]].waited =
			        work->operation_box[graph->waited[i]];
}
