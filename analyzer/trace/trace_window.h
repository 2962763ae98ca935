/* SPDX-License-Identifier: MIT */
/* A part of a run instead of all of it: what was issued within NVTX ranges. */
#ifndef WARPWISE_TRACE_WINDOW_H
#define WARPWISE_TRACE_WINDOW_H

#include "trace/trace.h"

/*
 * Leaves in TRACE what was issued from the start of the first NVTX range of this name to the end of
 * the last, as if only that had been recorded: its calls, whenever they returned, and their
 * operations, whenever they ran. What came before it counts as done, so that an operation which was
 * held by an earlier one is held by nothing that is known. Samples of warps and counters of
 * launches stay those of the whole run. Linear. Returns 0; -ENOENT if there is no such range, or
 * nothing was called in it; -ENOMEM. TRACE is unchanged then.
 */
int trace_window(struct trace *trace, const char *range);

/*
 * Leaves in TRACE what was issued since its recording began last, as if nothing had been recorded
 * before: after the last time that is not recorded and has calls behind it. Without such a time all
 * stays. Returns 0 or -ENOMEM.
 */
int trace_window_last(struct trace *trace);

/*
 * Writes the names of the trace's ranges into TEXT, the most frequent first, as far as they fit:
 * "step, forward and 3 more"; "" if there are none.
 */
void trace_window_names(const struct trace *trace, char *text, size_t size);

#endif
