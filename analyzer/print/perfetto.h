/* SPDX-License-Identifier: MIT */
/*
 * Traces for Perfetto (ui.perfetto.dev), chrome://tracing and what else reads the trace event
 * format: the operations of each GPU by stream, the calls and NVTX ranges of each thread and
 * where samples found it, arrows from call to operation, and counters. Categories and arguments
 * have the names that PyTorch's profiler gives them, so that tools made for its files read these.
 * Any thread.
 */
#ifndef WARPWISE_PERFETTO_H
#define WARPWISE_PERFETTO_H

#include <stddef.h>
#include <stdio.h>

#include "trace/trace.h"

/*
 * Writes the COUNT TRACES, of processes that ran beside each other, on one axis of time. Returns 0
 * or -ENOMEM. Whether STREAM took it is found out by its owner. Memory beside the traces: the
 * graph's, and a byte for each call.
 */
int perfetto_print(FILE *stream, const struct trace *traces, size_t count);

#endif
