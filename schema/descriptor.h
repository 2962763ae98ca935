/* SPDX-License-Identifier: MIT */
/*
 * Files that are opened in somebody else's process. New ones get the lowest free number, and a
 * program may close all that it finds at any time, and have files of its own under these numbers
 * then: what is read, written or closed through such a number would be the program's. So each
 * descriptor of ours is moved far up, where a program's hardly come, and is the file that was
 * meant.
 */
#ifndef WARPWISE_DESCRIPTOR_H
#define WARPWISE_DESCRIPTOR_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/*
 * Lets the kernel's table of this process's descriptors grow to where ours are. To be called while
 * the process has one thread: with more, the kernel waits for all processors before it changes the
 * table, 5 to 15 ms (measured on Linux 6.18), in whichever thread opens the first of ours. Leaves
 * no descriptor open, and errno as it is.
 */
void descriptor_make_room(void);

/*
 * FD, as open() has just given it, or -1 with errno, is moved up, if IS_MEANT says that it is what
 * was opened, of which *OPENED is then what fstat() says. Returns the number that it has now, or
 * -errno; -EBADF: it is the program's, and stays.
 */
int descriptor_keep(int fd, bool (*is_meant)(const struct stat *opened, const void *data),
                    const void *data, struct stat *opened);

/* Opens the file PATH, with FLAGS of open(), close-on-exec; one that is made is the user's alone.
 * Returns the descriptor, for close(), or -errno. The second opens it to be read, for fclose();
 * NULL: it cannot be, and errno says why. */
int descriptor_open(const char *path, int flags);
FILE *descriptor_stream(const char *path);

bool descriptor_is_same(const struct stat *left, const struct stat *right);

#endif
