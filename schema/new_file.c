/* SPDX-License-Identifier: MIT */
/* Opens and publishes. Runs on the thread that writes the trace. */
#include "new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "descriptor.h"

static bool has_no_nameless; /* the file system gives no name to a file that has none */

/* Whether OPENED is the file that was just made, DATA. */
static bool is_made(const struct stat *opened, const void *data)
{
	const struct new_file *file = data;
	struct stat there;

	if (!file->is_published)
		return S_ISREG(opened->st_mode) && opened->st_nlink == 0 && opened->st_size == 0;
	return lstat(file->path, &there) == 0 && descriptor_is_same(&there, opened);
}

/* FD is what open() gave. Returns 0, or -errno; -EBADF: it is the program's by now. */
static int take(struct new_file *file, int fd)
{
	struct stat made;
	const int kept = descriptor_keep(fd, is_made, file, &made);

	if (kept < 0)
		return kept;
	file->fd = kept;
	file->device = made.st_dev;
	file->inode = made.st_ino;
	return 0;
}

int new_file_open_named(struct new_file *file, const char *path)
{
	*file = (struct new_file){ .path = path, .fd = -1, .is_published = true };
	return take(file, open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666));
}

/* In the folder of its path. */
static int open_nameless(struct new_file *file)
{
	const char *slash = strrchr(file->path, '/');
	char folder[PATH_MAX] = ".";

	if (slash)
		snprintf(folder, sizeof folder, "%.*s",
		         slash == file->path ? 1 : (int)(slash - file->path), file->path);
	return take(file, open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
}

int new_file_open(struct new_file *file, const char *path)
{
	struct stat there;

	*file = (struct new_file){ .path = path, .fd = -1 };
	if (lstat(path, &there) == 0)
		return -EEXIST;
	if (!has_no_nameless && open_nameless(file) == 0)
		return 0;
	return new_file_open_named(file, path);
}

bool new_file_is_ours(struct new_file *file)
{
	struct stat now;

	if (file->fd >= 0 &&
	    (fstat(file->fd, &now) || now.st_dev != file->device || now.st_ino != file->inode)) {
		file->fd = -1;
		file->is_lost = true;
	}
	return file->fd >= 0;
}

void new_file_close(struct new_file *file)
{
	if (new_file_is_ours(file))
		close(file->fd);
	file->fd = -1;
}

int new_file_publish(struct new_file *file)
{
	char name[64];

	if (!new_file_is_ours(file))
		return -EBADF;
	if (file->is_published)
		return 0;
	/* Of the thread: a process may have threads with descriptors of their own. */
	snprintf(name, sizeof name, "/proc/thread-self/fd/%d", file->fd);
	if (linkat(AT_FDCWD, name, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW)) {
		has_no_nameless = errno != EEXIST;
		return errno == EEXIST ? -EEXIST : -EAGAIN;
	}
	file->is_published = true;
	return 0;
}

void new_file_withdraw(const struct new_file *file)
{
	struct stat now;

	if (file->is_published && lstat(file->path, &now) == 0 && now.st_dev == file->device &&
	    now.st_ino == file->inode)
		unlink(file->path);
}
