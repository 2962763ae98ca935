/* SPDX-License-Identifier: MIT */
/* Writes the index: tiles as they are made, then what is known only once all are. */
#include "print/timeline_index.h"

#include <config.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "print/columns.h"
#include "print/out_html_parts.h"
#include "rules/shared/rule.h"

#define VALUE(name, expression) COLUMN_VALUE(struct fine_tile, name, expression)

/* How far ahead of the box what it refers to begins. */
#define REFERENCE_VALUES(kind, references)                                                     \
	VALUE(kind##_before, t->references[i].lane == NONE                                     \
	                             ? 0                                                       \
	                             : t->boxes[i].times.start_ns - t->references[i].start_ns) \
	VALUE(kind##_lane, t->references[i].lane)                                              \
	VALUE(kind##_name, t->references[i].name)

VALUE(rows, t->count)
VALUE(places_rows, t->places_count)
VALUE(start, t->boxes[i].times.start_ns - t->from_ns)
VALUE(duration, t->boxes[i].times.end_ns - t->boxes[i].times.start_ns)
VALUE(idle, t->boxes[i].operation.idle_ns)
VALUE(longest, t->boxes[i].operation.count > 1 ? t->boxes[i].operation.longest_ns : 0)
VALUE(wait, t->boxes[i].operation.wait_ns)
VALUE(size, t->boxes[i].operation.size_bytes)
VALUE(track, t->boxes[i].operation.track)
VALUE(name, t->boxes[i].operation.name)
VALUE(count, t->boxes[i].operation.count)
VALUE(shape, t->boxes[i].operation.shape)
VALUE(memory, t->boxes[i].operation.memory)
VALUE(cause, t->boxes[i].operation.cause)
VALUE(type, t->boxes[i].operation.type)
REFERENCE_VALUES(blocker, blockers)
REFERENCE_VALUES(call, calls)
REFERENCE_VALUES(waited, waited)
VALUE(span_idle, t->boxes[i].span.idle_ns)
VALUE(span_longest, t->boxes[i].span.count > 1 ? t->boxes[i].span.longest_ns : 0)
VALUE(span_name, t->boxes[i].span.name)
VALUE(span_count, t->boxes[i].span.count)
VALUE(span_thread, t->boxes[i].span.thread)
VALUE(span_depth, t->boxes[i].span.depth)
VALUE(span_failed, t->boxes[i].span.failed)
VALUE(step_count, t->boxes[i].step.count)
VALUE(step_share, t->boxes[i].step.share)
VALUE(place_finding, t->places[i].finding)
VALUE(place_operation, t->places[i].operation)

#define TIMES                                            \
	{ "start_ns", "f64", "delta", start },           \
	{                                                \
		"duration_ns", "f64", "number", duration \
	}
#define REFERENCE_COLUMNS(kind)                                     \
	{ #kind "_before_ns", "f64", "delta", kind##_before },      \
	        { #kind "_lane", "u32", "reference", kind##_lane }, \
	{                                                           \
#kind "_name", "u32", "reference", kind##_name      \
	}
#define SPAN                                                                                      \
	TIMES, { "idle_ns", "f64", "number", span_idle },                                         \
	        { "longest_ns", "f64", "number", span_longest },                                  \
	        { "name", "u32", "number", span_name }, { "count", "u32", "number", span_count }, \
	        { "thread", "u32", "number", span_thread },                                       \
	{                                                                                         \
		"depth", "u8", "number", span_depth                                               \
	}

/* clang-format off: a column a line */
static const struct data_column operation_columns[] = {
	TIMES,
	{ "idle_ns", "f64", "number", idle },
	{ "longest_ns", "f64", "number", longest },
	{ "wait_ns", "f64", "number", wait },
	{ "size_bytes", "f64", "number", size },
	{ "track", "u32", "number", track },
	{ "name", "u32", "number", name },
	{ "count", "u32", "number", count },
	{ "shape", "u32", "reference", shape },
	{ "memory", "u32", "reference", memory },
	{ "cause", "u8", "number", cause },
	{ "category", "u8", "number", type },
	REFERENCE_COLUMNS(blocker),
	REFERENCE_COLUMNS(call),
	{ NULL },
};
static const struct data_column place_columns[] = {
	{ "finding", "u32", "number", place_finding },
	{ "operation", "u32", "reference", place_operation },
	{ NULL },
};
static const struct data_column call_columns[] = {
	SPAN,
	{ "failed", "u32", "number", span_failed },
	REFERENCE_COLUMNS(waited),
	{ NULL },
};
static const struct data_column span_columns[] = { SPAN, { NULL } };
static const struct data_column step_columns[] = {
	TIMES,
	{ "count", "u32", "number", step_count },
	{ "share", "u8", "number", step_share },
	{ NULL },
};
/* clang-format on */

enum { TILE_TABLES_MAX = 3 };

/* The tables of a tile, by its rows. */
static const struct column_table tables[FINE_ROWS][TILE_TABLES_MAX] = {
	[FINE_OPERATIONS] = { { "operations", rows, operation_columns },
	                      { "places", places_rows, place_columns } },
	[FINE_CALLS] = { { "calls", rows, call_columns } },
	[FINE_RANGES] = { { "ranges", rows, span_columns } },
	[FINE_SAMPLES] = { { "samples", rows, span_columns } },
	[FINE_OVERHEADS] = { { "overheads", rows, span_columns } },
	[FINE_MIGRATIONS] = { { "migrations", rows, span_columns } },
	[FINE_STEPS] = { { "steps", rows, step_columns } },
};

struct index_writer {
	FILE *stream;
	struct html_data *data;
	uint64_t offset;
	struct timeline_index_entry *entries;
	size_t entries_count;
};

static int take_tile(void *data, const struct fine_tile *tile)
{
	struct index_writer *writer = data;
	struct timeline_index_entry *entry = ARRAY_ADD(&writer->entries, &writer->entries_count);
	uint64_t size = 0;
	int err = 0;

	if (!entry)
		return -ENOMEM;
	if (tile->count) {
		for (const struct column_table *table = tables[tile->rows]; table->name; table++)
			html_data_number(writer->data, (uint64_t)table->rows(tile, 0));
		columns_write(writer->data, tables[tile->rows], tile);
		err = html_data_next(writer->data, &size);
	}
	if (!err && size > UINT32_MAX)
		err = -EFBIG;
	*entry = (struct timeline_index_entry){
		.key = timeline_index_key(tile->rows, tile->level, (uint64_t)tile->index),
		.offset_bytes = writer->offset,
		.size_bytes = (uint32_t)size,
		.count = (uint32_t)tile->count,
		.is_complete = tile->is_complete,
	};
	writer->offset += size;
	return err;
}

static void print_findings_of(const struct fine_timeline *t, FILE *head)
{
	fputs(",\"findings\":[", head);
	for (size_t i = 0; i < t->findings_count; i++) {
		fprintf(head, "%s{\"rule\":\"%s\",\"subject\":", i ? "," : "",
		        t->findings[i].rule->id);
		text_print_json(head, t->findings[i].subject);
		fprintf(head, ",\"places\":%lld}", (long long)t->findings[i].places);
	}
	fputs("]", head);
}

/* What tells how tiles divide the run, and what stands in one. */
static void print_more(FILE *head, void *data)
{
	const struct report_process *process = data;

	print_findings_of(process->fine, head);
	fprintf(head, ",\"tiles\":{\"cells\":%d,\"ratio\":%d,\"root_ns\":%lld,\"rows\":{",
	        FINE_TILE_CELLS, FINE_TILE_RATIO,
	        (long long)fine_root_ns(process->first_ns, process->last_ns));
	for (int kind = 0; kind < FINE_ROWS; kind++) {
		fprintf(head, "%s\"%s\":", kind ? "," : "", fine_rows_names[kind]);
		columns_print_tables(tables[kind], NULL, head);
	}
	fputs("}}", head);
}

static int compare_entries(const void *a, const void *b)
{
	const struct timeline_index_entry *left = a, *right = b;

	return (left->key > right->key) - (left->key < right->key);
}

/* Behind the tiles: the head, the list of tiles, the footer. */
static int write_end(struct index_writer *writer, const struct report_process *process)
{
	struct timeline_index_footer footer = { .magic = TIMELINE_INDEX_MAGIC,
		                                .version = PACKAGE_VERSION,
		                                .first_ns = process->first_ns,
		                                .last_ns = process->last_ns,
		                                .root_ns = fine_root_ns(process->first_ns,
		                                                        process->last_ns),
		                                .head_offset = writer->offset,
		                                .entries_count = writer->entries_count };
	char *head = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&head, &size);
	struct report_process shown = *process;
	int err = memory ? 0 : -ENOMEM;

	if (!err)
		err = html_print_timeline(process, memory, HTML_BYTES, print_more, &shown);
	if (memory && fclose(memory))
		err = -ENOMEM;
	if (!err) {
		footer.head_bytes = size;
		footer.entries_offset = footer.head_offset + size;
		qsort(writer->entries, writer->entries_count, sizeof *writer->entries,
		      compare_entries);
		fwrite(head, 1, size, writer->stream);
		fwrite(writer->entries, sizeof *writer->entries, writer->entries_count,
		       writer->stream);
		fwrite(&footer, sizeof footer, 1, writer->stream);
	}
	free(head);
	return err;
}

int timeline_index_write(struct report *report, const struct trace *trace, FILE *stream)
{
	struct index_writer writer = { .stream = stream,
		                       .data = html_data_open(stream, HTML_BYTES) };
	const struct fine_sink sink = { take_tile, &writer };
	const struct report_options wanted = { .is_without_timeline = true,
		                               .has_fine_timeline = true,
		                               .tiles = &sink };
	int err = writer.data ? report_add(report, trace, &wanted) : -ENOMEM;

	if (!err)
		err = report_finish(report);
	if (!err)
		err = write_end(&writer, &report->processes[0]);
	if (writer.data) /* which has written all that was given to it */
		html_data_free(writer.data);
	free(writer.entries);
	return err;
}
