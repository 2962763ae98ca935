/* SPDX-License-Identifier: MIT */
/*
 * Sets up the collector's own copy of SQLite. Runs in the thread that initialises CUDA, the file
 * calls on the writer thread.
 *
 * A program that becomes a daemon closes every file that it did not open, ours too, and its next
 * files get the numbers that ours had: SQLite would write the trace into them. New files get the
 * lowest free number, so ours are moved far up, where the program's hardly come. Then a closed
 * trace is an error and no more.
 */
#include "store/vfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#include <sqlite3.h>

enum {
	ROOM = 32,        /* file numbers that we need at most, below the process's limit */
	HIGHEST = 1 << 16 /* the kernel's table grows with the highest number: 8 bytes each */
};

/* Stands in for open() in SQLite's list of system calls. */
static int open_high(const char *path, int flags, int mode)
{
	int fd = open(path, flags | O_CLOEXEC, mode);
	struct rlimit limit;
	int high = -1;

	if (fd < 0 || getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur / 2 < ROOM)
		return fd;
	if (limit.rlim_cur > HIGHEST)
		limit.rlim_cur = HIGHEST;
	high = fcntl(fd, F_DUPFD_CLOEXEC, (int)limit.rlim_cur - ROOM);
	if (high < 0)
		return fd;
	/* Drops this process's locks on the file; there are none, since each is opened once. */
	close(fd);
	return high;
}

void vfs_init(void)
{
	sqlite3_vfs *vfs;

	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD); /* only the writer uses it: 12 % of its time was
	                                               in locks */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	vfs = sqlite3_vfs_find("unix");
	if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
		vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)open_high);
}
