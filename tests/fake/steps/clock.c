/* SPDX-License-Identifier: MIT */
/*
 * Time, and waiting. The program's clock_gettime() and clock_nanosleep() stand in for libc's in the
 * whole process, the collector too: time can be skipped.
 */
#include "clock.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "step.h"

enum { PASS_MS = 100 };

static atomic_long skipped_ms, wall_s;
static atomic_ulong looks;    /* at the monotonic clock */
static struct timespec still; /* what the monotonic clock says ... */
static atomic_bool is_still;  /* ... then */

void wait_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time)
{
	int err = (int)syscall(SYS_clock_gettime, clock, time);

	atomic_fetch_add(&looks, clock == CLOCK_MONOTONIC);
	if (clock == CLOCK_MONOTONIC && atomic_load(&is_still))
		*time = still;
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

void clock_pass(long ms)
{
	const struct timespec moment = { .tv_nsec = 50000 };
	unsigned long seen;

	for (; ms > 0; ms -= PASS_MS) {
		clock_skip(PASS_MS);
		seen = atomic_load(&looks);
		while (atomic_load(&looks) == seen)
			nanosleep(&moment, NULL);
	}
}

/* From now on it is so much later; for nobody who waits in the kernel. */
static void step_skip(const char *value)
{
	clock_skip(atol(value));
}

/* From now on no time passes, for nobody who waits in the kernel. */
static void step_still(const char *value)
{
	(void)value;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &still);
	atomic_store(&is_still, true);
}

/* From now on the wall clock is so many seconds ahead of what the kernel will wait for, as if it
 * were set back right after each look. */
static void step_wall(const char *value)
{
	atomic_store(&wall_s, atol(value));
}

static atomic_int hours; /* that have passed, and nobody has slept through */

/* Who wants to sleep for an hour sleeps until one passes. */
__attribute__((visibility("default"))) int clock_nanosleep(clockid_t clock, int flags,
                                                           const struct timespec *time,
                                                           struct timespec *left)
{
	int passed;

	if (flags || time->tv_sec != 3600)
		return syscall(SYS_clock_nanosleep, clock, flags, time, left) ? errno : 0;
	for (;;) {
		passed = atomic_load(&hours);
		if (passed && atomic_compare_exchange_strong(&hours, &passed, passed - 1))
			return 0;
		wait_ms(1);
	}
}

/* An hour passes, for one who sleeps so long, or will. */
static void step_hour(const char *value)
{
	(void)value;
	atomic_fetch_add(&hours, 1);
}

static void step_await(const char *value)
{
	while (access(value, F_OK))
		wait_ms(1);
}

/* What a program computes between two calls of CUDA: a frame that can be found. */
__attribute__((noinline)) static uint64_t hot_work(uint64_t sum)
{
	for (uint64_t i = 0; i < 10000000; i++) {
		sum = sum * 6364136223846793005 + i;
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}

/* A library's code beneath one that keeps no frame pointer, as most code does. */
__attribute__((noinline, optimize("omit-frame-pointer"))) static uint64_t roll_dice(uint64_t sum)
{
	for (int i = 0; i < 1000000; i++)
		sum ^= (uint64_t)rand(); /* NOLINT(cert-msc30-c,cert-msc50-cpp): libc takes time */
	return sum;
}

/* WORKS until there is the FILE. */
__attribute__((noinline)) static void work_until(const char *file, uint64_t (*works)(uint64_t))
{
	uint64_t sum = 1;

	while (access(file, F_OK))
		sum = works(sum);
	errno = sum == 0;
}

static void step_compute(const char *value)
{
	work_until(value, hot_work);
}

static void step_roll(const char *value)
{
	work_until(value, roll_dice);
}

static void step_sleep(const char *value)
{
	wait_ms(atol(value));
}

const struct step clock_steps[] = {
	{ "skip", step_skip },       { "hour", step_hour },   { "still", step_still },
	{ "wall", step_wall },       { "await", step_await }, { "sleep", step_sleep },
	{ "compute", step_compute }, { "roll", step_roll },   { .name = NULL },
};
