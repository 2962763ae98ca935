/* SPDX-License-Identifier: MIT */
/*
 * Waits without a waiting call: a thread asks again and again whether the GPU is done
 * (cudaStreamQuery(), cudaEventQuery()) until it is. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_POLLING_H
#define WARPWISE_GRAPH_POLLING_H

#include "trace/trace.h"

/* Calls of one thread in a row: the first and all others were told "not ready", the last "done". */
struct polling {
	uint32_t first, last;
};

struct pollings {
	struct polling *items; /* in order of their last calls */
	uint32_t *by_first;    /* indices into items, in order of their first calls */
	size_t count;
};

/* Returns 0 or -ENOMEM; release in any case. */
int pollings_init(struct pollings *pollings, const struct trace *trace);
void pollings_release(struct pollings *pollings);

/* The row that ends with CALL, or NULL. */
const struct polling *polling_until(const struct pollings *pollings, uint32_t call);

#endif
