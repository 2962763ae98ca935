/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_LATE_LOADS_H
#define WARPWISE_LATE_LOADS_H

#include <stdint.h>

#include "trace/trace.h"

/*
 * Ends calls that load code where the GPU was done, if their thread was in no call from then on
 * until shortly behind that. Loading waits for the GPU where a kernel is loaded at its first use
 * ("loading may require context synchronization": CUDA C++ Programming Guide, lazy loading), in
 * calls of the driver that have no record: cublasGemmEx() and CuPy stood 250 and 780 ms behind
 * their last cuLibraryLoadData(), as long as the kernel before it ran, and that looked like the
 * program's own work. Returns how many there were, or -ENOMEM. Operations are in order of start.
 */
int64_t late_loads_extend(struct trace *trace);

#endif
