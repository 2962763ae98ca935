/* SPDX-License-Identifier: MIT */
/* Creates and closes traces that are written: in the collector, on the writer thread. */
#include "trace_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "empty_trace.h" /* generated: empty_trace[], with all tables */
#include "trace_vfs.h"

enum {
	LOG_PAGES = 8000,      /* 32 MiB of log; then it is moved into the file */
	READERS_WAIT_MS = 500, /* for the end of those who still read when the trace is closed */
	READERS_POLL_MS = 5,
};

static int exec(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -EIO;
}

/* ---- the log ---- */

void trace_file_checkpoint(sqlite3 *db)
{
	if (!trace_vfs_keep_out(db))
		return;
	/* Cut to nothing: a log that begins anew over the old one would change what readers see. */
	sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	trace_vfs_let_in(db);
}

static int on_commit(void *unused, sqlite3 *db, const char *name, int log_pages)
{
	(void)unused;
	(void)name;
	if (log_pages >= LOG_PAGES)
		trace_file_checkpoint(db);
	return SQLITE_OK;
}

static bool wait_for_readers(sqlite3 *db)
{
	const struct timespec pause = { 0, READERS_POLL_MS * 1000000L };

	for (int ms = 0; !trace_vfs_keep_out(db); ms += READERS_POLL_MS) {
		if (ms >= READERS_WAIT_MS || trace_vfs_harm(db))
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

int trace_file_close_complete(sqlite3 *db)
{
	int err = wait_for_readers(db) ? 0 : -EBUSY;

	if (err)
		sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	else
		err = exec(db, "PRAGMA journal_mode = MEMORY"); /* without log, or journal */
	if (sqlite3_close(db) != SQLITE_OK)
		err = -EIO;
	return err;
}

/* ---- creation ---- */

static int write_empty(sqlite3 *db)
{
	sqlite3_file *file = NULL;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK)
		return -EIO;
	errno = EIO; /* what the VFS does not say */
	return file->pMethods->xWrite(file, empty_trace, (int)sizeof empty_trace, 0) == SQLITE_OK
	               ? 0
	               : -errno;
}

/* The file has no name before it is whole, and is ours. */
static int create(const char *path, sqlite3 **db, char error[TRACE_ERROR_MAX])
{
	static const char *const settings[] = {
		"PRAGMA locking_mode = EXCLUSIVE", /* the log's index is in our memory */
		"PRAGMA synchronous = OFF",        "PRAGMA temp_store = MEMORY",
		"PRAGMA wal_autocheckpoint = 0", /* see on_commit() */
		"PRAGMA cache_size = -8192",     /* KiB */
		"SELECT count(*) FROM meta",     /* opens the log */
	};
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	int err = sqlite3_open_v2(path, db, flags, trace_vfs_name()) == SQLITE_OK ? 0 : -EIO;

	if (!err)
		err = write_empty(*db);
	for (size_t i = 0; !err && i < sizeof settings / sizeof *settings; i++)
		err = exec(*db, settings[i]);
	snprintf(error, TRACE_ERROR_MAX, "%s", *db ? sqlite3_errmsg(*db) : "out of memory");
	if (err && *db && sqlite3_errcode(*db) == SQLITE_OK) { /* written past SQLite */
		snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	} else if (err && *db && sqlite3_system_errno(*db)) {
		err = -sqlite3_system_errno(*db);
		snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	}
	if (!err)
		err = trace_vfs_publish(*db);
	if (err) {
		if (*db)
			trace_vfs_withdraw(*db);
		sqlite3_close(*db);
		*db = NULL;
	}
	return err;
}

int trace_file_create(const char *path, sqlite3 **db, char error[TRACE_ERROR_MAX])
{
	int err;

	*db = NULL;
	err = create(path, db, error);
	if (err == -EAGAIN)
		err = create(path, db, error);
	if (err)
		return err;
	sqlite3_wal_hook(*db, on_commit, NULL);
	return 0;
}
