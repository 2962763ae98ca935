/* SPDX-License-Identifier: MIT */
/*
 * Idle time of a GPU behind single results: in gaps that single operations of the host make, behind
 * waits for a few numbers and before the copies of the next ones. Any thread.
 */
#ifndef WARPWISE_RULES_SINGLE_RESULTS_H
#define WARPWISE_RULES_SINGLE_RESULTS_H

#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"

struct single_results {
	int64_t ns;
	bool is_behind;            /* the last gap is behind a wait for one */
	bool is_last;              /* so is the last gap, or it is before a copy of the next one */
	struct host_evidence code; /* what the host was at in them */
};

/*
 * Adds GAP, LENGTH_NS of it, if it is one; gaps come in the order of time. COPY is the copy to the
 * host of a few numbers that the host waited for before it; NONE: for none.
 */
void single_results_add(struct single_results *results, const struct trace *trace,
                        const struct gap *gap, uint32_t copy, int64_t length_ns);

/* How much of it is no loading of data, once its code has ended: where most is, the host would have
 * waited for its data there in any case, and that is 0. */
int64_t single_results_beside_data_ns(const struct single_results *results);

/* What part of the samples of CODE, which has ended, is in code that loads data, or waits for
 * processes that do. */
double loading_part(const struct host_evidence *code);

#endif
