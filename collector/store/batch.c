/* SPDX-License-Identifier: MIT */
/* Transactions. On the writer thread. */
#include "store/batch.h"

#include <string.h>

/* A result other than SQLITE_OK, of the batch as a whole. */
static void note(struct batch *batch, int result)
{
	if (batch->error == SQLITE_OK)
		batch->error = result;
}

static void exec(struct batch *batch, const char *sql)
{
	int result = sqlite3_exec(batch->db, sql, NULL, NULL, NULL);

	if (result != SQLITE_OK)
		note(batch, result);
}

void batch_begin(struct batch *batch)
{
	batch->error = SQLITE_OK;
	batch->bytes = 0;
	memset(batch->counts, 0, sizeof batch->counts);
	exec(batch, "BEGIN");
}

bool batch_run(struct batch *batch, sqlite3_stmt *statement)
{
	int result = sqlite3_step(statement);

	if (result == SQLITE_CONSTRAINT)
		batch_count(batch, COUNTER_failed_inserts, 1);
	else if (result != SQLITE_DONE && result != SQLITE_ROW)
		note(batch, result);
	sqlite3_reset(statement);
	return result == SQLITE_DONE;
}

void batch_exec(struct batch *batch, const char *sql, int64_t first, const char *text)
{
	sqlite3_stmt *statement = NULL;
	const int result = sqlite3_prepare_v2(batch->db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK) {
		note(batch, result);
		return;
	}
	if (sqlite3_bind_parameter_count(statement) > 0)
		sqlite3_bind_int64(statement, 1, first);
	if (sqlite3_bind_parameter_count(statement) > 1)
		sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
	batch_run(batch, statement);
	sqlite3_finalize(statement);
}

void batch_failed(struct batch *batch)
{
	const int result = sqlite3_errcode(batch->db);

	note(batch, result == SQLITE_OK || result == SQLITE_DONE ? SQLITE_ERROR : result);
}

void batch_lacks_memory(struct batch *batch)
{
	note(batch, SQLITE_NOMEM);
}

void batch_count(struct batch *batch, enum counter counter, int64_t n)
{
	batch->counts[counter] += n;
}

/* Adds the batch's counts to the process's, or takes them back. */
static void give_counts(const struct batch *batch, int sign)
{
	for (int i = 0; i < COUNTER_COUNT; i++)
		if (batch->counts[i])
			counter_add(i, sign * batch->counts[i]);
}

bool batch_commit(struct batch *batch, void (*write_last)(void *data), void *data)
{
	give_counts(batch, 1);
	if (batch->error == SQLITE_OK)
		write_last(data);
	if (batch->error == SQLITE_OK)
		exec(batch, "COMMIT");
	if (batch->error == SQLITE_OK)
		return true;
	give_counts(batch, -1);
	if (!sqlite3_get_autocommit(batch->db)) /* SQLite may have done it */
		sqlite3_exec(batch->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}
