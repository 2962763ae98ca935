/* SPDX-License-Identifier: MIT */
/*
 * The time budget: a walk back from an end along binding causes, which splits the time up to there
 * into shares. Every step goes on exactly where the one before stopped, so the shares add up to the
 * whole by construction. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_BUDGET_H
#define WARPWISE_GRAPH_BUDGET_H

#include "graph/walk.h"

/* What more a walk can tell; members that are NULL are of no interest. */
struct budget_details {
	int64_t *shape_ns;       /* by launch shape: what each has of the time in kernels */
	struct graph_path *path; /* the steps themselves, the last first */
};

/* Adds the time from FROM_NS to the end of OPERATION to BUDGET, and to DETAILS unless it is NULL.
 */
void budget_of_operation(const struct trace *trace, const struct graph_index *index,
                         const struct timeline *timeline, uint32_t operation, int64_t from_ns,
                         struct budget *budget, const struct budget_details *details);

/* The same up to the end of the call CALL. */
void budget_of_call(const struct trace *trace, const struct graph_index *index,
                    const struct timeline *timeline, uint32_t call, int64_t from_ns,
                    struct budget *budget, const struct budget_details *details);

/* Only what lies before the start of OPERATION: why it did not start earlier. */
void budget_before(const struct trace *trace, const struct graph_index *index,
                   const struct timeline *timeline, uint32_t operation, int64_t from_ns,
                   struct budget *budget);

#endif
