/* SPDX-License-Identifier: MIT */
/* When the first context was made, where that was between two calls. Any thread. */
#ifndef WARPWISE_GRAPH_CONTEXT_START_H
#define WARPWISE_GRAPH_CONTEXT_START_H

#include <stdbool.h>

#include "base/interval.h"
#include "trace/trace.h"

/*
 * A call that is not recorded may make the first context, as cudaSetDevice() does: what looks like
 * a pause of the program between two calls is CUDA's start then. As recorded; both ends are 0 where
 * it was made before the first call or in one, or nobody knows when.
 */
struct interval context_start(const struct trace *trace);

/* Whether it was made before the first call that is recorded. */
bool context_is_before(const struct trace *trace);

/*
 * What was spent on that, at most, from when the driver had started, as recorded; both ends are 0
 * where it was made otherwise, or nobody knows when, or the program may have done something else
 * for long before.
 */
struct interval context_start_before(const struct trace *trace);

#endif
