/* SPDX-License-Identifier: MIT */
/*
 * Python's switch interval: how long who wants the interpreter's lock waits before who has it must
 * give it away. All of it with that lock.
 */
#ifndef WARPWISE_SWITCH_INTERVAL_H
#define WARPWISE_SWITCH_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

#include "stacks/python_api.h"

/* Finds Python's functions in the module SYS. Release in any case. */
bool switch_interval_init(python_object *sys);
void switch_interval_release(void);

/*
 * Shortens it for the sampler, or puts back what the program had. What the program sets itself,
 * before or meanwhile, stays.
 */
void switch_interval_shorten(bool is_short);

/* As it was when it was looked at last. */
int64_t switch_interval_ns(void);

#endif
