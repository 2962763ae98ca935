/* SPDX-License-Identifier: MIT */
/* Times and ids. Any thread. */
#include "server/base/clock.h"

#include <sodium.h>
#include <stdatomic.h>
#include <time.h>

enum { ID_RANDOM_BITS = 12 };

static int64_t now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t clock_unix_ns(void)
{
	return now_ns(CLOCK_REALTIME);
}

int64_t clock_monotonic_ns(void)
{
	return now_ns(CLOCK_MONOTONIC);
}

int64_t id_new(void)
{
	static _Atomic int64_t last;
	int64_t before = atomic_load(&last);
	int64_t id = clock_unix_ns() / 1000 << ID_RANDOM_BITS |
	             (int64_t)randombytes_uniform(1u << ID_RANDOM_BITS);

	do {
		if (id <= before)
			id = before + 1;
	} while (!atomic_compare_exchange_weak(&last, &before, id));
	return id;
}
