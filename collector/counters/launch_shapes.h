/* SPDX-License-Identifier: MIT */
/*
 * What is launched, told apart by context, function and launch shape, and how often: a bounded
 * table that any thread may use, without lock and without allocation.
 */
#ifndef WARPWISE_LAUNCH_SHAPES_H
#define WARPWISE_LAUNCH_SHAPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "counters/launch.h"

struct launch_shape {
	_Atomic uint64_t hash; /* what tells it apart; 0: free */
	atomic_int_least64_t launches;
	atomic_int tries, measured;          /* of launch_metrics.c */
	_Atomic(struct left_out *) left_out; /* of replay.c */
};

/* The shape of LAUNCH; NULL: there is no room for another. It lives as long as the process. */
struct launch_shape *launch_shape_of(const struct launch *launch);

/* Whether the launch of SHAPE with this number, from 1 on, is to be measured: of the FIRST ones,
 * and of those far along. */
bool launch_shape_is_due(const struct launch_shape *shape, int64_t ordinal, int64_t first);

#endif
