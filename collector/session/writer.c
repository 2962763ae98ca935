/* SPDX-License-Identifier: MIT */
/*
 * The writer thread. All that touches SQLite happens here. It holds no lock, so that no callback
 * waits for it, and asks CUPTI for records through the flusher, since CUPTI may never answer.
 */
#include "session/writer.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/log.h"
#include "host/losses.h"
#include "store/origin.h"
#include "host/patience.h"
#include "host/recording.h"
#include "host/thread.h"
#include "session/control.h"
#include "session/diagnostics.h"
#include "session/enabled.h"
#include "session/flush_pace.h"
#include "timeline/found.h"
#include "session/stores.h"
#include "session/writer_orders.h"
#include "stacks/call_stacks.h"
#include "stacks/native_samples.h"
#include "stacks/stack_page.h"
#include "store/batch.h"
#include "store/newest.h"
#include "store/output.h"
#include "store/rotation.h"
#include "timeline/buffers.h"
#include "timeline/call_cost.h"
#include "timeline/flusher.h"
#include "timeline/wait_notes.h"
#include "trace_file.h"
#include "trace_vfs.h"

enum {
	ACTIVITY_KINDS = 256, /* CUPTI's kinds are below this */
	RETRY_MS = 1000,      /* how long a batch is tried: less than the program's end waits */
	RETRY_PAUSE_US = 20000,
	POLL_MS = 10, /* while CUPTI is waited for */
};

struct writer {
	sqlite3 *db;                      /* NULL until there is something to write */
	bool has_failed;                  /* nothing more is written */
	char last_words[TRACE_ERROR_MAX]; /* what the trace says of that; empty: nothing */
	struct batch batch;
	struct item *pending, **pending_end; /* not in the trace yet, oldest first */
	CUpti_Activity
	        *done_record;   /* of the oldest buffer, the last record in the trace; NULL: none */
	CUpti_Activity *record; /* the same, of the buffer that this batch is at */
	char path[PATH_MAX];
	struct stores stores;
	struct newest newest;             /* what is kept, where not all is */
	struct rotation rotation;         /* into several files */
	sqlite3_stmt *inserts[KINDS_MAX]; /* of kinds[] */
	int kind_of[ACTIVITY_KINDS];      /* index into kinds[] + 1; 0: not ours */
	struct flush_pace pace;
	int64_t call_cost_ns; /* what recording a call costs */
	bool has_module;
};

static void fail(struct writer *writer, const char *reason)
{
	const char *harm = writer->db ? trace_vfs_harm(writer->db) : NULL;

	if (harm)
		reason = harm;
	log_line("cannot write the trace \"%s\": %s; the program runs on unrecorded", writer->path,
	         reason);
	writer->has_failed = true;
	control_set(GATE_TRACE, false);
}

/* ---- items: what was handed over ---- */

static void write_record(struct writer *writer, const CUpti_Activity *record)
{
	int index =
	        (uint32_t)record->kind < ACTIVITY_KINDS ? writer->kind_of[record->kind] - 1 : -1;

	if (index < 0) {
		batch_count(&writer->batch, COUNTER_unknown_records, 1);
		return;
	}
	if (kinds[index]->bind(writer->stores.rows, writer->inserts[index], record) == BOUND_SKIP)
		return;
	if (batch_run(&writer->batch, writer->inserts[index]) && !sqlite3_changes(writer->db) &&
	    !kinds[index]->may_lack)
		batch_count(&writer->batch, kinds[index]->left_out, 1);
}

static bool write_buffer(struct writer *writer, struct item *item)
{
	const struct buffer *buffer = (const struct buffer *)item;
	const uint8_t *at = writer->record ? (uint8_t *)writer->record : buffer->data;
	CUptiResult result;

	while ((result = cupti.cuptiActivityGetNextRecord(buffer->data, buffer->valid_bytes,
	                                                  &writer->record)) == CUPTI_SUCCESS) {
		write_record(writer, writer->record);
		writer->batch.bytes += (size_t)((uint8_t *)writer->record - at);
		at = (uint8_t *)writer->record;
		if (writer->batch.bytes >= BATCH_BYTES_MAX)
			return false;
	}
	if (result != CUPTI_ERROR_MAX_LIMIT_REACHED)
		batch_count(&writer->batch, COUNTER_unreadable_records, 1);
	writer->record = NULL;
	return true;
}

static int64_t count_records(const struct writer *writer, const struct item *item)
{
	const struct buffer *buffer = (const struct buffer *)item;
	CUpti_Activity *record = item == writer->pending ? writer->done_record : NULL;
	int64_t count = 0;

	while (cupti.cuptiActivityGetNextRecord(buffer->data, buffer->valid_bytes, &record) ==
	       CUPTI_SUCCESS)
		count++;
	return count;
}

static void give_back(struct item *item)
{
	buffers_give_back((struct buffer *)item);
}

static bool write_item(struct writer *writer, struct item *item)
{
	stores_write_item(&writer->stores, &writer->batch, item);
	return true;
}

static void take_item(struct writer *writer, struct item *item)
{
	stores_take_item(&writer->stores, item);
}

static void free_module(struct item *item)
{
	module_free((struct module *)item);
}

static bool write_found(struct writer *writer, struct item *item)
{
	write_record(writer, &((const struct found_record *)item)->record.any);
	return true;
}

static void free_item(struct item *item)
{
	free(item);
}

static void free_stacks(struct item *item)
{
	free(item);
	stack_page_freed();
}

/* What becomes of each type of item. */
static const struct {
	/* Keeps it in memory, in a store that writes it; NULL: it waits for the batch. */
	void (*take)(struct writer *writer, struct item *item);
	/* Writes it, perhaps several times; false: the batch is full before its end. */
	bool (*write)(struct writer *writer, struct item *item);
	/* Frees it. */
	void (*free)(struct item *item);
	/* The records in it; NULL: 1. */
	int64_t (*count)(const struct writer *writer, const struct item *item);
} types[ITEM_TYPES] = {
	[ITEM_BUFFER] = { .write = write_buffer, .free = give_back, .count = count_records },
	[ITEM_MODULE] = { .write = write_item, .free = free_module },
	[ITEM_SAMPLES] = { .take = take_item, .free = free_item },
	[ITEM_LAUNCH] = { .take = take_item, .free = free_item },
	[ITEM_INSTRUCTIONS] = { .write = write_item, .free = free_item },
	[ITEM_GPU_SAMPLES] = { .write = write_item, .free = free_item },
	[ITEM_STACKS] = { .write = write_item, .free = free_stacks },
	[ITEM_CALL_STACKS] = { .write = write_item, .free = free_item },
	[ITEM_NATIVE_SAMPLES] = { .write = write_item, .free = free_item },
	[ITEM_FOUND] = { .write = write_found, .free = free_item },
};

/* Takes the oldest pending item off. */
static void free_oldest(struct writer *writer)
{
	struct item *item = writer->pending;

	writer->pending = item->next;
	if (!writer->pending)
		writer->pending_end = &writer->pending;
	types[item->type].free(item);
	writer->done_record = NULL;
}

static void lose_pending(struct writer *writer)
{
	while (writer->pending) {
		const struct item *item = writer->pending;

		counter_add(COUNTER_lost_records,
		            types[item->type].count ? types[item->type].count(writer, item) : 1);
		free_oldest(writer);
	}
}

static void append(struct writer *writer, struct item *item)
{
	*writer->pending_end = item;
	writer->pending_end = &item->next;
}

/* Takes what was handed over. Returns whether there was anything. */
static bool receive(struct writer *writer)
{
	struct item *item = queue_take(&recording.queue), *next;
	struct item *(*const takes[])(void) = { stack_page_take, call_stacks_take,
		                                native_samples_take };
	bool has_any = item != NULL;

	for (; item; item = next) {
		next = item->next;
		item->next = NULL;
		if (item->type == ITEM_MODULE && !writer->has_module) {
			writer->has_module = true;
			/* Functions are loaded when they are first launched. */
			flush_pace_hurry(&writer->pace);
		}
		if (types[item->type].take && !writer->has_failed) {
			types[item->type].take(writer, item);
			continue;
		}
		append(writer, item);
	}
	for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
		while ((item = takes[i]()) != NULL) {
			append(writer, item);
			has_any = true;
		}
	return has_any;
}

/* ---- batches ---- */

static void begin_batch(struct writer *writer)
{
	batch_begin(&writer->batch);
	stores_begin(&writer->stores);
	writer->record = writer->done_record;
}

static void keep_batch(struct writer *writer, const struct item *next)
{
	while (writer->pending != next)
		free_oldest(writer);
	writer->done_record = writer->record;
	stores_keep(&writer->stores);
}

/* What is pending, or so much as a batch holds. False: nothing of it is in the trace. */
static bool write_batch(struct writer *writer)
{
	struct item *item = writer->pending;

	begin_batch(writer);
	stores_write_first(&writer->stores, &writer->batch);
	while (item && writer->batch.error == SQLITE_OK && writer->batch.bytes < BATCH_BYTES_MAX &&
	       types[item->type].write(writer, item)) {
		item = item->next;
		progress_made();
	}
	stores_write_last(&writer->stores, &writer->batch);
	if (!batch_commit(&writer->batch, diagnostics_write, &writer->batch))
		return false;
	keep_batch(writer, item);
	return true;
}

static void write_end(void *data)
{
	struct writer *writer = data;

	diagnostics_write(&writer->batch);
	origin_write_end(&writer->batch);
}

static bool write_end_batch(struct writer *writer)
{
	batch_begin(&writer->batch);
	newest_write_end(&writer->newest, &writer->batch);
	return batch_commit(&writer->batch, write_end, writer);
}

/* It was made whole for an end that did not come, or for a copy that could not be made. */
static bool write_going_on(struct writer *writer)
{
	batch_begin(&writer->batch);
	origin_write_going_on(&writer->batch);
	return batch_commit(&writer->batch, diagnostics_write, &writer->batch);
}

/* In the room that was set aside for that. */
static void write_last_words(void *data)
{
	struct writer *writer = data;

	diagnostics_write(&writer->batch);
	diagnostic_write(&writer->batch, "ended-early", "trace", SEVERITY_ERROR, 1,
	                 writer->last_words);
}

static void say_last_words(struct writer *writer)
{
	if (!*writer->last_words || trace_vfs_harm(writer->db))
		return;
	trace_vfs_use_reserve(writer->db);
	batch_begin(&writer->batch);
	batch_commit(&writer->batch, write_last_words, writer);
}

/* What comes after this is lost, and the trace is the run up to now: a hole would mislead. */
static void give_up(struct writer *writer)
{
	const char *reason = sqlite3_errstr(writer->batch.error);
	uint64_t now = recording.start_ns;

	cupti.cuptiGetTimestamp(&now);
	snprintf(writer->last_words, sizeof writer->last_words,
	         "the trace could not be written any more %.1f s after its start: %s; nothing "
	         "later is in it",
	         (double)(now - recording.start_ns) / 1e9, reason);
	counter_add(COUNTER_lost_records, (int64_t)wait_store_count(&writer->stores.waits));
	lose_pending(writer);
	say_last_words(writer);
	fail(writer, reason);
}

/* Tries again for a while: a disk may get room, the process memory. */
static bool try_to(bool (*write)(struct writer *writer), struct writer *writer)
{
	struct clock_wait wait = { 0 }; /* a look each time, the first after the first failure */

	while (trace_vfs_harm(writer->db) || !write(writer)) {
		if (trace_vfs_harm(writer->db) || clock_waited_ms(&wait) >= RETRY_MS) {
			give_up(writer);
			return false;
		}
		clock_sleep_us(RETRY_PAUSE_US);
	}
	return true;
}

/* ---- the trace: created at the first thing to write ---- */

static bool write_origin(struct writer *writer)
{
	batch_begin(&writer->batch);
	rotation_write_number(&writer->rotation, &writer->batch);
	diagnostics_write_absences(&writer->batch);
	if (origin_write(writer->db, writer->call_cost_ns))
		batch_failed(&writer->batch);
	return batch_commit(&writer->batch, diagnostics_write, &writer->batch);
}

static int prepare_kinds(struct writer *writer)
{
	for (int i = 0; kinds[i]; i++) {
		if (kinds[i]->insert &&
		    sqlite3_prepare_v3(writer->db, kinds[i]->insert, -1, SQLITE_PREPARE_PERSISTENT,
		                       &writer->inserts[i], NULL) != SQLITE_OK)
			return -EIO;
		writer->kind_of[kinds[i]->activity] = i + 1;
	}
	return 0;
}

static void open_trace(struct writer *writer)
{
	char error[TRACE_ERROR_MAX] = "";

	if (output_create(writer->path, &writer->db, error)) {
		fail(writer, error);
		return;
	}
	writer->batch.db = writer->db;
	if (stores_init(&writer->stores, &writer->batch) || prepare_kinds(writer)) {
		fail(writer, sqlite3_errmsg(writer->db));
		return;
	}
	newest_init(&writer->newest);
	rotation_init(&writer->rotation);
	writer->call_cost_ns = call_cost_measure_ns();
	if (!try_to(write_origin, writer))
		return;
	atomic_store(&writer_orders.path, writer->path);
	flush_pace_hurry(&writer->pace);
}

/* ---- files ---- */

static bool write_newest(struct writer *writer)
{
	batch_begin(&writer->batch);
	newest_write(&writer->newest, &writer->batch);
	if (!batch_commit(&writer->batch, diagnostics_write, &writer->batch))
		return false;
	newest_keep(&writer->newest);
	return true;
}

/* What is too old goes. */
static void drop_oldest(struct writer *writer)
{
	if (writer->db && !writer->has_failed && newest_is_due(&writer->newest, writer->db))
		try_to(write_newest, writer);
}

static bool write_moved(struct writer *writer)
{
	batch_begin(&writer->batch);
	rotation_write(&writer->rotation, &writer->batch);
	return batch_commit(&writer->batch, diagnostics_write, &writer->batch);
}

/* What is full becomes a file of its own, whole. */
static void rotate(struct writer *writer)
{
	if (!writer->db || writer->has_failed || !rotation_is_due(&writer->rotation, writer->db) ||
	    !try_to(write_end_batch, writer))
		return;
	if (rotation_save(&writer->rotation, writer->db, writer->path))
		try_to(write_going_on, writer);
	else if (try_to(write_moved, writer))
		rotation_keep(&writer->rotation, writer->db, writer->path);
}

/*
 * Everything that was handed over. A program that only asks which GPUs there are leaves records,
 * too, but no trace: what comes before the first context is kept until there is one, and goes if
 * there never is. IS_DUE: a batch is written in any case.
 */
static void write_items(struct writer *writer, bool is_due)
{
	/* Asked first: a context that is not there then never comes. */
	const bool is_ending = atomic_load(&writer_orders.is_ending);
	bool has_any;

	if (!atomic_load(&writer_orders.has_context)) {
		native_samples_keep();
		if (!is_ending)
			return;
		writer->has_failed = true;
	}
	if (!writer->db && !writer->has_failed)
		open_trace(writer);
	has_any = receive(writer) || wait_notes_any() || is_due;
	while (has_any && !writer->has_failed && try_to(write_batch, writer)) {
		has_any = writer->pending != NULL;
		drop_oldest(writer);
		rotate(writer);
	}
	if (writer->has_failed) {
		lose_pending(writer);
		wait_notes_drop();
	}
}

/*
 * Writes all that there is. What was handed over comes first: CUPTI may never answer, and what it
 * gave before must not go with the rest.
 */
static void flush_all(struct writer *writer, enum flush what)
{
	struct patience patience;
	uint64_t number, noted;

	write_items(writer, false);
	patience_init(&patience, PATIENT_FIRST);
	number = flusher_ask(what);
	while (!flusher_has_done(number)) {
		if (patience_is_over(&patience)) {
			counter_add(COUNTER_unanswered_flushes, 1);
			progress_made();
			break;
		}
		queue_wait(&recording.queue, POLL_MS);
		write_items(writer, false);
	}
	noted = wait_notes_count(); /* the program may note more for ever */
	write_items(writer, false);
	while (writer->db && wait_notes_any_of(noted)) /* a round takes so many only */
		write_items(writer, false);
}

/* Makes the trace whole as it is, in one file: the next moment may be the last. */
static void settle(struct writer *writer)
{
	const unsigned asked = atomic_load(&writer_orders.asked);

	flush_all(writer, atomic_load(&writer_orders.cutting) ? FLUSH_ALL : FLUSH_FINISHED);
	if (writer->db && !writer->has_failed && try_to(write_end_batch, writer))
		trace_file_checkpoint(writer->db);
	atomic_store(&writer_orders.is_settled, true);
	atomic_store(&writer_orders.settled, asked);
}

static bool is_to_settle(void)
{
	return atomic_load(&writer_orders.leaving) &&
	       atomic_load(&writer_orders.settled) != atomic_load(&writer_orders.asked);
}

static bool is_to_go_on(void)
{
	return !atomic_load(&writer_orders.leaving) && atomic_load(&writer_orders.is_settled);
}

/* In ms; 0 where an order came while another one was obeyed, whose end took the wake. */
static int64_t rest_ms(const struct writer *writer)
{
	if (is_to_settle() || (is_to_go_on() && !atomic_load(&writer_orders.is_passing)))
		return 0;
	return native_samples_rest_ms(flush_pace_left_ms(&writer->pace));
}

/* It was not. */
static void go_on(struct writer *writer)
{
	if (writer->db && !writer->has_failed)
		try_to(write_going_on, writer);
	atomic_store(&writer_orders.is_settled, false);
}

static void close_trace(struct writer *writer)
{
	int err;

	if (!writer->db)
		return;
	metric_store_finish(&writer->stores.metrics);
	if (!writer->has_failed)
		try_to(write_end_batch, writer);
	say_last_words(writer); /* what was lost since they were said is in them now */
	for (int i = 0; kinds[i]; i++)
		sqlite3_finalize(writer->inserts[i]);
	stores_release(&writer->stores);
	rotation_release(&writer->rotation);
	err = trace_file_close_complete(writer->db);
	if (err && !writer->has_failed)
		log_line(
		        "trace \"%s\": its log could not be moved into it%s; keep %s-wal beside it",
		        writer->path, err == -EBUSY ? ": somebody reads it" : "", writer->path);
}

static void *run(void *unused)
{
	static struct writer writer; /* other threads read its path at any time */

	patience_work_here();
	flush_pace_init(&writer.pace);
	writer.pending_end = &writer.pending;
	trace_vfs_on_write(progress_made); /* a commit or a checkpoint takes as long as it takes */
	while (!atomic_load(&writer_orders.is_ending)) {
		queue_wait(&recording.queue, rest_ms(&writer));
		if (!flush_pace_left_ms(&writer.pace)) {
			flusher_ask(FLUSH_FINISHED);
			flush_pace_flushed(&writer.pace);
		}
		flusher_free_buffers();
		write_items(&writer, stores_are_due());
		if (is_to_settle())
			settle(&writer);
		else if (is_to_go_on())
			go_on(&writer);
	}
	flush_all(&writer, FLUSH_LAST);
	native_samples_end();
	close_trace(&writer);
	atomic_store(&writer_orders.is_done, true);
	return unused;
}

int writer_start(void)
{
	const int err = flusher_start();

	/* Only the writer uses SQLite: 12 % of its time was in locks. */
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_initialize(); /* reads the environment, which the program may change later */
	return err ? err : thread_start("warpwise", run);
}
