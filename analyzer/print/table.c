/* SPDX-License-Identifier: MIT */
/*
 * Tables. libsmartcols lays them out; which columns and how much of each text fit is decided here,
 * since it only knows how to cut at the end.
 */
#include "print/table.h"

#include <errno.h>
#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "code/shorten.h"
#include "base/terminal.h"

enum {
	GAP = 2,         /* blanks between two columns */
	TEXT_MIN = 24,   /* a text column gets this much before columns with a drop are kept ... */
	TEXT_LEAST = 16, /* ... and this before other numbers are: less says nothing of a name */
	CSV_DIGITS = 15, /* significant digits of a real number */
};

const char *const table_formats[] = { "table", "csv", "json", NULL };

struct table {
	const struct table_column *columns;
	size_t columns_count;
	struct table_cell *cells; /* rows of columns_count */
	size_t rows;
};

struct table *table_new(const struct table_column *columns, size_t count)
{
	struct table *table = calloc(1, sizeof *table);

	if (table) {
		table->columns = columns;
		table->columns_count = count;
	}
	return table;
}

void table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->rows * table->columns_count; i++)
		free((char *)table->cells[i].text);
	free(table->cells);
	free(table);
}

int table_add(struct table *table, const struct table_cell *cells)
{
	size_t count = table->columns_count;
	struct table_cell *row = array_add(&table->cells, &table->rows, count * sizeof *row);

	if (!row)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		row[i] = cells[i];
		row[i].text = NULL;
		if (cells[i].text && !(row[i].text = strdup(cells[i].text))) {
			while (i--)
				free((char *)row[i].text);
			table->rows--;
			return -ENOMEM;
		}
	}
	return 0;
}

/* ---- what a cell looks like ---- */

static const char *show_count(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_count(text, cell->integer);
}

static const char *show_duration(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_duration(text, cell->integer);
}

static const char *show_change(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_change(text, cell->integer);
}

static const char *show_change_percent(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_change_percent(text, cell->real);
}

static const char *show_bytes(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_bytes(text, cell->integer);
}

static const char *show_rate(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_rate(text, cell->real);
}

static const char *show_percent(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_percent(text, cell->real);
}

static const char *show_real(char text[FORMAT_MAX], const struct table_cell *cell)
{
	return format_real(text, cell->real);
}

/* Types without show() are texts, which SHORTEN makes fit. */
static const struct type {
	const char *(*show)(char text[FORMAT_MAX], const struct table_cell *cell);
	char *(*shorten)(const char *text, int columns);
	bool is_real;
	bool is_folded; /* what SHORTEN makes has several lines */
	int text_min;   /* columns that texts get before columns with a drop are kept */
} types[TABLE_TYPES] = {
	[TABLE_NAME] = { .shorten = text_clean, .text_min = TEXT_MIN },
	[TABLE_LONG_NAME] = { .shorten = text_clean, .text_min = 3 * TEXT_MIN / 2 },
	[TABLE_CODE] = { .shorten = text_fold, .text_min = 3 * TEXT_MIN / 2, .is_folded = true },
	[TABLE_FUNCTION] = { .shorten = function_shorten, .text_min = TEXT_MIN },
	[TABLE_COUNT] = { .show = show_count },
	[TABLE_DURATION] = { .show = show_duration },
	[TABLE_CHANGE] = { .show = show_change },
	[TABLE_CHANGE_PERCENT] = { .show = show_change_percent, .is_real = true },
	[TABLE_BYTES] = { .show = show_bytes },
	[TABLE_RATE] = { .show = show_rate, .is_real = true },
	[TABLE_PERCENT] = { .show = show_percent, .is_real = true },
	[TABLE_REAL] = { .show = show_real, .is_real = true },
};

static const struct type *type_of(const struct table *table, size_t column)
{
	return &types[table->columns[column].type];
}

static const struct table_cell *cell_at(const struct table *table, size_t row, size_t column)
{
	return &table->cells[row * table->columns_count + column];
}

static bool is_none(const struct type *type, const struct table_cell *cell)
{
	return cell->is_none || (type->shorten && !cell->text) ||
	       (type->is_real && !isfinite(cell->real));
}

/* The cell in at most WIDTH columns (0: unlimited; numbers are never cut). New memory. */
static char *cell_text(const struct table *table, size_t row, size_t column, int width)
{
	const struct type *type = type_of(table, column);
	const struct table_cell *cell = cell_at(table, row, column);

	if (is_none(type, cell))
		return strdup("-");
	return type->show ? strdup(type->show(FORMAT, cell)) : type->shorten(cell->text, width);
}

/* ---- the table ---- */

/* The layout: width of each column, 0 for those left out. */
static int measure(const struct table *table, int *widths)
{
	for (size_t c = 0; c < table->columns_count; c++) {
		widths[c] = text_width(table->columns[c].heading);
		for (size_t r = 0; r < table->rows; r++) {
			char *text = cell_text(table, r, c, 0);
			int width = text ? text_width(text) : 0;

			if (!text)
				return -ENOMEM;
			free(text);
			widths[c] = width > widths[c] ? width : widths[c];
		}
	}
	return 0;
}

/* Columns that the table needs when each text column has at most TEXT_MAX; 0: the minimum of its
 * type. */
static int needed(const struct table *table, const int *widths, int text_max)
{
	int sum = -GAP;

	for (size_t c = 0; c < table->columns_count; c++) {
		const struct type *type = type_of(table, c);
		int max = text_max ? text_max : type->text_min;

		if (widths[c])
			sum += GAP + (type->shorten && widths[c] > max ? max : widths[c]);
	}
	return sum;
}

/* The column to do without next, of those with a drop: the highest; columns_count: none. */
static size_t find_dropped(const struct table *table, const int *widths)
{
	size_t last = table->columns_count;

	for (size_t c = 0; c < table->columns_count; c++)
		if (widths[c] && table->columns[c].drop &&
		    (last == table->columns_count ||
		     table->columns[c].drop >= table->columns[last].drop))
			last = c;
	return last;
}

/* The last number but the first one, which stays; columns_count: none. */
static size_t find_last_number(const struct table *table, const int *widths)
{
	size_t last = table->columns_count, numbers = 0;

	for (size_t c = 0; c < table->columns_count; c++)
		if (widths[c] && type_of(table, c)->show && numbers++)
			last = c;
	return last;
}

/* Makes WIDTHS fit into WIDTH: leaves out columns, then shares what is left among the texts. */
static void fit(const struct table *table, int *widths, int width)
{
	int text_max = width;
	size_t c;

	while (needed(table, widths, 0) > width &&
	       (c = find_dropped(table, widths)) < table->columns_count)
		widths[c] = 0;
	while (needed(table, widths, TEXT_LEAST) > width &&
	       (c = find_last_number(table, widths)) < table->columns_count)
		widths[c] = 0;
	while (text_max > 1 && needed(table, widths, text_max) > width)
		text_max--;
	for (c = 0; c < table->columns_count; c++)
		if (type_of(table, c)->shorten && widths[c] > text_max)
			widths[c] = text_max;
}

/* A table on its way to a stream. */
struct drawing {
	const struct table *table;
	struct libscols_table *scols;
	int *widths;    /* of its columns; 0: left out */
	bool is_fitted; /* to the width of a terminal */
};

static int add_columns(const struct drawing *drawing, FILE *stream)
{
	const struct table *table = drawing->table;

	for (size_t c = 0; c < table->columns_count; c++) {
		struct libscols_column *column;

		if (!drawing->widths[c])
			continue;
		column = scols_table_new_column(drawing->scols, table->columns[c].heading,
		                                drawing->widths[c],
		                                type_of(table, c)->show ? SCOLS_FL_RIGHT : 0);
		if (!column)
			return -ENOMEM;
		if (*color_begin(stream, COLOR_HEADING))
			scols_cell_set_color(scols_column_get_header(column),
			                     color_begin(stream, COLOR_HEADING));
	}
	return 0;
}

/* Line NUMBER of TEXT, from 0, in its memory; *HAS_MORE: there is another. */
static void take_line(char *text, size_t number, bool *has_more)
{
	const char *line = text;
	size_t length;

	for (; number && *line; number--) {
		line = strchrnul(line, '\n');
		line += *line == '\n';
	}
	length = strcspn(line, "\n");
	*has_more |= length && line[length];
	memmove(text, line, length);
	text[length] = '\0';
}

/* Adds line NUMBER of row R; *HAS_MORE: there is another. */
static int add_line(const struct drawing *drawing, size_t r, size_t number, bool *has_more)
{
	struct libscols_line *line = scols_table_new_line(drawing->scols, NULL);
	const struct table *table = drawing->table;
	size_t shown = 0;

	if (!line)
		return -ENOMEM;
	for (size_t c = 0; c < table->columns_count; c++) {
		char *text;

		if (!drawing->widths[c])
			continue;
		if (number && !type_of(table, c)->is_folded) {
			shown++;
			continue;
		}
		text = cell_text(table, r, c, drawing->is_fitted ? drawing->widths[c] : 0);
		if (text)
			take_line(text, number, has_more);
		if (!text || scols_line_refer_data(line, shown++, text)) {
			free(text);
			return -ENOMEM;
		}
	}
	return 0;
}

static int add_rows(const struct drawing *drawing)
{
	for (size_t r = 0; r < drawing->table->rows; r++) {
		bool has_more = true;

		for (size_t number = 0; has_more; number++) {
			has_more = false;
			if (add_line(drawing, r, number, &has_more))
				return -ENOMEM;
		}
	}
	return 0;
}

/* Says which columns were left out. */
static void print_left_out(const struct table *table, FILE *stream, const int *widths)
{
	char *line = NULL;
	size_t size;
	FILE *text = open_memstream(&line, &size);
	const char *before = "not shown, too narrow: ";

	if (!text)
		return;
	for (size_t c = 0; c < table->columns_count; c++)
		if (!widths[c]) {
			fprintf(text, "%s%s", before, table->columns[c].heading);
			before = ", ";
		}
	if (fclose(text) == 0 && *line) {
		fputs(color_begin(stream, COLOR_DIM), stream);
		text_wrap(stream, line, 0, terminal_text_width(stream));
		fputs(color_end(stream), stream);
	}
	free(line);
}

/* Without the blanks that cells which are empty leave at the ends of lines. */
static int print_trimmed(struct libscols_table *scols, FILE *stream)
{
	char *text = NULL;

	if (scols_print_table_to_string(scols, &text))
		return -ENOMEM;
	for (const char *line = text; *line;) {
		const char *next = line + strcspn(line, "\n"), *end = next;

		while (end > line && end[-1] == ' ')
			end--;
		fprintf(stream, "%.*s\n", (int)(end - line), line);
		line = *next ? next + 1 : next;
	}
	free(text);
	return 0;
}

static int print_text(const struct table *table, FILE *stream)
{
	const int width = terminal_width(stream);
	struct libscols_table *scols = scols_new_table();
	int *widths = calloc(table->columns_count, sizeof *widths), err = -ENOMEM;
	const struct drawing drawing = { table, scols, widths, width != 0 };

	if (!scols || !widths || measure(table, widths))
		goto out;
	if (width)
		fit(table, widths, width);
	scols_table_set_termforce(scols, SCOLS_TERMFORCE_ALWAYS);
	scols_table_set_termwidth(scols, INT16_MAX); /* it fits already */
	scols_table_enable_colors(scols, *color_begin(stream, COLOR_HEADING) != '\0');
	scols_table_enable_nowrap(scols, 1);
	scols_table_set_column_separator(scols, "  ");
	if (add_columns(&drawing, stream) || add_rows(&drawing) || print_trimmed(scols, stream))
		goto out;
	print_left_out(table, stream, widths);
	err = 0;
out:
	free(widths);
	scols_unref_table(scols);
	return err;
}

/* ---- CSV and JSON ---- */

static void print_number(FILE *stream, const struct type *type, const struct table_cell *cell)
{
	if (type->is_real)
		fprintf(stream, "%.*g", CSV_DIGITS, cell->real);
	else
		fprintf(stream, "%" PRId64, cell->integer);
}

/* A file gets the text, as UTF-8; a terminal would obey what the trace's author put into it. */
static int print_csv_text(FILE *stream, bool is_terminal, const char *text)
{
	char *printed = is_terminal ? text_clean(text, 0) : text_valid(text);

	if (!printed)
		return -ENOMEM;
	if (!printed[strcspn(printed, ",\"\n\r")]) {
		fputs(printed, stream);
		free(printed);
		return 0;
	}
	fputc('"', stream);
	for (const char *at = printed; *at; at++) {
		if (*at == '"')
			fputc('"', stream);
		fputc(*at, stream);
	}
	fputc('"', stream);
	free(printed);
	return 0;
}

static int print_csv(const struct table *table, FILE *stream)
{
	bool is_terminal = isatty(fileno(stream)) == 1;

	for (size_t c = 0; c < table->columns_count; c++)
		fprintf(stream, "%s%s", c ? "," : "", table->columns[c].name);
	fputc('\n', stream);
	for (size_t r = 0; r < table->rows; r++) {
		for (size_t c = 0; c < table->columns_count; c++) {
			const struct type *type = type_of(table, c);
			const struct table_cell *cell = cell_at(table, r, c);

			if (c)
				fputc(',', stream);
			if (is_none(type, cell))
				continue;
			if (type->show)
				print_number(stream, type, cell);
			else if (print_csv_text(stream, is_terminal, cell->text))
				return -ENOMEM;
		}
		fputc('\n', stream);
	}
	return 0;
}

static int print_json(const struct table *table, FILE *stream)
{
	fputc('[', stream);
	for (size_t r = 0; r < table->rows; r++) {
		fputs(r ? ",\n  {" : "\n  {", stream);
		for (size_t c = 0; c < table->columns_count; c++) {
			const struct type *type = type_of(table, c);
			const struct table_cell *cell = cell_at(table, r, c);

			fprintf(stream, "%s\"%s\": ", c ? ", " : "", table->columns[c].name);
			if (is_none(type, cell))
				fputs("null", stream);
			else if (type->show)
				print_number(stream, type, cell);
			else
				text_print_json(stream, cell->text);
		}
		fputc('}', stream);
	}
	fputs(table->rows ? "\n]\n" : "]\n", stream);
	return 0;
}

int table_print(const struct table *table, FILE *stream, enum table_format format)
{
	static int (*const printers[])(const struct table *, FILE *) = {
		[TABLE_TEXT] = print_text,
		[TABLE_CSV] = print_csv,
		[TABLE_JSON] = print_json,
	};

	return printers[format](table, stream);
}
