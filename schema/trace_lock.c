/* SPDX-License-Identifier: MIT */
/* Locks on traces: on the writer thread of the traced program, or in the analyzer. */
#include "trace_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

/* Bytes of the file that SQLite's format keeps for locks; no page has content there. */
enum {
	PENDING_BYTE = 0x40000000, /* and the reserved byte behind it */
	PENDING_BYTES = 2,
	SHARED_BYTE = PENDING_BYTE + PENDING_BYTES,
	SHARED_BYTES = 510,
	MARK_BYTE = SHARED_BYTE + SHARED_BYTES, /* ours: SQLite does not use it */
};

enum {
	READ_WAIT_MS = 10000, /* far longer than any change takes */
	READ_POLL_MS = 2,
};

static int lock(int fd, short type, off_t first, off_t bytes)
{
	struct flock range = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = first, .l_len = bytes
	};

	return fcntl(fd, F_OFD_SETLK, &range) ? -errno : 0;
}

void trace_lock_own(int fd)
{
	lock(fd, F_WRLCK, PENDING_BYTE, PENDING_BYTES);
	lock(fd, F_WRLCK, MARK_BYTE, 1);
}

/* Where locks do not exist, nobody can say that he reads. */
bool trace_lock_keep_out(int fd)
{
	int err = lock(fd, F_WRLCK, SHARED_BYTE, SHARED_BYTES);

	return err != -EAGAIN && err != -EACCES;
}

void trace_lock_let_in(int fd)
{
	lock(fd, F_UNLCK, SHARED_BYTE, SHARED_BYTES);
}

static bool has_recorder(int fd)
{
	struct flock range = {
		.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = MARK_BYTE, .l_len = 1
	};

	return fcntl(fd, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

int trace_lock_read(int fd, bool *is_recorded)
{
	const struct timespec pause = { 0, READ_POLL_MS * 1000000L };

	*is_recorded = false;
	for (int ms = 0; has_recorder(fd); ms += READ_POLL_MS) {
		int err = lock(fd, F_RDLCK, SHARED_BYTE, SHARED_BYTES);

		*is_recorded = !err;
		if (err != -EAGAIN && err != -EACCES)
			return 0;
		if (ms >= READ_WAIT_MS)
			return -EBUSY;
		nanosleep(&pause, NULL);
	}
	return 0;
}
