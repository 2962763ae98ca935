/* SPDX-License-Identifier: MIT */
#include "host/clock.h"

#include <time.h>

int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_unix_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void clock_sleep_us(int64_t us)
{
	const struct timespec time = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&time, NULL);
}

void clock_wait_begin(struct clock_wait *wait)
{
	*wait = (struct clock_wait){ .looked_ms = clock_ms() };
}

int64_t clock_waited_ms(struct clock_wait *wait)
{
	const int64_t now_ms = clock_ms(), since_ms = now_ms - wait->looked_ms;

	wait->looked_ms = now_ms;
	wait->waited_ms += since_ms < CLOCK_LOOK_MS ? since_ms : CLOCK_LOOK_MS;
	return wait->waited_ms;
}
