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

/* Whether a launch of SHAPE was not allowed before; counts this one then. */
bool replay_is_left_out(const struct launch_shape *shape);

/* Whether LAUNCH, of SHAPE, may be measured in so many PASSES; counts it if not. */
bool replay_is_allowed(const struct launch *launch, struct launch_shape *shape, size_t passes);

/* Calls WRITE for each function whose launches were left out, with the reason. */
void replay_each_left_out(diagnostic_fn *write, void *data);

#endif
