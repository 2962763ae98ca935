/* SPDX-License-Identifier: MIT */
/* The budget for measuring. */
#include "counters/measuring_time.h"

#define LEAST_NS (INT64_C(10) * 1000000000) /* of a program that is shorter */

bool measuring_time_is_left(const struct measuring_time *time, int64_t now_ns, bool is_urgent)
{
	const int64_t spent_ns = atomic_load(&time->spent_ns);
	const int64_t own_ns = now_ns - time->begin_ns - spent_ns;
	const int64_t allowed_ns = time->limit_ns      ? time->limit_ns
	                           : own_ns > LEAST_NS ? own_ns
	                                               : LEAST_NS;

	return is_urgent ? spent_ns < allowed_ns : spent_ns <= allowed_ns / 2;
}
