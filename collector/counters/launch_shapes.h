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
#include "counters/measuring_time.h"
#include "host/launch_plan.h"

struct launch_shape {
	_Atomic uint64_t hash;               /* what tells it apart; 0: free */
	atomic_bool is_known;                /* of launch_metrics.c: it was launched, or captured */
	atomic_int tries, measured;          /* of launch_metrics.c */
	_Atomic(struct left_out *) left_out; /* of replay.c */
	/* How many launches there were of what has the same launch_key: in all contexts, and in
	 * order of launch, as the timeline of another run can count them. */
	_Atomic(atomic_int_least64_t *) launches;          /* NULL: it was not looked up yet */
	_Atomic(const struct launch_plan_shape *) planned; /* NULL: it is not in the plan */
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
 * Whether the launch of SHAPE with this ordinal is to be measured: the first ones, as many as
 * --metrics-launches says, and those far along; where the plan names others, those, and the first.
 */
bool launch_shape_is_due(const struct launch_shape *shape, int64_t ordinal);

/* How much it needs to be: what the plan names comes first, most of all shapes that take most time,
 * of each a launch; without a plan shapes that come again and were not measured yet. */
struct measuring_need launch_shape_need(const struct launch_shape *shape, int64_t ordinal);

/* How long a launch of SHAPE takes at most, as the plan says; 0: it does not. */
int64_t launch_shape_longest_ns(const struct launch_shape *shape);

/* Which part of the time that the plan knows of is of shapes whose launches take no longer than NS
 * each. 1: there is no plan. */
double launch_shapes_within(int64_t ns);

/* Which part of it is of the function of SHAPE, in whatever shape. 1: there is no plan. */
double launch_shape_function_part(const struct launch_shape *shape);

/* The launch with this ordinal was measured. */
void launch_shape_measured(struct launch_shape *shape, int64_t ordinal);

/* No time need be reserved for SHAPE: enough of it is measured, or none can be. */
void launch_shape_settle(const struct launch_shape *shape);

#endif
