/* SPDX-License-Identifier: MIT */
/*
 * How long measuring launches may take, beside the program. A measured launch takes tens or
 * hundreds of milliseconds, and a program may have a new launch shape in each launch. Any thread.
 */
#ifndef WARPWISE_MEASURING_TIME_H
#define WARPWISE_MEASURING_TIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct measuring_time {
	int64_t begin_ns;              /* when the program began */
	int64_t limit_ns;              /* in all; 0: as long again as the program */
	atomic_int_least64_t spent_ns; /* on what was measured */
	atomic_int_least64_t measured; /* launches */
};

/* Which launches are to come that need the time more. */
struct measuring_need {
	bool is_urgent;  /* half of the time is for those */
	size_t reserved; /* launches for which so much time stays as one took on average */
};

/* Whether a launch of such NEED may be measured at NOW_NS. */
bool measuring_time_is_left(const struct measuring_time *time, int64_t now_ns,
                            struct measuring_need need);

/* How much of the time is left at NOW_NS, whoever needs it. */
int64_t measuring_time_left(const struct measuring_time *time, int64_t now_ns);

/* A launch was measured in NS. */
void measuring_time_spend(struct measuring_time *time, int64_t ns);

#endif
