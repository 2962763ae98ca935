/* SPDX-License-Identifier: MIT */
/* Time for waits. Any thread. */
#ifndef WARPWISE_BASE_CLOCK_H
#define WARPWISE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Since some fixed moment; never steps back. */
static inline int64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t monotonic_ms(void)
{
	return monotonic_ns() / 1000000;
}

#endif
