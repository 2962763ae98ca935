/* SPDX-License-Identifier: MIT */
/* Rows of the host's stacks. Runs on the writer thread. */
#include "stacks/stack_store.h"

#include <errno.h>
#include <string.h>

#include "host/losses.h"
#include "host/recording.h"
#include "stacks/stack_page.h"

static const char insert_sample[] =
        "INSERT INTO host_sample (time_ns, thread_id, host_stack_id, correlation_id, pause_ns, "
        "asked_ns, is_late) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/* How callers are found. */
static int write_way(sqlite3 *db)
{
	char *insert = sqlite3_mprintf(
	        "INSERT OR REPLACE INTO meta (key, value) VALUES ('native_stacks', %Q)",
	        unwinder_is_there() ? "tables" : "pointers");
	const int status = insert ? sqlite3_exec(db, insert, NULL, NULL, NULL) : SQLITE_NOMEM;

	sqlite3_free(insert);
	return status == SQLITE_OK ? 0 : -EIO;
}

int stack_store_init(struct stack_store *store, sqlite3 *db)
{
	*store = (struct stack_store){ 0 };
	if (binaries_init(&store->binaries, db) ||
	    (recording.settings.number[SETTING_ID_host] && write_way(db)))
		return -EIO;
	return sqlite3_prepare_v3(db, insert_sample, -1, SQLITE_PREPARE_PERSISTENT, &store->insert,
	                          NULL) == SQLITE_OK
	               ? 0
	               : -EIO;
}

void stack_store_release(struct stack_store *store)
{
	sqlite3_finalize(store->insert);
	binaries_release(&store->binaries);
}

static void insert(struct stack_store *store, struct batch *batch, struct rows *rows,
                   uint64_t time_ns, uint32_t system_thread_id, int64_t stack_id)
{
	sqlite3_bind_int64(store->insert, 1, rows_time(rows, time_ns));
	sqlite3_bind_int64(store->insert, 2, rows_thread(rows, system_thread_id));
	sqlite3_bind_int64(store->insert, 3, stack_id);
	if (stack_id)
		batch_run(batch, store->insert);
}

void stack_store_write_calls(struct stack_store *store, struct batch *batch, struct rows *rows,
                             const struct call_stack_page *page)
{
	binaries_look(&store->binaries);
	sqlite3_bind_null(store->insert, 6);
	sqlite3_bind_int64(store->insert, 7, 0);
	for (uint32_t i = 0; i < page->count; i++) {
		const struct call_stack *stack = &page->stacks[i];
		int64_t id = 0;

		for (uint32_t frame = stack->depth; frame-- > 0;) {
			const struct host_frame row =
			        binaries_frame(&store->binaries, stack->addresses[frame]);

			id = rows_host_stack(rows, id, &row);
		}
		sqlite3_bind_int64(store->insert, 4, rows_correlation(rows, stack->correlation_id));
		rows_bind_unless(store->insert, 5, stack->pause_ns, 0);
		insert(store, batch, rows, stack->time_ns, stack->system_thread_id, id);
	}
}

/* A caller that is in no binary was no caller: from there on frame pointers led astray. */
static uint32_t believed_depth(const struct binaries *binaries, const struct native_sample *sample)
{
	uint32_t depth = 1;

	while (depth < sample->depth &&
	       binaries_frame(binaries, sample->addresses[depth]).binary_id)
		depth++;
	return depth;
}

/* The stack of SAMPLE into ADDRESSES. Returns how deep it is: without callers where tables do not
 * lead to any, since pointers, which a trace with such stacks is not to have, may be wrong. */
static uint32_t find_callers(uintptr_t addresses[NATIVE_FRAMES_MAX],
                             const struct native_sample *sample, const struct binaries *binaries)
{
	uint32_t depth;

	if (unwinder_is_there()) {
		addresses[0] = sample->addresses[0];
		depth = unwinder_walk(addresses, NATIVE_FRAMES_MAX, &sample->start, binaries);
		return depth ? depth : 1;
	}
	depth = believed_depth(binaries, sample);
	memcpy(addresses, sample->addresses, depth * sizeof *addresses);
	return depth;
}

/* Until when the process's start was sampled. */
static void write_start(struct batch *batch, struct rows *rows, uint64_t until_ns)
{
	char *insert = sqlite3_mprintf(
	        "INSERT OR REPLACE INTO meta (key, value) VALUES ('start_sampled_ns', %lld)",
	        (long long)rows_time(rows, until_ns));

	if (!insert || sqlite3_exec(batch->db, insert, NULL, NULL, NULL) != SQLITE_OK)
		batch_failed(batch);
	sqlite3_free(insert);
}

void stack_store_write_native(struct stack_store *store, struct batch *batch, struct rows *rows,
                              const struct native_sample_page *page)
{
	binaries_look(&store->binaries);
	sqlite3_bind_null(store->insert, 4);
	sqlite3_bind_null(store->insert, 5);
	sqlite3_bind_int64(store->insert, 7, 0);
	for (uint32_t i = 0; i < page->count; i++) {
		const struct native_sample *sample = &page->samples[i];
		uintptr_t addresses[NATIVE_FRAMES_MAX];
		uint32_t frame = find_callers(addresses, sample, &store->binaries);
		int64_t id = 0;

		if (frame == NATIVE_FRAMES_MAX)
			counter_add(COUNTER_cut_stacks, 1);
		while (frame-- > 0) {
			const struct host_frame row =
			        binaries_frame(&store->binaries, addresses[frame]);

			id = rows_host_stack(rows, id, &row);
		}
		sqlite3_bind_int64(store->insert, 6,
		                   rows_time(rows, sample->time_ns - sample->running_ns));
		insert(store, batch, rows, sample->time_ns, sample->system_thread_id, id);
	}
	if (page->start_until_ns)
		write_start(batch, rows, page->start_until_ns);
}

/* It was sampled by time, or makes a call. */
static void bind_why(struct stack_store *store, struct rows *rows,
                     const struct stack_sample *sample)
{
	sqlite3_bind_null(store->insert, 4);
	sqlite3_bind_null(store->insert, 5);
	sqlite3_bind_null(store->insert, 6);
	sqlite3_bind_int64(store->insert, 7, sample->is_late);
	if (!sample->correlation_id) {
		sqlite3_bind_int64(store->insert, 6, rows_time(rows, sample->asked_ns));
		return;
	}
	sqlite3_bind_int64(store->insert, 4, rows_correlation(rows, sample->correlation_id));
	rows_bind_unless(store->insert, 5, sample->pause_ns, 0);
}

void stack_store_write_samples(struct stack_store *store, struct batch *batch, struct rows *rows,
                               const struct item *page)
{
	struct stack_reader reader = { .item = page };
	struct stack_sample sample;

	while (stack_read_sample(&reader, &sample)) {
		struct host_frame rows_of[STACK_FRAMES_MAX];
		struct stack_frame frame;
		uint32_t depth = 0;
		int64_t id = 0;

		while (stack_read_frame(&reader, &frame))
			rows_of[depth++] = (struct host_frame){
				.file_id = rows_name(rows, frame.file),
				.function_id = rows_name(rows, frame.function),
				.line = frame.line > 0 ? frame.line : 0,
			};
		bind_why(store, rows, &sample);
		while (depth-- > 0)
			id = rows_host_stack(rows, id, &rows_of[depth]);
		insert(store, batch, rows, sample.time_ns, sample.system_thread_id, id);
	}
}

void stack_store_begin(struct stack_store *store)
{
	binaries_begin(&store->binaries);
}

void stack_store_write(struct stack_store *store, struct batch *batch)
{
	binaries_write(&store->binaries, batch);
}

void stack_store_keep(struct stack_store *store)
{
	binaries_keep(&store->binaries);
}
