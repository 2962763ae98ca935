/* SPDX-License-Identifier: MIT */
/* A fine timeline as columns: its head, with the names and tracks, and its tables. */
#include <errno.h>
#include <stdlib.h>

#include "base/text.h"
#include "print/columns.h"
#include "print/out_html_parts.h"
#include "report/fine_timeline.h"

#define VALUE(name, expression) COLUMN_VALUE(struct fine_timeline, name, expression)

VALUE(operation_start, t->operations[i].start_ns)
VALUE(operation_duration, t->operations[i].end_ns - t->operations[i].start_ns)
VALUE(operation_idle, t->operations[i].idle_ns)
VALUE(operation_longest, t->operations[i].count > 1 ? t->operations[i].longest_ns : 0)
VALUE(operation_wait, t->operations[i].wait_ns)
VALUE(operation_size, t->operations[i].size_bytes)
VALUE(operation_track, t->operations[i].track)
VALUE(operation_name, t->operations[i].name)
VALUE(operation_count, t->operations[i].count)
VALUE(operation_blocker, t->operations[i].blocker)
VALUE(operation_call, t->operations[i].call)
VALUE(operation_launch, t->operations[i].shape)
VALUE(operation_memory, t->operations[i].memory)
VALUE(operation_cause, t->operations[i].cause)
VALUE(operation_type, t->operations[i].type)

static const struct data_column operation_columns[] = {
	{ "start_ns", "f64", "delta", operation_start },
	{ "duration_ns", "f64", "number", operation_duration },
	{ "idle_ns", "f64", "number", operation_idle },
	{ "longest_ns", "f64", "number", operation_longest },
	{ "wait_ns", "f64", "number", operation_wait },
	{ "size_bytes", "f64", "number", operation_size },
	{ "track", "u32", "number", operation_track },
	{ "name", "u32", "number", operation_name },
	{ "count", "u32", "number", operation_count },
	{ "blocker", "u32", "back", operation_blocker },
	{ "call", "u32", "reference", operation_call },
	{ "shape", "u32", "reference", operation_launch },
	{ "memory", "u32", "reference", operation_memory },
	{ "cause", "u8", "number", operation_cause },
	{ "category", "u8", "number", operation_type },
	{ NULL },
};

#define SPAN_VALUES(kind)                                                                   \
	VALUE(kind##_start, t->kind.items[i].start_ns)                                      \
	VALUE(kind##_duration, t->kind.items[i].end_ns - t->kind.items[i].start_ns)         \
	VALUE(kind##_idle, t->kind.items[i].idle_ns)                                        \
	VALUE(kind##_longest, t->kind.items[i].count > 1 ? t->kind.items[i].longest_ns : 0) \
	VALUE(kind##_name, t->kind.items[i].name)                                           \
	VALUE(kind##_count, t->kind.items[i].count)                                         \
	VALUE(kind##_thread, t->kind.items[i].thread)                                       \
	VALUE(kind##_depth, t->kind.items[i].depth)

SPAN_VALUES(calls)
SPAN_VALUES(ranges)
SPAN_VALUES(samples)
SPAN_VALUES(overheads)
SPAN_VALUES(migrations)
VALUE(call_failed, t->calls.items[i].failed)
VALUE(call_waited, t->calls.items[i].waited)

#define SPAN_COLUMNS(kind)                                           \
	{ "start_ns", "f64", "delta", kind##_start },                \
	        { "duration_ns", "f64", "number", kind##_duration }, \
	        { "idle_ns", "f64", "number", kind##_idle },         \
	        { "longest_ns", "f64", "number", kind##_longest },   \
	        { "name", "u32", "number", kind##_name },            \
	        { "count", "u32", "number", kind##_count },          \
	        { "thread", "u32", "number", kind##_thread },        \
	{                                                            \
		"depth", "u8", "number", kind##_depth                \
	}

static const struct data_column call_columns[] = {
	SPAN_COLUMNS(calls),
	{ "failed", "u32", "number", call_failed },
	{ "waited", "u32", "reference", call_waited },
	{ NULL },
};
static const struct data_column range_columns[] = { SPAN_COLUMNS(ranges), { NULL } };
static const struct data_column sample_columns[] = { SPAN_COLUMNS(samples), { NULL } };
static const struct data_column overhead_columns[] = { SPAN_COLUMNS(overheads), { NULL } };
static const struct data_column migration_columns[] = { SPAN_COLUMNS(migrations), { NULL } };

VALUE(shape_name, t->shapes[i].name)
VALUE(shape_limiter, t->shapes[i].limiter)
VALUE(shape_kernel, t->shapes[i].kernel)
VALUE(shape_grid_x, t->shapes[i].grid[0])
VALUE(shape_grid_y, t->shapes[i].grid[1])
VALUE(shape_grid_z, t->shapes[i].grid[2])
VALUE(shape_block_x, t->shapes[i].block[0])
VALUE(shape_block_y, t->shapes[i].block[1])
VALUE(shape_block_z, t->shapes[i].block[2])
VALUE(shape_cluster_x, t->shapes[i].cluster[0])
VALUE(shape_cluster_y, t->shapes[i].cluster[1])
VALUE(shape_cluster_z, t->shapes[i].cluster[2])
VALUE(shape_registers, t->shapes[i].registers)
VALUE(shape_static, t->shapes[i].static_shared_bytes)
VALUE(shape_dynamic, t->shapes[i].dynamic_shared_bytes)
VALUE(shape_occupancy, t->shapes[i].occupancy_tenths)

static const struct data_column shape_columns[] = {
	{ "name", "u32", "number", shape_name },
	{ "limiter", "u32", "reference", shape_limiter },
	{ "kernel", "u32", "reference", shape_kernel },
	{ "grid_x", "f64", "delta", shape_grid_x },
	{ "grid_y", "f64", "delta", shape_grid_y },
	{ "grid_z", "f64", "delta", shape_grid_z },
	{ "block_x", "f64", "delta", shape_block_x },
	{ "block_y", "f64", "delta", shape_block_y },
	{ "block_z", "f64", "delta", shape_block_z },
	{ "cluster_x", "f64", "delta", shape_cluster_x },
	{ "cluster_y", "f64", "delta", shape_cluster_y },
	{ "cluster_z", "f64", "delta", shape_cluster_z },
	{ "registers", "f64", "delta", shape_registers },
	{ "static_shared_bytes", "f64", "delta", shape_static },
	{ "dynamic_shared_bytes", "f64", "delta", shape_dynamic },
	{ "occupancy_tenths", "i32", "delta", shape_occupancy },
	{ NULL },
};

VALUE(step_duration, t->path.steps[i].duration_ns)
VALUE(step_share, t->path.steps[i].share)

static const struct data_column step_columns[] = {
	{ "duration_ns", "f64", "number", step_duration },
	{ "share", "u8", "number", step_share },
	{ NULL },
};

VALUE(warps_value, t->warps[i / FINE_WARP_BINS].values[i % FINE_WARP_BINS])

static const struct data_column warps_columns[] = {
	{ "value", "f64", "delta", warps_value },
	{ NULL },
};

VALUE(place_finding, t->findings[t->places[i].finding].number)
VALUE(place_operation, t->places[i].operation)

static const struct data_column place_columns[] = {
	{ "finding", "u32", "number", place_finding },
	{ "operation", "u32", "reference", place_operation },
	{ NULL },
};

VALUE(operations_rows, t->operations_count + i)
VALUE(calls_rows, t->calls.count + i)
VALUE(ranges_rows, t->ranges.count + i)
VALUE(samples_rows, t->samples.count + i)
VALUE(overheads_rows, t->overheads.count + i)
VALUE(migrations_rows, t->migrations.count + i)
VALUE(shapes_rows, t->shapes_count + i)
VALUE(steps_rows, t->path.count + i)
VALUE(places_rows, t->places_count + i)
VALUE(warps_rows, t->warps_count *FINE_WARP_BINS + i)

static const struct column_table tables[] = {
	{ "operations", operations_rows, operation_columns },
	{ "calls", calls_rows, call_columns },
	{ "ranges", ranges_rows, range_columns },
	{ "samples", samples_rows, sample_columns },
	{ "overheads", overheads_rows, overhead_columns },
	{ "migrations", migrations_rows, migration_columns },
	{ "shapes", shapes_rows, shape_columns },
	{ "steps", steps_rows, step_columns },
	{ "warps", warps_rows, warps_columns },
	{ "places", places_rows, place_columns },
	{ NULL },
};

/* Without what tiles have. */
static const struct column_table tiled_tables[] = {
	{ "shapes", shapes_rows, shape_columns },
	{ "warps", warps_rows, warps_columns },
	{ NULL },
};

/* ---- the head ---- */

static void print_tracks(const struct fine_timeline *t, FILE *stream)
{
	static const char *const types[] = { "unknown", "blocking", "non-blocking", "null" };

	fputs(",\"tracks\":[", stream);
	for (size_t i = 0; i < t->tracks_count; i++) {
		const struct fine_track *track = &t->tracks[i];

		fprintf(stream,
		        "%s{\"device\":%lld,\"context\":%lld,\"stream\":%lld,\"stream_type\":\"%"
		        "s\","
		        "\"queue\":%d,\"priority\":%d,\"operations\":%lld}",
		        i ? "," : "", (long long)track->device, (long long)track->context,
		        (long long)track->stream, types[track->stream_type], track->queue,
		        track->priority, (long long)track->operations);
	}
	fputs("],\"threads\":[", stream);
	for (size_t i = 0; i < t->threads_count; i++) {
		fprintf(stream, "%s{\"id\":%lld,\"name\":", i ? "," : "",
		        (long long)t->threads[i].id);
		text_print_json(stream, t->threads[i].name);
		fputs("}", stream);
	}
	fputs("],\"gpu_warps\":[", stream);
	for (size_t i = 0; i < t->warps_count; i++)
		fprintf(stream,
		        "%s{\"device\":%lld,\"limit\":%lld,\"start_ns\":%lld,\"interval_ns\":%lld,"
		        "\"values\":%d,\"scale\":%d}",
		        i ? "," : "", (long long)t->warps[i].device, (long long)t->warps[i].limit,
		        (long long)t->warps[i].start_ns, (long long)t->warps[i].interval_ns,
		        FINE_WARP_BINS, FINE_WARP_SCALE);
	fputs("]", stream);
}

static void print_names(const struct fine_timeline *t, FILE *stream)
{
	fputs(",\"names\":[", stream);
	for (size_t i = 0; i < t->names_count; i++) {
		fputs(i ? "," : "", stream);
		text_print_json(stream, t->names[i]);
	}
	fputs("]", stream);
}

static void print_head(const struct report_process *process, FILE *stream)
{
	const struct fine_timeline *t = process->fine;

	fprintf(stream,
	        ",\"first_ns\":%lld,\"last_ns\":%lld,"
	        "\"recorded\":{\"operations\":%lld,\"calls\":%lld,\"ranges\":%lld},"
	        "\"resolution_ns\":{\"operations\":%lld,\"calls\":%lld,\"ranges\":%lld,\"steps\":%"
	        "lld}",
	        (long long)process->first_ns, (long long)process->last_ns,
	        (long long)t->operations_recorded, (long long)t->calls_recorded,
	        (long long)t->ranges_recorded, (long long)t->operations_resolution_ns,
	        (long long)t->calls.resolution_ns, (long long)t->ranges.resolution_ns,
	        (long long)t->path_resolution_ns);
	print_tracks(t, stream);
	print_names(t, stream);
}

int html_print_timeline(const struct report_process *process, FILE *stream, enum html_coding coding,
                        void (*print_more)(FILE *head, void *data), void *more)
{
	const struct fine_timeline *t = process->fine;
	const struct column_table *all = print_more ? tiled_tables : tables;
	struct html_data *data;
	char *head = NULL;
	size_t size;
	FILE *memory = open_memstream(&head, &size);

	if (!memory)
		return -ENOMEM;
	fputs("{\"tables\":", memory);
	columns_print_tables(all, t, memory);
	print_head(process, memory);
	if (print_more)
		print_more(memory, more);
	fputs("}", memory);
	data = fclose(memory) ? NULL : html_data_open(stream, coding);
	if (!data) {
		free(head);
		return -ENOMEM;
	}
	html_data_number(data, size);
	html_data_bytes(data, head, size);
	free(head);
	columns_write(data, all, t);
	return html_data_close(data);
}
