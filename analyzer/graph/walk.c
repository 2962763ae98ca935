/* SPDX-License-Identifier: MIT */
/*
 * The walk. It goes through the API calls in the order in which they began, and with each call
 * through the operations that it issued, and keeps for every stream, context, hardware queue and
 * copy engine the moments that later operations may have to wait for.
 *
 * Every moment has two times: the recorded one, which attribution looks at, and the one of the run
 * that a replay computes. In a replay the recorded ones tell how long each operation really took to
 * start once its cause let it go (its lag), and this lag is used again, so that what is special
 * about an operation stays with it. A lag above the 95th percentile of its cause is cut
 * there: what lies above is unexplained, the replay does not reproduce it, and so it shows as
 * replay error instead of being hidden.
 */
#include "walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "copy_engine.h"
#include "launch_queue.h"
#include "moment.h"

enum {
	LAG_CLEAR_NS = 10000, /* a cause is clear if no other one came later than this before it */
	LAG_CALLS = 1000000,  /* calls that lags are measured on */
	WAKE_NS = 5000, /* end of an operation to the return of the call that waited for it, where
	                   the trace does not show it: seen on an H200 with driver 580 */
	/* Between dependent kernels a graph needs 0.5 us where a stream needs 0.9 us: kernels
	 * of 2.9 us took 3.4 and 3.8 us each (A. Gray, "Getting Started with CUDA Graphs", NVIDIA
	 * technical blog, 2019). */
	GRAPH_GAP_PARTS = 5,
	STREAM_GAP_PARTS = 9,
	GRAPH_NODES = 64, /* nodes of a running graph that may be what the next one waits for */
	HANDOVER_NS =
	        20000, /* a thread that pauses longer may have been waiting for another thread */
	LAUNCH_QUEUES_MAX =
	        256,        /* hardware queues whose launches are followed; GPUs have up to 128 */
	HANDOVER_RATIO = 8, /* ... if that one's last call ended this many times closer */
};

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

struct queue_state {
	struct moment head;            /* start of the operation issued last */
	uint32_t stream;               /* its stream */
	struct launch_queue *launches; /* NULL: not used yet, or one of too many */
};

struct thread_state {
	int64_t recorded_ns, computed_ns; /* end of its last call; NEVER: none yet */
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
	struct queue_state *queues;          /* by device and channel */
	size_t launch_queues;                /* those of them whose launches are followed */
	struct copy_engine *engines;         /* by device and direction */
	struct room *rooms, *recorded_rooms; /* by device: in computed and in recorded time */
	struct thread_state *threads;
	struct thread_state last_call; /* of any thread */
	uint32_t last_thread;
	struct recorded_event *recorded_events; /* by event_record */
	size_t next_operation, next_sync, next_event, next_host_function, next_load;

	struct { /* the graph launch whose nodes are walked through */
		uint32_t call;
		struct moment nodes[GRAPH_NODES];
		unsigned used;
	} launch;
	bool is_load; /* the call that is walked through loaded a function */
	/* In traces that do not say which: a host function was put into some stream since the last
	 * operation. */
	bool has_host_function;
};

static bool is_without(const struct walk *walk, enum cause cause)
{
	return walk->scenario && walk->scenario->without & 1u << cause;
}

/* ---- one operation ---- */

/* A thing that can hold an operation back, with the time at which it let go. */
struct candidate {
	enum cause cause;
	struct moment moment;
};

enum { CANDIDATES = 8 };

struct operation {
	uint32_t id;
	uint32_t stream_id;
	int64_t recorded_start_ns, recorded_end_ns;
	unsigned type;
	const struct trace_stream *stream;
	struct candidate candidates[CANDIDATES];
	int count;
	bool is_own_paced; /* how long it takes from its call depends on itself: graphs, copies
	                      through staging */
	bool is_merged;    /* a scenario made its launch part of a graph */
	bool is_unchained; /* a scenario took it out of its stream: its lag behind that says nothing
	                    */
	bool is_graph_node; /* behind the first of its launch: its place in the graph is all that
	                       counts */
};

/* All but the candidates, which there are none of yet: to clear them takes longer than all the
 * rest.
 */
static void operation_init(struct operation *operation, const struct trace *trace, uint32_t id)
{
	const struct trace_operations *operations = &trace->operations;

	operation->id = id;
	operation->stream_id = operations->stream[id];
	operation->recorded_start_ns = operations->start_ns[id];
	operation->recorded_end_ns = operations->end_ns[id];
	operation->type = operations->type[id];
	operation->stream = &trace->streams[operations->stream[id]];
	operation->count = 0;
	operation->is_own_paced = false;
	operation->is_merged = false;
	operation->is_unchained = false;
	operation->is_graph_node = false;
}

static void candidate_add(struct operation *operation, enum cause cause,
                          const struct moment *moment)
{
	if (moment->recorded_ns != NEVER || moment->computed_ns != NEVER)
		operation->candidates[operation->count++] = (struct candidate){ cause, *moment };
}

static bool is_necessary(enum cause cause)
{
	return cause == CAUSE_ISSUE || cause == CAUSE_STREAM || cause == CAUSE_EVENT ||
	       cause == CAUSE_GRAPH;
}

/* Whether an operation whose type is known has to end first. */
static bool is_behind(const struct candidate *candidate)
{
	return (candidate->cause == CAUSE_STREAM || candidate->cause == CAUSE_EVENT) &&
	       candidate->moment.operation != NONE;
}

/*
 * How long the operation takes to start after CANDIDATE let it go. In a replay this is its own
 * recorded lag where this cause bound it, and never more than that where another one did.
 */
static int64_t lag_of(const struct walk *walk, const struct operation *operation,
                      const struct candidate *candidate, bool is_its_cause)
{
	const struct lags *lags = walk->lags;
	int64_t median = lags->median_ns[candidate->cause][operation->type];
	int64_t high = lags->high_ns[candidate->cause][operation->type];
	int64_t own;

	if (is_behind(candidate)) {
		uint32_t before = candidate->moment.recorded_operation != NONE
		                          ? candidate->moment.recorded_operation
		                          : candidate->moment.operation;

		median = lags->after_ns[walk->trace->operations.type[before]][operation->type];
	}
	if (operation->is_merged && candidate->cause == CAUSE_STREAM)
		median = median * GRAPH_GAP_PARTS / STREAM_GAP_PARTS;
	if (candidate->moment.recorded_ns == NEVER || operation->is_unchained)
		return median;
	own = operation->recorded_start_ns - candidate->moment.recorded_ns;
	if (operation->is_graph_node ||
	    (operation->is_own_paced && candidate->cause == CAUSE_ISSUE))
		return own;
	if (is_its_cause)
		return own < high ? own : high;
	return own < median ? own : median;
}

static struct copy_engine *engine_of(const struct walk *walk, const struct operation *operation)
{
	return &walk->engines[operation->stream->device * COPY_ENGINE_DIRECTIONS +
	                      copy_engine_direction(walk->trace, operation->id)];
}

/* NULL where the hardware queue of OPERATION is not known. */
static struct queue_state *queue_of(const struct walk *walk, uint32_t operation)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const uint16_t channel = operations->channel[operation];
	const size_t device = walk->trace->streams[operations->stream[operation]].device;

	return channel == UINT16_MAX ? NULL : &walk->queues[(device << 16) + channel];
}

static void gather_candidates(struct walk *walk, struct operation *operation,
                              const struct moment *issued)
{
	const struct stream_state *stream = &walk->streams[operation->stream_id];
	const struct context_state *context = &walk->contexts[operation->stream->context];
	const struct queue_state *queue = queue_of(walk, operation->id);

	if (issued)
		candidate_add(operation, CAUSE_ISSUE, issued);
	if (walk->scenario && walk->scenario->operation_change &&
	    walk->scenario->operation_change[operation->id] & OPERATION_UNCHAINED) {
		uint32_t after = walk->scenario->after[operation->id];
		struct moment moment = MOMENT_NONE;

		if (after != NONE)
			moment = (struct moment){ walk->trace->operations.end_ns[after],
				                  walk->out->end_ns[after], after, after };
		operation->is_unchained = true;
		candidate_add(operation, CAUSE_STREAM, &moment);
		return;
	}
	candidate_add(operation, CAUSE_STREAM, &stream->last);
	candidate_add(operation, CAUSE_EVENT, &stream->event);
	if (operation->stream->type == STREAM_NULL && !is_without(walk, CAUSE_DEFAULT_STREAM))
		candidate_add(operation, CAUSE_DEFAULT_STREAM, &context->blocking);
	if (operation->stream->type == STREAM_BLOCKING && !is_without(walk, CAUSE_DEFAULT_STREAM))
		candidate_add(operation, CAUSE_DEFAULT_STREAM, &context->null);
	if (queue && queue->head.operation != NONE && queue->stream != operation->stream_id &&
	    !is_without(walk, CAUSE_QUEUE))
		candidate_add(operation, CAUSE_QUEUE, &queue->head);
	if (!is_without(walk, CAUSE_LOADING))
		candidate_add(operation, CAUSE_LOADING, &context->barrier);
}

/* The node of the running graph launch that ended last before this one started: what the graph made
 * it wait for. */
static struct moment graph_predecessor(const struct walk *walk, const struct operation *operation)
{
	struct moment latest = MOMENT_NONE;

	for (unsigned i = 0; i < GRAPH_NODES && i < walk->launch.used; i++) {
		const struct moment *node = &walk->launch.nodes[i];

		if (node->recorded_ns <= operation->recorded_start_ns &&
		    node->recorded_ns > latest.recorded_ns)
			latest = *node;
	}
	if (latest.recorded_ns ==
	    NEVER) /* it started with the others: keep its place beside the first */
		latest = walk->launch.nodes[0];
	return latest;
}

struct start {
	int64_t ready_ns, start_ns; /* computed; ready: but for avoidable causes */
	uint32_t base;              /* where ready comes from */
	enum cause cause;
	uint32_t blocker;
};

/* Takes AT for the start if it is later; what must be comes first, so that on a tie it is the
 * cause. */
static void start_later(struct start *start, enum cause cause, int64_t at, uint32_t blocker)
{
	if (at <= start->start_ns)
		return;
	start->start_ns = at;
	start->cause = cause;
	start->blocker = cause == CAUSE_ISSUE ? NONE : blocker;
	if (is_necessary(cause)) {
		start->ready_ns = at;
		start->base = start->blocker;
	}
}

/*
 * When the operation could start: after the latest of all candidates, each with its lag. RECORDED:
 * by recorded times, for attribution; else by computed ones, and then the recorded cause keeps its
 * own lag.
 */
static void bind_start(const struct walk *walk, const struct operation *operation, bool is_recorded,
                       struct start *start)
{
	const enum cause recorded_cause = is_recorded ? CAUSES : walk->graph->cause[operation->id];

	*start = (struct start){ NEVER, NEVER, NONE, CAUSE_UNEXPLAINED, NONE };
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < operation->count; i++) {
			const struct candidate *candidate = &operation->candidates[i];
			const struct moment *moment = &candidate->moment;
			int64_t at = is_recorded ? moment->recorded_ns : moment->computed_ns;

			if (is_necessary(candidate->cause) != (pass == 0) || at == NEVER)
				continue;
			at = moment_plus(at, lag_of(walk, operation, candidate,
			                            candidate->cause == recorded_cause));
			start_later(start, candidate->cause, at,
			            is_recorded ? moment->recorded_operation : moment->operation);
		}
	if (start->ready_ns == NEVER)
		start->ready_ns = start->start_ns;
}

static bool has_host_function(const struct walk *walk, const struct operation *operation)
{
	return walk->has_host_function || walk->streams[operation->stream_id].has_host_function;
}

/* Attribution: what holds the operation beyond all candidates, found from what runs at that time.
 */
static void explain_rest(const struct walk *walk, const struct operation *operation,
                         struct start *start)
{
	const int64_t explained_ns =
	        start->start_ns; /* the latest time that a candidate explains */
	struct moment engine = MOMENT_NONE;
	uint32_t blocker = NONE;

	if (start->ready_ns == NEVER)
		start->ready_ns = operation->recorded_start_ns;
	start->start_ns = operation->recorded_start_ns;
	if (operation->type == OPERATION_COPY) {
		engine = copy_engine_recorded(engine_of(walk, operation), explained_ns,
		                              operation->recorded_start_ns);
		if (engine.recorded_ns != NEVER &&
		    operation->recorded_start_ns - engine.recorded_ns < LAG_UNEXPLAINED_NS) {
			start->cause = CAUSE_COPY_ENGINE;
			start->blocker = engine.recorded_operation;
			return;
		}
	}
	if (start->cause == CAUSE_GRAPH ||
	    (explained_ns != NEVER &&
	     operation->recorded_start_ns - explained_ns < LAG_UNEXPLAINED_NS))
		return;
	if (operation->type == OPERATION_KERNEL)
		room_find(&walk->index->room, &walk->recorded_rooms[operation->stream->device],
		          operation->stream->device, walk->trace->operations.detail[operation->id],
		          start->ready_ns, &blocker);
	start->blocker = blocker;
	start->cause = blocker != NONE                      ? CAUSE_CAPACITY
	               : has_host_function(walk, operation) ? CAUSE_HOST_CALLBACK
	               : walk->is_load                      ? CAUSE_LOADING
	                                                    : CAUSE_UNEXPLAINED;
}

/* Replay: what holds the operation beyond all candidates, in computed time. */
static void find_place(struct walk *walk, const struct operation *operation, int64_t duration_ns,
                       struct start *start)
{
	const enum cause recorded_cause = walk->graph->cause[operation->id];
	const int64_t recorded_wait_ns =
	        operation->recorded_start_ns - walk->graph->ready_ns[operation->id];
	uint32_t blocker = NONE;
	int64_t at;

	if (start->start_ns ==
	    NEVER) /* nothing is known of what it waited for: it starts when it did */
		start->start_ns = start->ready_ns = operation->recorded_start_ns;
	/* Waits for the host or the driver, not for an operation: they take as long as they took.
	 */
	if ((recorded_cause == CAUSE_HOST_CALLBACK ||
	     (recorded_cause == CAUSE_LOADING && walk->is_load)) &&
	    walk->graph->blocker[operation->id] == NONE && !is_without(walk, recorded_cause) &&
	    moment_plus(start->ready_ns, recorded_wait_ns) > start->start_ns) {
		start->start_ns = moment_plus(start->ready_ns, recorded_wait_ns);
		start->cause = recorded_cause;
		start->blocker = NONE;
	}
	if (operation->is_graph_node || duration_ns == 0)
		return;
	if (operation->type == OPERATION_COPY && !is_without(walk, CAUSE_COPY_ENGINE)) {
		at = copy_engine_find(engine_of(walk, operation), start->start_ns, duration_ns,
		                      &blocker);
		if (blocker != NONE) {
			start->start_ns = at;
			start->cause = CAUSE_COPY_ENGINE;
			start->blocker = blocker;
		}
	}
	if (operation->type == OPERATION_KERNEL && !is_without(walk, CAUSE_CAPACITY)) {
		at = room_find(&walk->index->room, &walk->rooms[operation->stream->device],
		               operation->stream->device,
		               walk->trace->operations.detail[operation->id], start->start_ns,
		               &blocker);
		if (blocker != NONE) {
			start->start_ns = at;
			start->cause = CAUSE_CAPACITY;
			start->blocker = blocker;
		}
	}
}

/* A lag is measured where one cause is clearly the last one. */
static void measure_lag(struct walk *walk, const struct operation *operation)
{
	const struct candidate *latest = NULL, *second = NULL;
	int64_t lag;

	for (int i = 0; i < operation->count; i++) {
		const struct candidate *candidate = &operation->candidates[i];

		if (!latest || candidate->moment.recorded_ns > latest->moment.recorded_ns) {
			second = latest;
			latest = candidate;
		} else if (!second || candidate->moment.recorded_ns > second->moment.recorded_ns) {
			second = candidate;
		}
	}
	if (!latest || operation->is_own_paced || operation->is_graph_node ||
	    (second && latest->moment.recorded_ns - second->moment.recorded_ns < LAG_CLEAR_NS))
		return;
	lag = operation->recorded_start_ns - latest->moment.recorded_ns;
	if (lag < 0)
		return;
	if (operation->type == OPERATION_COPY &&
	    copy_engine_recorded(engine_of(walk, operation), latest->moment.recorded_ns,
	                         operation->recorded_start_ns)
	                    .recorded_ns != NEVER)
		return; /* it waited for the engine */
	lag_histograms_add(walk->measured, latest->cause, operation->type, lag);
	if (is_behind(latest))
		lag_histograms_add_after(walk->measured,
		                         walk->trace->operations.type[latest->moment.operation],
		                         operation->type, lag);
}

static void note_in_queue(struct walk *walk, const struct operation *operation,
                          const struct moment *begin, const struct moment *end)
{
	struct queue_state *queue = queue_of(walk, operation->id);

	if (!queue)
		return;
	queue->head = *begin;
	queue->stream = operation->stream_id;
	if (walk->trace->operations.flags[operation->id] & OPERATION_GRAPH)
		return; /* one launch brings many of them */
	if (!queue->launches && walk->launch_queues < LAUNCH_QUEUES_MAX) {
		queue->launches = calloc(1, sizeof *queue->launches);
		walk->launch_queues += queue->launches != NULL;
	}
	if (queue->launches)
		launch_queue_add(queue->launches, end);
}

/* The operation is placed: what it means for all that comes later. */
static void note_operation(struct walk *walk, const struct operation *operation, int64_t start_ns,
                           int64_t end_ns, bool is_dropped)
{
	struct context_state *context = &walk->contexts[operation->stream->context];
	const uint32_t id = operation->id;
	const struct moment begin = { operation->recorded_start_ns, start_ns, id, id };
	const struct moment end = { operation->recorded_end_ns, end_ns, id, id };
	const uint32_t device = operation->stream->device;

	walk->streams[operation->stream_id].event = MOMENT_NONE;
	moment_add(&walk->streams[operation->stream_id].last, &end);
	moment_add(&context->all, &end);
	if (operation->stream->type == STREAM_NULL)
		moment_add(&context->null, &end);
	else if (operation->stream->type == STREAM_BLOCKING)
		moment_add(&context->blocking, &end);
	if (is_dropped)
		return;
	note_in_queue(walk, operation, &begin, &end);
	if (operation->type == OPERATION_COPY) {
		const struct copy_slot slot = { operation->recorded_start_ns,
			                        operation->recorded_end_ns, start_ns, end_ns, id };

		copy_engine_take(engine_of(walk, operation), &slot);
	}
	if (operation->type == OPERATION_KERNEL && walk->is_replay)
		room_hold(&walk->index->room, &walk->rooms[device], id,
		          walk->trace->operations.detail[id], start_ns, end_ns);
	if (operation->type == OPERATION_KERNEL && walk->attribution)
		room_hold(&walk->index->room, &walk->recorded_rooms[device], id,
		          walk->trace->operations.detail[id], operation->recorded_start_ns,
		          operation->recorded_end_ns);
}

static void write_attribution(struct timeline *attribution, uint32_t id, const struct start *start)
{
	attribution->cause[id] = (uint8_t)start->cause;
	attribution->blocker[id] = start->blocker;
	attribution->base[id] = start->base;
	attribution->ready_ns[id] =
	        start->ready_ns < start->start_ns ? start->ready_ns : start->start_ns;
}

static void write_output(struct walk_output *out, uint32_t id, const struct start *start,
                         int64_t end_ns, bool is_dropped)
{
	if (out->start_ns) {
		out->start_ns[id] = start->start_ns;
		out->end_ns[id] = end_ns;
	}
	if (is_dropped)
		return;
	if (out->timeline)
		write_attribution(out->timeline, id, start);
	if (start->start_ns < out->first_ns)
		out->first_ns = start->start_ns;
	if (end_ns > out->last_ns)
		out->last_ns = end_ns;
}

/* A copy that the call itself waited for: synchronous, or through a staging buffer of pageable
 * memory. */
static bool is_blocking_copy(const struct walk *walk, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const struct trace_transfer *transfer = &walk->trace->transfers[operations->detail[id]];

	if (operations->type[id] == OPERATION_KERNEL || operations->flags[id] & OPERATION_GRAPH)
		return false;
	if (operations->type[id] == OPERATION_FILL)
		return false;
	if (transfer->copy_kind == COPY_DTOD)
		return false; /* cudaMemcpy within a device returns at once */
	return !(operations->flags[id] & OPERATION_ASYNC) ||
	       transfer->source_kind == MEMORY_PAGEABLE || transfer->target_kind == MEMORY_PAGEABLE;
}

/* When an operation that a scenario drops counts as done: without any lag. */
static int64_t drop_at(const struct walk *walk, const struct operation *operation,
                       const struct moment *issued, const struct start *start)
{
	int64_t before = walk->streams[operation->stream_id].last.computed_ns;

	return before != NEVER ? before : issued ? issued->computed_ns : start->ready_ns;
}

/* Walks over operation ID, which CALL issued at ISSUED (NULL: the trace does not have its call). */
static struct moment walk_operation(struct walk *walk, uint32_t id, uint32_t call,
                                    const struct moment *issued)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const struct scenario *scenario = walk->scenario;
	struct operation operation;
	const bool is_graph = operations->flags[id] & OPERATION_GRAPH && call != NONE;
	const bool is_dropped = scenario && scenario->operation_change &&
	                        scenario->operation_change[id] & OPERATION_DROPPED;
	int64_t start_ns = operations->start_ns[id], end_ns = operations->end_ns[id];
	int64_t duration_ns = end_ns - start_ns;
	struct start start;

	operation_init(&operation, walk->trace, id);
	if (scenario && scenario->duration_ns && scenario->duration_ns[id] >= 0)
		duration_ns = scenario->duration_ns[id];
	if (is_dropped)
		duration_ns = 0;
	operation.is_own_paced = is_graph || is_blocking_copy(walk, id);
	operation.is_merged = scenario && scenario->call_change && call != NONE &&
	                      scenario->call_change[call] == CALL_MERGED;
	if (is_graph && walk->launch.call == call) {
		struct moment before = graph_predecessor(walk, &operation);

		operation.is_graph_node = true;
		candidate_add(&operation, CAUSE_GRAPH, &before);
	} else {
		gather_candidates(walk, &operation, issued);
	}
	if (walk->measured && !has_host_function(walk, &operation))
		measure_lag(walk, &operation);
	if (walk->attribution) {
		bind_start(walk, &operation, true, &start);
		explain_rest(walk, &operation, &start);
		write_attribution(walk->attribution, id, &start);
	}
	if (walk->is_replay) {
		bind_start(walk, &operation, false, &start);
		find_place(walk, &operation, duration_ns, &start);
		end_ns = moment_plus(start.start_ns, duration_ns);
		if (is_dropped) /* it is done as soon as what is before it in its stream is */
			end_ns = start.start_ns = drop_at(walk, &operation, issued, &start);
		write_output(walk->out, id, &start, end_ns, is_dropped);
		start_ns = start.start_ns;
	}
	note_operation(walk, &operation, start_ns, end_ns, is_dropped);
	if (is_graph) {
		if (walk->launch.call != call)
			walk->launch.used = 0;
		walk->launch.call = call;
		walk->launch.nodes[walk->launch.used++ % GRAPH_NODES] =
		        (struct moment){ operation.recorded_end_ns, end_ns, id, id };
	}
	walk->has_host_function = walk->streams[operation.stream_id].has_host_function = false;
	return (struct moment){ operation.recorded_end_ns, end_ns, id, id };
}

/* ---- one call ---- */

/* What the synchronization S waits for. */
static struct moment awaited_by(const struct walk *walk, const struct trace_synchronization *sync,
                                uint32_t record)
{
	struct moment moment = MOMENT_NONE;

	if (sync->type == SYNC_EVENT) {
		if (record != NONE)
			moment = walk->recorded_events[record].moment;
	} else if (sync->type == SYNC_STREAM && sync->stream != NONE) {
		const struct trace_stream *stream = &walk->trace->streams[sync->stream];

		moment = walk->streams[sync->stream].last;
		moment_add(&moment, &walk->streams[sync->stream].event);
		if (stream->type == STREAM_NULL) /* it is behind all blocking streams */
			moment_add(&moment, &walk->contexts[stream->context].blocking);
	} else if (sync->type == SYNC_CONTEXT && sync->context != NONE) {
		moment = walk->contexts[sync->context].all;
	}
	return moment;
}

static void wait_for_event(struct stream_state *stream, const struct recorded_event *event)
{
	moment_add(&stream->event, &event->moment);
	stream->has_host_function |= event->has_host_function;
}

/* Handles the synchronizations that belong to CALL; returns what the call itself waits for. */
static struct moment walk_syncs(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;
	struct moment awaited = MOMENT_NONE;

	while (walk->next_sync < trace->synchronizations_count) {
		uint32_t id = walk->index->sync_order[walk->next_sync];
		const struct trace_synchronization *sync = &trace->synchronizations[id];
		uint32_t record = walk->index->sync_record[id];
		struct moment moment;

		if (sync->call != NONE && sync->call > call)
			break;
		walk->next_sync++;
		if (sync->call != call)
			continue;
		if (sync->type == SYNC_STREAM_WAIT_EVENT) {
			if (sync->stream != NONE && record != NONE)
				wait_for_event(&walk->streams[sync->stream],
				               &walk->recorded_events[record]);
			continue;
		}
		moment = awaited_by(walk, sync, record);
		moment_add(&awaited, &moment);
	}
	return awaited;
}

static void walk_event_records(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;

	while (walk->next_event < trace->event_records_count) {
		const struct trace_event_record *record = &trace->event_records[walk->next_event];

		if (record->call != NONE && record->call > call)
			break;
		if (record->stream != NONE) {
			const struct stream_state *stream = &walk->streams[record->stream];
			struct recorded_event *event = &walk->recorded_events[walk->next_event];

			event->moment = stream->last;
			moment_add(&event->moment, &stream->event);
			event->has_host_function = stream->has_host_function;
		}
		walk->next_event++;
	}
}

/* The next operations in STREAM, and in those that the default stream's barrier ties to it, wait
 * for a function of the host. */
static void put_host_function(struct walk *walk, uint32_t stream)
{
	const struct trace_stream *streams = walk->trace->streams;
	const enum stream_type type = streams[stream].type;

	walk->streams[stream].has_host_function = true;
	for (size_t s = 0; s < walk->trace->streams_count; s++)
		if (streams[s].context == streams[stream].context &&
		    ((type == STREAM_NULL && streams[s].type == STREAM_BLOCKING) ||
		     (type == STREAM_BLOCKING && streams[s].type == STREAM_NULL)))
			walk->streams[s].has_host_function = true;
}

/* Functions of the host that CALL put into streams. */
static void walk_host_functions(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;

	while (walk->next_host_function < trace->host_functions_count) {
		const struct trace_host_function *function =
		        &trace->host_functions[walk->next_host_function];

		if (function->call != NONE && function->call > call)
			break;
		if (function->call == call && function->stream != NONE)
			put_host_function(walk, function->stream);
		walk->next_host_function++;
	}
}

/* The host's side of a call. */
struct call {
	uint32_t id;
	enum call_class class;
	uint16_t thread;
	int64_t recorded_start_ns, recorded_end_ns;
	int64_t start_ns; /* computed */
};

/*
 * When the call begins: the thread's own time after its last call is kept. A thread that paused
 * long, while another thread's call ended just before, was handed its work by that thread (as
 * PyTorch's autograd thread is): then it is the time after that call which is kept.
 */
static int64_t begin_call(struct walk *walk, const struct call *call)
{
	const struct thread_state *own = &walk->threads[call->thread];
	const struct thread_state *other = &walk->last_call;
	int64_t own_pause, other_pause;

	if (!walk->is_replay || other->recorded_ns == NEVER)
		return call->recorded_start_ns;
	other_pause = call->recorded_start_ns - other->recorded_ns;
	if (own->recorded_ns == NEVER) /* somebody started it */
		return moment_plus(other->computed_ns, other_pause);
	if (walk->scenario && walk->scenario->call_change &&
	    walk->scenario->call_change[call->id] == CALL_MERGED)
		return own->computed_ns;
	own_pause = call->recorded_start_ns - own->recorded_ns;
	if (walk->last_thread != call->thread && other_pause >= 0 && own_pause > HANDOVER_NS &&
	    own_pause / HANDOVER_RATIO > other_pause)
		return moment_plus(other->computed_ns, other_pause);
	return moment_plus(own->computed_ns, own_pause);
}

/* Attribution: the operation whose end the call waited for, if it ended within the call. */
static uint32_t waited_for(const struct call *call, const struct moment *awaited)
{
	if (awaited->recorded_ns <= call->recorded_start_ns ||
	    (awaited->recorded_ns > call->recorded_end_ns && call->class != CALL_COPY))
		return NONE;
	return awaited->recorded_operation;
}

static int64_t end_call(struct walk *walk, const struct call *call, const struct moment *awaited,
                        uint32_t *waited)
{
	int64_t duration_ns = call->recorded_end_ns - call->recorded_start_ns;
	const struct scenario *scenario = walk->scenario;
	int64_t rest_ns;

	*waited = NONE;
	if (!walk->is_replay)
		return call->recorded_end_ns;
	if (scenario && scenario->call_change &&
	    (scenario->call_change[call->id] == CALL_DROPPED ||
	     scenario->call_change[call->id] == CALL_MERGED))
		return call->start_ns;
	if (scenario && scenario->call_change && scenario->call_change[call->id] == CALL_NO_WAIT) {
		rest_ns = awaited->recorded_ns > call->recorded_start_ns
		                  ? call->recorded_end_ns - awaited->recorded_ns
		                  : duration_ns;
		return moment_plus(call->start_ns,
		                   rest_ns > 0 && rest_ns < WAKE_NS ? rest_ns : WAKE_NS);
	}
	if (scenario && scenario->call_duration_ns && scenario->call_duration_ns[call->id] >= 0)
		duration_ns = scenario->call_duration_ns[call->id];
	if (awaited->computed_ns == NEVER)
		return moment_plus(call->start_ns, duration_ns);
	if (awaited->recorded_ns == NEVER || awaited->recorded_ns <= call->recorded_start_ns) {
		/* All was done already when it was called. Now it may not be. */
		if (awaited->computed_ns > moment_plus(call->start_ns, duration_ns)) {
			*waited = awaited->operation;
			return moment_plus(awaited->computed_ns,
			                   duration_ns < WAKE_NS ? duration_ns : WAKE_NS);
		}
		return moment_plus(call->start_ns, duration_ns);
	}
	rest_ns = call->recorded_end_ns -
	          awaited->recorded_ns; /* from the end of the work to the return */
	if (rest_ns < 0 && call->class != CALL_COPY)
		return moment_plus(call->start_ns,
		                   duration_ns); /* it returned before: it did not wait for this */
	duration_ns = rest_ns > 0 && rest_ns < duration_ns ? rest_ns
	              : duration_ns < WAKE_NS              ? duration_ns
	                                                   : WAKE_NS;
	if (moment_plus(awaited->computed_ns, rest_ns) > moment_plus(call->start_ns, duration_ns)) {
		*waited = awaited->operation;
		return moment_plus(awaited->computed_ns, rest_ns);
	}
	return moment_plus(call->start_ns, duration_ns);
}

/* A function is loaded: what is issued from now on waits for all that was issued before. */
static void walk_load(struct walk *walk, uint32_t call)
{
	while (walk->next_load < walk->index->load_calls_count &&
	       walk->index->load_calls[walk->next_load] < call)
		walk->next_load++;
	walk->is_load = walk->next_load < walk->index->load_calls_count &&
	                walk->index->load_calls[walk->next_load] == call;
	if (!walk->is_load)
		return;
	for (size_t c = 0; c < walk->trace->contexts_count; c++)
		walk->contexts[c].barrier = walk->contexts[c].all;
}

/* Operations that CALL issued, and those before it whose call is not in the trace. */
static void walk_operations(struct walk *walk, const struct call *call, int64_t end_ns,
                            struct moment *awaited)
{
	const struct trace_operations *operations = &walk->trace->operations;

	while (walk->next_operation < operations->count) {
		uint32_t id = walk->graph->issue_order[walk->next_operation];
		/* An operation starts at the earliest when its call has handed it over, which is
		 * near the call's end; one that started before that, or whose end the call waits
		 * for, counts from its beginning. */
		bool is_blocking, from_end;
		struct moment issued, end;

		if (operations->call[id] != call->id)
			break;
		walk->next_operation++;
		is_blocking = is_blocking_copy(walk, id);
		from_end = !is_blocking && operations->start_ns[id] >= call->recorded_end_ns;
		issued =
		        (struct moment){ from_end ? call->recorded_end_ns : call->recorded_start_ns,
			                 from_end ? end_ns : call->start_ns, NONE, NONE };
		end = walk_operation(walk, id, call->id, &issued);
		if (is_blocking && call->class == CALL_COPY)
			moment_add(awaited, &end);
	}
}

static void walk_orphans(struct walk *walk, uint32_t next_call)
{
	const struct trace_operations *operations = &walk->trace->operations;

	while (walk->next_operation < operations->count) {
		uint32_t id = walk->graph->issue_order[walk->next_operation];

		if (operations->call[id] != NONE)
			break;
		if (next_call != NONE &&
		    operations->start_ns[id] >= walk->trace->calls.start_ns[next_call])
			break;
		walk->next_operation++;
		walk_operation(walk, id, NONE, NULL);
	}
}

/* Where the hardware queue was full when CALL launched: what it waited for. */
static struct moment place_in_queue(const struct walk *walk, const struct call *call)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const struct queue_state *queue;
	uint32_t operation;

	if ((call->class != CALL_LAUNCH && call->class != CALL_COPY && call->class != CALL_FILL) ||
	    call->recorded_end_ns - call->recorded_start_ns < LAUNCH_QUEUE_LONG_NS ||
	    walk->next_operation >= operations->count)
		return MOMENT_NONE;
	operation = walk->graph->issue_order[walk->next_operation];
	queue = operations->call[operation] == call->id ? queue_of(walk, operation) : NULL;
	if (!queue || !queue->launches)
		return MOMENT_NONE;
	return launch_queue_awaited(queue->launches, call->recorded_start_ns,
	                            call->recorded_end_ns);
}

static void walk_call(struct walk *walk, uint32_t id)
{
	const struct trace_calls *calls = &walk->trace->calls;
	struct call call = {
		.id = id,
		.class = call_class_of(walk->trace, id),
		.thread = calls->thread[id],
		.recorded_start_ns = calls->start_ns[id],
		.recorded_end_ns = calls->end_ns[id],
	};
	struct thread_state *thread = &walk->threads[call.thread];
	struct moment awaited, place;
	uint32_t waited = NONE;
	int64_t end_ns;

	walk_orphans(walk, id);
	call.start_ns = begin_call(walk, &call);
	awaited = walk_syncs(walk, id);
	place = place_in_queue(walk, &call);
	moment_add(&awaited, &place);
	/* cudaFree() waits for its device, and where the trace does not say what a synchronisation
	 * is about
	 * (--waits 0), the last operation that ended within the call tells. */
	for (size_t c = 0; (call.class == CALL_FREE || call.class == CALL_SYNCHRONIZE) &&
	                   awaited.recorded_ns == NEVER && c < walk->trace->contexts_count;
	     c++) {
		const struct moment *all = &walk->contexts[c].all;

		if (all->recorded_ns > call.recorded_start_ns &&
		    all->recorded_ns <= call.recorded_end_ns)
			moment_add(&awaited, all);
	}
	if (call.class == CALL_HOST_CALLBACK && !walk->trace->host_functions_count)
		walk->has_host_function = true;
	walk_host_functions(walk, id);
	walk_load(walk, id);
	end_ns = end_call(walk, &call, &awaited, &waited);
	walk_operations(walk, &call, end_ns, &awaited);
	walk_event_records(walk, id);
	end_ns = end_call(walk, &call, &awaited, &waited);
	if (walk->attribution)
		walk->attribution->waited[id] = waited_for(&call, &awaited);

	*thread = (struct thread_state){ call.recorded_end_ns, end_ns };
	walk->last_call = *thread;
	walk->last_thread = call.thread;
	if (walk->out->call_start_ns) {
		walk->out->call_start_ns[id] = call.start_ns;
		walk->out->call_end_ns[id] = end_ns;
	}
	if (walk->out->timeline)
		walk->out->timeline->waited[id] = waited;
	if (call.start_ns < walk->out->first_ns)
		walk->out->first_ns = call.start_ns;
	if (end_ns > walk->out->last_ns)
		walk->out->last_ns = end_ns;
}

/* ---- the whole walk ---- */

static void walk_release(struct walk *walk)
{
	free(walk->streams);
	free(walk->contexts);
	for (size_t i = 0; walk->queues && i < (walk->trace->devices_count + 1) << 16; i++)
		free(walk->queues[i].launches);
	free(walk->queues);
	free(walk->engines);
	free(walk->rooms);
	free(walk->recorded_rooms);
	free(walk->threads);
	free(walk->recorded_events);
}

static int walk_init(struct walk *walk, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	size_t devices = trace->devices_count + 1;

	*walk = (struct walk){
		.graph = graph, .trace = trace, .index = graph->index, .lags = &graph->lags
	};
	walk->streams = calloc(trace->streams_count + 1, sizeof *walk->streams);
	walk->contexts = calloc(trace->contexts_count + 1, sizeof *walk->contexts);
	walk->queues = calloc(devices << 16, sizeof *walk->queues);
	walk->engines = calloc(devices * COPY_ENGINE_DIRECTIONS, sizeof *walk->engines);
	walk->rooms = calloc(devices, sizeof *walk->rooms);
	walk->recorded_rooms = calloc(devices, sizeof *walk->recorded_rooms);
	walk->threads = calloc(trace->threads_count + 1, sizeof *walk->threads);
	walk->recorded_events =
	        calloc(trace->event_records_count + 1, sizeof *walk->recorded_events);
	if (!walk->streams || !walk->contexts || !walk->queues || !walk->engines || !walk->rooms ||
	    !walk->recorded_rooms || !walk->threads || !walk->recorded_events)
		return -ENOMEM;
	for (size_t i = 0; i < trace->streams_count; i++)
		walk->streams[i] = (struct stream_state){ MOMENT_NONE, MOMENT_NONE, false };
	for (size_t i = 0; i < trace->contexts_count; i++)
		walk->contexts[i] = (struct context_state){ MOMENT_NONE, MOMENT_NONE, MOMENT_NONE,
			                                    MOMENT_NONE };
	for (size_t i = 0; i < devices << 16; i++)
		walk->queues[i] = (struct queue_state){ MOMENT_NONE, NONE, NULL };
	for (size_t i = 0; i < trace->threads_count; i++)
		walk->threads[i] = (struct thread_state){ NEVER, NEVER };
	for (size_t i = 0; i < trace->event_records_count; i++)
		walk->recorded_events[i].moment = MOMENT_NONE;
	walk->last_call = (struct thread_state){ NEVER, NEVER };
	walk->last_thread = NONE;
	walk->launch.call = NONE;
	return 0;
}

static void walk_run(struct walk *walk, size_t calls)
{
	walk->out->first_ns = INT64_MAX;
	walk->out->last_ns = INT64_MIN;
	for (size_t id = 0; id < calls; id++)
		walk_call(walk, (uint32_t)id);
	if (calls == walk->trace->calls.count)
		walk_orphans(walk, NONE);
	if (walk->out->first_ns > walk->out->last_ns)
		walk->out->first_ns = walk->out->last_ns = 0;
}

static int measure_lags(const struct graph *graph, struct lags *lags)
{
	struct walk_output out = { 0 };
	size_t calls = graph->trace->calls.count;
	struct walk walk;
	int err = walk_init(&walk, graph);

	lags_set(lags, NULL);
	walk.lags = lags;
	walk.out = &out;
	walk.measured = lag_histograms_new();
	if (!err && !walk.measured)
		err = -ENOMEM;
	if (!err) {
		walk_run(&walk, calls < LAG_CALLS ? calls : LAG_CALLS);
		lags_set(lags, walk.measured);
	}
	lag_histograms_free(walk.measured);
	walk_release(&walk);
	return err;
}

int walk_attribute(const struct graph *graph, struct lags *lags, struct timeline *attribution,
                   int64_t *replayed_ns)
{
	struct walk_output out = { 0 };
	struct walk walk;
	int err = measure_lags(graph, lags);

	if (err)
		return err;
	err = walk_init(&walk, graph);
	if (!err) {
		walk.lags = lags;
		walk.out = &out;
		walk.attribution = attribution;
		walk.is_replay = true;
		walk_run(&walk, graph->trace->calls.count);
		*replayed_ns = out.last_ns - out.first_ns;
	}
	walk_release(&walk);
	return err;
}

int walk_replay(const struct graph *graph, const struct scenario *scenario, struct walk_output *out)
{
	struct walk walk;
	int err = walk_init(&walk, graph);

	if (!err && scenario && scenario->has_failed)
		err = -ENOMEM;
	if (!err) {
		walk.scenario = scenario;
		walk.is_replay = true;
		walk.out = out;
		walk_run(&walk, graph->trace->calls.count);
	}
	walk_release(&walk);
	return err;
}
