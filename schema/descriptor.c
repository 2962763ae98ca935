/* SPDX-License-Identifier: MIT */
/* Moves descriptors. Allocates nothing but a stream. */
#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	NUMBERS = 8,       /* descriptors that we need at most, just below the process's limit */
	NUMBERS_PART = 4,  /* of all that the process may have; else ours stay where they are */
	HIGHEST = 1 << 12, /* the kernel's table grows with the highest number: 8 bytes each */
	NEW_MODE = 0600,
	TRIES = 3, /* in which a program is once in the way, if at all */
};

/* The second descriptor of what FD is; -1: it stays where it is. */
static int duplicate_high(int fd)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur / NUMBERS_PART < NUMBERS)
		return -1;
	if (limit.rlim_cur > HIGHEST)
		limit.rlim_cur = HIGHEST;
	return fcntl(fd, F_DUPFD_CLOEXEC, (int)limit.rlim_cur - NUMBERS);
}

void descriptor_make_room(void)
{
	const int saved = errno, fd = open("/", O_PATH | O_CLOEXEC);
	const int high = fd < 0 ? -1 : duplicate_high(fd);

	if (high >= 0)
		close(high);
	if (fd >= 0)
		close(fd);
	errno = saved;
}

bool descriptor_is_same(const struct stat *left, const struct stat *right)
{
	return left->st_dev == right->st_dev && left->st_ino == right->st_ino;
}

int descriptor_keep(int fd, bool (*is_meant)(const struct stat *opened, const void *data),
                    const void *data, struct stat *opened)
{
	const int high = fd < 0 ? -1 : duplicate_high(fd), kept = high < 0 ? fd : high;
	struct stat now;

	if (fd < 0)
		return -errno;
	if (fstat(kept, opened) || !is_meant(opened, data)) {
		if (high >= 0)
			close(high);
		return -EBADF;
	}
	if (high >= 0 && fstat(fd, &now) == 0 && descriptor_is_same(&now, opened))
		close(fd);
	return kept;
}

/* DATA: the path, which may be gone again, as that of a thread that has ended. */
static bool has_path(const struct stat *opened, const void *data)
{
	struct stat there;

	return stat(data, &there) || descriptor_is_same(opened, &there);
}

static bool is_any(const struct stat *opened, const void *data)
{
	(void)opened, (void)data;
	return true;
}

int descriptor_open(const char *path, int flags)
{
	/* Emulators and sandboxes make up what is in /proc: what a path says of a file is not what
	 * its descriptor does. */
	static atomic_bool has_made_up;
	struct stat opened;

	for (int tries = 0; tries < TRIES && !atomic_load(&has_made_up); tries++) {
		const int fd = descriptor_keep(open(path, flags | O_CLOEXEC, NEW_MODE), has_path,
		                               path, &opened);

		if (fd != -EBADF)
			return fd;
	}
	atomic_store(&has_made_up, true); /* no program is in the way each time */
	return descriptor_keep(open(path, flags | O_CLOEXEC, NEW_MODE), is_any, NULL, &opened);
}

FILE *descriptor_stream(const char *path)
{
	const int fd = descriptor_open(path, O_RDONLY);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "r");

	if (fd < 0)
		errno = -fd;
	else if (!stream)
		close(fd);
	return stream;
}
