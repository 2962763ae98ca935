/* SPDX-License-Identifier: MIT */
/*
 * Pages of managed memory that the program asks for (cudaMemPrefetchAsync()). They move in a stream
 * as copies do, but a trace has no operation for that: of a wait behind one, the calls alone tell
 * what it was for. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_PREFETCH_H
#define WARPWISE_GRAPH_PREFETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

struct prefetches {
	uint8_t *kinds; /* by call; NULL: the program prefetches nothing */
};

/* Returns 0 or -ENOMEM. */
int prefetches_init(struct prefetches *prefetches, const struct trace *trace);
void prefetches_release(struct prefetches *prefetches);

/* Whether CALL prefetches, and does more for that than to ask. */
bool prefetch_is_made_by(const struct prefetches *prefetches, uint32_t call);

/* Whether CALL waits, and its thread has prefetched since it waited last. */
bool prefetch_is_awaited_by(const struct prefetches *prefetches, uint32_t call);

/* Whether CALL is the first that may issue something behind a prefetch of its thread: it comes into
 * the stream behind the pages. NONE is not. */
bool prefetch_is_before(const struct prefetches *prefetches, uint32_t call);

#endif
