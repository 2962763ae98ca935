/* SPDX-License-Identifier: MIT */
/*
 * A trace that keeps the newest: --last by time, --max-size by bytes. What is older is deleted from
 * it now and then, in transactions of their own; SQLite writes new rows into the room, so that the
 * file stays as large as it once was. What was deleted is noted as time that was not recorded,
 * which no report takes for idle. Functions, streams and the like stay: there are few. On the
 * writer thread.
 */
#ifndef WARPWISE_NEWEST_H
#define WARPWISE_NEWEST_H

#include <stdbool.h>
#include <stdint.h>

#include "store/batch.h"

struct newest {
	int64_t last_ns;   /* how much is kept; 0: all */
	int64_t max_bytes; /* of the file; 0: any */
	int64_t cut_ns;    /* what ended before has been deleted; 0: nothing */
	int64_t next_ns;   /* what will be: what newest_is_due() decided */
	const char *why;   /* the option, for the trace */
};

/* As the settings say; what they say wrongly is left out, with a line on stderr. */
void newest_init(struct newest *newest);

/* Whether something is to be deleted of DB. */
bool newest_is_due(struct newest *newest, sqlite3 *db);

/* Deletes that. In a batch, which may fail: then it is due again. */
void newest_write(const struct newest *newest, struct batch *batch);
void newest_keep(struct newest *newest);

/* Deletes what has come since and is as old as what was deleted before. In the last batch. */
void newest_write_end(struct newest *newest, struct batch *batch);

#endif
