/* SPDX-License-Identifier: MIT */
/* Rows about waits. Runs on the writer thread. */
#include "timeline/wait_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"
#include "timeline/wait_notes.h"

enum {
	ROWS_MAX = 1 << 18, /* at once: the rest waits for the next batch */
	COLUMNS = 8,
};

#define NULL_VALUE INT64_MIN

/* A row as its statement wants it: ?1 and so on. */
struct wait_row {
	enum wait_statement which;
	int64_t values[COLUMNS];
};

static const char *const sql[WAIT_STATEMENTS] = {
	[INSERT_EVENT_RECORD] = "INSERT INTO event_record (id, stream_id, event_id, sync_id, "
	                        "correlation_id) VALUES (?5, ?1, ?2, ?3, ?4)",
	[INSERT_WAIT] = "INSERT INTO synchronization (type, start_ns, duration_ns, context_id, "
	                "stream_id, event_id, sync_id, correlation_id, result) "
	                "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)",
	[INSERT_HOST_FUNCTION] =
	        "INSERT INTO host_function (stream_id, correlation_id) VALUES (?1, ?2)",
	[INSERT_COPY_STREAM] =
	        "INSERT INTO copy_stream (stream_id, correlation_id) VALUES (?1, ?2)",
	[INSERT_COPY_ADDRESS] =
	        "INSERT INTO copy_address (host_address, correlation_id) VALUES (?1, ?2)",
};

int wait_store_init(struct wait_store *store, sqlite3 *db, bool has_times)
{
	*store = (struct wait_store){ .oldest_sync_id = 1, .has_times = has_times };
	for (int i = 0; i < WAIT_STATEMENTS; i++)
		if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
		                       &store->statements[i], NULL) != SQLITE_OK)
			return -EIO;
	return 0;
}

void wait_store_release(struct wait_store *store)
{
	for (int i = 0; i < WAIT_STATEMENTS; i++)
		sqlite3_finalize(store->statements[i]);
	intern_release(&store->events);
	free(store->last_records);
	free(store->rows);
	*store = (struct wait_store){ 0 };
}

static void add(struct wait_store *store, enum wait_statement which, const int64_t values[COLUMNS])
{
	struct wait_row *row = &store->rows[store->row_count++];

	row->which = which;
	memcpy(row->values, values, sizeof row->values);
}

/* ---- events ---- */

/* The event_id of HANDLE, with room for its last record; 0: no memory. */
static int64_t event_of(struct wait_store *store, uint64_t handle)
{
	bool is_new;
	int64_t id;

	if (intern_get(&store->events, &handle, sizeof handle, &id, &is_new))
		return 0;
	if ((size_t)id > store->last_room) {
		size_t room = store->last_room ? 2 * store->last_room : 64;
		int64_t *grown = realloc(store->last_records, room * sizeof *grown);

		if (!grown)
			return 0;
		memset(grown + store->last_room, 0, (room - store->last_room) * sizeof *grown);
		store->last_records = grown;
		store->last_room = room;
	}
	return id;
}

static void set_last_record(struct wait_store *store, int64_t event, int64_t sync_id)
{
	if (event)
		store->last_records[event - 1] = sync_id;
}

/* The sync id of the last record of EVENT, 0: there is none, or it is not known. */
static int64_t last_record(const struct wait_store *store, int64_t event)
{
	int64_t sync_id = event ? store->last_records[event - 1] : 0;

	return sync_id >= store->oldest_sync_id ? sync_id : 0;
}

/* ---- notes ---- */

/* One row of synchronization. EVENT and SYNC_ID 0: none. */
static void add_wait(struct wait_store *store, struct rows *rows, const struct wait_note *note,
                     CUpti_ActivitySynchronizationType type, int64_t event, int64_t sync_id)
{
	const int64_t values[COLUMNS] = {
		type,
		rows_time(rows, note->start_ns),
		note->end_ns < note->start_ns ? 0 : (int64_t)(note->end_ns - note->start_ns),
		note->context_id,
		note->has_stream ? rows_stream(rows, note->context_id, note->stream_id)
		                 : NULL_VALUE,
		event ? event : NULL_VALUE,
		sync_id ? sync_id : NULL_VALUE,
		rows_correlation(rows, note->correlation_id),
	};

	add(store, INSERT_WAIT, values);
}

static void add_event_wait(struct wait_store *store, struct rows *rows,
                           const struct wait_note *note, CUpti_ActivitySynchronizationType type,
                           int64_t sync_id)
{
	add_wait(store, rows, note, type, event_of(store, note->event), sync_id);
}

static void take_record(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	const int64_t event = event_of(store, note->event);
	const int64_t correlation_id = rows_correlation(rows, note->correlation_id);
	const int64_t values[COLUMNS] = {
		rows_stream(rows, note->context_id, note->stream_id),
		event,
		++store->sync_id,
		correlation_id,
		store->has_times ? correlation_id : NULL_VALUE,
	};

	set_last_record(store, event, store->sync_id);
	add(store, INSERT_EVENT_RECORD, values);
}

static void take_clear(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	(void)rows;
	set_last_record(store, event_of(store, note->event), 0);
}

static void take_stream_wait(struct wait_store *store, struct rows *rows,
                             const struct wait_note *note)
{
	add_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT,
	               last_record(store, event_of(store, note->event)));
}

/* The call is known, and that it ordered nothing. */
static void take_captured_wait(struct wait_store *store, struct rows *rows,
                               const struct wait_note *note)
{
	add_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT, 0);
}

static void take_event_wait_begin(struct wait_store *store, struct rows *rows,
                                  const struct wait_note *note)
{
	unsigned at = store->next_begun++ % EVENT_WAITS_MAX;

	(void)rows;
	store->begun[at].correlation_id = note->correlation_id;
	store->begun[at].sync_id = last_record(store, event_of(store, note->event));
}

static void take_event_wait(struct wait_store *store, struct rows *rows,
                            const struct wait_note *note)
{
	int64_t sync_id = 0;
	bool is_begun = false;

	for (unsigned i = 0; i < EVENT_WAITS_MAX; i++)
		if (store->begun[i].correlation_id == note->correlation_id) {
			sync_id = store->begun[i].sync_id;
			is_begun = true;
		}
	counter_add(COUNTER_further_waits, !is_begun);
	add_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE,
	               sync_id);
}

static void take_stream_sync(struct wait_store *store, struct rows *rows,
                             const struct wait_note *note)
{
	add_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE, 0, 0);
}

static void take_context_sync(struct wait_store *store, struct rows *rows,
                              const struct wait_note *note)
{
	add_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE, 0, 0);
}

static void add_stream(struct wait_store *store, struct rows *rows, const struct wait_note *note,
                       enum wait_statement which)
{
	const int64_t values[COLUMNS] = {
		rows_stream(rows, note->context_id, note->stream_id),
		rows_correlation(rows, note->correlation_id),
	};

	add(store, which, values);
}

static void take_host_function(struct wait_store *store, struct rows *rows,
                               const struct wait_note *note)
{
	add_stream(store, rows, note, INSERT_HOST_FUNCTION);
}

static void take_copy(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	add_stream(store, rows, note, INSERT_COPY_STREAM);
}

static void take_copy_address(struct wait_store *store, struct rows *rows,
                              const struct wait_note *note)
{
	const int64_t values[COLUMNS] = {
		(int64_t)note->host_address,
		rows_correlation(rows, note->correlation_id),
	};

	add(store, INSERT_COPY_ADDRESS, values);
}

static void (*const takers[WAIT_NOTE_TYPES])(struct wait_store *, struct rows *,
                                             const struct wait_note *) = {
	[NOTE_RECORD] = take_record,
	[NOTE_CLEAR] = take_clear,
	[NOTE_STREAM_WAIT] = take_stream_wait,
	[NOTE_CAPTURED_WAIT] = take_captured_wait,
	[NOTE_EVENT_WAIT_BEGIN] = take_event_wait_begin,
	[NOTE_EVENT_WAIT] = take_event_wait,
	[NOTE_STREAM_SYNC] = take_stream_sync,
	[NOTE_CONTEXT_SYNC] = take_context_sync,
	[NOTE_HOST_FUNCTION] = take_host_function,
	[NOTE_COPY] = take_copy,
	[NOTE_COPY_ADDRESS] = take_copy_address,
};

/* Each note makes one row at most. */
static bool has_room(struct wait_store *store)
{
	size_t room = store->row_room ? 2 * store->row_room : 1024;
	struct wait_row *rows;

	if (store->row_count < store->row_room)
		return true;
	rows = room > ROWS_MAX ? NULL : reallocarray(store->rows, room, sizeof *rows);
	if (!rows)
		return false;
	store->rows = rows;
	store->row_room = room;
	return true;
}

void wait_store_take(struct wait_store *store, struct rows *rows)
{
	struct wait_note note;

	while (has_room(store) && wait_notes_take(&note)) {
		if (note.is_after_loss)
			store->oldest_sync_id = store->sync_id + 1;
		takers[note.type](store, rows, &note);
	}
}

size_t wait_store_count(const struct wait_store *store)
{
	return store->row_count;
}

void wait_store_write(struct wait_store *store, struct batch *batch)
{
	for (size_t i = 0; i < store->row_count; i++) {
		const struct wait_row *row = &store->rows[i];
		sqlite3_stmt *statement = store->statements[row->which];
		const int columns = sqlite3_bind_parameter_count(statement);

		for (int c = 0; c < columns; c++)
			if (row->values[c] == NULL_VALUE)
				sqlite3_bind_null(statement, c + 1);
			else
				sqlite3_bind_int64(statement, c + 1, row->values[c]);
		batch_run(batch, statement);
	}
}

void wait_store_keep(struct wait_store *store)
{
	store->row_count = 0;
}
