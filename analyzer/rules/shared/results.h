/* SPDX-License-Identifier: MIT */
/* Results that the host waits for: copies to it. Any thread. */
#ifndef WARPWISE_RULES_RESULTS_H
#define WARPWISE_RULES_RESULTS_H

#include "graph/graph.h"
#include "rules/shared/finding.h"

struct results {
	int64_t count, least_bytes, most_bytes;
	int64_t from_cublas; /* of count: what it computed */
	uint32_t *copy;      /* by call: its copy to the host; NONE: none */
};

/* Returns 0 or -ENOMEM; release it in any case. */
int results_init(struct results *results, const struct trace *trace);
void results_release(struct results *results);

/* Adds the one that CALL waited for, if it did for one. */
void results_count(struct results *results, const struct graph *graph, uint32_t call);

/* Adds to FINDING how many and how large they were, if that is often. */
void results_say(const struct results *results, struct finding *finding);

#endif
