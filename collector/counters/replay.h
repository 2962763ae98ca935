/* SPDX-License-Identifier: MIT */
/*
 * Which launches must not be measured, since a kernel that is measured runs alone and, where the
 * metrics take several passes, several times: CUPTI then restores the memory that it wrote, but not
 * all that it did. On the program's threads, in CUPTI's callbacks.
 */
#ifndef WARPWISE_REPLAY_H
#define WARPWISE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "counters/launch.h"
#include "counters/launch_shapes.h"
#include "host/losses.h"

/* Notes what the functions of a module that is loaded do. */
void replay_module_loaded(const void *cubin, size_t bytes);

/* Notes what a first launch of a shape begins; before the others below. */
void replay_launched(const struct launch *launch);

/* How a launch may be measured. */
enum replay {
	REPLAY_ANY,   /* it may run as often as the metrics take passes */
	REPLAY_ONCE,  /* in a single pass, which runs it as often as the program does */
	REPLAY_NEVER, /* not at all: it is counted */
};

/* Whether a launch of SHAPE must not be measured, as was seen before; counts this one then. */
bool replay_is_left_out(const struct launch_shape *shape);

/*
 * How LAUNCH, of SHAPE, may be measured by metrics that take so many PASSES. HAS_SINGLE: there are
 * some that take one, else what may run only once is not measured.
 */
enum replay replay_of(const struct launch *launch, struct launch_shape *shape, size_t passes,
                      bool has_single);

/* Calls WRITE for each function whose launches were left out, or measured in a single pass, with
 * the reason. */
void replay_each_left_out(diagnostic_fn *write, void *data);

#endif
