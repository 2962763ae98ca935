/* SPDX-License-Identifier: MIT */
/*
 * What the walk knows at each moment, shared by the files that it is made of. Private to
 * analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_WALK_STATE_H
#define WARPWISE_GRAPH_WALK_STATE_H

#include "copy_engine.h"
#include "hardware_queue.h"
#include "moment.h"
#include "walk.h"

enum { GRAPH_NODES = 64 /* nodes of a running graph that may be what the next one waits for */ };

struct stream_state {
	struct moment last;     /* end of all its operations so far */
	struct moment event;    /* events that the next operation waits for */
	bool has_host_function; /* the next operation waits for a function of the host */
};

/* What a record of an event stands for. */
struct recorded_event {
	struct moment moment;
	bool has_host_function; /* ... and a function of the host */
};

struct context_state {
	struct moment all, blocking,
	        null;          /* end of all operations in all, blocking, null streams */
	struct moment barrier; /* what a loaded function makes all later operations wait for */
};

struct thread_state {
	int64_t recorded_ns, computed_ns; /* end of its last call; NEVER: none yet */
	struct moment ordered;            /* what all that it issues has to wait for */
	const struct polling *polling;    /* the row of queries that it is in; NULL: none */
	struct moment polled;             /* what that waits for */
};

struct walk {
	const struct graph *graph;
	const struct trace *trace;
	const struct graph_index *index;
	const struct scenario *scenario; /* NULL: none */
	const struct lags *lags;
	struct walk_output *out;
	struct timeline *attribution; /* NULL: nothing is attributed */
	bool is_replay; /* computed times are computed; else they are the recorded ones */
	struct lag_histograms *measured; /* while lags are measured, else NULL */

	struct stream_state *streams;
	struct context_state *contexts;
	struct hardware_queues queues;
	struct copy_engine *engines;         /* COPY_ENGINES for each device */
	struct room *rooms, *recorded_rooms; /* by device: in computed and in recorded time */
	struct thread_state *threads;
	struct thread_state last_call; /* of any thread */
	uint32_t last_thread;
	struct recorded_event *recorded_events; /* by event_record */
	size_t next_operation, next_sync, next_event, next_host_function, next_load;
	size_t next_polling;

	struct { /* the graph launch whose nodes are walked through */
		uint32_t call;
		struct moment nodes[GRAPH_NODES];
		unsigned used;
	} launch;
	bool is_load; /* the call that is walked through loaded a function */
	/* In traces that do not say which: a host function was put into some stream since the last
	 * operation. */
	bool has_host_function;
	int err; /* -ENOMEM once memory ran out */
};

static inline bool walk_is_without(const struct walk *walk, uint32_t device, enum cause cause)
{
	return walk->scenario && scenario_is_without(walk->scenario, device, cause);
}

/* walk_operation.c */

/*
 * Walks over operation ID, which CALL issued at ISSUED (NONE, NULL: the trace does not have its
 * call). Returns its end.
 */
struct moment walk_operation(struct walk *walk, uint32_t id, uint32_t call,
                             const struct moment *issued);

/* A copy that the call itself waited for: synchronous, or through a staging buffer of pageable
 * memory. */
bool walk_is_blocking_copy(const struct walk *walk, uint32_t operation);

/* The hardware queue of OPERATION; NULL: not known, or nothing was put into it yet. */
struct hardware_queue *walk_queue_of(const struct walk *walk, uint32_t operation);

#endif
