/* SPDX-License-Identifier: MIT */
/*
 * The trace as a file: create one (collector), open one that may be anything (analyzer). What is in
 * it says schema.sql. Used in both programs, so it knows neither CUPTI nor the command line.
 */
#ifndef WARPWISE_TRACE_FILE_H
#define WARPWISE_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sqlite3.h>
#include <sys/stat.h>

enum {
	TRACE_APPLICATION_ID =
	        0x57415250,        /* "WARP": PRAGMA application_id, bytes 68..71 of the file */
	TRACE_SCHEMA_VERSION = 11, /* PRAGMA user_version, bytes 60..63; the newest we can read */
	COPY_ADDRESS_BYTES_MIN = 64 << 10, /* of smaller copies nobody needs the address, and there
	                                      may be millions: copy_address has none */
	TRACE_ERROR_MAX = 512,             /* room for a message, bytes */
};

/*
 * Creates the trace PATH, which must not exist yet, with all tables and no rows of data, with a
 * write-ahead log and without fsync: a killed process leaves a valid database, a crashed machine
 * may not. Nobody sees it half made, where the file system allows, and nobody but trace_file_open()
 * can read it before it is closed: trace_lock.h. For one thread at a time; so is the connection,
 * and there is one in a process.
 *
 * Returns 0 and the open database in *DB (close it with trace_file_close_complete()), or -errno
 * (-EEXIST: there is such a file, or a log of one; -EIO: SQLite failed) and a message in ERROR;
 * then *DB is NULL and no file is left.
 */
int trace_file_create(const char *path, sqlite3 **db, char error[TRACE_ERROR_MAX]);

/*
 * Moves the write-ahead log into the file, as happens by itself when it is long. While somebody
 * reads, or where the disk is full, it stays, and grows on.
 */
void trace_file_checkpoint(sqlite3 *db);

/*
 * Copies the trace, which is being written, to PATH, as one whole file that nobody sees half made.
 * Its log is moved into it before. Returns 0 and in *SAVED what the new file is, or -errno: -EBUSY:
 * somebody reads it; -EEXIST; -ENOSPC ...; then no file is left, and the trace is as it was.
 */
int trace_file_save(sqlite3 *db, const char *path, struct stat *saved);

/*
 * Ends writing: moves the write-ahead log into the file, so that one file without journal remains,
 * and closes DB. Returns 0, or -errno (the data is safe then, but a log may stay beside the file;
 * -EBUSY: somebody reads it).
 */
int trace_file_close_complete(sqlite3 *db);

/*
 * Opens PATH for reading only. The file may be hostile: it is checked to be a regular, complete
 * SQLite file with the tables of schema.sql before anything else is read from it, and it is never
 * changed; a write-ahead log left by a killed program is read too, and a trace that is being
 * recorded is read as it is at this moment, until *DB is closed. An older version may lack the
 * tables that came after it: trace_file_has_table().
 *
 * Returns 0 and the database in *DB (close with sqlite3_close()), or a negative errno with the
 * whole one-line reason in ERROR, which names what is wrong but not PATH: -ENOENT, -EACCES,
 * -EISDIR, -EINVAL (empty, not SQLite, not a trace, truncated, damaged), -ENOTSUP (a newer
 * version), -EBUSY (the recorder is stopped in the middle of a change).
 */
int trace_file_open(const char *path, sqlite3 **db, char error[TRACE_ERROR_MAX]);

/*
 * Whether the trace PATH, opened by trace_file_open(), should have a write-ahead log beside it,
 * PATH-wal, and has none: a killed program's, copied without it. What was written last is in there.
 */
bool trace_file_lacks_log(const char *path);

/* What is said then, after the name of the file. */
#define TRACE_FILE_LACKS_LOG                                                                      \
	"what was recorded last, perhaps all of it, is in this file, which was beside the trace " \
	"and is not now: copy it, too"

/*
 * Copies the trace behind FROM, opened by trace_file_open(), to PATH, which must not exist, and
 * brings the copy to the present version of the schema. The copy has no journal and is not synced:
 * it is for a file that is given its name when it is whole. IS_CANCELLED is asked now and then.
 *
 * Returns 0 and the writable copy in *TO (close with sqlite3_close()), or -errno (-EINVAL: FROM is
 * damaged; -EINTR: cancelled; -EEXIST, -EIO ...: PATH cannot be written) and the reason in ERROR;
 * then *TO is NULL and no file is left.
 */
int trace_file_copy(sqlite3 *from, const char *path, bool (*is_cancelled)(void), sqlite3 **to,
                    char error[TRACE_ERROR_MAX]);

/* Removes what another file named PATH left beside it: SQLite would take it for the new one's. */
void trace_file_remove_journals(const char *path);

/*
 * Makes the trace PATH readable as schema NAME in DB, a copy that trace_file_copy() opened, after
 * the checks of trace_file_open(), whose errors it returns. Undone by DETACH.
 */
int trace_file_attach(sqlite3 *db, const char *path, const char *name, char error[TRACE_ERROR_MAX]);

/* Whether DB, opened by trace_file_open(), has TABLE: false for one that is younger than the file.
 */
bool trace_file_has_table(sqlite3 *db, const char *table);

#endif
