/* SPDX-License-Identifier: MIT */
/*
 * A timeline as columns: the size of a head in JSON, as a number, the head, which names the tables
 * and their columns, and then one column after the other. A column's code says how its numbers are
 * written: "number", or "delta", the difference to the row before; its type, which array they fill.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/text.h"
#include "print/out_html_parts.h"

struct column {
	const char *name, *code, *type;
	int64_t (*value)(const struct report_track *track, size_t track_index, size_t box);
};

#define COLUMN(name, expression)                                                      \
	static int64_t name(const struct report_track *track, size_t index, size_t i) \
	{                                                                             \
		const struct report_box *box = &track->boxes[i];                      \
		(void)box;                                                            \
		(void)index;                                                          \
		return (expression);                                                  \
	}
COLUMN(box_track, (int64_t)index)
COLUMN(box_start, box->start_ns)
COLUMN(box_duration, box->end_ns - box->start_ns)
COLUMN(box_wait, box->wait_ns)
COLUMN(box_name, box->name)
COLUMN(box_count, box->count)
COLUMN(box_cause, box->cause)
COLUMN(box_category, box->type)
#undef COLUMN

static const struct column columns[] = {
	{ "track", "delta", "u16", box_track },
	{ "start_ns", "delta", "f64", box_start },
	{ "duration_ns", "number", "f64", box_duration },
	{ "wait_ns", "number", "f64", box_wait },
	{ "name", "number", "u32", box_name },
	{ "count", "number", "u32", box_count },
	{ "cause", "number", "u8", box_cause },
	{ "category", "number", "u8", box_category },
};

static void print_head(const struct report_timeline *t, FILE *stream)
{
	size_t rows = 0;

	for (size_t i = 0; i < t->tracks_count; i++)
		rows += t->tracks[i].boxes_count;
	fprintf(stream, "{\"tables\":[{\"name\":\"operations\",\"rows\":%zu,\"columns\":[", rows);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		fprintf(stream, "%s{\"name\":\"%s\",\"code\":\"%s\",\"type\":\"%s\"}", i ? "," : "",
		        columns[i].name, columns[i].code, columns[i].type);
	fprintf(stream, "]}],\"resolution_ns\":%lld,\"tracks\":[", (long long)t->resolution_ns);
	for (size_t i = 0; i < t->tracks_count; i++) {
		const struct report_track *track = &t->tracks[i];

		fprintf(stream,
		        "%s{\"device\":%lld,\"context\":%lld,\"stream\":%lld,\"queue\":%d,"
		        "\"operations\":%lld}",
		        i ? "," : "", (long long)track->device, (long long)track->context,
		        (long long)track->stream, track->queue, (long long)track->operations);
	}
	fputs("],\"names\":[", stream);
	for (size_t i = 0; i < t->names_count; i++) {
		fputs(i ? "," : "", stream);
		text_print_json(stream, t->names[i]);
	}
	fputs("]}", stream);
}

static void write_column(struct html_data *data, const struct report_timeline *t,
                         const struct column *column)
{
	int64_t before = 0;

	for (size_t i = 0; i < t->tracks_count; i++)
		for (size_t k = 0; k < t->tracks[i].boxes_count; k++) {
			int64_t value = column->value(&t->tracks[i], i, k);

			if (*column->code == 'd')
				html_data_signed(data, value - before);
			else
				html_data_number(data, (uint64_t)value);
			before = value;
		}
}

int html_print_timeline(const struct report_process *process, FILE *stream)
{
	const struct report_timeline *t = &process->timeline;
	struct html_data *data;
	char *head = NULL;
	size_t size;
	FILE *memory = open_memstream(&head, &size);

	if (!memory)
		return -ENOMEM;
	print_head(t, memory);
	data = fclose(memory) ? NULL : html_data_open(stream);
	if (!data) {
		free(head);
		return -ENOMEM;
	}
	html_data_number(data, size);
	html_data_bytes(data, head, size);
	free(head);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		write_column(data, t, &columns[i]);
	return html_data_close(data);
}
