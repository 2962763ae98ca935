/* SPDX-License-Identifier: MIT */
/*
 * The files of a trace that is written, as SQLite sees them: a VFS that knows one database, just
 * created, and its write-ahead log. It belongs to the thread that writes.
 *
 * The process is somebody else's. A program that becomes a daemon closes every file that it did not
 * open, ours too, and its next files get the numbers that ours had. So before anything is read,
 * written, cut or closed the descriptor must still be the file that was opened; after that it is
 * never touched again. Nothing is mapped, and there is no other file than these two.
 */
#ifndef WARPWISE_TRACE_VFS_H
#define WARPWISE_TRACE_VFS_H

#include <stdbool.h>
#include <sqlite3.h>

/* The name to open a new database by. Connections must be in EXCLUSIVE locking mode. */
const char *trace_vfs_name(void);

/*
 * From now on SQLite has this process's files opened by nobody else. Its own way opens
 * /dev/urandom, and for good /dev/null as stdin, stdout and stderr, where the program has closed
 * these.
 */
void trace_vfs_use_alone(void);

/*
 * Opening creates; the file has its name, and others see it, once this returns 0. Else -errno;
 * -EAGAIN: the file system cannot do that, and a new file will have its name from the start.
 */
int trace_vfs_publish(sqlite3 *db);

/* Takes the name off again, of a file that could not be finished. */
void trace_vfs_withdraw(sqlite3 *db);

/* Called after each piece that is written, of any database: a slow disk moves, too. */
void trace_vfs_on_write(void (*written)(void));
void trace_vfs_written(void); /* one was: calls that */

/* As trace_lock_keep_out() and trace_lock_let_in(). */
bool trace_vfs_keep_out(sqlite3 *db);
void trace_vfs_let_in(sqlite3 *db);

/* What somebody did to the files so that nothing can be written any more, to be read after "cannot
 * write the trace: "; NULL: nothing. */
const char *trace_vfs_harm(sqlite3 *db);

/*
 * Room in the log is set aside for the last transaction, the one that says what is missing. From
 * now on it may be used.
 */
void trace_vfs_use_reserve(sqlite3 *db);

#endif
