/* SPDX-License-Identifier: MIT */
/* Prints where the host's time went. */
#include "cli/host_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/terminal.h"
#include "cli/cmd.h"
#include "report/host_rows.h"

enum { NOWHERE_MIN_PERCENT = 1 }; /* less is not worth a sentence */

/* LINE is a column of data alone: in text it stands behind the file. */
enum column { SHARE, SELF, TOTAL, FUNCTION, FILE_NAME, LINE, COLUMNS };

static const struct table_column columns[COLUMNS] = {
	[SHARE] = { "total_percent", "share", TABLE_PERCENT, 0 },
	[SELF] = { "self_ns", "itself", TABLE_DURATION, 0 },
	[TOTAL] = { "total_ns", "with callees", TABLE_DURATION, 0 },
	[FUNCTION] = { "function", "function", TABLE_NAME, 0 },
	[FILE_NAME] = { "file", "at", TABLE_NAME, 0 },
	[LINE] = { "line", "", TABLE_COUNT, 0 },
};

static const char *why_none(const struct trace *trace)
{
	const char *reason = "record with 'warpwise record --host'";

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].subject, "host") == 0 &&
		    trace->diagnostics[i].severity > 0)
			reason = trace->diagnostics[i].message;
	return reason;
}

static void say(const char *text)
{
	text_wrap(stdout, text, 0, terminal_text_width(stdout));
}

static int add_row(struct table *table, const struct host_rows *rows, const struct host_row *row,
                   enum table_format format)
{
	const struct host_place *place = row->place;
	const struct host_place without_function = { .function = "",
		                                     .file = place->file,
		                                     .line = place->line };
	char text[HOST_PLACE_TEXT];
	const struct table_cell cells[COLUMNS] = {
		[SHARE] = { .real = rows->sum_ns > 0 ? 100 * row->total_ns / rows->sum_ns : 0 },
		[SELF] = { .integer = (int64_t)row->self_ns },
		[TOTAL] = { .integer = (int64_t)row->total_ns },
		[FUNCTION] = { .text = host_rows_name(place, rows->is_by_line) },
		[FILE_NAME] = { .text = format == TABLE_TEXT
		                                ? host_place_text(text, &without_function)
		                                : place->file },
		[LINE] = { .integer = place->line, .is_none = !place->line },
	};

	return table_add(table, cells);
}

static bool has_unknown(const struct host_rows *rows)
{
	return rows->unknown_ns >= 1;
}

/* What called the functions of stacks that do not lead to main(). */
static int add_unknown(struct table *table, const struct host_rows *rows)
{
	const struct table_cell cells[COLUMNS] = {
		[SHARE] = { .real = rows->sum_ns > 0 ? 100 * rows->unknown_ns / rows->sum_ns : 0 },
		[TOTAL] = { .integer = (int64_t)rows->unknown_ns },
		[FUNCTION] = { .text = "(caller unknown)" },
		[FILE_NAME] = { .text = "" },
		[LINE] = { .is_none = true },
	};

	return table_add(table, cells);
}

static void explain_rows(const struct host_rows *rows)
{
	const double nowhere_percent = rows->sum_ns > 0 ? 100 * rows->nowhere_ns / rows->sum_ns : 0;
	char text[256];

	if (rows->time.is_native)
		say("Samples of native code while it ran, in the threads that called CUDA. "
		    "\"With callees\" is of all that it called, too, as "
		    "far as the binaries' unwind tables and the top of the stack, or frame "
		    "pointers, tell");
	else if (rows->is_sampled)
		say("Samples of Python in the threads that called CUDA; the program's own code "
		    "first. \"With callees\" is of all that it called, too");
	else
		say("Pauses before calls of CUDA, by where the calls were made: the trace has no "
		    "samples between them");
	if (has_unknown(rows))
		say("(caller unknown): what called the functions of stacks that do not lead to "
		    "main() or to the start of a thread; those callers, main() too, lack that "
		    "time");
	if (nowhere_percent >= NOWHERE_MIN_PERCENT) {
		snprintf(text, sizeof text, "The other %s ran in CUDA's libraries",
		         format_percent(FORMAT, nowhere_percent));
		say(text);
	}
	if (rows->code->binaries_missing && (rows->time.is_native || !rows->is_sampled))
		say("Binaries that are not here, or are other builds by now, have addresses "
		    "instead "
		    "of names");
}

static int print_rows(const struct host_rows *rows, enum table_format format, int64_t limit)
{
	struct table *table = table_new(columns, format == TABLE_TEXT ? LINE : COLUMNS);
	const size_t count = rows->count + has_unknown(rows);
	const size_t shown = limit && count > (size_t)limit ? (size_t)limit : count;
	int err = table ? 0 : -ENOMEM;

	for (size_t i = 0; i < shown && !err; i++) {
		const bool is_behind = has_unknown(rows) && i > rows->unknown_at;

		err = has_unknown(rows) && i == rows->unknown_at
		              ? add_unknown(table, rows)
		              : add_row(table, rows, &rows->items[i - is_behind], format);
	}
	if (!err)
		err = table_print(table, stdout, format);
	table_free(table);
	if (err || format != TABLE_TEXT)
		return err;
	explain_rows(rows);
	return 0;
}

/* Rows of TRACE in ROWS, of CODE. Both are released in any case. */
static int make_rows(struct host_rows *rows, struct host_code *code, const struct trace *trace,
                     bool is_by_line)
{
	int err = host_code_init(code, trace);

	*rows = (struct host_rows){ 0 };
	return err ? err : host_rows_make(rows, code, is_by_line);
}

static void release_rows(struct host_rows *rows, struct host_code *code)
{
	host_rows_release(rows);
	host_code_release(code);
}

int host_table_print(const struct trace *trace, bool is_by_line, enum table_format format,
                     int64_t limit)
{
	struct host_code code;
	struct host_rows rows;
	int err = make_rows(&rows, &code, trace, is_by_line);

	if (!err && !rows.count && format == TABLE_TEXT)
		printf("The trace has no stacks of the host: %s\n", why_none(trace));
	else if (!err)
		err = print_rows(&rows, format, limit);
	release_rows(&rows, &code);
	return err;
}

int host_table_print_folded(FILE *stream, const struct trace *trace)
{
	struct host_code code;
	struct host_rows rows;
	int err = make_rows(&rows, &code, trace, true);

	if (!err && !rows.count) /* a program reads what is printed */
		cmd_error("the trace has no stacks of the host: %s", why_none(trace));
	else if (!err)
		host_rows_print_folded(&rows, stream);
	release_rows(&rows, &code);
	return err;
}
