/* SPDX-License-Identifier: MIT */
/*
 * Time, and waiting. The program's clock_gettime() stands in for libc's in the whole process, the
 * collector too: time can be skipped.
 */
#include "clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "step.h"

static atomic_long skipped_ms, wall_s;

void wait_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time)
{
	int err = (int)syscall(SYS_clock_gettime, clock, time);

	if (clock == CLOCK_MONOTONIC) {
		time->tv_sec += atomic_load(&skipped_ms) / 1000;
		time->tv_nsec += atomic_load(&skipped_ms) % 1000 * 1000000;
	} else if (clock == CLOCK_REALTIME) {
		time->tv_sec += atomic_load(&wall_s);
	}
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	}
	return err;
}

void clock_skip(long ms)
{
	atomic_fetch_add(&skipped_ms, ms);
}

/* From now on it is so much later; for nobody who waits in the kernel. */
static void step_skip(const char *value)
{
	clock_skip(atol(value));
}

/* From now on the wall clock is so many seconds ahead of what the kernel will wait for, as if it
 * were set back right after each look. */
static void step_wall(const char *value)
{
	atomic_store(&wall_s, atol(value));
}

static void step_await(const char *value)
{
	while (access(value, F_OK))
		wait_ms(1);
}

static void step_sleep(const char *value)
{
	wait_ms(atol(value));
}

const struct step clock_steps[] = {
	{ "skip", step_skip },   { "wall", step_wall }, { "await", step_await },
	{ "sleep", step_sleep }, { .name = NULL },
};
