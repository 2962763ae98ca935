/* SPDX-License-Identifier: MIT */
/*
 * The walk over one operation: what can have held it back, what did, when it starts in a replay,
 * and what it means for those that come later.
 */
#include <errno.h>

#include "graph/constants.h"
#include "graph/lags.h"
#include "graph/walk_state.h"

/* ---- what can hold it back ---- */

/* Sets all but the candidates, whose number is 0: to clear them takes longer than all the rest. */
static void operation_init(struct operation *operation, const struct walk *walk, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;

	operation->id = id;
	operation->stream_id = operations->stream[id];
	operation->recorded_start_ns = operations->start_ns[id];
	operation->recorded_end_ns = operations->end_ns[id];
	operation->type = operations->type[id];
	operation->stream = &walk->trace->streams[operations->stream[id]];
	operation->state = walk_stream(walk, operations->stream[id], operations->call[id]);
	operation->is_split = operation->state != &walk->streams[operations->stream[id]];
	operation->count = 0;
	operation->is_own_paced = false;
	operation->is_merged = operation->begins_graph = false;
	operation->shorter_ns = 0;
	operation->is_unchained = operation->is_staged = false;
	operation->is_graph = operation->is_graph_node = false;
}

static void candidate_add(struct operation *operation, enum cause cause,
                          const struct moment *moment)
{
	if (moment->recorded_ns != NEVER || moment->computed_ns != NEVER)
		operation->candidates[operation->count++] = (struct candidate){ cause, *moment };
}

static bool is_necessary(enum cause cause)
{
	return (1u << CAUSE_ISSUE | 1u << CAUSE_STREAM | 1u << CAUSE_EVENT | 1u << CAUSE_GRAPH) >>
	               cause &
	       1;
}

struct hardware_queue *walk_queue_of(const struct walk *walk, uint32_t operation)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const uint16_t channel = operations->channel[operation];

	return channel == UINT16_MAX
	               ? NULL
	               : hardware_queue(&walk->queues, operation_device(walk->trace, operation),
	                                channel);
}

/* A scenario has OPERATION wait for the end of the one that AFTER (NULL: of none) names for it. */
static void add_after(const struct walk *walk, struct operation *operation, const uint32_t *after)
{
	const uint32_t id = after ? after[operation->id] : NONE;
	struct moment moment;

	if (id == NONE)
		return;
	moment = (struct moment){ walk->trace->operations.end_ns[id], walk->out->end_ns[id], id,
		                  id };
	candidate_add(operation, CAUSE_STREAM, &moment);
}

/* Whether OPERATION waits for MOMENT anyway, or for a later one. */
static bool waits_anyway(const struct operation *operation, const struct moment *moment)
{
	for (int i = 0; i < operation->count; i++) {
		const struct moment *other = &operation->candidates[i].moment;

		if (other->recorded_ns >= moment->recorded_ns &&
		    other->computed_ns >= moment->computed_ns)
			return true;
	}
	return false;
}

/* What must be comes before what could be avoided: bind_start() needs them in this order. */
static void gather_candidates(struct walk *walk, struct operation *operation, uint32_t call,
                              const struct moment *issued)
{
	const struct stream_state *stream = operation->state;
	struct context_state *context = &walk->contexts[operation->stream->context];
	const struct moment barrier = walk_barrier(walk, context);
	const struct hardware_queue *queue = walk_queue_of(walk, operation->id);

	if (issued)
		candidate_add(operation, CAUSE_ISSUE, issued);
	if (walk->scenario && walk->scenario->operation_change &&
	    walk->scenario->operation_change[operation->id] & OPERATION_UNCHAINED) {
		add_after(walk, operation, walk->scenario->after);
		add_after(walk, operation, walk->scenario->also_after);
		operation->is_unchained = true;
		return;
	}
	candidate_add(operation, CAUSE_STREAM, &stream->last);
	candidate_add(operation, CAUSE_EVENT, &stream->event);
	if (call != NONE)
		candidate_add(operation, CAUSE_EVENT,
		              &walk->threads[walk->trace->calls.thread[call]].ordered);
	if (operation->stream->type == STREAM_NULL &&
	    !walk_is_without(walk, operation->stream->device, CAUSE_DEFAULT_STREAM))
		candidate_add(operation, CAUSE_DEFAULT_STREAM, &context->blocking);
	if (operation->stream->type == STREAM_BLOCKING &&
	    !walk_is_without(walk, operation->stream->device, CAUSE_DEFAULT_STREAM))
		candidate_add(operation, CAUSE_DEFAULT_STREAM, &context->null);
	if (queue && queue->stream != operation->stream_id &&
	    !walk_is_without(walk, operation->stream->device, CAUSE_QUEUE))
		candidate_add(operation, CAUSE_QUEUE, &queue->head);
	/* Loading waits for all that runs, which is no matter where the operation does, too. */
	if (!walk_is_without(walk, operation->stream->device, CAUSE_LOADING) &&
	    !waits_anyway(operation, &barrier))
		candidate_add(operation, CAUSE_LOADING, &barrier);
}

/* The node of the running graph launch that ended last before this one started, or hardly later:
 * what the graph made it wait for. */
static struct moment graph_predecessor(const struct walk *walk, const struct operation *operation)
{
	struct moment latest = MOMENT_NONE;

	for (unsigned i = 0; i < GRAPH_NODES && i < walk->launch.used; i++) {
		const struct moment *node = &walk->launch.nodes[i];

		if (node->recorded_ns <=
		            moment_plus(operation->recorded_start_ns, GRAPH_OVERLAP_NS) &&
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
 * When the operation could start: after the latest of all candidates, each with its lag.
 * IS_RECORDED: by recorded times, for attribution; else by computed ones, and then the recorded
 * cause keeps its own lag.
 */
static void bind_start(const struct walk *walk, struct operation *operation, bool is_recorded,
                       struct start *start)
{
	const enum cause recorded_cause = is_recorded ? CAUSES : walk->graph->cause[operation->id];

	*start = (struct start){ NEVER, NEVER, NONE, CAUSE_UNEXPLAINED, NONE };
	for (int i = 0; i < operation->count; i++) {
		const struct candidate *candidate = &operation->candidates[i];
		const struct moment *moment = &candidate->moment;
		int64_t at = is_recorded ? moment->recorded_ns : moment->computed_ns;

		if (at == NEVER)
			continue;
		at = moment_plus(at, walk_lag_of(walk, operation, candidate,
		                                 candidate->cause == recorded_cause));
		start_later(start, candidate->cause, at,
		            is_recorded ? moment->recorded_operation : moment->operation);
	}
	if (start->ready_ns == NEVER)
		start->ready_ns = start->start_ns;
}

static bool has_host_function(const struct walk *walk, const struct operation *operation)
{
	return walk->has_host_function ||
	       walk_has_host_function(walk, operation->stream_id,
	                              walk->trace->operations.call[operation->id]);
}

/* Whether what it came after is a kernel that launches others: BASE, or the one before it in its
 * stream, whose stream goes on when all of them have ended. */
static bool has_children_before(const struct walk *walk, const struct operation *operation,
                                uint32_t base)
{
	const uint32_t before = operation->state->last.recorded_operation;

	return launches_kernels(walk->index, walk->trace, base) ||
	       launches_kernels(walk->index, walk->trace, before);
}

/* Whether the operation ID may be why OPERATION, of the same type and device, had no place: a
 * kernel filled the device, a copy had the engine. */
static bool may_take_place(const struct walk *walk, uint32_t id, const struct operation *operation)
{
	const uint32_t *detail = walk->trace->operations.detail;

	if (operation->type == OPERATION_COPY)
		return copy_engine_of(walk->trace, id) ==
		       copy_engine_of(walk->trace, operation->id);
	return operation->type == OPERATION_KERNEL &&
	       room_is_filled_by(&walk->index->room, operation->stream->device, detail[id],
	                         detail[operation->id]);
}

/*
 * What had the place of OPERATION until it started, of those that were issued later: streams go
 * their own ways, and engines serve them out of order. NONE: there is nothing.
 */
static uint32_t blocker_issued_later(const struct walk *walk, const struct operation *operation)
{
	const struct trace_operations *o = &walk->trace->operations;
	const uint32_t device = operation->stream->device;
	const uint32_t looked_at = operation->id < ROOM_RESIDENT ? operation->id : ROOM_RESIDENT;

	for (uint32_t id = operation->id; id-- > operation->id - looked_at;) {
		const int64_t gap_ns = operation->recorded_start_ns - o->end_ns[id];

		if (o->type[id] == operation->type && gap_ns > -LAG_UNEXPLAINED_NS &&
		    gap_ns < LAG_UNEXPLAINED_NS && operation_device(walk->trace, id) == device &&
		    may_take_place(walk, id, operation))
			return id;
	}
	return NONE;
}

/* OPERATION, a kernel, in recorded times. */
static struct room_wanted room_wanted(const struct walk *walk, const struct operation *operation,
                                      int64_t ready_ns)
{
	return (struct room_wanted){ .device = operation->stream->device,
		                     .shape = walk->trace->operations.detail[operation->id],
		                     .ready_ns = ready_ns,
		                     .operation = NONE };
}

/* Attribution: what holds the operation beyond all candidates, found from what runs at that
 * time. */
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
		engine = copy_engine_recorded(walk_engine_of(walk, operation), explained_ns,
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
	if (operation->type == OPERATION_KERNEL) {
		const struct room_wanted wanted = room_wanted(walk, operation, start->ready_ns);

		room_find(&walk->index->room, &walk->recorded_rooms[wanted.device], &wanted,
		          &blocker);
	}
	if (blocker == NONE)
		blocker = blocker_issued_later(walk, operation);
	start->blocker = blocker;
	start->cause = blocker != NONE && operation->type == OPERATION_COPY ? CAUSE_COPY_ENGINE
	               : blocker != NONE                                    ? CAUSE_CAPACITY
	               : has_host_function(walk, operation)                 ? CAUSE_HOST_CALLBACK
	               : operation->is_staged                               ? CAUSE_STAGING
	               : walk->is_load                                      ? CAUSE_LOADING
	               : has_children_before(walk, operation, start->base)  ? CAUSE_CHILDREN
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
	/* It waited for the host, the driver or what is not recorded, not for an operation: as long
	 * as it did. */
	if ((recorded_cause == CAUSE_HOST_CALLBACK || recorded_cause == CAUSE_STAGING ||
	     recorded_cause == CAUSE_CHILDREN ||
	     (recorded_cause == CAUSE_LOADING && walk->is_load)) &&
	    walk->graph->blocker[operation->id] == NONE &&
	    !walk_is_without(walk, operation->stream->device, recorded_cause) &&
	    moment_plus(start->ready_ns, recorded_wait_ns) > start->start_ns) {
		start->start_ns = moment_plus(start->ready_ns, recorded_wait_ns);
		start->cause = recorded_cause;
		start->blocker = NONE;
	}
	if (operation->is_graph_node || duration_ns == 0)
		return;
	if (operation->type == OPERATION_COPY &&
	    !walk_is_without(walk, operation->stream->device, CAUSE_COPY_ENGINE)) {
		const struct copy_wanted wanted = {
			.ready_ns = start->start_ns,
			.duration_ns = duration_ns,
			.lag_ns = walk->lags->median_ns[CAUSE_COPY_ENGINE][OPERATION_COPY],
			.stream = operation->is_unchained || operation->is_split
			                  ? NONE
			                  : operation->stream_id,
		};

		at = copy_engine_find(walk_engine_of(walk, operation), &wanted, &blocker);
		if (blocker != NONE) {
			start->start_ns = at;
			start->cause = CAUSE_COPY_ENGINE;
			start->blocker = blocker;
		}
	}
	if (operation->type == OPERATION_KERNEL &&
	    !walk_is_without(walk, operation->stream->device, CAUSE_CAPACITY)) {
		struct room_wanted wanted = room_wanted(walk, operation, start->start_ns);

		wanted.operation = operation->id;
		at = room_find(&walk->index->room, &walk->rooms[wanted.device], &wanted, &blocker);
		if (blocker != NONE) {
			start->start_ns = at;
			start->cause = CAUSE_CAPACITY;
			start->blocker = blocker;
		}
	}
}

static void note_in_queue(struct walk *walk, const struct operation *operation,
                          const struct moment *begin, const struct moment *end)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const uint16_t channel = operations->channel[operation->id];
	const struct queued queued = { operation->stream_id,
		                       operations->flags[operation->id] & OPERATION_GRAPH, *begin,
		                       *end };

	if (channel != UINT16_MAX &&
	    hardware_queue_put(&walk->queues, operation->stream->device, channel, &queued))
		walk->err = -ENOMEM;
}

struct moment walk_barrier(const struct walk *walk, struct context_state *context)
{
	if (context->loads_seen != walk->loads)
		context->barrier = context->all;
	context->loads_seen = walk->loads;
	return context->barrier;
}

void walk_put(struct walk *walk, uint32_t stream_id, uint32_t call, const struct moment *end)
{
	const struct trace_stream *stream = &walk->trace->streams[stream_id];
	struct context_state *context = &walk->contexts[stream->context];

	walk_barrier(walk, context);
	if (!context->is_recent)
		walk->recent[walk->recent_count++] = stream->context;
	context->is_recent = true;
	moment_add(&walk_stream(walk, stream_id, call)->last, end);
	moment_add(&context->all, end);
	if (stream->type == STREAM_NULL)
		moment_add(&context->null, end);
	else if (stream->type == STREAM_BLOCKING)
		moment_add(&context->blocking, end);
}

/* The operation is placed: what it means for all that comes later. */
static void note_operation(struct walk *walk, const struct operation *operation, int64_t start_ns,
                           int64_t end_ns, bool is_dropped)
{
	const uint32_t id = operation->id;
	const struct moment begin = { operation->recorded_start_ns, start_ns, id, id };
	const struct moment end = { operation->recorded_end_ns, end_ns, id, id };
	const uint32_t device = operation->stream->device;

	operation->state->event = MOMENT_NONE;
	walk_put(walk, operation->stream_id, walk->trace->operations.call[id], &end);
	if (is_dropped)
		return;
	note_in_queue(walk, operation, &begin, &end);
	if (operation->type == OPERATION_COPY) {
		const struct copy_slot slot = { operation->recorded_start_ns,
			                        operation->recorded_end_ns,
			                        start_ns,
			                        end_ns,
			                        id,
			                        operation->stream_id };

		copy_engine_take(walk_engine_of(walk, operation), &slot);
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
	if (out->timeline)
		write_attribution(out->timeline, id, start);
	if (is_dropped)
		return;
	if (start->start_ns < out->first_ns)
		out->first_ns = start->start_ns;
	if (end_ns > out->last_ns)
		out->last_ns = end_ns;
}

static bool is_first_staged_half(const struct trace *trace, uint32_t id)
{
	return trace_is_staged_copy(trace, id) &&
	       operation_transfer(trace, id)->copy_kind == COPY_DTOH;
}

/* What a dropped operation still comes behind: its stream, or what it was chained to instead. */
static struct moment before_dropped(const struct walk *walk, const struct operation *operation)
{
	const struct scenario *scenario = walk->scenario;
	const uint32_t *chains[] = { scenario->after, scenario->also_after };
	struct moment latest = MOMENT_NONE;

	if (!operation->is_unchained)
		return operation->state->last;
	for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
		const uint32_t id = chains[i] ? chains[i][operation->id] : NONE;

		if (id != NONE && walk->out->end_ns[id] > latest.computed_ns)
			latest = (struct moment){ walk->trace->operations.end_ns[id],
				                  walk->out->end_ns[id], id, id };
	}
	return latest;
}

/* An operation that a scenario drops is done as soon as what it comes behind is, without any lag.
 */
static struct start start_of_dropped(const struct walk *walk, const struct operation *operation,
                                     const struct moment *issued, const struct start *start)
{
	const struct moment before = before_dropped(walk, operation);
	int64_t at = before.computed_ns;

	if (at != NEVER)
		return (struct start){ at, at, before.operation, CAUSE_STREAM, before.operation };
	at = issued ? issued->computed_ns : start->ready_ns;
	return (struct start){ at, at, NONE, CAUSE_ISSUE, NONE };
}

/* CHANGE of the call that issued the operation. */
static void note_call_change(struct operation *operation, uint8_t change)
{
	operation->is_merged = change == CALL_MERGED;
	operation->begins_graph = change == CALL_LAUNCHES_GRAPH;
}

/* Replay: when OPERATION starts, and what it takes, *DURATION_NS. Returns its end, which later
 * nodes wait for where it is the first one of a graph, also if it is dropped: the graph is
 * launched. */
static int64_t replay_start(struct walk *walk, struct operation *operation, int64_t *duration_ns,
                            struct start *start)
{
	bind_start(walk, operation, false, start);
	*duration_ns = walk_shorter_duration(walk, operation, *duration_ns);
	find_place(walk, operation, *duration_ns, start);
	return moment_plus(start->start_ns, *duration_ns);
}

struct moment walk_operation(struct walk *walk, uint32_t id, uint32_t call,
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
	int64_t node_end_ns = end_ns; /* for later nodes of its graph */
	struct start start;

	operation_init(&operation, walk, id);
	if (scenario && scenario_duration_of(scenario, id) >= 0)
		duration_ns = scenario_duration_of(scenario, id);
	if (is_dropped)
		duration_ns = 0;
	operation.is_graph = is_graph;
	operation.is_own_paced = is_graph || walk_is_blocking_copy(walk, id);
	operation.is_staged =
	        operation.type == OPERATION_COPY && is_first_staged_half(walk->trace, id);
	if (scenario && scenario->call_change && call != NONE)
		note_call_change(&operation, scenario->call_change[call]);
	if (is_graph && walk->launch.call == call) {
		struct moment before = graph_predecessor(walk, &operation);

		operation.is_graph_node = true;
		candidate_add(&operation, CAUSE_GRAPH, &before);
	} else {
		gather_candidates(walk, &operation, call, issued);
	}
	if (walk->measured && !has_host_function(walk, &operation))
		walk_measure_lag(walk, &operation);
	if (walk->attribution) {
		bind_start(walk, &operation, true, &start);
		explain_rest(walk, &operation, &start);
		write_attribution(walk->attribution, id, &start);
	}
	if (walk->is_replay) {
		node_end_ns = replay_start(walk, &operation, &duration_ns, &start);
		if (is_dropped)
			start = start_of_dropped(walk, &operation, issued, &start);
		end_ns = moment_plus(start.start_ns, duration_ns);
		node_end_ns = operation.is_graph_node ? end_ns : node_end_ns;
		write_output(walk->out, id, &start, end_ns, is_dropped);
		start_ns = start.start_ns;
	}
	note_operation(walk, &operation, start_ns, end_ns, is_dropped);
	if (is_graph) {
		if (walk->launch.call != call)
			walk->launch.used = 0;
		walk->launch.call = call;
		walk->launch.nodes[walk->launch.used++ % GRAPH_NODES] =
		        (struct moment){ operation.recorded_end_ns, node_end_ns, id, id };
	}
	walk_pass_host_functions(walk, &operation);
	return (struct moment){ operation.recorded_end_ns, end_ns, id, id };
}
