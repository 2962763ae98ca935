/* SPDX-License-Identifier: MIT */
/*
 * The time budget: a walk back from an end along binding causes, which splits the time up to there
 * into shares. Every step goes on exactly where the one before stopped, so the shares add up to the
 * whole by construction. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_BUDGET_H
#define WARPWISE_GRAPH_BUDGET_H

#include "base/interval.h"
#include "graph/walk.h"

struct shape_time;

/* What is walked over, and how far the walks may still go. */
struct budget_walk {
	const struct trace *trace;
	const struct graph_index *index;
	const struct timeline *timeline;
	struct interval context; /* context_start() */
	/* What it tells beside a budget, unless NULL. */
	struct shape_time *shapes; /* by launch shape */
	struct graph_path *path;   /* the steps themselves, the last first */
	uint64_t steps; /* left, for all walks together; the time beyond them is unexplained */
};

/* For as many walks as one device needs. */
struct budget_walk budget_walk_over(const struct trace *trace, const struct graph_index *index,
                                    const struct timeline *timeline);

/* Adds the time from FROM_NS to the end of OPERATION to BUDGET. */
void budget_of_operation(struct budget_walk *walk, uint32_t operation, int64_t from_ns,
                         struct budget *budget);

/* The same up to the end of the call CALL. */
void budget_of_call(struct budget_walk *walk, uint32_t call, int64_t from_ns,
                    struct budget *budget);

/* Only what lies before the start of OPERATION: why it did not start earlier. */
void budget_before(struct budget_walk *walk, uint32_t operation, int64_t from_ns,
                   struct budget *budget);

#endif
