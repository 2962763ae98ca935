/* SPDX-License-Identifier: MIT */
/*
 * Samples of warps, added up by context, function, instruction and stall reason, as the trace has
 * them. All of it runs on the writer thread. Memory grows with the code that ran, not with time.
 */
#ifndef WARPWISE_SAMPLE_STORE_H
#define WARPWISE_SAMPLE_STORE_H

#include <stdbool.h>
#include <sqlite3.h>

#include "store/batch.h"
#include "store/intern.h"
#include "store/rows.h"
#include "counters/pc_sampling.h"

enum sample_statement { INSERT_REASON, INSERT_SAMPLE, INSERT_SAMPLING, SAMPLE_STATEMENTS };

struct sample_store {
	sqlite3_stmt *statements[SAMPLE_STATEMENTS];
	struct intern reasons;   /* names */
	struct intern keys;      /* struct sample_key: a row's id */
	struct sample_row *rows; /* by id - 1 */
	size_t row_room;
	int64_t *dirty; /* ids of the rows that are not in the trace as they are now */
	size_t dirty_count, dirty_room;
	size_t reasons_written, reasons_kept; /* in this batch, in the trace */
	struct sample_total *totals;          /* of contexts */
	size_t total_count, total_room;
	int64_t untold; /* samples, as long as CUPTI has told of none where it is */
};

/* Returns 0 or -EIO; release also after that. */
int sample_store_init(struct sample_store *store, sqlite3 *db);
void sample_store_release(struct sample_store *store);

/* Adds and frees PAGE: in memory alone. */
void sample_store_add(struct sample_store *store, struct rows *rows, struct sample_page *page);

/* As batch.h has them. */
void sample_store_begin(struct sample_store *store);
void sample_store_write(struct sample_store *store, struct batch *batch);
void sample_store_keep(struct sample_store *store);

#endif
