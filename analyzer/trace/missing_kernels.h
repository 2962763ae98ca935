/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_MISSING_KERNELS_H
#define WARPWISE_MISSING_KERNELS_H

#include <stdint.h>

#include "trace/trace.h"

/*
 * How many launches left no kernel though they should have: those of a thread that launched more
 * often between two pauses of the recording than can be pending, and of which no kernel was
 * recorded. -ENOMEM without memory. 0 for what cannot be told: threads that make graphs, or that
 * never had a kernel where others make them (what is launched into a capture never runs), and a
 * trace that has no end, whose last kernels are missing by nature. Operations are joined to their
 * calls; nothing is cut out of the times yet.
 */
int64_t missing_kernels(const struct trace *trace);

#endif
