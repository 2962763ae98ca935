/* SPDX-License-Identifier: MIT */
/*
 * A file that is made in somebody else's process: without a name until it is whole, where the file
 * system can do that, and with a descriptor that the program may close, and use for a file of its
 * own. On the thread that writes the trace; nothing is allocated or mapped.
 */
#ifndef WARPWISE_NEW_FILE_H
#define WARPWISE_NEW_FILE_H

#include <stdbool.h>
#include <sys/types.h>

struct new_file {
	const char *path; /* the caller's, as long as the file is open */
	int fd;           /* -1: closed, or not ours any more */
	dev_t device;
	ino_t inode;
	bool is_published; /* it has its name */
	bool is_lost;      /* somebody closed the descriptor */
};

/*
 * Makes a file, for new_file_close(). That of PATH must not be there: -EEXIST. Return 0 or -errno;
 * then .fd is -1. The second gives it its name at once.
 */
int new_file_open(struct new_file *file, const char *path);
int new_file_open_named(struct new_file *file, const char *path);

/* Closes it if it is ours. */
void new_file_close(struct new_file *file);

/* Whether the descriptor is still the file that was made: to be asked before each use of it. */
bool new_file_is_ours(struct new_file *file);

/*
 * Gives it its name. Returns 0 or -errno; -EAGAIN: the file system cannot do that, and the next
 * file will have its name from the start.
 */
int new_file_publish(struct new_file *file);

/* Takes the name off again, of a file that could not be finished. */
void new_file_withdraw(const struct new_file *file);

#endif
