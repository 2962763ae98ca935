/* SPDX-License-Identifier: MIT */
/* A disk that fails, or is slow: these functions stand in for libc's in the whole process, the
 * collector too. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "step.h"

enum { TAKES_NOTHING = -1 };

static struct {
	_Atomic int error; /* of writes; 0: none; TAKES_NOTHING: they write 0 bytes */
	_Atomic int64_t until_ms;
	_Atomic int64_t each_ms; /* that a write takes */
} disk;

static int64_t real_ms(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool disk_fails(void)
{
	if (!disk.error || real_ms() >= disk.until_ms)
		return false;
	if (disk.error != TAKES_NOTHING)
		errno = disk.error;
	return true;
}

__attribute__((visibility("default"))) ssize_t pwrite(int fd, const void *data, size_t bytes,
                                                      off_t offset)
{
	clock_pass(disk.each_ms);
	if (disk_fails())
		return disk.error == TAKES_NOTHING ? 0 : -1;
	return (ssize_t)syscall(SYS_pwrite64, fd, data, bytes, offset);
}

__attribute__((visibility("default"))) int fallocate(int fd, int mode, off_t offset, off_t bytes)
{
	if (disk_fails() && disk.error != TAKES_NOTHING)
		return -1;
	return (int)syscall(SYS_fallocate, fd, mode, offset, bytes);
}

static void fail_writes(int error, const char *ms)
{
	disk.until_ms = real_ms() + atol(ms);
	disk.error = error;
}

/* For so many ms from now on. */
static void step_no_room(const char *value)
{
	fail_writes(ENOSPC, value);
}

static void step_bad_disk(const char *value)
{
	fail_writes(EIO, value);
}

static void step_idle_disk(const char *value)
{
	fail_writes(TAKES_NOTHING, value);
}

/* By the clock, each write takes so long from now on. */
static void step_slow_disk(const char *value)
{
	disk.each_ms = atol(value);
}

const struct step disk_steps[] = {
	{ "no-room", step_no_room },
	{ "bad-disk", step_bad_disk },
	{ "idle-disk", step_idle_disk },
	{ "slow-disk", step_slow_disk },
	{ .name = NULL },
};
