/* SPDX-License-Identifier: MIT */
/*
 * What the walk knows at each moment, shared by the files that it is made of. Private to
 * analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_WALK_STATE_H
#define WARPWISE_GRAPH_WALK_STATE_H

#include "graph/copy_engine.h"
#include "graph/hardware_queue.h"
#include "graph/moment.h"
#include "graph/walk.h"
#include "trace/call_class.h"

enum {
	GRAPH_NODES = 64,   /* nodes of a running graph that may be what the next one waits for */
	DUE_FUNCTIONS = 64, /* of the host: the last ones, of which one may have woken a thread */
};

struct stream_state {
	struct moment last;     /* end of all its operations so far */
	struct moment event;    /* events that the next operation waits for */
	bool has_host_function; /* the next operation waits for a function of the host */
	size_t functions_seen;  /* at its last operation: of those that the default stream's barrier
	                           puts before it */
};

/* What a record of an event stands for. */
struct recorded_event {
	struct moment moment;
	bool has_host_function; /* ... and a function of the host */
};

struct context_state {
	struct moment all, blocking,
	        null;          /* end of all operations in all, blocking, null streams */
	struct moment barrier; /* what a loaded function makes all later operations wait for: as of
	                          walk_barrier() */
	size_t loads_seen;     /* of walk.loads */
	bool is_recent;        /* it is one of walk.recent */
	size_t blocking_functions, null_functions; /* of the host, put into such streams so far */
};

struct thread_state {
	int64_t recorded_ns, computed_ns; /* end of its last call; NEVER: none yet */
	int64_t owed_ns;       /* what recording that call cost, beyond what was taken out of it */
	struct moment ordered; /* what all that it issues has to wait for */
	const struct polling *polling; /* the row of queries that it is in; NULL: none */
	struct moment polled;          /* what that waits for */
};

/* What belongs to the next calls, of what lies in the order of the calls. */
struct walk_cursors {
	size_t operation, sync, event, host_function, copy_stream, load, polling;
};

/* A call that began, but is walked through later: walk_order.c. */
struct deferred_call {
	uint32_t call;
	uint32_t operation; /* its first one */
	struct walk_cursors next;
};

struct walk {
	const struct graph *graph;
	const struct trace *trace;
	const struct graph_index *index;
	const struct scenario *scenario;      /* NULL: none */
	const struct recorder_cost *recorder; /* what is taken out; NULL: nothing */
	const struct lags *lags;
	struct walk_output *out;
	struct timeline *attribution; /* NULL: nothing is attributed */
	bool is_replay; /* computed times are computed; else they are the recorded ones */
	bool has_blocking_launches;      /* CUDA_LAUNCH_BLOCKING was set */
	struct lag_histograms *measured; /* while lags are measured, else NULL */

	struct stream_state *streams;
	struct stream_state
	        *split; /* of streams that a scenario splits, by their place and thread */
	struct context_state *contexts;
	struct hardware_queues queues;
	struct copy_engine *engines;         /* COPY_ENGINES for each device */
	struct room *rooms, *recorded_rooms; /* by device: in computed and in recorded time */
	struct thread_state *threads;
	struct thread_state last_call; /* of any thread */
	uint32_t last_thread;
	struct recorded_event *recorded_events; /* by event_record */
	struct walk_cursors next;
	struct deferred_call *deferred; /* one for each thread at most */
	size_t deferred_count;
	size_t loads;                     /* functions loaded so far */
	struct moment due[DUE_FUNCTIONS]; /* what functions of the host waited for, in a ring */
	size_t functions;                 /* of the host, put into streams so far */

	/* Contexts with an operation that may have ended after the call that is walked through
	 * began. */
	uint32_t *recent;
	size_t recent_count;

	struct { /* the graph launch whose nodes are walked through */
		uint32_t call;
		struct moment nodes[GRAPH_NODES];
		unsigned used;
	} launch;
	struct {                  /* the call that is walked through, without what recording cost */
		int64_t taken_ns; /* the recorder's; 0: none, or nothing was taken out */
		int64_t left_ns;
		int64_t recorded_end_ns;
	} shortened;
	int64_t call_operations; /* that it issues; 0 where recording is not taken out */
	bool is_load;            /* the call that is walked through loaded a function */
	/* In traces that do not say which: a host function was put into some stream since the last
	 * operation. */
	bool has_host_function;
	int err; /* -ENOMEM once memory ran out */
};

/* The state of STREAM for what CALL (NONE: not known) puts there, or asks about. */
static inline struct stream_state *walk_stream(const struct walk *walk, uint32_t stream,
                                               uint32_t call)
{
	const struct scenario *scenario = walk->scenario;

	const size_t place = scenario && scenario->split ? scenario->split[stream] : 0;

	if (place && call != NONE)
		return &walk->split[(place - 1) * walk->trace->threads_count +
		                    walk->trace->calls.thread[call]];
	return &walk->streams[stream];
}

static inline bool walk_is_without(const struct walk *walk, uint32_t device, enum cause cause)
{
	return walk->scenario && scenario_is_without(walk->scenario, device, cause);
}

/* The host's side of a call. */
struct call {
	uint32_t id;
	enum call_class class;
	uint32_t thread;
	int64_t recorded_start_ns, recorded_end_ns;
	int64_t start_ns;   /* computed */
	int64_t operations; /* that it issues, where what recording cost is taken out */
};

/* walk_order.c */

/* Whether CALL put its work into a stream behind that of a call that began later. */
bool walk_comes_later(const struct walk *walk, uint32_t call);

/* Leaves CALL, at which walk->next is, for later. */
void walk_defer(struct walk *walk, uint32_t call);

/*
 * Takes a deferred call that is due before the call NEXT (NONE: there are no more calls). Returns
 * whether there is one.
 */
bool walk_take_deferred(struct walk *walk, uint32_t next, struct deferred_call *taken);

/* walk_host.c */

/* WAKER: what woke the thread, as of walk_waker(). */
int64_t walk_begin_call(const struct walk *walk, const struct call *call,
                        const struct moment *waker);

/* Attribution: the operation whose end the call waited for, if it ended within the call. */
uint32_t walk_waited_for(const struct call *call, const struct moment *awaited);

/* Where the hardware queue was full when CALL, of LAUNCH_QUEUE_LONG_NS or more, put something into
 * it: what CALL waited for. */
struct moment walk_place_in_queue(const struct walk *walk, const struct call *call);

/* When CALL, which waits for AWAITED, returns; *WAITED: the operation whose end decided that, or
 * NONE. */
int64_t walk_end_call(struct walk *walk, const struct call *call, const struct moment *awaited,
                      uint32_t *waited);

/* host_function.c */

struct operation;

/* OPERATION waited for what was put before it into its stream. */
void walk_pass_host_functions(struct walk *walk, const struct operation *operation);

/* Notes the functions of the host that CALL puts into streams. */
void walk_host_functions(struct walk *walk, uint32_t call);

/*
 * What a function of the host waited for that woke the thread of CALL, or NULL: the thread paused
 * until then, and CALL follows at once. Which threads such a function wakes is in no trace.
 */
const struct moment *walk_waker(const struct walk *walk, const struct call *call);

/* walk_lag.c */

/* A thing that can hold an operation back, with the time at which it let go. */
struct candidate {
	enum cause cause;
	struct moment moment;
};

enum { CANDIDATES = 8 };

struct operation {
	uint32_t id;
	uint32_t stream_id;
	struct stream_state *state; /* of the stream, for its thread */
	int64_t recorded_start_ns, recorded_end_ns;
	unsigned type;
	const struct trace_stream *stream;
	struct candidate candidates[CANDIDATES];
	int count;
	bool is_own_paced;  /* how long it takes from its call depends on itself: graphs, copies
	                       through staging */
	bool is_merged;     /* a scenario made its launch part of a graph ... */
	bool begins_graph;  /* ... or that graph's own */
	int64_t shorter_ns; /* it runs for so much less in a replay: shorter_lag() */
	bool is_unchained;  /* a scenario took it out of its stream: its lag behind that says
	                     * nothing */
	bool is_split;      /* a scenario gave its thread a stream of its own: likewise */
	bool is_staged; /* the first half of a copy between GPUs by way of the host, of which the
	                   last piece is recorded */
	bool is_graph;  /* of a launch of a graph */
	bool is_graph_node; /* behind the first of its launch: its place in the graph is all that
	                       counts */
};

/*
 * How long OPERATION takes to start after CANDIDATE let it go: the median of its kind, and never
 * more than its own recorded lag where another cause bound it. Sets the operation's shorter_ns.
 */
int64_t walk_lag_of(const struct walk *walk, struct operation *operation,
                    const struct candidate *candidate, bool is_its_cause);

/* DURATION_NS without what recording adds to it, or as a part of a graph: after walk_lag_of(). */
int64_t walk_shorter_duration(const struct walk *walk, const struct operation *operation,
                              int64_t duration_ns);

/* Measures how long OPERATION took to start after the last of its causes let go. */
void walk_measure_lag(struct walk *walk, const struct operation *operation);

struct copy_engine *walk_engine_of(const struct walk *walk, const struct operation *operation);

/* split_copy.c */

/*
 * A copy between GPUs that runs in a stream of CUDA's own, or in two of them, one after the other:
 * it comes after what is in the stream that the call named, and later operations there come after
 * it.
 */
struct split_copy {
	uint32_t stream;      /* the one that the call named */
	struct moment before; /* what is in that stream */
	struct moment part;   /* end of the part before this one */
	struct moment after;  /* end of all parts in other streams */
};

/* For CALL, before its operations. Returns whether it is such a copy. */
bool split_copy_begin(struct walk *walk, uint32_t call, struct split_copy *copy);

/* Before its operation ID: makes it wait for what it comes after. */
void split_copy_order(struct walk *walk, const struct split_copy *copy, uint32_t id);

/* After its operation ID, which ends at END. */
void split_copy_add(const struct walk *walk, struct split_copy *copy, uint32_t id,
                    const struct moment *end);

/* After its last one. */
void split_copy_end(struct walk *walk, const struct split_copy *copy);

/* walk_operation.c */

/*
 * What is put into the null stream is behind all blocking streams, what is put into one of these
 * behind the null stream (CUDA C++ Programming Guide, "Implicit Synchronization"). Also in a replay
 * without that barrier: who waits here may need what was there.
 */
void walk_add_default_stream(const struct walk *walk, uint32_t stream_id, struct moment *moment);

/* Whether the next operation in STREAM waits for a function of the host, as far as the trace says
 * where those were put. */
bool walk_has_host_function(const struct walk *walk, uint32_t stream, uint32_t call);

/* What the last loaded function makes the operations of CONTEXT wait for. */
struct moment walk_barrier(const struct walk *walk, struct context_state *context);

/* END is that of an operation that CALL put into STREAM, or of one in its order: what comes later
 * in the stream, and what waits for its context, waits for it. */
void walk_put(struct walk *walk, uint32_t stream, uint32_t call, const struct moment *end);

/*
 * Walks over operation ID, which CALL issued at ISSUED (NONE, NULL: the trace does not have its
 * call). Returns its end.
 */
struct moment walk_operation(struct walk *walk, uint32_t id, uint32_t call,
                             const struct moment *issued);

/* OPERATION began within CALL, which ends at END_NS, and was ISSUED as that began. What the
 * recorder did in the call came before, if OPERATION began behind that much of it: then it was
 * issued so much later. */
void walk_issue_behind_recorder(const struct walk *walk, const struct call *call, int64_t end_ns,
                                uint32_t operation, struct moment *issued);

/* A copy that the call itself waited for: synchronous, or through a staging buffer of pageable
 * memory. */
bool walk_is_blocking_copy(const struct walk *walk, uint32_t operation);

/* The hardware queue of OPERATION; NULL: not known, or nothing was put into it yet. */
struct hardware_queue *walk_queue_of(const struct walk *walk, uint32_t operation);

#endif
