/* SPDX-License-Identifier: MIT */
/*
 * By which metrics a launch is measured: by all that are wanted, unless its kernel must not run
 * several times, or that would take longer than it may. On the program's threads, in CUPTI's
 * callbacks; the owner of the profiler.
 */
#ifndef WARPWISE_MEASURED_SET_H
#define WARPWISE_MEASURED_SET_H

#include <stdint.h>

#include "counters/launch.h"
#include "counters/launch_shapes.h"
#include "counters/range_profiler.h"

/* The set for LAUNCH, of SHAPE, where LEFT_NS may be spent; RANGE_SETS: none. What is not measured,
 * or by less than all, is counted. */
enum range_set measured_set_of(struct range_profiler *range, const struct launch *launch,
                               struct launch_shape *shape, int64_t left_ns);

#endif
