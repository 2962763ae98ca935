/* SPDX-License-Identifier: MIT */
/*
 * Copies a trace that is being written: on the thread that writes it. The process is somebody
 * else's, as trace_vfs.h says: before each piece is written the descriptor must still be the new
 * file.
 */
#include "trace_file.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "new_file.h"
#include "trace_vfs.h"

enum { PIECE_BYTES = 256 << 10 };

/* A file that is beyond the process's limit would end it by a signal. */
static int check_limit(sqlite3_int64 bytes)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	    (rlim_t)bytes <= limit.rlim_cur)
		return 0;
	return -EFBIG;
}

static int write_piece(struct new_file *copy, const char *piece, size_t bytes, off_t at)
{
	if (!new_file_is_ours(copy))
		return -EBADF;
	while (bytes > 0) {
		const ssize_t put = pwrite(copy->fd, piece, bytes, at);

		if (put == 0) /* a file system that takes nothing and gives no reason */
			return -ENOSPC;
		if (put < 0 && errno != EINTR)
			return -errno;
		if (put < 0)
			continue;
		piece += put;
		bytes -= (size_t)put;
		at += put;
	}
	trace_vfs_written();
	return 0;
}

static int write_all(sqlite3_file *from, struct new_file *copy, sqlite3_int64 size)
{
	static char piece[PIECE_BYTES];
	int err = 0;

	for (sqlite3_int64 at = 0; at < size && !err; at += PIECE_BYTES) {
		const int bytes = size - at < PIECE_BYTES ? (int)(size - at) : PIECE_BYTES;

		if (from->pMethods->xRead(from, piece, bytes, at) != SQLITE_OK)
			return -EIO;
		if (at == 0)
			piece[18] = piece[19] = 1; /* the file format's mark: it has no log */
		err = write_piece(copy, piece, (size_t)bytes, at);
	}
	return err;
}

/* Makes COPY, SIZE bytes, which have their name when they are whole. */
static int make_copy(sqlite3_file *from, sqlite3_int64 size, const char *path, struct stat *saved)
{
	struct new_file copy;
	int err = new_file_open(&copy, path);

	if (err)
		return err;
	err = write_all(from, &copy, size);
	if (!err)
		err = fstat(copy.fd, saved) ? -errno : new_file_publish(&copy);
	if (err)
		new_file_withdraw(&copy);
	new_file_close(&copy);
	return err;
}

/* What DB has in its file, the log left out. */
static int copy_file(sqlite3 *db, const char *path, struct stat *saved)
{
	sqlite3_file *from = NULL;
	sqlite3_int64 size = 0;
	int err;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &from) != SQLITE_OK ||
	    !from || from->pMethods->xFileSize(from, &size) != SQLITE_OK)
		return -EIO;
	err = check_limit(size);
	if (!err)
		err = make_copy(from, size, path, saved);
	if (err == -EAGAIN) /* now with its name from the start */
		err = make_copy(from, size, path, saved);
	return err;
}

int trace_file_save(sqlite3 *db, const char *path, struct stat *saved)
{
	int result;

	if (!trace_vfs_keep_out(db))
		return -EBUSY;
	result = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	trace_vfs_let_in(db); /* from here on nobody changes the file: readers are no harm */
	if (result == SQLITE_OK)
		return copy_file(db, path, saved);
	return result == SQLITE_FULL ? -ENOSPC : -EIO;
}
