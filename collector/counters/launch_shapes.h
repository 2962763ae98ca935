/* SPDX-License-Identifier: MIT */
/*
 * What is launched, told apart by context, function and launch shape, and how often: a bounded
 * table that any thread may use, without lock and without allocation.
 */
#ifndef WARPWISE_LAUNCH_SHAPES_H
#define WARPWISE_LAUNCH_SHAPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "counters/launch.h"
#include "host/launch_plan.h"

struct launch_shape {
	_Atomic uint64_t hash;               /* what tells it apart; 0: free */
	atomic_bool is_known;                /* of launch_metrics.c: it was launched, or captured */
	atomic_int tries, measured;          /* of launch_metrics.c */
	_Atomic(struct left_out *) left_out; /* of replay.c */
	/* How many launches there were of what has the same launch_key: in all contexts, and in
	 * order of launch, as the timeline of another run can count them. */
	_Atomic(atomic_int_least64_t *) launches;          /* NULL: it was not looked up yet */
	_Atomic(const struct launch_plan_shape *) planned; /* NULL: nothing is planned for it */
};

/* Reads the plan PATH of the launches to be measured. Before the first launch. One that cannot be
 * read is said: all goes on without a plan. */
void launch_shapes_plan(const char *path);

/* The shape of LAUNCH; NULL: there is no room for another. It lives as long as the process. */
struct launch_shape *launch_shape_of(const struct launch *launch);

/* Counts LAUNCH, which is of SHAPE. Returns its ordinal, from 1 on; 0: there is no room to count
 * launches like it. */
int64_t launch_shape_count(struct launch_shape *shape, const struct launch *launch);

/*
 * Whether the launch of SHAPE with this ordinal is to be measured: what was planned, and the first;
 * without a plan for SHAPE the first ones, as many as --metrics-launches says, and those far along.
 */
bool launch_shape_is_due(const struct launch_shape *shape, int64_t ordinal);

/* Whether little is known without it: it was planned, or none of SHAPE was measured, which comes
 * again. */
bool launch_shape_is_urgent(const struct launch_shape *shape, int64_t ordinal);

#endif
