/* SPDX-License-Identifier: MIT */
/*
 * One process at a time measures a GPU: samples of warps, counters of launches and of the whole
 * GPU. Two that sample its warps at once crash in CUPTI (13.0), and others get HARDWARE_BUSY. Any
 * thread.
 */
#ifndef WARPWISE_GPU_LOCK_H
#define WARPWISE_GPU_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"

/*
 * Whether this process may measure the GPU of CONTEXT. Once it may, no other may until it ends.
 * That it may not is said once, and counted. Processes in other containers are seen as far as
 * they have the same file as the driver's library.
 */
bool gpu_lock(CUcontext context);

/* Calls WRITE, as counters_each() does, for each GPU that another process measures. */
void gpu_lock_each_taken(diagnostic_fn *write, void *data);

#endif
