/* SPDX-License-Identifier: MIT */
/*
 * How things look: width, colours by meaning, units, text cut to a width, tables. Main thread only.
 *
 * A stream that is no terminal gets plain text: no colour, no shortening, nothing that moves.
 */
#ifndef WARPWISE_TERMINAL_H
#define WARPWISE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Colours by what they mean. */
enum color {
	COLOR_PLAIN,
	COLOR_HEADING,
	COLOR_GOOD,
	COLOR_WARNING,
	COLOR_BAD,
	COLOR_NAME, /* kernels, files, programs */
	COLOR_DIM,  /* what may be skipped: units, notes */
	COLORS,
};

/*
 * Sets the locale and decides on colour: main() calls it once. With COLOR_AUTO colours go to a terminal unless NO_COLOR is
 * set (to anything but the empty text) or TERM is "dumb" or unset.
 */
void terminal_init(enum color_when when);

/*
 * Columns to print in: of the terminal behind STREAM, else 0: unlimited. COLUMNS, where set to a number, wins on a
 * terminal and also sets a width for a file or a pipe.
 */
int terminal_width(FILE *stream);

/* The same for running text, which needs an end: at most 100, 80 where there is no width, at least 20. */
int terminal_text_width(FILE *stream);

bool terminal_is_utf8(void);

/* The sequence that starts COLOR ("" where STREAM gets none); color_end() ends any. Static texts. */
const char *color_begin(FILE *stream, enum color color);
const char *color_end(FILE *stream);

/*
 * Numbers for people. Each writes into TEXT and returns it, so that FORMAT serves as a buffer inside one
 * expression: printf("%s of %s\n", format_duration(FORMAT, a), format_duration(FORMAT, b)).
 */
enum { FORMAT_MAX = 48 };
#define FORMAT ((char[FORMAT_MAX]){ 0 })

const char *format_duration(char text[FORMAT_MAX], int64_t ns);          /* "1.234 ms", "56 ns", "2.000 s" */
const char *format_bytes(char text[FORMAT_MAX], int64_t bytes);          /* "1.50 KiB", "512 B" */
const char *format_rate(char text[FORMAT_MAX], double bytes_per_s);      /* "12.3 GB/s": powers of 1000 */
const char *format_count(char text[FORMAT_MAX], int64_t count);          /* "1,234,567" */
const char *format_percent(char text[FORMAT_MAX], double percent);       /* 12.34: "12.3 %" */
const char *format_real(char text[FORMAT_MAX], double value);            /* three significant digits */

/*
 * Texts of a trace are untrusted. Display columns of TEXT as text_clean() would print it.
 */
int text_width(const char *text);

/*
 * TEXT with every control character (escape sequences, line ends) and every byte that is no UTF-8 replaced by '?', and not
 * longer than COLUMNS (0: unlimited): the middle becomes an ellipsis. Returns new memory for the caller
 * to free; NULL without memory.
 */
char *text_clean(const char *text, int columns);

/*
 * Prints TEXT as paragraphs wrapped to WIDTH columns, each line INDENT columns in; lines that begin with a
 * space or tab are printed as they are, behind the indent.
 */
void text_wrap(FILE *stream, const char *text, int indent, int width);

/* ---- tables ---- */

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };
extern const char *const table_formats[]; /* "table", "csv", "json", NULL: choices of an option --format */

/* What a column holds, and the member of struct table_cell that it is read from. */
enum table_type {
	TABLE_NAME,     /* text; shortened in its middle when the terminal is too narrow */
	TABLE_FUNCTION, /* text: a demangled function; shortened as function_shorten() does */
	TABLE_COUNT,    /* integer */
	TABLE_DURATION, /* integer, ns */
	TABLE_BYTES,    /* integer */
	TABLE_RATE,     /* real, bytes/s */
	TABLE_PERCENT,  /* real, 0..100 */
	TABLE_REAL,     /* real */
	TABLE_TYPES,
};

struct table_column {
	const char *name;    /* in CSV and JSON, with its unit: "total_ns", "size_bytes", "time_percent" */
	const char *heading; /* in the table: "total" */
	enum table_type type;
};

struct table_cell {
	const char *text; /* NULL in a column of texts: no value */
	int64_t integer;
	double real;
	bool is_none; /* no value: "-" in a table, empty in CSV, null in JSON */
};

struct table;

/* COLUMNS must live as long as the table. NULL without memory. */
struct table *table_new(const struct table_column *columns, size_t count);
void table_free(struct table *table);

/* Adds a row; CELLS has one element a column, texts are copied. Returns 0 or -ENOMEM. */
int table_add(struct table *table, const struct table_cell *cells);

/*
 * Prints all rows. Text: a heading line, columns aligned, at most as wide as the terminal; CSV: RFC 4180 with LF and one heading
 * line; JSON: an array with an object a row. CSV and JSON hold raw numbers and whole texts. Returns 0 or
 * -ENOMEM; errors of STREAM are found by main() at the end.
 */
int table_print(const struct table *table, FILE *stream, enum table_format format);

/* TEXT as a JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void json_print_text(FILE *stream, const char *text);

#endif
