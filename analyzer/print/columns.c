/* SPDX-License-Identifier: MIT */
/* Writes columns as their codes say. */
#include "print/columns.h"

#include "print/out_html_parts.h"
#include "trace/trace.h"

void columns_print_tables(const struct column_table *tables, const void *source, FILE *stream)
{
	fputs("[", stream);
	for (const struct column_table *table = tables; table->name; table++) {
		fprintf(stream, "%s{\"name\":\"%s\",", table == tables ? "" : ",", table->name);
		if (source)
			fprintf(stream, "\"rows\":%lld,", (long long)table->rows(source, 0));
		fputs("\"columns\":[", stream);
		for (const struct data_column *c = table->columns; c->name; c++)
			fprintf(stream, "%s{\"name\":\"%s\",\"type\":\"%s\",\"code\":\"%s\"}",
			        c == table->columns ? "" : ",", c->name, c->type, c->code);
		fputs("]}", stream);
	}
	fputs("]", stream);
}

static void write_column(struct html_data *data, const void *source, size_t rows,
                         const struct data_column *column)
{
	int64_t before = 0;

	for (size_t i = 0; i < rows; i++) {
		int64_t value = column->value(source, i);

		switch (*column->code) {
		case 'd':
			html_data_signed(data, value - before);
			before = value;
			break;
		case 'r': /* as the number behind it, so that NONE is 0 */
			value = value == NONE ? 0 : value + 1;
			html_data_signed(data, value - before);
			before = value;
			break;
		case 'b':
			value = value == NONE ? 0 : (int64_t)i - value;
			html_data_signed(data, value);
			break;
		default:
			html_data_number(data, (uint64_t)value);
		}
	}
}

void columns_write(struct html_data *data, const struct column_table *tables, const void *source)
{
	for (const struct column_table *table = tables; table->name; table++)
		for (const struct data_column *c = table->columns; c->name; c++)
			write_column(data, source, (size_t)table->rows(source, 0), c);
}
