/* SPDX-License-Identifier: MIT */
/* The GPUs' part of a fine timeline: streams, queues, and every operation with what held it
 * back. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
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

	if (ARRAY_ROOM(&t->tracks, t->tracks_count) || ARRAY_ROOM(&tracks->next, t->tracks_count) ||
	    !tracks->next)
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

	while (tracks->next && track != NONE && work->timeline->tracks[track].queue != queue)
		track = tracks->next[track];
	return track == NONE ? add_track(work, tracks, o->stream[i], queue) : track;
}

/* ---- boxes ---- */

/* The numbers of their names: of copies by kind, of fills, of kinds of memory by source and target.
 */
enum { NAME_COPY, NAME_FILL = NAME_COPY + COPY_KINDS, NAME_MEMORY, NAMES = NAME_MEMORY + 256 };

/* "pageable to device", "device" */
static uint32_t memory_of(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	const struct trace *trace = work->trace;
	const struct trace_transfer *t = operation_transfer(trace, (uint32_t)i);
	bool is_copy = trace->operations.type[i] == OPERATION_COPY;
	uint32_t *name = &kind->names[NAME_MEMORY + ((t->source_kind << 4 | t->target_kind) & 255)];

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

static uint32_t operation_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	const struct trace *trace = work->trace;
	uint32_t *name = &kind->names[NAME_FILL];

	if (trace->operations.type[i] == OPERATION_KERNEL)
		return work->timeline->shapes[trace->operations.detail[i]].name;
	if (trace->operations.type[i] == OPERATION_COPY)
		name = &kind->names[NAME_COPY +
		                    (int)operation_transfer(trace, (uint32_t)i)->copy_kind];
	if (*name == NONE)
		*name = fine_name(work, report_operation_name(work->report, trace, (uint32_t)i));
	return *name;
}

static void take_operation(struct fine_work *work, const struct fine_kind *kind, void *into,
                           size_t at)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	const struct graph *graph = work->graph;
	struct fine_operation *box = into;
	const uint32_t i = (uint32_t)at;
	bool is_kernel = o->type[i] == OPERATION_KERNEL;
	int64_t wait_ns = graph_wait_ns(graph, i);

	if (!box->count) {
		box->start_ns = o->start_ns[i];
		box->end_ns = o->end_ns[i];
		box->track = kind->lane[i];
		box->longest_ns = box->wait_ns = -1;
		box->blocker = box->call = NONE;
	}
	box->idle_ns += gap_ns(box->end_ns, o->start_ns[i]);
	box->end_ns = o->end_ns[i] > box->end_ns ? o->end_ns[i] : box->end_ns;
	box->count++;
	if (!is_kernel)
		box->size_bytes =
		        sum_saturated(box->size_bytes, operation_transfer(trace, i)->size_bytes);
	if (wait_ns > box->wait_ns) {
		box->wait_ns = wait_ns;
		box->cause = graph->cause[i];
		box->blocker = graph->blocker[i];
	}
	if (operation_length_ns(trace, i) <= box->longest_ns)
		return;
	box->longest_ns = operation_length_ns(trace, i);
	box->name = operation_name(work, kind, i);
	box->type = o->type[i];
	box->call = o->call[i];
	box->shape = is_kernel ? o->detail[i] : NONE;
	box->memory = is_kernel ? NONE : memory_of(work, kind, i);
}

void fine_open_operations(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;
	const struct trace_operations *o = &trace->operations;
	struct fine_timeline *t = work->timeline;
	struct tracks tracks = { .first = fine_numbers(work->report, trace->streams_count) };

	*kind = (struct fine_kind){ .lane = fine_numbers(work->report, o->count),
		                    .names = fine_numbers(work->report, NAMES),
		                    .limit = FINE_BOXES_MAX,
		                    .name = operation_name,
		                    .take = take_operation };
	t->operations_recorded = (int64_t)o->count;
	if (!tracks.first || !kind->lane || !kind->names)
		goto out;
	for (size_t i = 0; i < o->count; i++) {
		kind->lane[i] = track_of(work, &tracks, i);
		if (kind->lane[i] == NONE) {
			report_keep(work->report, NULL);
			goto out;
		}
		t->tracks[kind->lane[i]].operations++;
	}
	kind->in = (struct fine_input){ .count = o->count,
		                        .start_ns = o->start_ns,
		                        .end_ns = o->end_ns,
		                        .stride_bytes = sizeof(int64_t),
		                        .lane = kind->lane,
		                        .lanes = t->tracks_count,
		                        .wall_ns = trace->last_ns - trace->first_ns };
out:
	free(tracks.first);
	free(tracks.next);
}

void fine_kind_release(struct fine_kind *kind)
{
	free(kind->lane);
	free(kind->names);
	free(kind->samples);
}

/* Boxes refer to boxes, no longer to the operations and calls of the trace. */
static void refer_to_boxes(struct fine_work *work)
{
	struct fine_timeline *t = work->timeline;

	for (uint32_t i = 0; i < t->operations_count; i++) {
		struct fine_operation *box = &t->operations[i];

		if (box->blocker != NONE)
			box->blocker = work->operation_box[box->blocker];
		if (box->blocker == i)
			box->blocker = NONE;
		if (box->call != NONE)
			box->call = work->call_box[box->call];
	}
}

void fine_add_operations(struct fine_work *work)
{
	struct fine_timeline *t = work->timeline;
	struct fine_kind kind;

	fine_open_operations(work, &kind);
	if (fine_boxes(&kind.in, kind.limit, work->operation_box, &t->operations_count,
	               &t->operations_resolution_ns) == 0)
		t->operations = calloc(t->operations_count + 1, sizeof *t->operations);
	for (size_t i = 0; t->operations && i < kind.in.count; i++)
		kind.take(work, &kind, &t->operations[work->operation_box[i]], i);
	fine_kind_release(&kind);
	if (t->operations) {
		refer_to_boxes(work);
	} else {
		t->operations_count = 0;
		report_keep(work->report, NULL);
	}
}

/* Calls that waited for an operation's end: of several in a box, the last. */
void fine_add_waited(struct fine_work *work)
{
	struct fine_spans *calls = &work->timeline->calls;

	for (size_t i = 0; i < calls->count; i++)
		if (calls->items[i].waited != NONE)
			calls->items[i].waited = work->operation_box[calls->items[i].waited];
}
