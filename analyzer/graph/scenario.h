/* SPDX-License-Identifier: MIT */
/*
 * What would be different: the changes that a fix makes to a recorded run, for graph_replay().
 * Rules write it, several rules into the same one. An empty scenario is the run as it was.
 */
#ifndef WARPWISE_SCENARIO_H
#define WARPWISE_SCENARIO_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/graph.h"

enum call_change {
	CALL_AS_RECORDED,
	CALL_AT_ONCE, /* follows its thread's call before without a pause; else as recorded */
	CALL_LAUNCHES_GRAPH, /* stands for itself and the CALL_MERGED calls behind it: its first
	                      * operation starts as a graph's does */
	CALL_DROPPED, /* is not made: takes no time and waits for nothing (its operations stay
	                 unless dropped too) */
	CALL_ORDERS,  /* a wait of the host becomes one of the GPU, as for an event: takes no time,
	                 and what its thread issues later starts behind what it waited for */
	CALL_NO_WAIT, /* is made, but returns without waiting for the GPU; takes the usual time of
	                 such a call, or what scenario_call_duration() says */
	CALL_MERGED,  /* is part of the thread's call before it, as launches of nodes are of a
	                 graph's: like CALL_DROPPED, and the host's own time before it goes too */
};

enum operation_change {
	OPERATION_AS_RECORDED = 0,
	OPERATION_DROPPED = 1, /* does not run: takes no time, holds nothing back */
	OPERATION_UNCHAINED =
	        2, /* no longer waits for the operation before it in its stream, but for .after */
};

enum { DURATIONS = 16 };

struct scenario {
	unsigned without; /* bits 1 << enum cause: causes that hold nothing back any more */

	/* NULL until the first change; by device, by call, by operation and by stream. */
	unsigned *without_on; /* the same for operations of that device alone */
	uint8_t *call_change;
	int64_t *call_duration_ns; /* -1: as recorded */
	uint8_t *operation_change;
	int64_t **durations;  /* scenario_duration_of(), DURATIONS operations at a time: most
	                         fixes change few */
	uint32_t *after;      /* of unchained operations: the operation to wait for, or NONE */
	uint32_t *also_after; /* ... and another one */
	uint8_t *split;       /* by stream: each thread has one of its own instead: the place of
	                         these, from 1 on; 0: they share it */
	unsigned split_count;

	int64_t once_ns; /* what the changes themselves take, once a run, in calls that allocate */

	const struct graph *graph;
	bool has_failed; /* memory ran out: the replay returns -ENOMEM */
};

void scenario_init(struct scenario *scenario, const struct graph *graph);
void scenario_release(struct scenario *scenario);

void scenario_without(struct scenario *scenario, enum cause cause);
void scenario_without_on(struct scenario *scenario, uint32_t device, enum cause cause);
/* Of two changes of a call, the one that leaves less of it stays. */
void scenario_change_call(struct scenario *scenario, uint32_t call, enum call_change change);
/* What CALL takes beside what it waits for, and no more behind that. */
void scenario_call_duration(struct scenario *scenario, uint32_t call, int64_t duration_ns);
void scenario_drop_operation(struct scenario *scenario, uint32_t operation);
void scenario_duration(struct scenario *scenario, uint32_t operation, int64_t duration_ns);
/* OPERATION takes FACTOR of what it took before this change: of several fixes, none is lost. */
void scenario_scale(struct scenario *scenario, uint32_t operation, double factor);
/* The operation no longer waits for its stream but for AFTER, which was issued before it, or for
 * nothing: NONE. */
void scenario_unchain(struct scenario *scenario, uint32_t operation, uint32_t after);
/* An unchained operation waits for ALSO_AFTER as well, which was issued before it. */
void scenario_also_after(struct scenario *scenario, uint32_t operation, uint32_t also_after);
/* What threads put into STREAM goes into one of its own for each of them: nvcc's
 * --default-stream per-thread, for the null stream. Of more than UINT8_MAX, the last ones stay. */
void scenario_split_stream(struct scenario *scenario, uint32_t stream);

/* The change itself takes that long, once a run: pinning memory, say. */
void scenario_takes_once(struct scenario *scenario, int64_t ns);

/* What OPERATION takes, -1: as long as recorded. */
static inline int64_t scenario_duration_of(const struct scenario *scenario, uint32_t operation)
{
	const int64_t *some =
	        scenario->durations ? scenario->durations[operation / DURATIONS] : NULL;

	return some ? some[operation % DURATIONS] : -1;
}

/* Whether CAUSE holds back operations of DEVICE no more. */
static inline bool scenario_is_without(const struct scenario *scenario, uint32_t device,
                                       enum cause cause)
{
	return (scenario->without | (scenario->without_on ? scenario->without_on[device] : 0)) &
	       1u << cause;
}

#endif
