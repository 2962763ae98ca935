/* SPDX-License-Identifier: MIT */
/*
 * How long measuring launches may take, beside the program. A measured launch takes tens or
 * hundreds of milliseconds, and a program may have a new launch shape in each launch. Any thread.
 */
#ifndef WARPWISE_MEASURING_TIME_H
#define WARPWISE_MEASURING_TIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct measuring_time {
	int64_t begin_ns;              /* when the program began */
	int64_t limit_ns;              /* in all; 0: as long again as the program */
	atomic_int_least64_t spent_ns; /* on what was measured */
};

/*
 * Whether a launch may be measured at NOW_NS. Once half of the time is used, what is left is for
 * those that are urgent: they were planned, or their launch shape comes again and was not measured
 * yet.
 */
bool measuring_time_is_left(const struct measuring_time *time, int64_t now_ns, bool is_urgent);

#endif
