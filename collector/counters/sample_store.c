/* SPDX-License-Identifier: MIT */
/* Adds samples up and writes the sums. Runs on the writer thread. */
#include "counters/sample_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"

/* Compared as bytes: no padding. */
struct sample_key {
	int64_t context_id, function_id, module_crc, pc_offset_bytes, stall_reason_id;
};

struct sample_row {
	const struct sample_key *key;
	int64_t samples;
	bool is_dirty;
};

/* How the sampling of a context went. */
struct sample_total {
	int64_t context_id, period_cycles, samples, dropped, non_user;
	bool is_dirty;
};

static const char *const sql[SAMPLE_STATEMENTS] = {
	[INSERT_REASON] = "INSERT INTO stall_reason (id, name) VALUES (?1, ?2)",
	[INSERT_SAMPLE] =
	        "INSERT INTO pc_sample (id, context_id, function_id, module_crc, pc_offset_bytes, "
	        "stall_reason_id, samples) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) "
	        "ON CONFLICT (id) DO UPDATE SET samples = excluded.samples",
	[INSERT_SAMPLING] =
	        "INSERT INTO pc_sampling (context_id, period_cycles, samples, dropped_samples, "
	        "non_user_samples) VALUES (?1, nullif(?2, 0), ?3, ?4, ?5) "
	        "ON CONFLICT (context_id) DO UPDATE SET samples = excluded.samples, "
	        "dropped_samples = excluded.dropped_samples, "
	        "non_user_samples = excluded.non_user_samples",
};

int sample_store_init(struct sample_store *store, sqlite3 *db)
{
	*store = (struct sample_store){ 0 };
	for (int i = 0; i < SAMPLE_STATEMENTS; i++)
		if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
		                       &store->statements[i], NULL) != SQLITE_OK)
			return -EIO;
	return 0;
}

void sample_store_release(struct sample_store *store)
{
	for (int i = 0; i < SAMPLE_STATEMENTS; i++)
		sqlite3_finalize(store->statements[i]);
	intern_release(&store->reasons);
	intern_release(&store->keys);
	free(store->rows);
	free(store->dirty);
	free(store->totals);
}

/* ---- adding up ---- */

/* The ids of REASONS in stall_reason; reasons of several chips that have one name are one row. */
static void add_reasons(struct sample_store *store, struct stall_reasons *reasons)
{
	bool is_new;

	for (size_t i = 0; i < reasons->count; i++)
		if (!reasons->rows[i] &&
		    intern_get(&store->reasons, reasons->names[i], strlen(reasons->names[i]) + 1,
		               &reasons->rows[i], &is_new))
			reasons->rows[i] = 0;
}

/* Room for an element behind COUNT; *ROOM doubles. Returns the array, or NULL without memory. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
	void *larger = array;

	if (count >= *room) {
		larger = reallocarray(array, *room ? 2 * *room : 1024, size);
		if (larger)
			*room = *room ? 2 * *room : 1024;
	}
	return larger;
}

static int add_samples(struct sample_store *store, const struct sample_key *key, int64_t samples)
{
	struct sample_row *rows, *row;
	int64_t *dirty, id;
	bool is_new;

	rows = grow(store->rows, store->keys.used, &store->row_room, sizeof *rows);
	if (rows)
		store->rows = rows;
	dirty = grow(store->dirty, store->dirty_count, &store->dirty_room, sizeof *dirty);
	if (dirty)
		store->dirty = dirty;
	if (!rows || !dirty || intern_get(&store->keys, key, sizeof *key, &id, &is_new))
		return -ENOMEM;
	row = &rows[id - 1];
	if (is_new)
		*row = (struct sample_row){ .key = intern_key(&store->keys, id, NULL) };
	row->samples += samples;
	if (!row->is_dirty)
		dirty[store->dirty_count++] = id;
	row->is_dirty = true;
	return 0;
}

static void add_pc(struct sample_store *store, struct rows *rows, const struct sample_page *page,
                   const CUpti_PCSamplingPCData *pc)
{
	const struct stall_reasons *reasons = page->reasons;
	struct sample_key key = {
		.context_id = page->context_id,
		.function_id = rows_function(rows, pc->functionName),
		.module_crc = (int64_t)pc->cubinCrc,
		.pc_offset_bytes = (int64_t)pc->pcOffset,
	};

	for (size_t i = 0; i < pc->stallReasonCount && i < reasons->count; i++) {
		const CUpti_PCSamplingStallReason *stall = &pc->stallReason[i];
		const uint32_t index = stall->pcSamplingStallReasonIndex;
		const int position = index < STALL_INDICES ? reasons->position[index] : 0;

		if (stall->samples == 0)
			continue;
		key.stall_reason_id = position ? reasons->rows[position - 1] : 0;
		if (!key.stall_reason_id)
			counter_add(COUNTER_unknown_reasons, stall->samples);
		else if (add_samples(store, &key, stall->samples))
			counter_add(COUNTER_lost_messages, 1);
	}
}

static void add_totals(struct sample_store *store, const struct sample_page *page)
{
	struct sample_total *total;
	size_t i = 0;

	while (i < store->total_count && store->totals[i].context_id != page->context_id)
		i++;
	total = grow(store->totals, i, &store->total_room, sizeof *total);
	if (!total) {
		counter_add(COUNTER_lost_messages, 1);
		return;
	}
	store->totals = total;
	total += i;
	if (i == store->total_count)
		store->totals[store->total_count++] = (struct sample_total){
			.context_id = page->context_id,
			.period_cycles = page->period_cycles,
		};
	total->samples += (int64_t)page->data.totalSamples;
	total->dropped += (int64_t)page->data.droppedSamples;
	total->non_user += (int64_t)page->data.nonUsrKernelsTotalSamples;
	total->is_dirty = true;
}

/* CUPTI may know of samples and not know in whose code a single one of them is. */
static void count_untold(struct sample_store *store)
{
	int64_t untold = 0;

	for (size_t i = 0; i < store->total_count && !store->keys.used; i++)
		untold += store->totals[i].non_user;
	counter_add(COUNTER_untold_samples, untold - store->untold);
	store->untold = untold;
}

void sample_store_add(struct sample_store *store, struct rows *rows, struct sample_page *page)
{
	const CUpti_PCSamplingData *data = &page->data;

	add_reasons(store, page->reasons);
	add_totals(store, page);
	for (size_t i = 0; i < data->totalNumPcs && i < data->collectNumPcs; i++)
		add_pc(store, rows, page, &data->pPcData[i]);
	count_untold(store);
	free(page);
}

/* ---- writing ---- */

static void insert(struct batch *batch, sqlite3_stmt *statement, const int64_t *values, int count)
{
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, values[i]);
	batch_run(batch, statement);
}

void sample_store_begin(struct sample_store *store)
{
	store->reasons_written = store->reasons_kept;
}

static void write_reasons(struct sample_store *store, struct batch *batch)
{
	sqlite3_stmt *statement = store->statements[INSERT_REASON];

	for (; store->reasons_written < store->reasons.used; store->reasons_written++) {
		const int64_t id = (int64_t)store->reasons_written + 1;

		sqlite3_bind_int64(statement, 1, id);
		sqlite3_bind_text(statement, 2, intern_key(&store->reasons, id, NULL), -1,
		                  SQLITE_STATIC);
		batch_run(batch, statement);
	}
}

static void write_totals(struct sample_store *store, struct batch *batch)
{
	for (size_t i = 0; i < store->total_count; i++) {
		const struct sample_total *total = &store->totals[i];
		const int64_t values[] = { total->context_id, total->period_cycles, total->samples,
			                   total->dropped, total->non_user };

		if (total->is_dirty)
			insert(batch, store->statements[INSERT_SAMPLING], values, 5);
	}
}

void sample_store_write(struct sample_store *store, struct batch *batch)
{
	write_reasons(store, batch);
	write_totals(store, batch);
	for (size_t i = 0; i < store->dirty_count; i++) {
		const struct sample_row *row = &store->rows[store->dirty[i] - 1];
		const int64_t values[] = {
			store->dirty[i],      row->key->context_id,      row->key->function_id,
			row->key->module_crc, row->key->pc_offset_bytes, row->key->stall_reason_id,
			row->samples,
		};

		insert(batch, store->statements[INSERT_SAMPLE], values, 7);
	}
}

void sample_store_keep(struct sample_store *store)
{
	store->reasons_kept = store->reasons_written;
	for (size_t i = 0; i < store->total_count; i++)
		store->totals[i].is_dirty = false;
	for (size_t i = 0; i < store->dirty_count; i++)
		store->rows[store->dirty[i] - 1].is_dirty = false;
	store->dirty_count = 0;
}
