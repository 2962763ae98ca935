/* SPDX-License-Identifier: MIT */
/*
 * Tables as columns of numbers, one column after the other, a number for each row; what describes
 * them is JSON beside them. web/ui/timeline/columns.js reads them. A column's type says which array
 * they fill, its code how they are written:
 *   number      as it is
 *   delta       the difference to the row before, signed
 *   reference   a row of another table, or NONE: the difference to the reference before, signed
 *   back        a row of the same table, or NONE: 0, or how far it is behind, signed
 */
#ifndef WARPWISE_COLUMNS_H
#define WARPWISE_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct html_data;

/* SOURCE is what the table's owner says it is. */
struct data_column {
	const char *name, *type, *code;
	int64_t (*value)(const void *source, size_t row);
};

struct column_table {
	const char *name;
	int64_t (*rows)(const void *source, size_t zero);
	const struct data_column *columns; /* ended by one without name */
};

/* NAME(): EXPRESSION of row I of T, a TYPE. */
#define COLUMN_VALUE(type, name, expression)              \
	static int64_t name(const void *source, size_t i) \
	{                                                 \
		const type *t = source;                   \
                                                          \
		(void)i;                                  \
		return (int64_t)(expression);             \
	}

/* The TABLES, which end with one without name, as JSON: with their rows where SOURCE is known, for
 * NULL with columns alone. */
void columns_print_tables(const struct column_table *tables, const void *source, FILE *stream);

void columns_write(struct html_data *data, const struct column_table *tables, const void *source);

#endif
