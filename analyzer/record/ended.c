/* SPDX-License-Identifier: MIT */
/* Notes in traces that a signal ended the recording, or that the program failed. Main thread only.
 */
#include "record/ended.h"

#include <sqlite3.h>

#include "record/child.h"
#include "record/recorded.h"

enum { BUSY_MS = 1000 };

static const char note_sql[] = "INSERT OR REPLACE INTO meta (key, value) SELECT ?3, ?1 "
                               "WHERE ?2 = 0 OR ?2 IN (SELECT pid FROM process)";

/* KEY with NUMBER, in the trace of process PID; 0: of any. */
static void write_into(sqlite3 *db, const char *key, int number, pid_t pid)
{
	sqlite3_stmt *statement = NULL;
	int keep = 1;

	sqlite3_busy_timeout(db, BUSY_MS);
	/* The log of a program that was killed stays a part of its trace. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
	if (sqlite3_prepare_v2(db, note_sql, -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_int(statement, 1, number);
		sqlite3_bind_int64(statement, 2, pid);
		sqlite3_bind_text(statement, 3, key, -1, SQLITE_STATIC);
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
}

void ended_write(const char *list, off_t from, pid_t pid)
{
	const int stopped = child_stop_signal(), by_signal = stopped ? stopped : child_end_signal();
	const int number = by_signal ? by_signal : child_exit_status();
	struct trace_list traces = { 0 };

	if (!number)
		return;
	trace_list_read(&traces, list, from);
	for (size_t i = 0; i < traces.count; i++) {
		sqlite3 *db = NULL;

		if (sqlite3_open_v2(traces.paths[i], &db,
		                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
			write_into(db, by_signal ? "end_signal" : "exit_status", number,
			           stopped ? 0 : pid);
		sqlite3_close(db);
	}
	trace_list_release(&traces);
}
