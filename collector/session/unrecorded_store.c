/* SPDX-License-Identifier: MIT */
/* Writes intervals that were not recorded. */
#include "session/unrecorded_store.h"

#include "host/pauses.h"
#include "host/recording.h"

struct rows_out {
	struct batch *batch;
	sqlite3_stmt *insert;
};

static void write_interval(void *data, int64_t number, uint64_t start, uint64_t end,
                           const char *reason)
{
	const struct rows_out *out = data;

	sqlite3_bind_int64(out->insert, 1, number + 1);
	sqlite3_bind_int64(out->insert, 2, (int64_t)(start - recording.start_ns));
	if (end)
		sqlite3_bind_int64(out->insert, 3, (int64_t)(end - recording.start_ns));
	else
		sqlite3_bind_null(out->insert, 3);
	sqlite3_bind_text(out->insert, 4, reason, -1, SQLITE_STATIC);
	batch_run(out->batch, out->insert);
}

/* How many the trace has that have ended: asked of it, since a batch may have failed. */
static int64_t count_written(sqlite3 *db)
{
	sqlite3_stmt *query = NULL;
	int64_t count = 0;

	if (sqlite3_prepare_v2(db,
	                       "SELECT id - (end_ns IS NULL) FROM unrecorded ORDER BY id DESC "
	                       "LIMIT 1",
	                       -1, &query, NULL) == SQLITE_OK &&
	    sqlite3_step(query) == SQLITE_ROW)
		count = sqlite3_column_int64(query, 0);
	sqlite3_finalize(query);
	return count;
}

void unrecorded_store_write(struct batch *batch)
{
	struct rows_out out = { .batch = batch };

	if (!pauses_count())
		return;
	if (sqlite3_prepare_v2(batch->db,
	                       "INSERT OR REPLACE INTO unrecorded (id, start_ns, end_ns, reason) "
	                       "VALUES (?1, ?2, ?3, ?4)",
	                       -1, &out.insert, NULL) == SQLITE_OK)
		pauses_each(count_written(batch->db), write_interval, &out);
	sqlite3_finalize(out.insert);
}
