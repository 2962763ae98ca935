/* SPDX-License-Identifier: MIT */
/* Reads the binaries of a trace and writes down the symbols of its frames. */
#include "record/host_names.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "code/host_code.h"
#include "code/host_symbols.h"
#include "record/recorded.h"
#include "trace_file.h"

enum { BUSY_MS = 1000 };

static const char binaries_sql[] =
        "SELECT id, path, coalesce(build_id, '') FROM host_binary ORDER BY id";

static const char frames_sql[] =
        "SELECT host_binary_id, id, address FROM host_frame WHERE host_binary_id IS NOT NULL AND "
        "id NOT IN (SELECT host_frame_id FROM host_symbol) ORDER BY 1, 3";

static const char insert_sql[] = "INSERT INTO host_symbol VALUES (?1, ?2, ?3, ?4, ?5)";

static const char left_out_sql[] =
        "INSERT OR REPLACE INTO diagnostic (code, subject, severity, count, message) "
        "VALUES ('unread-names', 'host', 0, ?1, 'functions of libraries were not looked up any "
        "more, since that took too long: they have names only where the same libraries are')";

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

struct names {
	sqlite3_stmt *binaries, *frames, *insert;
	int64_t *ids; /* of the frames of one binary, */
	struct host_symbol *symbols;
	size_t count;
	bool has_frame;   /* that is none of these */
	int64_t until_ms; /* for libraries */
	int64_t left_out; /* their frames behind that */
};

/* The frames of BINARY, which is behind those before. False without memory. */
static bool take_frames(struct names *names, sqlite3_int64 binary)
{
	names->count = 0;
	while (names->has_frame && sqlite3_column_int64(names->frames, 0) <= binary) {
		if (ARRAY_ROOM(&names->ids, names->count) ||
		    ARRAY_ROOM(&names->symbols, names->count))
			return false;
		if (sqlite3_column_int64(names->frames, 0) == binary) {
			names->ids[names->count] = sqlite3_column_int64(names->frames, 1);
			/* The call itself is before where it returns to. */
			names->symbols[names->count++] = (struct host_symbol){
				.address = sqlite3_column_int64(names->frames, 2) - 1
			};
		}
		names->has_frame = sqlite3_step(names->frames) == SQLITE_ROW;
	}
	return true;
}

/* Of libraries it takes no lines: to read them can take seconds. */
static bool write_binary(struct names *names, struct host_symbols *binary, bool is_library)
{
	bool is_written = !host_symbols_functions(binary, names->symbols, names->count);

	for (size_t i = 0; i < names->count && is_written; i++) {
		struct host_symbol *symbol = &names->symbols[i];

		if (!is_library)
			host_symbols_line(binary, symbol);
		sqlite3_bind_int64(names->insert, 1, names->ids[i]);
		bind_text(names->insert, 2, symbol->function);
		bind_text(names->insert, 3, symbol->file);
		sqlite3_bind_int(names->insert, 4, symbol->line);
		sqlite3_bind_int(names->insert, 5,
		                 host_symbols_may_return_to(binary, symbol->address + 1));
		is_written = sqlite3_step(names->insert) == SQLITE_DONE;
		sqlite3_reset(names->insert);
	}
	return is_written;
}

/* All libraries, or all other binaries. */
static bool write_all(struct names *names, bool of_libraries)
{
	bool is_written = true;

	names->has_frame = sqlite3_step(names->frames) == SQLITE_ROW;
	while (is_written && sqlite3_step(names->binaries) == SQLITE_ROW) {
		const char *path = (const char *)sqlite3_column_text(names->binaries, 1);
		const char *build_id = (const char *)sqlite3_column_text(names->binaries, 2);
		struct host_symbols *binary;

		is_written = take_frames(names, sqlite3_column_int64(names->binaries, 0));
		if (!names->count || !path || !build_id ||
		    host_code_is_library(path) != of_libraries)
			continue;
		if (of_libraries && monotonic_ms() >= names->until_ms) {
			names->left_out += (int64_t)names->count;
			continue;
		}
		binary = host_symbols_open(path, build_id);
		if (binary)
			is_written = write_binary(names, binary, of_libraries);
		host_symbols_close(binary);
	}
	sqlite3_reset(names->binaries);
	sqlite3_reset(names->frames);
	return is_written;
}

static bool note_left_out(sqlite3 *db, int64_t count)
{
	sqlite3_stmt *statement = NULL;
	bool is_written = false;

	if (!count)
		return true;
	if (sqlite3_prepare_v2(db, left_out_sql, -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, count);
		is_written = sqlite3_step(statement) == SQLITE_DONE;
	}
	sqlite3_finalize(statement);
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

static void write_into(sqlite3 *db, int most_ms)
{
	struct names names = { .until_ms = monotonic_ms() + most_ms };
	bool is_written = false;

	sqlite3_busy_timeout(db, BUSY_MS);
	if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
		return;
	if (sqlite3_prepare_v2(db, binaries_sql, -1, &names.binaries, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, frames_sql, -1, &names.frames, NULL) == SQLITE_OK &&
	    sqlite3_prepare_v2(db, insert_sql, -1, &names.insert, NULL) == SQLITE_OK)
		is_written = write_all(&names, false) && write_all(&names, true) &&
		             note_left_out(db, names.left_out);
	sqlite3_finalize(names.binaries);
	sqlite3_finalize(names.frames);
	sqlite3_finalize(names.insert);
	free(names.ids);
	free(names.symbols);
	sqlite3_exec(db, is_written ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
}

void host_names_write(const char *list, off_t from, int most_ms)
{
	struct trace_list traces = { 0 };

	trace_list_read(&traces, list, from);
	for (size_t i = 0; i < traces.count; i++) {
		sqlite3 *db = NULL;

		if (!is_complete(traces.paths[i]))
			continue;
		if (sqlite3_open_v2(traces.paths[i], &db,
		                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
			write_into(db, most_ms);
		sqlite3_close(db);
	}
	trace_list_release(&traces);
}
