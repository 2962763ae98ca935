/* SPDX-License-Identifier: MIT */
/* Rows about waits. Runs on the writer thread. */
#include "store/wait_store.h"

#include <errno.h>
#include <stdlib.h>

#include "host/losses.h"
#include "timeline/wait_notes.h"

enum { NOTES_MAX = 1 << 20 }; /* at once: the rest waits for the next round */

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
	*store = (struct wait_store){ 0 };
}

static void step(struct wait_store *store, enum wait_statement which)
{
	if (sqlite3_step(store->statements[which]) != SQLITE_DONE)
		counter_add(COUNTER_failed_inserts, 1);
	sqlite3_reset(store->statements[which]);
	sqlite3_clear_bindings(store->statements[which]);
}

/* ---- events ---- */

/* The event_id of HANDLE, with room for its last record; 0: no memory. */
static int64_t event_of(struct wait_store *store, uint64_t handle)
{
	bool is_new;
	int64_t id;

	if (intern_get(&store->events, &handle, sizeof handle, &id, &is_new, NULL))
		return 0;
	if ((size_t)id > store->last_room) {
		size_t room = store->last_room ? 2 * store->last_room : 64;
		int64_t *grown = realloc(store->last_records, room * sizeof *grown);

		if (!grown)
			return 0;
		store->last_records = grown;
		store->last_room = room;
	}
	if (is_new)
		store->last_records[id - 1] = 0;
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

/* One row of synchronization, without event. */
static void bind_wait(struct wait_store *store, struct rows *rows, const struct wait_note *note,
                      CUpti_ActivitySynchronizationType type)
{
	sqlite3_stmt *statement = store->statements[INSERT_WAIT];

	sqlite3_bind_int64(statement, 1, type);
	sqlite3_bind_int64(statement, 2, rows_time(rows, note->start_ns));
	sqlite3_bind_int64(
	        statement, 3,
	        note->end_ns < note->start_ns ? 0 : (int64_t)(note->end_ns - note->start_ns));
	sqlite3_bind_int64(statement, 4, note->context_id);
	if (note->has_stream)
		sqlite3_bind_int64(statement, 5,
		                   rows_stream(rows, note->context_id, note->stream_id));
	sqlite3_bind_int64(statement, 8, note->correlation_id);
}

static void write_event_wait(struct wait_store *store, struct rows *rows,
                             const struct wait_note *note, CUpti_ActivitySynchronizationType type,
                             int64_t sync_id)
{
	sqlite3_stmt *statement = store->statements[INSERT_WAIT];

	bind_wait(store, rows, note, type);
	rows_bind_unless(statement, 6, (uint64_t)event_of(store, note->event), 0);
	rows_bind_unless(statement, 7, (uint64_t)sync_id, 0);
	step(store, INSERT_WAIT);
}

static void take_record(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	sqlite3_stmt *statement = store->statements[INSERT_EVENT_RECORD];
	const int64_t event = event_of(store, note->event);

	set_last_record(store, event, ++store->sync_id);
	sqlite3_bind_int64(statement, 1, rows_stream(rows, note->context_id, note->stream_id));
	sqlite3_bind_int64(statement, 2, event);
	sqlite3_bind_int64(statement, 3, store->sync_id);
	sqlite3_bind_int64(statement, 4, note->correlation_id);
	if (store->has_times)
		sqlite3_bind_int64(statement, 5, note->correlation_id);
	step(store, INSERT_EVENT_RECORD);
}

static void take_clear(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	(void)rows;
	set_last_record(store, event_of(store, note->event), 0);
}

static void take_stream_wait(struct wait_store *store, struct rows *rows,
                             const struct wait_note *note)
{
	write_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT,
	                 last_record(store, event_of(store, note->event)));
}

/* The call is known, and that it ordered nothing. */
static void take_captured_wait(struct wait_store *store, struct rows *rows,
                               const struct wait_note *note)
{
	write_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT,
	                 0);
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

	for (unsigned i = 0; i < EVENT_WAITS_MAX; i++)
		if (store->begun[i].correlation_id == note->correlation_id)
			sync_id = store->begun[i].sync_id;
	write_event_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE,
	                 sync_id);
}

static void take_stream_sync(struct wait_store *store, struct rows *rows,
                             const struct wait_note *note)
{
	bind_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE);
	step(store, INSERT_WAIT);
}

static void take_context_sync(struct wait_store *store, struct rows *rows,
                              const struct wait_note *note)
{
	bind_wait(store, rows, note, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE);
	step(store, INSERT_WAIT);
}

static void write_stream(struct wait_store *store, struct rows *rows, const struct wait_note *note,
                         enum wait_statement which)
{
	sqlite3_stmt *statement = store->statements[which];

	sqlite3_bind_int64(statement, 1, rows_stream(rows, note->context_id, note->stream_id));
	sqlite3_bind_int64(statement, 2, note->correlation_id);
	step(store, which);
}

static void take_host_function(struct wait_store *store, struct rows *rows,
                               const struct wait_note *note)
{
	write_stream(store, rows, note, INSERT_HOST_FUNCTION);
}

static void take_copy(struct wait_store *store, struct rows *rows, const struct wait_note *note)
{
	write_stream(store, rows, note, INSERT_COPY_STREAM);
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
};

void wait_store_write(struct wait_store *store, struct rows *rows)
{
	struct wait_note note;

	for (int i = 0; i < NOTES_MAX && wait_notes_take(&note); i++) {
		if (note.is_after_loss)
			store->oldest_sync_id = store->sync_id + 1;
		takers[note.type](store, rows, &note);
	}
}
