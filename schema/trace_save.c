/* SPDX-License-Identifier: MIT */
/*
 * Copies a trace that is being written: on the thread that writes it. The process is somebody
 * else's, as trace_vfs.h says: before each piece is written the descriptor must still be the new
 * file.
 */
#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace_vfs.h"

enum { PIECE_BYTES = 256 << 10 };

/* The new file. */
struct copy {
	const char *path;
	int fd;
	dev_t device;
	ino_t inode;
	bool has_name;
};

/* A file that is beyond the process's limit would end it by a signal. */
static int check_limit(sqlite3_int64 bytes)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	    (rlim_t)bytes <= limit.rlim_cur)
		return 0;
	return -EFBIG;
}

/* Without a name as long as it is not whole, where the file system can do that. */
static int open_copy(struct copy *copy)
{
	const char *slash = strrchr(copy->path, '/');
	char folder[PATH_MAX] = ".";
	struct stat now;

	if (slash)
		snprintf(folder, sizeof folder, "%.*s",
		         slash == copy->path ? 1 : (int)(slash - copy->path), copy->path);
	if (lstat(copy->path, &now) == 0)
		return -EEXIST;
	copy->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	if (copy->fd < 0) {
		copy->fd = open(copy->path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
		copy->has_name = copy->fd >= 0;
	}
	if (copy->fd < 0 || fstat(copy->fd, &now))
		return -errno;
	copy->device = now.st_dev;
	copy->inode = now.st_ino;
	return 0;
}

static bool is_ours(const struct copy *copy)
{
	struct stat now;

	return copy->fd >= 0 && fstat(copy->fd, &now) == 0 && now.st_dev == copy->device &&
	       now.st_ino == copy->inode;
}

static int write_piece(const struct copy *copy, const char *piece, size_t bytes, off_t at)
{
	if (!is_ours(copy))
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

static int write_all(sqlite3_file *from, const struct copy *copy, sqlite3_int64 size)
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

static int give_name(struct copy *copy)
{
	char name[64];

	if (!is_ours(copy))
		return -EBADF;
	if (copy->has_name)
		return 0;
	/* Of the thread: a process may have threads with descriptors of their own. */
	snprintf(name, sizeof name, "/proc/thread-self/fd/%d", copy->fd);
	return linkat(AT_FDCWD, name, AT_FDCWD, copy->path, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* What DB has in its file, the log left out. */
static int copy_file(sqlite3 *db, const char *path, struct stat *saved)
{
	struct copy copy = { .path = path, .fd = -1 };
	sqlite3_file *from = NULL;
	sqlite3_int64 size = 0;
	int err;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &from) != SQLITE_OK ||
	    !from || from->pMethods->xFileSize(from, &size) != SQLITE_OK)
		return -EIO;
	err = check_limit(size);
	if (!err)
		err = open_copy(&copy);
	if (!err)
		err = write_all(from, &copy, size);
	if (!err)
		err = fstat(copy.fd, saved) ? -errno : give_name(&copy);
	if (err && copy.has_name)
		unlink(path);
	if (is_ours(&copy))
		close(copy.fd);
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
