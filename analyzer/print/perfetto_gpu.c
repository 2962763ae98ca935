/* SPDX-License-Identifier: MIT */
/* Traces for Perfetto: what the GPUs did. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/recorded_launch.h"
#include "print/perfetto_parts.h"
#include "report/report.h"

/* Arguments of a kernel that follow from its launch shape and device, as they are written. */
struct shape_members {
	char *text; /* NULL: not yet */
	uint32_t device;
};

struct work {
	struct perfetto *p;
	struct perfetto_rows *rows;    /* by stream */
	struct shape_members *members; /* by launch shape */
	bool *has_arrow;               /* by call: the first node of a graph has one */
};

/* ---- what is known of an operation ---- */

/* CUPTI's short names of directions and memories, which other tools show as well. */
static const char *const directions[COPY_KINDS] = {
	[COPY_UNKNOWN] = "Unknown", [COPY_HTOD] = "HtoD", [COPY_DTOH] = "DtoH",
	[COPY_HTOA] = "HtoA",       [COPY_ATOH] = "AtoH", [COPY_ATOA] = "AtoA",
	[COPY_ATOD] = "AtoD",       [COPY_DTOA] = "DtoA", [COPY_DTOD] = "DtoD",
	[COPY_HTOH] = "HtoH",       [COPY_PTOP] = "PtoP",
};

static const char *const memories[MEMORY_KINDS] = {
	[MEMORY_UNKNOWN] = "Unknown",
	[MEMORY_PAGEABLE] = "Pageable",
	[MEMORY_PINNED] = "Pinned",
	[MEMORY_DEVICE] = "Device",
	[MEMORY_ARRAY] = "Array",
	[MEMORY_MANAGED] = "Managed",
	[MEMORY_DEVICE_STATIC] = "Device Static",
	[MEMORY_MANAGED_STATIC] = "Managed Static",
};

static const char *direction_of(const struct trace_transfer *t)
{
	return directions[t->copy_kind < COPY_KINDS ? t->copy_kind : COPY_UNKNOWN];
}

static const char *memory_of(uint8_t kind)
{
	return memories[kind < MEMORY_KINDS ? kind : MEMORY_UNKNOWN];
}

static void transfer_name(char text[80], const struct trace *trace, size_t i)
{
	const struct trace_transfer *t = operation_transfer(trace, i);

	if (trace->operations.type[i] == OPERATION_COPY)
		snprintf(text, 80, "\"Memcpy %s (%s -> %s)\"", direction_of(t),
		         memory_of(t->source_kind), memory_of(t->target_kind));
	else
		snprintf(text, 80, "\"Memset (%s)\"", memory_of(t->target_kind));
}

/* As many blocks as fit on an SM, or as the grid has for it. */
static void print_occupancy(FILE *stream, const struct trace_launch_shape *shape,
                            const struct trace_device *device)
{
	struct occupancy_device limits;
	struct occupancy_launch launch;
	struct occupancy occupancy;
	double blocks, warps;

	if (device->multiprocessors <= 0 || !recorded_device(device, &limits) ||
	    !recorded_launch(shape, &launch) || occupancy_compute(&limits, &launch, &occupancy))
		return;
	blocks = (double)recorded_volume(shape->grid) / device->multiprocessors;
	warps = (double)occupancy.active_warps / occupancy.blocks_per_sm;
	fprintf(stream, ",\"blocks per SM\":%.6g,\"warps per SM\":%.6g", blocks, blocks * warps);
	fprintf(stream, ",\"theoretical occupancy %%\":%.6g", 100 * occupancy.occupancy);
	if (blocks > occupancy.blocks_per_sm)
		blocks = occupancy.blocks_per_sm;
	fprintf(stream, ",\"est. achieved occupancy %%\":%.6g",
	        100 * blocks * warps / occupancy.max_warps);
}

static void print_extent(FILE *stream, const char *name, const int32_t size[3])
{
	fprintf(stream, "\"%s\":[%d,%d,%d]", name, size[0], size[1], size[2]);
}

static char *shape_text(const struct trace_launch_shape *shape, const struct trace_device *device)
{
	const int64_t shared_bytes = shape->static_shared_bytes + shape->dynamic_shared_bytes;
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);

	if (!stream)
		return NULL;
	print_extent(stream, "grid", shape->grid);
	fputc(',', stream);
	print_extent(stream, "block", shape->block);
	if (shape->cluster[0] > 0) {
		fputc(',', stream);
		print_extent(stream, "cluster", shape->cluster);
	}
	fprintf(stream, ",\"registers per thread\":%d,\"shared memory\":%lld",
	        shape->registers_per_thread, (long long)shared_bytes);
	if (shape->local_bytes_per_thread > 0)
		fprintf(stream, ",\"local memory per thread\":%lld",
		        (long long)shape->local_bytes_per_thread);
	print_occupancy(stream, shape, device);
	if (fclose(stream) == 0)
		return text;
	free(text);
	return NULL;
}

/* NULL without memory. */
static const char *members_of(struct work *work, size_t i)
{
	const struct trace *trace = work->p->trace;
	struct shape_members *members = &work->members[trace->operations.detail[i]];
	const uint32_t device = operation_device(trace, i);

	if (!members->text || members->device != device) {
		free(members->text);
		members->text = shape_text(operation_shape(trace, i), &trace->devices[device]);
		members->device = device;
	}
	return members->text;
}

/* ---- an operation ---- */

/* Streams of a device's first context have CUDA's numbers, which are unique within a context. */
static bool is_of_first_context(const struct trace *trace, const struct trace_stream *stream)
{
	for (uint32_t c = 0; c < stream->context; c++)
		if (trace->contexts[c].device == stream->device)
			return false;
	return stream->cuda_stream_id < PERFETTO_FIRST_NUMBER;
}

static void name_stream_row(struct perfetto *p, struct perfetto_rows *rows, uint32_t stream)
{
	static const char *const types[] = { [STREAM_UNKNOWN] = "",
		                             [STREAM_BLOCKING] = "",
		                             [STREAM_NON_BLOCKING] = ", non-blocking",
		                             [STREAM_NULL] = ", null" };
	const struct trace_stream *s = &p->trace->streams[stream];
	char priority[40] = "", text[128];

	if (s->priority)
		snprintf(priority, sizeof priority, ", priority %d", s->priority);
	snprintf(text, sizeof text, "stream %lld%s%s", (long long)s->cuda_stream_id, types[s->type],
	         priority);
	perfetto_name_row(
	        p, rows,
	        &(struct perfetto_row_name){
	                .group = p->first_device + s->device,
	                .thread = is_of_first_context(p->trace, s) ? s->cuda_stream_id : 0,
	                .text = text,
	                .order = (int)(stream % INT32_MAX),
	        });
}

static void print_place(struct perfetto *p, size_t i)
{
	const struct trace *trace = p->trace;
	const struct trace_operations *o = &trace->operations;
	const struct trace_stream *s = &trace->streams[o->stream[i]];
	const int64_t wait_ns = graph_wait_ns(p->graph, (uint32_t)i);

	event_integer(&p->events, "device", trace->devices[s->device].id);
	event_integer(&p->events, "context", trace->contexts[s->context].id);
	event_integer(&p->events, "stream", s->cuda_stream_id);
	if (o->call[i] != NONE)
		event_integer(&p->events, "correlation", (int64_t)o->call[i] + 1);
	if (o->channel[i] != UINT16_MAX)
		event_integer(&p->events, "hardware queue", o->channel[i]);
	if (o->flags[i] & OPERATION_GRAPH)
		event_integer(&p->events, "graph node", 1);
	event_plain(&p->events, "what held it back", cause_texts[p->graph->cause[i]]);
	if (wait_ns > 0)
		event_real(&p->events, "held back (us)", (double)wait_ns / 1000);
}

static void print_transfer(struct perfetto *p, size_t i)
{
	const struct trace_transfer *t = operation_transfer(p->trace, i);
	const int64_t length_ns = operation_length_ns(p->trace, i);

	event_integer(&p->events, "bytes", t->size_bytes);
	if (length_ns > 0)
		event_real(&p->events, "memory bandwidth (GB/s)",
		           (double)t->size_bytes / (double)length_ns);
}

static int print_operation(struct work *work, size_t i, struct event_track track)
{
	static const char *const categories[OPERATION_TYPES] = { [OPERATION_KERNEL] = "kernel",
		                                                 [OPERATION_COPY] = "gpu_memcpy",
		                                                 [OPERATION_FILL] = "gpu_memset" };
	struct perfetto *p = work->p;
	const struct trace_operations *o = &p->trace->operations;
	const bool is_kernel = o->type[i] == OPERATION_KERNEL;
	const char *members = is_kernel ? members_of(work, i) : "";
	char name[80];

	if (!members)
		return -ENOMEM;
	if (!is_kernel)
		transfer_name(name, p->trace, i);
	event_open(&p->events, 'X', categories[o->type[i]],
	           is_kernel ? p->functions[operation_shape(p->trace, i)->function] : name, track);
	event_time(&p->events, o->start_ns[i]);
	event_duration(&p->events, operation_length_ns(p->trace, i));
	event_arguments_open(&p->events);
	print_place(p, i);
	event_members(&p->events, members);
	if (!is_kernel)
		print_transfer(p, i);
	event_arguments_close(&p->events);
	event_close(&p->events);
	return 0;
}

/* ---- arrows ---- */

static void print_end(struct perfetto *p, char phase, struct event_track track, int64_t time_ns)
{
	event_open(&p->events, phase, "ac2g", "\"ac2g\"", track);
	event_integer(&p->events, "id", p->next_arrow);
	event_time(&p->events, time_ns);
	if (phase == 'f')
		event_members(&p->events, "\"bp\":\"e\"");
	event_close(&p->events);
}

/* From the call to the operation; of the nodes of a graph to the first. */
static void print_arrow(struct work *work, size_t i, struct event_track track)
{
	struct perfetto *p = work->p;
	const struct trace_operations *o = &p->trace->operations;
	const struct trace_calls *c = &p->trace->calls;
	const uint32_t call = o->call[i];

	if (call == NONE || c->start_ns[call] > o->start_ns[i])
		return;
	if (o->flags[i] & OPERATION_GRAPH && work->has_arrow[call])
		return;
	work->has_arrow[call] = true;
	p->next_arrow++;
	print_end(p, 's', perfetto_thread(p, c->thread[call]), c->start_ns[call]);
	print_end(p, 'f', track, o->start_ns[i]);
}

/* ---- all of them ---- */

int perfetto_print_operations(struct perfetto *p)
{
	const struct trace *trace = p->trace;
	const struct trace_operations *o = &trace->operations;
	struct work work = {
		.p = p,
		.rows = calloc(trace->streams_count + 1, sizeof *work.rows),
		.members = calloc(trace->launch_shapes_count + 1, sizeof *work.members),
		.has_arrow = calloc(trace->calls.count + 1, sizeof *work.has_arrow),
	};
	int err = work.rows && work.members && work.has_arrow ? 0 : -ENOMEM;

	for (size_t i = 0; i < o->count && !err; i++) {
		struct perfetto_rows *rows = &work.rows[o->stream[i]];
		size_t row;

		err = perfetto_place(rows, o->start_ns[i], o->end_ns[i], false, &row);
		if (!err && row == rows->named)
			name_stream_row(p, rows, o->stream[i]);
		if (!err)
			err = print_operation(&work, i, rows->tracks[row]);
		if (!err)
			print_arrow(&work, i, rows->tracks[row]);
	}
	for (size_t i = 0; work.members && i < trace->launch_shapes_count; i++)
		free(work.members[i].text);
	free(work.members);
	free(work.has_arrow);
	perfetto_rows_free(work.rows, trace->streams_count);
	return err;
}
