/* SPDX-License-Identifier: MIT */
/* Finds libunwind's pipe among the process's descriptors. */
#include "stacks/unwinder_pipe.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	STANDARD = 3,   /* stdin, stdout, stderr */
	LOOKED_AT = 64, /* numbers from the lowest free one on: other threads open files, too */
};

/* What a number is a descriptor of. */
struct thing {
	bool is_open;
	dev_t device;
	ino_t inode;
};

static int numbers[2];          /* of the pipe's ends */
static struct thing pipe_thing; /* is_open: there is one */
static bool is_unknown;         /* there may be one, but nobody knows which */

static struct thing look(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return (struct thing){ 0 };
	return (struct thing){ true, st.st_dev, st.st_ino };
}

static bool is_same(const struct thing *left, const struct thing *right)
{
	return left->is_open == right->is_open && left->device == right->device &&
	       left->inode == right->inode;
}

void unwinder_pipe_keep_off(void (*open_pipes)(void))
{
	int taken[STANDARD], count = 0, fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	while (fd >= 0 && fd < STANDARD) {
		taken[count++] = fd;
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	}
	if (fd >= 0)
		close(fd);
	open_pipes();
	while (count)
		close(taken[--count]);
}

/* The lowest free number; -1: there are not two. */
static int lowest_free(void)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	close(ends[0]);
	close(ends[1]);
	return ends[0];
}

/* Whether FD is an end of a pipe as libunwind opens it. */
static bool is_like_it(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode) && fcntl(fd, F_GETFL) & O_NONBLOCK &&
	       fcntl(fd, F_GETFD) & FD_CLOEXEC;
}

/* Of the numbers from FIRST on, which were BEFORE, the ends of a pipe that has come since. */
static void find_new(int first, const struct thing before[LOOKED_AT])
{
	int count = 0;

	for (int i = 0; i < LOOKED_AT; i++) {
		const struct thing now = look(first + i);

		if (is_same(&now, &before[i]) || !is_like_it(first + i))
			continue;
		is_unknown |= count == 2 || (count && !is_same(&now, &pipe_thing));
		if (is_unknown)
			return;
		pipe_thing = now;
		numbers[count++] = first + i;
	}
	is_unknown = count == 1;
}

void unwinder_pipe_find(void (*use)(void))
{
	struct thing before[LOOKED_AT];
	const int first = lowest_free();

	is_unknown = first < 0; /* it will open one later */
	for (int i = 0; i < LOOKED_AT && !is_unknown; i++)
		before[i] = look(first + i);
	if (is_unknown)
		return;
	use();
	find_new(first, before);
}

bool unwinder_pipe_is_there(void)
{
	if (!pipe_thing.is_open || is_unknown)
		return !is_unknown;
	for (int i = 0; i < 2; i++) {
		const struct thing now = look(numbers[i]);

		if (!is_same(&now, &pipe_thing))
			return false;
	}
	return true;
}
