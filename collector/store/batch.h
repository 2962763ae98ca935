/* SPDX-License-Identifier: MIT */
/*
 * One transaction: all of it is in the trace, or nothing. On the writer thread.
 *
 * A batch can fail at any row (memory, the disk), and is written again then. So whoever takes part
 * keeps what it was given until the batch is in the trace, and has three functions: X_begin() goes
 * back to what the trace holds, X_write() writes what it lacks, X_keep() forgets what it now holds.
 * Ids that were given out stay: rows that others point to are written by the batch that succeeds.
 */
#ifndef WARPWISE_BATCH_H
#define WARPWISE_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

#include "host/losses.h"

enum {
	BATCH_BYTES_MAX = 16 << 20, /* of what is written at once; then the next batch begins */
};

struct batch {
	sqlite3 *db;
	int error; /* what went wrong first, but for constraints: of SQLite, SQLITE_OK if nothing */
	size_t bytes;                  /* of records and texts so far */
	int64_t counts[COUNTER_COUNT]; /* of this batch: the process's once it is in the trace */
};

void batch_begin(struct batch *batch);

/* Runs STATEMENT, which has its parameters. A row that breaks a constraint is left out, counted.
 * Returns whether it ran. */
bool batch_run(struct batch *batch, sqlite3_stmt *statement);

/* Runs SQL, with FIRST for ?1 and TEXT for ?2 as far as it has them. */
void batch_exec(struct batch *batch, const char *sql, int64_t first, const char *text);

/* What SQLite was asked past these functions failed: the batch fails. */
void batch_failed(struct batch *batch);

/* Memory ran out for what the batch needs: it fails. */
void batch_lacks_memory(struct batch *batch);

/* As counter_add(), for what is counted again when the batch is written again. */
void batch_count(struct batch *batch, enum counter counter, int64_t n);

/*
 * Writes the batch after WRITE_LAST, which may read the counters. False: nothing of it is in the
 * trace, and batch->error says why.
 */
bool batch_commit(struct batch *batch, void (*write_last)(void *data), void *data);

#endif
