/* SPDX-License-Identifier: MIT */
/*
 * Preloaded into the server by full.test: while the file that FULL_DISK names is there, no regular
 * file grows or changes, as on a disk without room. Everything else is written as ever, and the
 * log, which the test reads.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t write(int fd, const void *bytes, size_t size);
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset);
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset);

static bool is_full(int fd)
{
	const char *name = getenv("FULL_DISK");
	const int before = errno;
	struct stat file;
	bool is = name && fd != STDERR_FILENO && access(name, F_OK) == 0 && fstat(fd, &file) == 0 &&
	          S_ISREG(file.st_mode);

	errno = is ? ENOSPC : before;
	return is;
}

ssize_t write(int fd, const void *bytes, size_t size)
{
	static ssize_t (*next)(int, const void *, size_t);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "write");
	return is_full(fd) ? -1 : next(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
	static ssize_t (*next)(int, const void *, size_t, off_t);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "pwrite");
	return is_full(fd) ? -1 : next(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
	static ssize_t (*next)(int, const void *, size_t, off64_t);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
	return is_full(fd) ? -1 : next(fd, bytes, size, offset);
}
