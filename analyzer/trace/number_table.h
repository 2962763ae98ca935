/* SPDX-License-Identifier: MIT */
/*
 * A table of numbers, read straight from the pages of its SQLite file: what makes a trace large is
 * rows of a few whole numbers, and SQLite takes several times as long to hand one over as it takes
 * to read it (`make bench`). For https://www.sqlite.org/fileformat2.html, tables with a rowid.
 */
#ifndef WARPWISE_NUMBER_TABLE_H
#define WARPWISE_NUMBER_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "sqlite3.h"

enum { NUMBER_COLUMNS_MAX = 32 };

struct number_row {
	int64_t values[NUMBER_COLUMNS_MAX + 1]; /* in the order asked for; NULL: 0. Last: of columns
	                                           that nobody asked for */
	uint64_t nulls;                         /* bit i: column i is NULL */
	bool has_other_type; /* a column asked for is neither a whole number nor NULL */
};

/* Takes a row: 0, or what to stop with. */
typedef int number_row_taker(void *context, const struct number_row *row);

/*
 * Hands over the COLUMNS ("id, start_ns, ...") of all rows of TABLE in order. DB is in a read
 * transaction, which keeps the file as it is. The file may be hostile: no more pages are read than
 * it has.
 *
 * Returns 0, what TAKE stopped with, -ENOTSUP before the first row where only SQL can tell what the
 * rows are (a log may hold newer ones), -ENOMEM, or -EINVAL with what is wrong in *DAMAGE.
 */
int number_table_read(sqlite3 *db, const char *table, const char *columns, number_row_taker *take,
                      void *context, const char **damage);

#endif
