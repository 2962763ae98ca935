/* SPDX-License-Identifier: MIT */
/*
 * The constraint graph: for each GPU operation what could hold it back, what did, and how long.
 *
 * Every constraint points backwards in the order of issue (a stream's earlier operation, an event
 * recorded before, the head of a queue ...), so one walk over the calls in their order computes all
 * times, without search. The same walk runs in two ways: attribution, where times are the
 * recorded ones and each operation gets its binding cause; and replay, where times are computed
 * from the constraints, for the run as it was or for a scenario. Linear in the number of operations
 * and calls.
 */
#ifndef WARPWISE_GRAPH_H
#define WARPWISE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/statistics.h"
#include "graph/cause.h"
#include "graph/lags.h"
#include "graph/recorder_cost.h"
#include "trace/trace.h"

struct code;
struct scenario;

/* How the time of a run, or the idle time of a device, is made up. Sum of share_ns = wall_ns,
 * exactly. */
struct budget {
	int64_t wall_ns;
	int64_t share_ns[SHARES];
};

/* What a wait for a cause, and the time in a call of a class, count as. */
extern const enum share share_of_cause[CAUSES];
extern const enum share share_of_class[CALL_CLASSES];

/* What the kernels of a launch shape have of the run. */
struct shape_time {
	int64_t ns;        /* of run.share_ns[SHARE_KERNEL] */
	int64_t behind_ns; /* of waits behind them for what is shared: shorter kernels, shorter
	                      waits */
};

struct graph {
	const struct trace *trace;

	/* One for each operation, by its position in trace->operations. */
	uint8_t *cause;    /* enum cause: what bound its start */
	uint32_t *blocker; /* the operation that this cause is about; NONE: none (issue,
	                      unexplained) */
	int64_t *ready_ns; /* when it could have started but for avoidable causes: issued, its
	                    * stream's and its events' operations done, each with its usual lag.
	                    * Never after its start */

	uint32_t *base; /* what ready_ns comes from: an operation that had to end, or NONE: its own
	                   call */
	uint32_t *waited; /* by call: the operation whose end it waited for, or NONE */
	uint32_t *waker;  /* by call: the operation behind which a function of the host woke its
	                     thread, or NONE; NULL: there are no such functions */

	uint32_t *issue_order; /* positions of operations in the order in which they were issued */

	struct lags lags;
	int64_t launch_call_ns, graph_launch_call_ns; /* what calls that launch a kernel, or a
	                                                 graph, usually take; 0: there are none */
	struct budget run;         /* between the first and the last activity of GPU or API */
	struct shape_time *shapes; /* by launch shape */
	struct budget *devices;    /* one for each trace->devices: the same, up to the device's last
	                              operation */
	struct budget *idle; /* one for each trace->devices: only the time in which the device ran
	                        nothing */

	int64_t program_ns;  /* the run without the time in which CUDA starts and ends: what floors
	                        are shares of */
	int64_t replayed_ns; /* the run in the unchanged replay; against run.wall_ns it is the
	                        replay error */
	struct recorder_cost recorder;
	int64_t alone_replayed_ns; /* the run in a replay without what recording cost: what gains
	                            * are compared with. Where that is not known, replayed_ns */

	struct graph_index *index; /* private */
};

/* Builds everything. TRACE must outlive the graph. Returns 0 or -ENOMEM; then nothing need be
 * released. */
int graph_build(struct graph *graph, const struct trace *trace);
void graph_release(struct graph *graph);

/* A piece of the run, and what it was spent on. */
struct graph_step {
	int64_t duration_ns;
	enum share share;
};

/* The run as such pieces, which leave no gap: what the budget adds up. Neighbours differ in
 * share. */
struct graph_path {
	struct graph_step *steps;
	size_t count;
	int err; /* private */
};

/* Walks once more. Returns 0 or -ENOMEM; release it in any case. */
int graph_path_init(struct graph_path *path, const struct graph *graph);
void graph_path_release(struct graph_path *path);

/* The call of its thread before CALL, or NONE. */
uint32_t graph_previous_call(const struct graph *graph, uint32_t call);

/* The call that CALL came after: the one before it of its thread, or that of another thread which
 * handed it its work, or a lock; or NONE. */
uint32_t graph_call_before(const struct graph *graph, uint32_t call);

/* What of CALL, made before the first operation or in place of one that ended CUDA, is an
 * allocation's own and no start of CUDA; of other calls, 0. */
int64_t graph_start_own_ns(const struct graph *graph, uint32_t call);

/* Whether CALL ends CUDA in the middle of the program, as cudaDeviceReset() does; and whether it is
 * the call that starts CUDA again behind such a one: it makes a context. */
bool graph_is_reset(const struct graph *graph, uint32_t call);
bool graph_is_restart(const struct graph *graph, uint32_t call);

/* Whether CALL, a launch, loaded the function first. */
bool graph_is_load(const struct graph *graph, uint32_t call);

/*
 * How far the replay is off what was recorded, as a fraction of the run without the time in which
 * CUDA starts and ends: that is replayed as it was, and would hide what is not.
 */
double graph_replay_error(const struct graph *graph);

/* The run without what recording cost, on the scale of the recorded run. */
int64_t graph_alone_ns(const struct graph *graph);

/* How long operation I waited for its cause alone: start minus ready; 0 for what had to be (issue,
 * stream, event). */
int64_t graph_wait_ns(const struct graph *graph, uint32_t operation);

/* By function: what its code says. Lives as long as the graph. */
const struct code *graph_codes(const struct graph *graph);

/* How much of OPERATION, a kernel, its warps waited for pages of managed memory, where that was
 * recorded. */
int64_t graph_migration_ns(const struct graph *graph, uint32_t operation);

/* ... and how long the host waited for pages that it touched. */
int64_t graph_host_migration_ns(const struct graph *graph);
int64_t graph_host_migration_within(const struct graph *graph, int64_t from_ns, int64_t to_ns);

/* Of FROM_NS to TO_NS, which CALL has behind all that is known to have run: how much pages moved
 * meanwhile that the program asked for, by CALL itself or before this wait. */
int64_t graph_prefetch_within(const struct graph *graph, uint32_t call, int64_t from_ns,
                              int64_t to_ns);

/* Whether nothing but pages that were asked for right before it explains why OPERATION started
 * late. */
bool graph_awaits_prefetch(const struct graph *graph, uint32_t operation);

/* A run as it would have been. */
struct replay {
	int64_t wall_ns;                      /* first to last activity */
	int64_t *start_ns, *end_ns;           /* by operation; NULL unless asked for */
	int64_t *call_start_ns, *call_end_ns; /* by call; NULL unless asked for */
	struct budget budget; /* what the time would be spent on; only if asked for */
};

/*
 * Replays the run under SCENARIO, which is without what recording cost (NULL: unchanged, with it).
 * With IS_DETAILED the arrays and the budget are filled as well. Returns 0 or -ENOMEM.
 */
int graph_replay(const struct graph *graph, const struct scenario *scenario, bool is_detailed,
                 struct replay *replay);
void replay_release(struct replay *replay);

/* How much of the run waited for the kernels of launch shape SHAPE. */
static inline int64_t shape_awaited_ns(const struct graph *graph, size_t shape)
{
	return sum_saturated(graph->shapes[shape].ns, graph->shapes[shape].behind_ns);
}

#endif
