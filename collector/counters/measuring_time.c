/* SPDX-License-Identifier: MIT */
/* The budget for measuring. */
#include "counters/measuring_time.h"

#include <math.h>

#define LEAST_NS      (INT64_C(10) * 1000000000) /* of a program that is shorter */
#define RESERVED_PART 0.9 /* at most: the launches that are waited for may never come */

static int64_t allowed(const struct measuring_time *time, int64_t now_ns)
{
	const int64_t own_ns = now_ns - time->begin_ns - atomic_load(&time->spent_ns);

	if (time->limit_ns)
		return time->limit_ns;
	return own_ns > LEAST_NS ? own_ns : LEAST_NS;
}

int64_t measuring_time_left(const struct measuring_time *time, int64_t now_ns)
{
	return allowed(time, now_ns) - atomic_load(&time->spent_ns);
}

bool measuring_time_is_left(const struct measuring_time *time, int64_t now_ns,
                            struct measuring_need need)
{
	const int64_t spent_ns = atomic_load(&time->spent_ns);
	const int64_t allowed_ns = allowed(time, now_ns);
	const int64_t measured = atomic_load(&time->measured);
	const double mean_ns = measured ? (double)spent_ns / (double)measured : 0;
	const double reserved_ns =
	        fmin((double)need.reserved * mean_ns, RESERVED_PART * (double)allowed_ns);

	if (!need.is_urgent && spent_ns > allowed_ns / 2)
		return false;
	return (double)spent_ns + reserved_ns < (double)allowed_ns;
}

void measuring_time_spend(struct measuring_time *time, int64_t ns)
{
	atomic_fetch_add(&time->spent_ns, ns);
	atomic_fetch_add(&time->measured, 1);
}
