/* SPDX-License-Identifier: MIT */
/* Reads the binaries of a trace and writes down the symbols of its frames. */
#include "record/host_names.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "code/host_code.h"
#include "code/host_symbols.h"
#include "record/recorded.h"
#include "trace_file.h"

enum { BUSY_MS = 1000 };

static const char frames_sql[] =
        "SELECT f.id, f.address, b.path, coalesce(b.build_id, ''), b.id FROM host_frame f "
        "JOIN host_binary b ON b.id = f.host_binary_id "
        "WHERE f.id NOT IN (SELECT host_frame_id FROM host_symbol) ORDER BY b.id, f.id";

static const char insert_sql[] = "INSERT INTO host_symbol VALUES (?1, ?2, ?3, ?4, ?5)";

/* Only traces that are complete: their program is done with them. */
static const char state_sql[] = "SELECT 1 FROM meta WHERE key = 'state' AND value = 'complete'";

/* Asks for the first row of SQL; whether there is one. */
static bool has_row(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	const bool is_there = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	                      sqlite3_step(statement) == SQLITE_ROW;

	sqlite3_finalize(statement);
	return is_there;
}

static void bind_text(sqlite3_stmt *statement, int column, const char *text)
{
	if (text)
		sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
	else
		sqlite3_bind_null(statement, column);
}

/* The row of FRAMES, a frame of SYMBOLS' binary. */
static bool write_symbol(sqlite3_stmt *insert, sqlite3_stmt *frames, struct host_symbols *symbols)
{
	const int64_t address = sqlite3_column_int64(frames, 1);
	struct host_symbol symbol = { 0 };
	bool is_written;

	host_symbols_find(symbols, address - 1, &symbol);
	sqlite3_bind_int64(insert, 1, sqlite3_column_int64(frames, 0));
	bind_text(insert, 2, symbol.function);
	bind_text(insert, 3, symbol.file);
	sqlite3_bind_int(insert, 4, symbol.line);
	sqlite3_bind_int(insert, 5, host_symbols_may_return_to(symbols, address));
	is_written = sqlite3_step(insert) == SQLITE_DONE;
	sqlite3_reset(insert);
	return is_written;
}

static bool write_all(sqlite3_stmt *insert, sqlite3_stmt *frames)
{
	struct host_symbols *symbols = NULL;
	sqlite3_int64 open = -1;
	bool is_written = true;

	while (is_written && sqlite3_step(frames) == SQLITE_ROW) {
		const char *path = (const char *)sqlite3_column_text(frames, 2);

		if (sqlite3_column_int64(frames, 4) != open) {
			host_symbols_close(symbols);
			symbols = path && !host_code_is_library(path)
			                  ? host_symbols_open(
			                            path,
			                            (const char *)sqlite3_column_text(frames, 3))
			                  : NULL;
			open = sqlite3_column_int64(frames, 4);
		}
		if (symbols)
			is_written = write_symbol(insert, frames, symbols);
	}
	host_symbols_close(symbols);
	return is_written;
}

/* Whether PATH is a trace that can be changed, since nobody writes it any more. */
static bool is_complete(const char *path)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;
	bool is;

	if (trace_file_open(path, &db, error))
		return false;
	is = trace_file_has_table(db, "host_symbol") && has_row(db, state_sql) &&
	     has_row(db, "SELECT 1 FROM host_binary");
	sqlite3_close(db);
	return is;
}

static void write_into(sqlite3 *db)
{
	sqlite3_stmt *frames = NULL, *insert = NULL;
	bool is_written = false;

	sqlite3_busy_timeout(db, BUSY_MS);
	if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
		return;
	if (sqlite3_prepare_v2(db, frames_sql, -1, &frames, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, insert_sql, -1, &insert, NULL) == SQLITE_OK)
		is_written = write_all(insert, frames);
	sqlite3_finalize(frames);
	sqlite3_finalize(insert);
	sqlite3_exec(db, is_written ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
}

void host_names_write(const char *list, off_t from)
{
	struct trace_list traces = { 0 };

	trace_list_read(&traces, list, from);
	for (size_t i = 0; i < traces.count; i++) {
		sqlite3 *db = NULL;

		if (!is_complete(traces.paths[i]))
			continue;
		if (sqlite3_open_v2(traces.paths[i], &db,
		                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
			write_into(db);
		sqlite3_close(db);
	}
	trace_list_release(&traces);
}
