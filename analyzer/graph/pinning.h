/* SPDX-License-Identifier: MIT */
/*
 * What pinning host memory takes: cudaHostAlloc() touches and locks each page, cudaFreeHost() lets
 * it go. Any thread.
 */
#ifndef WARPWISE_PINNING_H
#define WARPWISE_PINNING_H

#include "graph/graph.h"

/* How fast the trace's own calls pin memory, without that in which CUDA starts; of a trace without
 * such calls PINNING_BYTES_PER_S. */
double pinning_bytes_per_s(const struct trace *trace);

/* How long ALLOCATION, one of the trace's, took to pin its memory: its call, or of that in which
 * CUDA starts, as long as so many bytes take. 0: it is no such allocation. */
int64_t pinning_ns(const struct trace *trace, const struct trace_allocation *allocation);

/* How long ALLOCATION, a release of pinned memory, took beyond what its call waited for; else 0. */
int64_t unpinning_ns(const struct graph *graph, const struct trace_allocation *allocation);

#endif
