/* SPDX-License-Identifier: MIT */
/*
 * The writer thread. Everything that touches SQLite happens here. It holds no lock, so that no
 * callback can wait for it, and asks CUPTI for records through the flusher, since CUPTI may never
 * answer.
 */
#include "store/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timeline/buffers.h"
#include "timeline/flusher.h"
#include "host/clock.h"
#include "host/losses.h"
#include "cupti/api.h"
#include "counters/gpu_lock.h"
#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch_metrics.h"
#include "host/log.h"
#include "host/patience.h"
#include "store/metric_store.h"
#include "timeline/modules.h"
#include "host/origin.h"
#include "cupti/profiler_choice.h"
#include "store/rows.h"
#include "store/sample_store.h"
#include "host/recording.h"
#include "counters/stalls.h"
#include "host/thread.h"
#include "trace_file.h"
#include "trace_vfs.h"
#include "host/trace_name.h"
#include "timeline/wait_notes.h"
#include "store/wait_store.h"

enum {
	ACTIVITY_KINDS = 256, /* CUPTI's kinds are below this */
	NAMES_TRIED = 10000,  /* run.db, run-2.db ... */
	FIRST_FLUSH_MS = 1,   /* then twice that, and so on, up to the setting */
	POLL_MS = 10,         /* while CUPTI is waited for */
};

struct writer {
	sqlite3 *db; /* NULL until there is something to write, and after it failed */
	bool has_failed;
	char path[PATH_MAX];
	struct rows *rows;
	struct module_store modules;
	struct sample_store samples;
	struct metric_store metrics;
	struct wait_store waits;
	sqlite3_stmt *inserts[KINDS_MAX]; /* of kinds[] */
	int kind_of[ACTIVITY_KINDS];      /* index into kinds[] + 1; 0: not ours */
	int64_t flushed_ms, pause_ms; /* the last flush, and when the next one is due after it */
	bool has_module;
};

static atomic_bool has_context, is_ending, is_done;
static atomic_int leaving;               /* threads between writer_settle() and writer_go_on() */
static atomic_bool is_settled;           /* the trace is whole as it is */
static void (*disable_collecting)(void); /* as given to writer_start() */

/* ---- the trace: created at the first thing to write ---- */

/* "run.db" and 2 make "run-2.db"; a name without ending gets the number at its end. */
static int numbered(char out[PATH_MAX], const char *path, int number)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	int stem = (int)(dot ? dot - path : (ptrdiff_t)strlen(path));
	int length =
	        number == 1 ? snprintf(out, PATH_MAX, "%s", path)
	                    : snprintf(out, PATH_MAX, "%.*s-%d%s", stem, path, number, path + stem);

	return length < PATH_MAX ? 0 : -ENAMETOOLONG;
}

static int create_file(struct writer *writer, char error[TRACE_ERROR_MAX])
{
	char wanted[PATH_MAX];
	int err = trace_name(recording.settings.text[SETTING_ID_output], wanted);

	snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	for (int number = 1; !err && number < NAMES_TRIED; number++) {
		err = numbered(writer->path, wanted, number);
		if (!err)
			err = trace_file_create(writer->path, &writer->db, error);
		if (err != -EEXIST)
			return err;
		err = 0;
	}
	return err ? err : -EEXIST;
}

/* COUNT 0: it turned out to be none. */
static void write_diagnostic(void *data, const char *code, const char *subject,
                             enum severity severity, int64_t count, const char *message)
{
	struct writer *writer = data;
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(
	            writer->db,
	            count ? "INSERT OR REPLACE INTO diagnostic (code, subject, severity, count, "
	                    "message) VALUES (?1, ?2, ?3, ?4, ?5)"
	                  : "DELETE FROM diagnostic WHERE code = ?1 AND subject = ?2",
	            -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_text(statement, 1, code, -1, SQLITE_TRANSIENT);
		sqlite3_bind_text(statement, 2, subject, -1, SQLITE_TRANSIENT);
		if (count) {
			sqlite3_bind_int64(statement, 3, severity);
			sqlite3_bind_int64(statement, 4, count);
			sqlite3_bind_text(statement, 5, message, -1, SQLITE_TRANSIENT);
		}
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
}

/* Says in the trace that WHAT is not in it, unless it IS_WANTED and could be ENABLED. */
static void write_absence(struct writer *writer, const char *what, bool is_wanted,
                          CUptiResult enabled)
{
	char message[256];

	if (!is_wanted) {
		write_diagnostic(writer, "kind-not-recorded", what, SEVERITY_NOTE, 1,
		                 "turned off by a setting");
	} else if (enabled != CUPTI_SUCCESS) {
		snprintf(message, sizeof message, "CUPTI cannot record this here: %s",
		         cupti_error(enabled));
		write_diagnostic(writer, "kind-not-recorded", what, SEVERITY_WARNING, 1, message);
	}
}

static int prepare_kinds(struct writer *writer)
{
	for (int i = 0; kinds[i]; i++) {
		if (kinds[i]->insert &&
		    sqlite3_prepare_v3(writer->db, kinds[i]->insert, -1, SQLITE_PREPARE_PERSISTENT,
		                       &writer->inserts[i], NULL) != SQLITE_OK)
			return -EIO;
		writer->kind_of[kinds[i]->activity] = i + 1;
		if (!kinds[i]->may_lack && (recording.is_wanted[i] || !kinds[i]->is_extra))
			write_absence(writer, kinds[i]->name, recording.is_wanted[i],
			              recording.enabled[i]);
	}
	write_absence(writer, "synchronization", recording.are_waits_wanted,
	              recording.waits_enabled);
	return 0;
}

/* Tells `warpwise record` which trace this is. */
static void append_to_list(const char *path)
{
	const char *list = recording.settings.text[SETTING_ID_list];
	char whole[PATH_MAX], line[2 * PATH_MAX + 4], folder[PATH_MAX];
	bool is_relative = *path != '/' && getcwd(folder, sizeof folder);
	int length = snprintf(whole, sizeof whole, "%s%s%s", is_relative ? folder : "",
	                      is_relative ? "/" : "", path);
	ssize_t ignored;
	int fd;

	if (!*list || length >= (int)sizeof whole)
		return;
	trace_name_to_line(whole, line);
	strcat(line, "\n");
	fd = open(list, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return;
	ignored = write(fd, line, strlen(line));
	(void)ignored;
	close(fd);
}

static bool exec(struct writer *writer, const char *sql)
{
	const bool is_done_now = sqlite3_exec(writer->db, sql, NULL, NULL, NULL) == SQLITE_OK;

	progress_made(); /* a commit takes as long as it takes */
	return is_done_now;
}

static void fail(struct writer *writer, const char *reason)
{
	const char *harm = writer->db ? trace_vfs_harm(writer->db) : NULL;

	if (harm)
		reason = harm;
	log_line("cannot write the trace \"%s\": %s; the program runs on unrecorded", writer->path,
	         reason);
	writer->has_failed = true;
	disable_collecting();
}

/*
 * A program often dies of its first kernels: what it does first is written soon. Later records can
 * wait, since each flush has its cost.
 */
static void hurry(struct writer *writer)
{
	const int64_t most = recording.settings.number[SETTING_ID_flush_ms];

	writer->pause_ms = FIRST_FLUSH_MS < most ? FIRST_FLUSH_MS : most;
	writer->flushed_ms = clock_ms();
}

static void open_trace(struct writer *writer)
{
	char error[TRACE_ERROR_MAX] = "";

	if (create_file(writer, error)) {
		fail(writer, error);
		return;
	}
	append_to_list(writer->path);
	writer->rows = rows_new(writer->db, recording.start_ns);
	if (!writer->rows || module_store_init(&writer->modules, writer->db) ||
	    sample_store_init(&writer->samples, writer->db) ||
	    metric_store_init(&writer->metrics, writer->db) ||
	    wait_store_init(&writer->waits, writer->db,
	                    recording.settings.number[SETTING_ID_event_times]) ||
	    !exec(writer, "BEGIN") || prepare_kinds(writer) || origin_write(writer->db) ||
	    !exec(writer, "COMMIT")) {
		fail(writer, sqlite3_errmsg(writer->db));
		return;
	}
	hurry(writer);
}

/* ---- records ---- */

static void write_record(struct writer *writer, const CUpti_Activity *record)
{
	int index =
	        (uint32_t)record->kind < ACTIVITY_KINDS ? writer->kind_of[record->kind] - 1 : -1;
	sqlite3_stmt *insert;

	if (index < 0) {
		counter_add(COUNTER_unknown_records, 1);
		return;
	}
	insert = writer->inserts[index];
	if (kinds[index]->bind(writer->rows, insert, record) == BOUND_SKIP)
		return;
	if (sqlite3_step(insert) != SQLITE_DONE)
		counter_add(COUNTER_failed_inserts, 1);
	else if (!sqlite3_changes(writer->db) && !kinds[index]->may_lack)
		counter_add(kinds[index]->left_out, 1);
	sqlite3_reset(insert);
}

static void write_buffer(struct writer *writer, struct buffer *buffer)
{
	CUpti_Activity *record = NULL;
	CUptiResult result;

	while ((result = cupti.cuptiActivityGetNextRecord(buffer->data, buffer->valid_bytes,
	                                                  &record)) == CUPTI_SUCCESS)
		write_record(writer, record);
	if (result != CUPTI_ERROR_MAX_LIMIT_REACHED)
		counter_add(COUNTER_unreadable_records, 1);
}

static void take_buffer(struct writer *writer, struct item *item)
{
	if (!writer->has_failed)
		write_buffer(writer, (struct buffer *)item);
	buffers_give_back((struct buffer *)item);
}

static void take_module(struct writer *writer, struct item *item)
{
	struct module *module = (struct module *)item;

	if (!writer->has_module) /* functions are loaded when they are first launched */
		hurry(writer);
	writer->has_module = true;
	if (writer->has_failed)
		free(module);
	else
		module_store_add(&writer->modules, module,
		                 rows_time(writer->rows, module->loaded_ns));
}

static void take_samples(struct writer *writer, struct item *item)
{
	if (writer->has_failed)
		free(item);
	else
		sample_store_add(&writer->samples, writer->rows, (struct sample_page *)item);
}

static void take_launch(struct writer *writer, struct item *item)
{
	if (writer->has_failed)
		free(item);
	else
		metric_store_add_launch(&writer->metrics, (struct launch_page *)item);
}

static void take_instructions(struct writer *writer, struct item *item)
{
	if (!writer->has_failed)
		metric_store_add_instructions(&writer->metrics, writer->rows,
		                              (struct instruction_page *)item);
	free(item);
}

static void take_gpu_samples(struct writer *writer, struct item *item)
{
	if (!writer->has_failed)
		metric_store_add_samples(&writer->metrics, writer->rows, (struct gpu_page *)item);
	free(item);
}

/* What becomes of each type of item; each gives back or frees it. */
static void (*const takers[ITEM_TYPES])(struct writer *writer, struct item *item) = {
	[ITEM_BUFFER] = take_buffer,
	[ITEM_MODULE] = take_module,
	[ITEM_SAMPLES] = take_samples,
	[ITEM_LAUNCH] = take_launch,
	[ITEM_INSTRUCTIONS] = take_instructions,
	[ITEM_GPU_SAMPLES] = take_gpu_samples,
};

static void write_diagnostics(struct writer *writer)
{
	counters_each(write_diagnostic, writer);
	gpu_lock_each_taken(write_diagnostic, writer);
	stalls_each_failure(write_diagnostic, writer);
	profiler_each_excluded(write_diagnostic, writer);
	launch_metrics_each_failure(write_diagnostic, writer);
	instruction_metrics_each_failure(write_diagnostic, writer);
	gpu_metrics_each_failure(write_diagnostic, writer);
}

static void throw_waits_away(void)
{
	struct wait_note note;

	while (wait_notes_take(&note))
		;
}

/*
 * Everything that was handed over, in one transaction. A program that only asks which GPUs there
 * are leaves records, too, but no trace: what comes before the first context is kept until there is
 * one, and goes if there never is.
 */
static void write_items(struct writer *writer)
{
	struct item *item;
	bool in_transaction;

	if (!atomic_load(&has_context)) {
		if (!atomic_load(&is_ending))
			return;
		writer->has_failed = true;
	}
	if (!writer->db && !writer->has_failed)
		open_trace(writer);
	item = queue_take(&recording.queue);
	if (!item && !wait_notes_any())
		return;
	if (!writer->has_failed && trace_vfs_harm(writer->db))
		fail(writer, "");
	in_transaction = !writer->has_failed && exec(writer, "BEGIN");
	if (in_transaction) /* first: the times of events look for their rows */
		wait_store_write(&writer->waits, writer->rows);
	else
		throw_waits_away();
	while (item) {
		struct item *next = item->next;

		takers[item->type](writer, item);
		progress_made();
		item = next;
	}
	if (in_transaction) {
		sample_store_write(&writer->samples);
		metric_store_write(&writer->metrics, writer->rows);
		write_diagnostics(writer);
		if (!exec(writer, "COMMIT")) {
			fail(writer, sqlite3_errmsg(writer->db));
			exec(writer, "ROLLBACK");
		}
	}
}

/* Now and then. */
static void flush(struct writer *writer)
{
	flusher_ask(FLUSH_FINISHED);
	writer->flushed_ms = clock_ms();
	writer->pause_ms *= 2;
	if (writer->pause_ms > recording.settings.number[SETTING_ID_flush_ms])
		writer->pause_ms = recording.settings.number[SETTING_ID_flush_ms];
	if (writer->has_failed) /* what could not end yet */
		disable_collecting();
}

/*
 * Writes all that there is. What was handed over comes first: CUPTI may never answer, and what it
 * gave before must not go with the rest.
 */
static void flush_all(struct writer *writer, enum flush what)
{
	struct patience patience;
	uint64_t number;

	write_items(writer);
	number = flusher_ask(what);
	patience_init(&patience, 0);
	while (!flusher_has_done(number)) {
		if (patience_is_over(&patience)) {
			counter_add(COUNTER_unanswered_flushes, 1);
			progress_made();
			break;
		}
		queue_wait(&recording.queue, POLL_MS);
		write_items(writer);
	}
	write_items(writer);
	while (writer->db && wait_notes_any()) /* a round takes so many only */
		write_items(writer);
}

/* Makes the trace whole as it is, in one file: the next moment may be the last. */
static void settle(struct writer *writer)
{
	flush_all(writer, FLUSH_ALL);
	if (writer->db && !writer->has_failed && exec(writer, "BEGIN")) {
		write_diagnostics(writer);
		origin_write_end(writer->db);
		exec(writer, "COMMIT");
		sqlite3_wal_checkpoint_v2(writer->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	}
	atomic_store(&is_settled, true);
}

/* It was not. */
static void go_on(struct writer *writer)
{
	if (writer->db && !writer->has_failed)
		origin_write_going_on(writer->db);
	atomic_store(&is_settled, false);
}

static void close_trace(struct writer *writer)
{
	int err;

	if (!writer->db)
		return;
	metric_store_finish(&writer->metrics);
	if (!writer->has_failed && exec(writer, "BEGIN")) {
		write_diagnostics(writer);
		origin_write_end(writer->db);
		if (!exec(writer, "COMMIT"))
			fail(writer, sqlite3_errmsg(writer->db));
	}
	for (int i = 0; kinds[i]; i++)
		sqlite3_finalize(writer->inserts[i]);
	module_store_release(&writer->modules);
	sample_store_release(&writer->samples);
	metric_store_release(&writer->metrics);
	wait_store_release(&writer->waits);
	if (writer->rows)
		rows_free(writer->rows);
	err = trace_file_close_complete(writer->db);
	if (err && !writer->has_failed)
		log_line(
		        "trace \"%s\": its log could not be moved into it%s; keep %s-wal beside it",
		        writer->path, err == -EBUSY ? ": somebody reads it" : "", writer->path);
}

static void *run(void *unused)
{
	struct writer writer = { .flushed_ms = clock_ms(),
		                 .pause_ms = recording.settings.number[SETTING_ID_flush_ms] };

	(void)unused;
	trace_file_prepare();
	while (!atomic_load(&is_ending)) {
		int64_t left = writer.flushed_ms + writer.pause_ms - clock_ms();

		queue_wait(&recording.queue, left > 0 ? left : 0);
		if (clock_ms() - writer.flushed_ms >= writer.pause_ms)
			flush(&writer);
		write_items(&writer);
		if (atomic_load(&leaving) && !atomic_load(&is_settled))
			settle(&writer);
		else if (!atomic_load(&leaving) && atomic_load(&is_settled))
			go_on(&writer);
	}
	flush_all(&writer, FLUSH_LAST);
	close_trace(&writer);
	atomic_store(&is_done, true);
	return unused;
}

int writer_start(void (*disable)(void))
{
	const int err = flusher_start();

	disable_collecting = disable;
	/* Only the writer uses SQLite: 12 % of its time was in locks. */
	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	return err ? err : thread_start("warpwise", run);
}

void writer_context_created(void)
{
	if (!atomic_exchange(&has_context, true))
		queue_wake(&recording.queue);
}

void writer_end(void)
{
	atomic_store(&is_ending, true);
	queue_wake(&recording.queue);
}

bool writer_is_done(void)
{
	return atomic_load(&is_done);
}

void writer_settle(void)
{
	atomic_fetch_add(&leaving, 1);
	queue_wake(&recording.queue);
}

bool writer_is_settled(void)
{
	return atomic_load(&is_settled);
}

void writer_go_on(void)
{
	atomic_fetch_sub(&leaving, 1);
	queue_wake(&recording.queue);
}
