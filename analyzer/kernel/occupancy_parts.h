/* SPDX-License-Identifier: MIT */
/* What occupancy.c and occupancy_curve.c share, and nobody else. Any thread. */
#ifndef WARPWISE_OCCUPANCY_PARTS_H
#define WARPWISE_OCCUPANCY_PARTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernel/occupancy.h"

/* What no SM has: greater requests are cut to this. */
enum { SHARED_BYTES_MAX = INT_MAX >> 1 };

/* Whether its limits are possible ones, so that no calculation overflows. */
bool occupancy_device_is_sane(const struct occupancy_device *device);

static inline int64_t divide_up(int64_t value, int64_t unit)
{
	return value / unit + (value % unit > 0);
}

static inline int64_t round_up(int64_t value, int64_t unit)
{
	return divide_up(value, unit) * unit;
}

static inline int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

#endif
