/* SPDX-License-Identifier: MIT */
/*
 * GPU code that was loaded before a recording began late. CUPTI (13.0) shows the code of each
 * kernel that is launched into a stream, at each launch; of a graph's kernels it does not.
 */
#ifndef WARPWISE_LATE_MODULES_H
#define WARPWISE_LATE_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether ID, which is CUPTI's for a module, is met for the first time; false, and counted, where
 * there is no room to remember it. In callbacks, on any thread. */
bool late_modules_is_new(uint32_t id);

#endif
