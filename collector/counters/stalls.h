/* SPDX-License-Identifier: MIT */
/*
 * Warp stalls: PC sampling of every context, from its creation to its end, in CUPTI's continuous
 * mode, which leaves kernels concurrent. What CUPTI has collected is fetched in pages and pushed
 * to the recording's queue; sample_store.h adds them up.
 */
#ifndef WARPWISE_STALLS_H
#define WARPWISE_STALLS_H

#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"

/* Start sampling CONTEXT; read what is left of it and end. Both in CUPTI's callbacks. */
void stalls_context_created(CUcontext context);
void stalls_context_destroyed(CUcontext context);

/* Reads what belongs to the code that is about to go: its addresses may get other code. In a
 * callback. */
void stalls_module_unloaded(CUcontext context);

/* Pushes what CUPTI has now. On the writer thread. */
void stalls_drain(void);

/* Pushes all that is left: CUPTI decodes on threads of its own, so this waits some 0.3 s, 3 s at
 * most. On the writer thread. */
void stalls_finish(void);

/* Ends all sampling: nothing can be written. Any thread. */
void stalls_disable(void);

/* Calls WRITE, as counters_each() does, for what kept contexts from being sampled. */
void stalls_each_failure(diagnostic_fn *write, void *data);

#endif
