/* SPDX-License-Identifier: MIT */
/* The CSV and JSON of warpwise source. Main thread. */
#include "cli/source_data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

enum { REASONS_MAX = 256 /* as many as a trace has */ };

/* A row is about the samples of a stall reason, or about the value of a metric. */
enum data_column {
	KERNEL,
	FILE_NAME,
	LINE,
	OFFSET,
	REASON,
	SAMPLES,
	NOT_ISSUED,
	SHARE,
	METRIC,
	VALUE,
	SASS,
};

const struct table_column source_data_columns[SOURCE_DATA_COLUMNS] = {
	[KERNEL] = { "kernel", "", TABLE_FUNCTION, 0 },
	[FILE_NAME] = { "file", "", TABLE_NAME, 0 },
	[LINE] = { "line", "", TABLE_COUNT, 0 },
	[OFFSET] = { "pc_offset_bytes", "", TABLE_COUNT, 0 },
	[REASON] = { "stall_reason", "", TABLE_NAME, 0 },
	[SAMPLES] = { "samples", "", TABLE_COUNT, 0 },
	[NOT_ISSUED] = { "not_issued_samples", "", TABLE_COUNT, 0 },
	[SHARE] = { "kernel_percent", "", TABLE_PERCENT, 0 },
	[METRIC] = { "metric", "", TABLE_NAME, 0 },
	[VALUE] = { "value", "", TABLE_REAL, 0 },
	[SASS] = { "instruction", "", TABLE_NAME, 0 },
};

/* What all rows of LINE begin with. */
static void place_cells(struct table_cell cells[SOURCE_DATA_COLUMNS],
                        const struct kernel_line *line, const char *name, bool has_offsets)
{
	memset(cells, 0, SOURCE_DATA_COLUMNS * sizeof *cells);
	for (int c = 0; c < SOURCE_DATA_COLUMNS; c++)
		cells[c].is_none = true;
	cells[KERNEL] = (struct table_cell){ .text = name };
	if (line->state == SOURCE_FOUND)
		cells[FILE_NAME] = (struct table_cell){ .text = line->file };
	if (line->state == SOURCE_FOUND && line->line)
		cells[LINE] = (struct table_cell){ .integer = line->line };
	if (has_offsets)
		cells[OFFSET] = (struct table_cell){ .integer = line->pc_offset_bytes };
	if (has_offsets && line->sass)
		cells[SASS] = (struct table_cell){ .text = line->sass };
}

static int add_reasons(struct table *table, const struct kernel_lines *lines,
                       const struct kernel_line *line, const char *name, bool has_offsets)
{
	struct hotspot_reason *reasons = calloc(REASONS_MAX, sizeof *reasons);
	size_t count;
	int err = reasons ? 0 : -ENOMEM;

	count = err ? 0 : hotspot_reasons(&lines->hotspots, &line->hotspot, reasons, REASONS_MAX);
	for (size_t r = 0; r < count && !err; r++) {
		const struct hotspot_reason *reason = &reasons[r];
		struct table_cell cells[SOURCE_DATA_COLUMNS];

		place_cells(cells, line, name, has_offsets);
		cells[REASON] = (struct table_cell){
			.text = lines->hotspots.trace->stall_reasons[reason->reason].name
		};
		cells[SAMPLES] = (struct table_cell){ .integer = reason->samples };
		cells[NOT_ISSUED] = (struct table_cell){ .integer = reason->not_issued };
		cells[SHARE] = (struct table_cell){ .real = percent_of(reason->samples,
			                                               lines->hotspots.samples) };
		err = table_add(table, cells);
	}
	free(reasons);
	return err;
}

static int add_counts(struct table *table, const struct kernel_line *line, const char *name,
                      bool has_offsets)
{
	int err = 0;

	for (const struct kernel_count *count = kernel_line_counts; count->metric && !err;
	     count++) {
		struct table_cell cells[SOURCE_DATA_COLUMNS];

		if (!is_measured(kernel_line_count(line, count)))
			continue;
		place_cells(cells, line, name, has_offsets);
		cells[METRIC] = (struct table_cell){ .text = count->metric };
		cells[VALUE] = (struct table_cell){ .real = kernel_line_count(line, count) };
		err = table_add(table, cells);
	}
	return err;
}

int source_data_add(struct table *table, const struct kernel_lines *lines, const char *name,
                    bool has_offsets)
{
	int err = 0;

	for (size_t i = 0; i < lines->count && !err; i++) {
		err = add_reasons(table, lines, &lines->items[i], name, has_offsets);
		if (!err)
			err = add_counts(table, &lines->items[i], name, has_offsets);
	}
	return err;
}
