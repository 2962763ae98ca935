/* SPDX-License-Identifier: MIT */
/*
 * What was noted about waits, as rows: each record of an event gets a number of its own, the sync
 * id, and each wait for an event the number of the record that was the event's last one then. All
 * of it runs on the writer thread. Memory grows with the events that exist at once, not with time.
 */
#ifndef WARPWISE_WAIT_STORE_H
#define WARPWISE_WAIT_STORE_H

#include <stdbool.h>
#include <sqlite3.h>

#include "store/batch.h"
#include "store/intern.h"
#include "store/rows.h"

enum wait_statement {
	INSERT_EVENT_RECORD,
	INSERT_WAIT,
	INSERT_HOST_FUNCTION,
	INSERT_COPY_STREAM,
	INSERT_COPY_ADDRESS,
	WAIT_STATEMENTS
};

enum { EVENT_WAITS_MAX = 256 }; /* threads that wait for events at the same time */

struct wait_store {
	sqlite3_stmt *statements[WAIT_STATEMENTS];
	bool has_times;
	struct intern events;  /* handles: event_id, which is used again as they are */
	int64_t *last_records; /* by event_id - 1: sync id of its last record; 0: none */
	size_t last_room;
	int64_t sync_id;        /* the newest */
	int64_t oldest_sync_id; /* records before this one count no more: notes were lost since */
	struct {
		uint32_t correlation_id;
		int64_t sync_id;
	} begun[EVENT_WAITS_MAX]; /* waits of host threads; the oldest are overwritten */
	unsigned next_begun;
	struct wait_row *rows; /* that are not in the trace */
	size_t row_count, row_room;
};

/*
 * HAS_TIMES: records of events get the id of their call, so that kinds/event_time.c finds them.
 * Returns 0 or -EIO; release also after that.
 */
int wait_store_init(struct wait_store *store, sqlite3 *db, bool has_times);
void wait_store_release(struct wait_store *store);

/* Takes what was noted up to now, or so much as a batch may hold. */
void wait_store_take(struct wait_store *store, struct rows *rows);

/* How many rows are waiting to be written. */
size_t wait_store_count(const struct wait_store *store);

/* As batch.h has them. */
void wait_store_write(struct wait_store *store, struct batch *batch);
void wait_store_keep(struct wait_store *store);

#endif
