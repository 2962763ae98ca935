/* SPDX-License-Identifier: MIT */
/*
 * Kernels' times from the GPU itself, which reports when a kernel starts and ends (CUPTI's Hardware
 * Event System, Blackwell and newer). Otherwise CUPTI has each block of a kernel run code of its
 * own, and needs more for each launch. Once it is on it stays on.
 */
#ifndef WARPWISE_HW_TRACE_H
#define WARPWISE_HW_TRACE_H

#include <stdbool.h>

#include "host/settings.h"

/*
 * Turns it off in SETTINGS where the loaded CUPTI has it not, or not without harm, and where
 * IS_LATE or another profiler stands against it. Once, in the thread that initialises CUDA.
 */
void hw_trace_choose(struct settings *settings, bool is_late);

/* Asks CUPTI for it, which refuses where the GPU has none. When the driver has been initialised and
 * before there is a context. */
void hw_trace_ask(void);

/* Whether kernels are timed this way. On any thread. */
bool hw_trace_is_on(void);

#endif
