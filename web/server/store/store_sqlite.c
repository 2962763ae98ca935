/* SPDX-License-Identifier: MIT */
/*
 * The store in one SQLite file, dashboard.db. In the write-ahead log readers never wait;
 * synchronous=FULL makes COMMIT wait until the log is on the disk.
 */
#include "server/store/engine.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/base/clock.h"

enum {
	BUSY_MS = 5000, /* another process writes: `warpwise-dashboard token create` beside a server
	                 */
	STEPS_BETWEEN_LOOKS = 2000, /* of SQLite's machine, at the clock: some 50 us */
};

static pthread_once_t configured = PTHREAD_ONCE_INIT;

struct sqlite_connection {
	struct store_connection base;
	sqlite3 *db;
	sqlite3_stmt *prepared[STATEMENTS];
};

static int look_at_clock(void *data)
{
	const struct store_connection *connection = data;

	return connection->deadline_ns && clock_monotonic_ns() > connection->deadline_ns;
}

static int error_of(struct sqlite_connection *connection, int result)
{
	snprintf(connection->base.error, STORE_ERROR_MAX, "%s", sqlite3_errmsg(connection->db));
	switch (result & 0xff) {
	case SQLITE_INTERRUPT:
		return -ETIMEDOUT;
	case SQLITE_FULL:
		return -ENOSPC;
	case SQLITE_CONSTRAINT:
		return sqlite3_extended_errcode(connection->db) == SQLITE_CONSTRAINT_FOREIGNKEY
		               ? -ESTALE
		               : -EIO;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EAGAIN;
	default:
		return -EIO;
	}
}

static void sqlite_disconnect(struct store_connection *base)
{
	struct sqlite_connection *connection = (struct sqlite_connection *)base;

	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(connection->prepared[i]);
	sqlite3_close(connection->db);
	free(connection);
}

/* Of an old file this would change nothing but wait for its writer. */
static int prepare_new(void *db, int columns, char **page_count, char **names)
{
	(void)columns;
	(void)names;
	return *page_count && strcmp(*page_count, "0") == 0
	               ? sqlite3_exec(db, "PRAGMA auto_vacuum = INCREMENTAL", NULL, NULL, NULL)
	               : 0;
}

/* Counting what it allocates would have all threads take one lock, over and over. */
static void configure(void)
{
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static int sqlite_connect(struct store *store, struct store_connection **connection,
                          char error[STORE_ERROR_MAX])
{
	struct sqlite_connection *made = calloc(1, sizeof *made);
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;

	*connection = NULL;
	pthread_once(&configured, configure);
	if (!made) {
		snprintf(error, STORE_ERROR_MAX, "out of memory");
		return -ENOMEM;
	}
	made->base.store = store;
	if (sqlite3_open_v2(store->place, &made->db, flags, NULL) != SQLITE_OK ||
	    sqlite3_busy_timeout(made->db, BUSY_MS) != SQLITE_OK ||
	    sqlite3_exec(made->db, "PRAGMA page_count", prepare_new, made->db, NULL) != SQLITE_OK ||
	    sqlite3_exec(made->db,
	                 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
	                 "PRAGMA foreign_keys = ON; PRAGMA case_sensitive_like = ON; PRAGMA "
	                 "cache_size = -4096;"
	                 "PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 67108864",
	                 NULL, NULL, NULL) != SQLITE_OK) {
		snprintf(error, STORE_ERROR_MAX, "%s",
		         made->db ? sqlite3_errmsg(made->db) : "out of memory");
		sqlite_disconnect(&made->base);
		return -EIO;
	}
	sqlite3_db_config(made->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_progress_handler(made->db, STEPS_BETWEEN_LOOKS, look_at_clock, &made->base);
	*connection = &made->base;
	return 0;
}

static int bind_value(sqlite3_stmt *statement, int position, const struct store_value *value)
{
	switch (value->type) {
	case STORE_INTEGER:
		return sqlite3_bind_int64(statement, position, value->integer);
	case STORE_REAL:
		return sqlite3_bind_double(statement, position, value->real);
	case STORE_TEXT:
		return sqlite3_bind_text64(statement, position, value->bytes, value->size,
		                           SQLITE_STATIC, SQLITE_UTF8);
	case STORE_BLOB:
		return value->size ? sqlite3_bind_blob64(statement, position, value->bytes,
		                                         value->size, SQLITE_STATIC)
		                   : sqlite3_bind_zeroblob(statement, position, 0);
	default:
		return sqlite3_bind_null(statement, position);
	}
}

/* $1 has whatever position it comes first at. */
static int bind_all(sqlite3_stmt *statement, const struct store_query *query)
{
	const int used = sqlite3_bind_parameter_count(statement);
	int result = SQLITE_OK;

	for (int i = 1; i <= used && result == SQLITE_OK; i++) {
		const char *name = sqlite3_bind_parameter_name(statement, i);
		const unsigned long number = name ? strtoul(name + 1, NULL, 10) : 0;

		result = number >= 1 && number <= query->count
		                 ? bind_value(statement, i, &query->parameters[number - 1])
		                 : SQLITE_RANGE;
	}
	return result;
}

static void read_row(sqlite3_stmt *statement, struct store_value *row, int columns)
{
	for (int i = 0; i < columns; i++) {
		row[i] = (struct store_value){ .type = STORE_NULL };
		switch (sqlite3_column_type(statement, i)) {
		case SQLITE_INTEGER:
			row[i] = store_integer(sqlite3_column_int64(statement, i));
			break;
		case SQLITE_FLOAT:
			row[i] = store_real(sqlite3_column_double(statement, i));
			break;
		case SQLITE_TEXT:
			row[i].type = STORE_TEXT;
			row[i].bytes = (const char *)sqlite3_column_text(statement, i);
			row[i].size = (size_t)sqlite3_column_bytes(statement, i);
			break;
		case SQLITE_BLOB:
			row[i].type = STORE_BLOB;
			row[i].bytes = sqlite3_column_blob(statement, i);
			row[i].size = (size_t)sqlite3_column_bytes(statement, i);
			break;
		default:
			break;
		}
	}
}

static int step_all(struct sqlite_connection *connection, sqlite3_stmt *statement,
                    store_row_fn *row, void *data)
{
	struct store_value values[STORE_COLUMNS_MAX];
	const int columns = sqlite3_column_count(statement);
	int result, err = 0;

	while (!err && (result = sqlite3_step(statement)) != SQLITE_DONE) {
		if (result != SQLITE_ROW) {
			err = error_of(connection, result);
		} else if (row) {
			read_row(statement, values, columns);
			err = row(values, data);
		}
	}
	return err;
}

static int sqlite_run(struct store_connection *base, const struct store_query *query,
                      store_row_fn *row, void *data)
{
	struct sqlite_connection *connection = (struct sqlite_connection *)base;
	const bool is_kept = query->number >= 0;
	sqlite3_stmt *once = NULL,
	             **statement = is_kept ? &connection->prepared[query->number] : &once;
	int result = SQLITE_OK, err;

	if (!*statement)
		result = sqlite3_prepare_v3(connection->db, query->sql, -1,
		                            is_kept ? SQLITE_PREPARE_PERSISTENT : 0, statement,
		                            NULL);
	if (result == SQLITE_OK && !*statement)
		return 0; /* a comment */
	if (result == SQLITE_OK)
		result = bind_all(*statement, query);
	err = result == SQLITE_OK ? step_all(connection, *statement, row, data)
	                          : error_of(connection, result);
	if (is_kept && *statement) {
		sqlite3_reset(*statement);
		sqlite3_clear_bindings(*statement);
	}
	sqlite3_finalize(once);
	return err;
}

static int ask(struct store_connection *base, const char *sql, int64_t *number)
{
	return sqlite_run(base, STORE_QUERY(sql), store_get_integer, number);
}

/* Where more than an eighth of the file is unused: what is left is there for what comes next. */
static int sqlite_give_back(struct store_connection *base, bool *is_done)
{
	int64_t unused = 0, left = 0, all = 0;
	int err = ask(base, "PRAGMA freelist_count", &unused);

	if (!err)
		err = ask(base, "PRAGMA page_count", &all);
	if (!err && unused > all / 8)
		err = sqlite_run(base, STORE_QUERY("PRAGMA incremental_vacuum(256)"), NULL, NULL);
	if (!err)
		err = ask(base, "PRAGMA freelist_count", &left);
	*is_done = left == unused; /* a file of an older version stays as it is */
	return err;
}

const struct store_engine store_sqlite = {
	.name = "SQLite",
	.integer = "INTEGER",
	.real = "REAL",
	.blob = "BLOB",
	.table = "STRICT",
	.clustered = "STRICT, WITHOUT ROWID",
	.ascii = "",
	.share = "", /* nobody else writes */
	.begin = "BEGIN IMMEDIATE",
	.connect = sqlite_connect,
	.disconnect = sqlite_disconnect,
	.run = sqlite_run,
	.give_back = sqlite_give_back,
};
