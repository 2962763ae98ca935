/* SPDX-License-Identifier: MIT */
/*
 * The walk over calls and operations in order of issue, which both attribution and replay are.
 * Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_WALK_H
#define WARPWISE_GRAPH_WALK_H

#include "code/code.h"
#include "graph/constants.h"
#include "graph/graph.h"
#include "graph/migration.h"
#include "graph/polling.h"
#include "graph/prefetch.h"
#include "graph/restarts.h"
#include "graph/room.h"
#include "graph/scenario.h"

/* What is looked up often and made once for a trace. */
struct graph_index {
	uint32_t *sync_order;  /* synchronizations in order of their calls */
	uint32_t *sync_record; /* by synchronization: the event_record it is about, or NONE */
	uint32_t *load_calls;  /* calls that load a function or module, ascending */
	size_t load_calls_count;
	uint32_t *previous_call; /* by call: of the same thread, or NONE; NULL: all are of one */
	uint32_t *call_before; /* by call: the last of those that began later, in other threads, and
	                          got before it in its stream, or NONE; NULL: there are none */
	uint32_t *handed_by;   /* by call: that of another thread which it came behind, as
	                          find_handovers() has it, or NONE; NULL: there are none */
	struct pollings pollings;
	struct room_model room;
	struct migrations migrations;
	struct prefetches prefetches;
	struct restarts restarts;
	struct code *codes;          /* by function */
	int64_t *start_own_ns;       /* by call, up to first_issuing_call: start_allocations.c */
	uint32_t first_issuing_call; /* the call that issued the first operation; NONE: there is
	                                none, or it is not in this part of the run */
};

/* Fills GRAPH's index, which is all 0, and its issue_order. Returns 0 or -ENOMEM; release the
 * index, which may be NULL, in any case. */
int graph_index_build(struct graph *graph);
void graph_index_release(struct graph_index *index, const struct trace *trace);

/* Times of a run, recorded or replayed, with what bound them: what the budget walks back along. */
struct timeline {
	const int64_t *start_ns, *end_ns;           /* by operation */
	const int64_t *call_start_ns, *call_end_ns; /* by call */
	uint8_t *cause;                             /* by operation, see struct graph */
	uint32_t *blocker;
	uint32_t
	        *base; /* by operation: what ready_ns comes from: an operation, or NONE: its call */
	int64_t *ready_ns;
	uint32_t *waited; /* by call: the operation whose end it waited for, or NONE */
	uint32_t *waker;  /* by call: the operation behind which a function of the host woke its
	                     thread, or NONE; NULL: there are no such functions */
	int64_t first_ns; /* how far back the budget walks */
};

/*
 * Attribution: fills cause, blocker, base, ready_ns, waited and waker of TIMELINE, which are the
 * graph's own, for the recorded times, and replays the unchanged run on the way: *REPLAYED_NS is
 * its length. LAGS are measured first, from at most the first million calls. Returns 0 or
 * -ENOMEM.
 */
int walk_attribute(const struct graph *graph, struct lags *lags, struct timeline *timeline,
                   int64_t *replayed_ns);

/*
 * Replay under SCENARIO (NULL: none). Arrays of OUT that are not NULL are filled; a scenario that
 * unchains operations needs start_ns and end_ns. Returns 0 or -ENOMEM; first_ns and last_ns are
 * always set.
 */
struct walk_output {
	int64_t *start_ns, *end_ns;           /* by operation */
	int64_t *call_start_ns, *call_end_ns; /* by call */
	struct timeline *timeline;            /* what bound the operations and calls */
	int64_t first_ns, last_ns;
};
int walk_replay(const struct graph *graph, const struct scenario *scenario,
                struct walk_output *out);

/* Whether OPERATION is a kernel whose code launches kernels; NONE: no. */
static inline bool launches_kernels(const struct graph_index *index, const struct trace *trace,
                                    uint32_t operation)
{
	return operation != NONE && trace->operations.type[operation] == OPERATION_KERNEL &&
	       index->codes[operation_function(trace, operation)].launches_kernels;
}

/* Fills start_own_ns, after first_issuing_call. Returns 0 or -ENOMEM. */
int find_start_allocations(struct graph_index *index, const struct trace *trace);

/* Fills call_before. Returns 0 or -ENOMEM. */
int find_calls_before(struct graph_index *index, const struct trace *trace);

/*
 * Fills handed_by, after previous_call. PyTorch's backward() hands its work to another thread and
 * waits for it: the calls of the one lie in a pause of the other, each time. Returns 0 or -ENOMEM.
 */
int find_handovers(struct graph_index *index, const struct trace *trace);

/* The call of another thread that handed over to that of CALL, or NONE. */
static inline uint32_t call_handed_by(const struct graph_index *index, uint32_t call)
{
	return index->handed_by ? index->handed_by[call] : NONE;
}

/* The call of its thread before CALL, or NONE. */
static inline uint32_t call_previous(const struct graph_index *index, uint32_t call)
{
	return index->previous_call ? index->previous_call[call] : call ? call - 1 : NONE;
}

/*
 * Whether a thread that paused for OWN_NS was handed its work by another one, whose last call ended
 * PAUSE_NS before, as PyTorch's autograd thread is.
 */
static inline bool is_handover(int64_t own_ns, int64_t pause_ns)
{
	return pause_ns >= 0 && own_ns > HANDOVER_NS && own_ns / HANDOVER_RATIO > pause_ns;
}

/* The call that CALL came after: of its own thread, or of the one that handed it its work. NONE:
 * there is none. */
static inline uint32_t call_before(const struct graph_index *index, const struct trace *trace,
                                   uint32_t call)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t previous = call_previous(index, call);

	if (call_handed_by(index, call) != NONE)
		return call_handed_by(index, call);
	if (call == 0 || previous == call - 1)
		return previous;
	if (previous == NONE || is_handover(calls->start_ns[call] - calls->end_ns[previous],
	                                    calls->start_ns[call] - calls->end_ns[call - 1]))
		return call - 1;
	return previous;
}

#endif
