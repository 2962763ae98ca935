/* SPDX-License-Identifier: MIT */
/* Reads and writes the files of a new trace. Runs on the thread that writes it. */
#include "trace_vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "new_file.h"
#include "trace_lock.h"

enum {
	RESERVE = 64 << 10, /* bytes for the last transaction: some ten pages */
	LOG_STEP = 1 << 20, /* the log's room grows by so much */
	SECTOR_BYTES = 4096,
};

struct file {
	sqlite3_file base;
	struct new_file opened; /* its path is SQLite's, as long as the connection */
	bool is_log;
	bool may_use_reserve;
	sqlite3_int64 room; /* bytes of a log that the file system has promised; -1: it does not */
};

/* What the VFS keeps beside its files: one trace at a time. */
static struct {
	int error;        /* errno of what failed last */
	dev_t log_device; /* the log that was closed last, which SQLite then wants deleted */
	ino_t log_inode;
} last;

static int failed(int status)
{
	last.error = errno;
	return status;
}

/* ---- forked children: the files are the parent's ---- */

enum { FILES = 2 };

static _Atomic(struct file *) files[FILES]; /* that are open */

static void close_in_child(void)
{
	for (int i = 0; i < FILES; i++) {
		struct file *file = atomic_load(&files[i]);

		if (file)
			new_file_close(&file->opened);
	}
}

static void note_open(struct file *file)
{
	static bool is_registered;

	if (!is_registered)
		pthread_atfork(NULL, NULL, close_in_child);
	is_registered = true;
	atomic_store(&files[file->is_log], file);
}

static void note_closed(const struct file *file)
{
	if (atomic_load(&files[file->is_log]) == file)
		atomic_store(&files[file->is_log], NULL);
}

/* ---- room ---- */

/*
 * Makes room for a log of END bytes, and the reserve behind it. So a write that is allowed cannot
 * fail for want of space, and what is set aside is there when nothing else is. A file system that
 * promises nothing has no reserve.
 */
static int make_room(struct file *file, sqlite3_int64 end)
{
	const sqlite3_int64 from = file->room;
	struct rlimit limit = { .rlim_cur = RLIM_INFINITY };

	if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
	    (rlim_t)end + RESERVE > limit.rlim_cur) {
		errno = EFBIG;
		return failed(SQLITE_FULL);
	}
	for (int step = LOG_STEP; step >= 0; step -= LOG_STEP) {
		sqlite3_int64 room = end + RESERVE + step;

		if (fallocate(file->opened.fd, FALLOC_FL_KEEP_SIZE, from, room - from) == 0) {
			file->room = room;
			if (limit.rlim_cur != RLIM_INFINITY && (rlim_t)file->room > limit.rlim_cur)
				file->room = (sqlite3_int64)limit.rlim_cur;
			return SQLITE_OK;
		}
		if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL) {
			file->room = -1;
			return SQLITE_OK;
		}
	}
	return failed(SQLITE_FULL);
}

static bool has_room(const struct file *file, sqlite3_int64 end)
{
	return !file->is_log || file->room < 0 || file->may_use_reserve ||
	       end + RESERVE <= file->room;
}

/* ---- a file ---- */

static int vfs_close(sqlite3_file *base)
{
	struct file *file = (struct file *)base;

	if (file->is_log) {
		last.log_device = file->opened.device;
		last.log_inode = file->opened.inode;
	}
	note_closed(file);
	new_file_close(&file->opened);
	return SQLITE_OK;
}

static int vfs_read(sqlite3_file *base, void *data, int bytes, sqlite3_int64 offset)
{
	struct file *file = (struct file *)base;
	char *to = data;

	if (!new_file_is_ours(&file->opened))
		return SQLITE_IOERR_READ;
	while (bytes > 0) {
		ssize_t got = pread(file->opened.fd, to, (size_t)bytes, offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return failed(SQLITE_IOERR_READ);
		if (got == 0) { /* SQLite wants zeros behind the end */
			memset(to, 0, (size_t)bytes);
			return SQLITE_IOERR_SHORT_READ;
		}
		to += got;
		bytes -= (int)got;
		offset += got;
	}
	return SQLITE_OK;
}

static bool is_full(int error)
{
	return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

static void (*on_write)(void);

void trace_vfs_on_write(void (*written)(void))
{
	on_write = written;
}

void trace_vfs_written(void)
{
	if (on_write)
		on_write();
}

static int vfs_write(sqlite3_file *base, const void *data, int bytes, sqlite3_int64 offset)
{
	struct file *file = (struct file *)base;
	const char *from = data;

	if (!new_file_is_ours(&file->opened))
		return SQLITE_IOERR_WRITE;
	if (!has_room(file, offset + bytes)) {
		int status = make_room(file, offset + bytes);

		if (status != SQLITE_OK)
			return status;
	}
	while (bytes > 0) {
		ssize_t put = pwrite(file->opened.fd, from, (size_t)bytes, offset);

		if (put < 0 && errno == EINTR)
			continue;
		if (put == 0)
			errno = ENOSPC; /* a file system that takes nothing and gives no reason */
		if (put <= 0)
			return failed(is_full(errno) ? SQLITE_FULL : SQLITE_IOERR_WRITE);
		from += put;
		bytes -= (int)put;
		offset += put;
	}
	trace_vfs_written();
	return SQLITE_OK;
}

static int vfs_truncate(sqlite3_file *base, sqlite3_int64 bytes)
{
	struct file *file = (struct file *)base;

	if (!new_file_is_ours(&file->opened))
		return SQLITE_IOERR_TRUNCATE;
	if (ftruncate(file->opened.fd, bytes))
		return failed(SQLITE_IOERR_TRUNCATE);
	if (file->is_log && file->room >= 0) {
		file->room = 0;
		make_room(file, bytes); /* the reserve, before others take it */
	}
	return SQLITE_OK;
}

static int vfs_sync(sqlite3_file *base, int flags)
{
	struct file *file = (struct file *)base;

	(void)flags;
	if (!new_file_is_ours(&file->opened))
		return SQLITE_IOERR_FSYNC;
	return fdatasync(file->opened.fd) ? failed(SQLITE_IOERR_FSYNC) : SQLITE_OK;
}

static int vfs_file_size(sqlite3_file *base, sqlite3_int64 *bytes)
{
	struct file *file = (struct file *)base;
	struct stat now;

	if (!new_file_is_ours(&file->opened))
		return SQLITE_IOERR_FSTAT;
	if (fstat(file->opened.fd, &now))
		return failed(SQLITE_IOERR_FSTAT);
	*bytes = now.st_size;
	return SQLITE_OK;
}

/* There is one connection, and trace_lock.h keeps the others away. */
static int vfs_lock(sqlite3_file *base, int level)
{
	(void)base;
	(void)level;
	return SQLITE_OK;
}

static int vfs_check_lock(sqlite3_file *base, int *is_locked)
{
	(void)base;
	*is_locked = 0;
	return SQLITE_OK;
}

static int vfs_control(sqlite3_file *base, int operation, void *data)
{
	(void)base;
	(void)operation;
	(void)data;
	return SQLITE_NOTFOUND;
}

static int vfs_sector_size(sqlite3_file *base)
{
	(void)base;
	return SECTOR_BYTES;
}

static int vfs_characteristics(sqlite3_file *base)
{
	(void)base;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* Version 1: there is no memory to share, and SQLite keeps the log's index in its own. */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = vfs_close,
	.xRead = vfs_read,
	.xWrite = vfs_write,
	.xTruncate = vfs_truncate,
	.xSync = vfs_sync,
	.xFileSize = vfs_file_size,
	.xLock = vfs_lock,
	.xUnlock = vfs_lock,
	.xCheckReservedLock = vfs_check_lock,
	.xFileControl = vfs_control,
	.xSectorSize = vfs_sector_size,
	.xDeviceCharacteristics = vfs_characteristics,
};

/* ---- all files ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                    int *flags_out)
{
	struct file *file = (struct file *)base;
	int err = -EINVAL;

	(void)vfs;
	*file = (struct file){ .opened = { .fd = -1 } };
	if (path && flags & SQLITE_OPEN_MAIN_DB) {
		err = new_file_open(&file->opened, path);
	} else if (path && flags & SQLITE_OPEN_WAL) {
		/* One that is there is of another trace, which was killed, and may be all that is
		 * left of it. */
		file->is_log = true;
		err = new_file_open_named(&file->opened, path);
	}
	if (err) {
		errno = -err;
		return failed(SQLITE_CANTOPEN);
	}
	if (!file->is_log)
		trace_lock_own(file->opened.fd);
	file->base.pMethods = &methods;
	note_open(file);
	if (flags_out)
		*flags_out = flags;
	return SQLITE_OK;
}

/* SQLite deletes the log when it has closed it. */
static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
	struct stat now;

	(void)vfs;
	(void)sync_folder;
	if (lstat(path, &now) || now.st_dev != last.log_device || now.st_ino != last.log_inode)
		return SQLITE_IOERR_DELETE_NOENT;
	return unlink(path) ? failed(SQLITE_IOERR_DELETE) : SQLITE_OK;
}

/* Nothing that belongs to a new file can be there already. */
static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *is_there)
{
	(void)vfs;
	(void)path;
	(void)flags;
	*is_there = 0;
	return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int room, char *out)
{
	char folder[PATH_MAX] = "";

	(void)vfs;
	if (*path != '/' && !getcwd(folder, sizeof folder))
		return failed(SQLITE_CANTOPEN_FULLPATH);
	if (snprintf(out, (size_t)room, "%s%s%s", folder, *path == '/' ? "" : "/", path) < room)
		return SQLITE_OK;
	errno = ENAMETOOLONG;
	return failed(SQLITE_CANTOPEN_FULLPATH);
}

static int vfs_randomness(sqlite3_vfs *vfs, int bytes, char *out)
{
	(void)vfs;
	return (int)getrandom(out, (size_t)bytes, GRND_NONBLOCK);
}

static int vfs_sleep(sqlite3_vfs *vfs, int us)
{
	const struct timespec pause = { us / 1000000, us % 1000000 * 1000L };

	(void)vfs;
	nanosleep(&pause, NULL);
	return us;
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *ms)
{
	const sqlite3_int64 unix_epoch_ms = 210866760000000; /* of the Julian calendar */
	struct timespec now;

	(void)vfs;
	clock_gettime(CLOCK_REALTIME, &now);
	*ms = unix_epoch_ms + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
	return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int room, char *out)
{
	(void)vfs;
	(void)room;
	(void)out;
	return last.error;
}

const char *trace_vfs_name(void)
{
	static sqlite3_vfs vfs = {
		.iVersion = 2,
		.szOsFile = sizeof(struct file),
		.mxPathname = PATH_MAX,
		.zName = "trace",
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_full_path,
		.xRandomness = vfs_randomness,
		.xSleep = vfs_sleep,
		.xGetLastError = vfs_last_error,
		.xCurrentTimeInt64 = vfs_time,
	};

	if (!sqlite3_vfs_find(vfs.zName))
		sqlite3_vfs_register(&vfs, 0);
	return vfs.zName;
}

void trace_vfs_use_alone(void)
{
	sqlite3_vfs_register(sqlite3_vfs_find(trace_vfs_name()), 1);
}

/* ---- for the one who writes ---- */

static struct file *file_of(sqlite3 *db, int which)
{
	sqlite3_file *file = NULL;

	if (sqlite3_file_control(db, "main", which, &file) != SQLITE_OK || !file ||
	    file->pMethods != &methods)
		return NULL;
	return (struct file *)file;
}

static struct file *database_of(sqlite3 *db)
{
	return file_of(db, SQLITE_FCNTL_FILE_POINTER);
}

static struct file *log_of(sqlite3 *db)
{
	return file_of(db, SQLITE_FCNTL_JOURNAL_POINTER);
}

int trace_vfs_publish(sqlite3 *db)
{
	struct file *file = database_of(db);

	return file ? new_file_publish(&file->opened) : -EBADF;
}

void trace_vfs_withdraw(sqlite3 *db)
{
	struct file *file = database_of(db);

	if (file && new_file_is_ours(&file->opened))
		new_file_withdraw(&file->opened);
}

bool trace_vfs_keep_out(sqlite3 *db)
{
	struct file *file = database_of(db);

	return file && new_file_is_ours(&file->opened) && trace_lock_keep_out(file->opened.fd);
}

void trace_vfs_let_in(sqlite3 *db)
{
	struct file *file = database_of(db);

	if (file && new_file_is_ours(&file->opened))
		trace_lock_let_in(file->opened.fd);
}

static bool is_lost(struct file *file)
{
	return file && (!new_file_is_ours(&file->opened) || file->opened.is_lost);
}

const char *trace_vfs_harm(sqlite3 *db)
{
	struct file *file = database_of(db);
	struct stat now;

	if (is_lost(file) || is_lost(log_of(db)))
		return "the program closed its file";
	if (file && file->opened.is_published && fstat(file->opened.fd, &now) == 0 &&
	    now.st_nlink == 0)
		return "it was deleted";
	return NULL;
}

void trace_vfs_use_reserve(sqlite3 *db)
{
	struct file *file = log_of(db);

	if (file)
		file->may_use_reserve = true;
}
