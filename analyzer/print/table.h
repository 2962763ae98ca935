/* SPDX-License-Identifier: MIT */
/*
 * Rows of results, for people (a table), spreadsheets (CSV) and programs (JSON). CSV and JSON hold
 * raw numbers and whole texts; only the table formats, cleans and shortens them.
 */
#ifndef WARPWISE_TABLE_H
#define WARPWISE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };

/* "table", "csv", "json", NULL: the choices of an option --format. */
extern const char *const table_formats[];

/* What a column holds, and the member of struct table_cell that it is read from. */
enum table_type {
	TABLE_NAME, /* text; where the terminal is too narrow, its middle becomes an ellipsis */
	TABLE_LONG_NAME, /* the same, of names that differ in their middle: with more room */
	TABLE_CODE,      /* text that says nothing when it is cut: it goes on in lines below */
	TABLE_FUNCTION,  /* text: a demangled function; printed as function_shorten() makes it */
	TABLE_COUNT,     /* integer */
	TABLE_DURATION,  /* integer, ns */
	TABLE_CHANGE,    /* integer, ns: with its sign */
	TABLE_BYTES,     /* integer */
	TABLE_RATE,      /* real, bytes/s */
	TABLE_PERCENT,   /* real, 0..100 */
	TABLE_CHANGE_PERCENT, /* real: with its sign */
	TABLE_REAL,           /* real */
	TABLE_TYPES,
};

struct table_column {
	const char *
	        name; /* in CSV and JSON, with its unit: "total_ns", "size_bytes", "time_percent" */
	const char *heading; /* in the table: "total" */
	enum table_type type;
	/*
	 * What a narrow terminal does without: columns with a drop, the highest first; then, while
	 * names have room for a few letters only, numbers with 0, the last first. The first number
	 * and texts with 0 are always shown.
	 */
	int drop;
};

struct table_cell {
	const char *text; /* NULL: no value */
	int64_t integer;
	double real;  /* not finite: no value */
	bool is_none; /* no value: "-" in a table, empty in CSV, null in JSON */
};

struct table;

/* COLUMNS must live as long as the table. NULL without memory. */
struct table *table_new(const struct table_column *columns, size_t count);
void table_free(struct table *table);

/* Adds a row; CELLS has one element a column, texts are copied. Returns 0 or -ENOMEM. */
int table_add(struct table *table, const struct table_cell *cells);

/*
 * Prints all rows. Table: nothing without rows; at most as wide as the terminal (terminal_width()),
 * and a last line names the columns that were left out for that. CSV: a heading line, RFC 4180
 * quoting, lines end with LF. JSON: an array with an object a row, and a line end. Returns 0 or
 * -ENOMEM; whether STREAM took it is found out by main().
 */
int table_print(const struct table *table, FILE *stream, enum table_format format);

#endif
