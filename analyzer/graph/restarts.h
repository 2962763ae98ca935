/* SPDX-License-Identifier: MIT */
/*
 * Calls that end CUDA in the middle of a program, as cudaDeviceReset() does, and those that start
 * it again: whichever comes first makes a context. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_RESTARTS_H
#define WARPWISE_GRAPH_RESTARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace;

struct restart {
	uint32_t call;
	bool is_reset;  /* it ends CUDA, and operations are issued behind it; else it starts CUDA */
	int64_t own_ns; /* of one that starts it: what it would take by itself; never 0 */
};

/* By call, ascending. */
struct restarts {
	struct restart *items;
	size_t count;
};

/* Looks behind FIRST_ISSUING_CALL, or at all calls: NONE. Returns 0 or -ENOMEM; release in any
 * case. */
int restarts_find(struct restarts *restarts, const struct trace *trace,
                  uint32_t first_issuing_call);
void restarts_release(struct restarts *restarts);

/* NULL: CALL is none of them. */
const struct restart *restarts_of(const struct restarts *restarts, uint32_t call);

#endif
