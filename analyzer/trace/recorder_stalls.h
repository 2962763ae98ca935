/* SPDX-License-Identifier: MIT */
/*
 * The times in which the recorder kept a thread of the program: CUPTI's overhead records, launches
 * that were measured, and the start of its sampling of warps. Any thread, one at a time.
 */
#ifndef WARPWISE_RECORDER_STALLS_H
#define WARPWISE_RECORDER_STALLS_H

#include <stdbool.h>

#include "trace/trace.h"

/* Time in which the recorder kept a thread. */
struct stall {
	int64_t start_ns, end_ns;
	uint32_t thread; /* NONE: nothing was recorded meanwhile */
};

struct stalls {
	struct stall *items; /* in order of start, those of a thread disjoint */
	size_t count;
};

/* Whether CALL is a launch, or a copy to or from a symbol, which is in a module; a plain copy may
 * take as long for its bytes. */
bool stall_needs_module(const struct trace *trace, size_t call);

/* In order of start. */
int stall_compare(const void *a, const void *b);

/* Returns 0 or -ENOMEM; the caller frees the items. */
int stalls_find(const struct trace *trace, struct stalls *stalls);

#endif
