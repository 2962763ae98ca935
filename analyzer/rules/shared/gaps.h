/* SPDX-License-Identifier: MIT */
/* Gaps, in which a GPU runs nothing, with what the host did meanwhile. Any thread. */
#ifndef WARPWISE_RULES_GAPS_H
#define WARPWISE_RULES_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/interval.h"
#include "graph/budget.h"
#include "graph/graph.h"
#include "rules/shared/threshold.h"

enum gap_kind {
	GAP_DEPENDENCY, /* the next operation was issued already: it waited for something else; or
	                 * its call was loading its code */
	GAP_SYNCHRONIZATION, /* the host waited for the GPU first, then issued the next operation at
	                        once */
	GAP_LAUNCH,     /* the host launches one kernel after the other, and that takes longer than
	                   running them */
	GAP_GRAPH,      /* it launches graphs, and that takes longer than running them */
	GAP_ALLOCATION, /* the host was in calls that allocate or free memory for most of it */
	GAP_COPY,       /* ... that copy or set memory */
	GAP_HOST,       /* the host's own work */
	GAP_OTHER,      /* other calls: streams, events, graphs, attributes */
	GAP_KINDS,
};

struct gap {
	int64_t start_ns, end_ns; /* end: `next` started, or for a long while could have */
	int64_t late_ns; /* from there to its start, for no known reason, or to load its code; none
	                  * of the rest of the gap */
	uint32_t device;
	uint32_t next; /* the operation whose start ends it */
	enum gap_kind kind;
	uint32_t wait_call;   /* the call that waited for the GPU in it: a wait, or a copy of
	                       * results that returns when they are there; or NONE */
	uint32_t call_before; /* the thread's call before the one that issued `next`, or NONE */
	/* What the host did, counted as in the run's budget; sums up to the gap. */
	int64_t share_ns[SHARES];
	int64_t waited_ns;   /* of SHARE_LAUNCH: in the call that issued `next` and waited for it */
	int64_t prefetch_ns; /* of SHARE_MIGRATION: for pages that the program had asked for */
	/* How much of the gap there is only because recorded calls take longer. */
	int64_t recorder_ns;
};

/* How long the gap is in the run without the recorder. */
static inline int64_t gap_alone_ns(const struct gap *gap)
{
	return gap->end_ns - gap->start_ns - gap->recorder_ns;
}

extern const struct threshold
        pause_threshold[],       /* "pause": a host that pauses longer does work of its own */
        own_work_threshold[],    /* "own work": what the host does for more of a gap gives it its
                                  * kind */
        unexplained_threshold[]; /* "unexplained": what passed of a gap for no known cause is none
                                  * of it, if that is so much */

/*
 * Goes through the gaps between operations of all devices in order of their ends; not through those
 * behind the last kernel, if there is any: no work is left there that could fill them.
 */
struct gap_walk {
	const struct graph *graph;
	int64_t *last_end_ns; /* by device; INT64_MIN: no operation yet */
	uint32_t *last;       /* by device: the operation that ended then */
	size_t next, end;     /* positions of operations */
	uint32_t device;      /* whose gaps are wanted; NONE, as it begins: those of all */
};

/* Returns 0 or -ENOMEM. */
int gap_walk_init(struct gap_walk *walk, const struct graph *graph);
bool gap_next(struct gap_walk *walk, struct gap *gap);
void gap_walk_release(struct gap_walk *walk);

/*
 * Takes the calls that allocate out of GAP, and returns how long they took. One that is of their
 * kind becomes a gap behind a wait, if the host had waited for the GPU by another call; else it
 * stays as it is, and 0 is returned: without those calls, of which some wait, the GPU's work would
 * be issued in time.
 */
int64_t gap_leave_allocation(struct gap *gap, const struct trace *trace);

/*
 * How much of DEVICE's gaps in the united WINDOWS there is only because it was recorded: calls take
 * longer, and so does the way from one operation of a stream to its next.
 */
int gaps_recorder_ns(int64_t *recorder_ns, const struct graph *graph, uint32_t device,
                     const struct interval_set *windows);

#endif
