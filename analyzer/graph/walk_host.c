/* SPDX-License-Identifier: MIT */
/* The host's side of a call: when it begins and ends in a replay, and what it waits for. */
#include "graph/constants.h"
#include "graph/walk_state.h"

/* The thread that handed over to that of CALL, after its call; NULL: none did. */
static const struct thread_state *handed_by(const struct walk *walk, const struct call *call)
{
	const struct trace_calls *calls = &walk->trace->calls;
	const uint32_t by = call_handed_by(walk->index, call->id);
	const struct thread_state *thread = by == NONE ? NULL : &walk->threads[calls->thread[by]];

	return thread && thread->recorded_ns == calls->end_ns[by] ? thread : NULL;
}

/* When CALL begins at the earliest: behind what its own thread did, and the one that handed OVER to
 * it, which may be NULL. */
static int64_t earliest(const struct thread_state *own, const struct thread_state *over)
{
	return over && over->computed_ns > own->computed_ns ? over->computed_ns : own->computed_ns;
}

/* NS, which passed behind the last call of THREAD, without what recording that cost. */
static int64_t less_owed(const struct thread_state *thread, int64_t ns)
{
	return ns > thread->owed_ns ? ns - thread->owed_ns : ns < 0 ? ns : 0;
}

/*
 * When the call begins: the thread's own time after its last call is kept. Where it was handed its
 * work by another thread, it is the time after that one's call which is kept.
 */
int64_t walk_begin_call(const struct walk *walk, const struct call *call,
                        const struct moment *waker)
{
	const struct thread_state *own = &walk->threads[call->thread];
	const struct thread_state *other = &walk->last_call, *over;
	int64_t own_pause, other_pause;

	if (!walk->is_replay || other->recorded_ns == NEVER)
		return call->recorded_start_ns;
	other_pause = call->recorded_start_ns - other->recorded_ns;
	if (own->recorded_ns == NEVER) /* somebody started it */
		return moment_plus(other->computed_ns, other_pause);
	over = handed_by(walk, call);
	if (walk->scenario && walk->scenario->call_change &&
	    (walk->scenario->call_change[call->id] == CALL_MERGED ||
	     walk->scenario->call_change[call->id] == CALL_AT_ONCE))
		return earliest(own, over);
	if (own->polling && own->polling->first != call->id)
		return own->computed_ns;
	if (waker)
		return moment_plus(waker->computed_ns > own->computed_ns ? waker->computed_ns
		                                                         : own->computed_ns,
		                   call->recorded_start_ns - waker->recorded_ns);
	if (over)
		return moment_plus(earliest(own, over),
		                   less_owed(over, call->recorded_start_ns - over->recorded_ns));
	own_pause = less_owed(own, call->recorded_start_ns - own->recorded_ns);
	if (walk->last_thread != call->thread && is_handover(own_pause, other_pause))
		return moment_plus(other->computed_ns, other_pause);
	return moment_plus(own->computed_ns, own_pause);
}

/* Attribution: the operation whose end the call waited for, if it ended within the call. */
uint32_t walk_waited_for(const struct call *call, const struct moment *awaited)
{
	if (awaited->recorded_ns <= call->recorded_start_ns ||
	    (awaited->recorded_ns > call->recorded_end_ns && call->class != CALL_COPY))
		return NONE;
	return awaited->recorded_operation;
}

/* DURATION_NS of a launch of a graph, as far as it is more than such a call takes unrecorded. */
static int64_t recorder_ns_of_graph(const struct recorder_cost *recorder, const struct call *call,
                                    int64_t duration_ns)
{
	const int64_t alone_ns = recorder->graph_launch_ns +
	                         (int64_t)(recorder->graph_node_ns * (double)call->operations);

	return duration_ns > alone_ns ? duration_ns - alone_ns : 0;
}

/*
 * DURATION_NS of CALL as it is without recording. Some of what recording cost is in the call as it
 * was recorded, some behind it: what a call cannot have lost, since that is most of it, the pause
 * behind it has.
 */
static int64_t without_recorder(struct walk *walk, const struct call *call, int64_t duration_ns)
{
	const bool is_graph = call->class == CALL_GRAPH_LAUNCH && call->operations;
	const int64_t cost_ns = is_graph ? recorder_ns_of_graph(walk->recorder, call, duration_ns)
	                                 : recorder_cost_of_call(walk->recorder, walk->trace,
	                                                         call->id, call->operations > 0);
	const int64_t most_ns = duration_ns * CALL_PARTS_LOST / CALL_PARTS;
	const int64_t taken_ns = is_graph || cost_ns < most_ns ? cost_ns
	                         : most_ns > 0                 ? most_ns
	                                                       : 0;

	walk->threads[call->thread].owed_ns = cost_ns - taken_ns;
	walk->shortened.taken_ns = taken_ns;
	walk->shortened.left_ns = duration_ns - taken_ns;
	walk->shortened.recorded_end_ns = call->recorded_end_ns;
	return duration_ns - taken_ns;
}

/* What the recorder did in CALL, of which DURATION_NS counts, while the program went on. */
static int64_t recorder_within(const struct walk *walk, const struct call *call,
                               int64_t duration_ns)
{
	const int64_t ns =
	        walk->trace->recorder_calls_count ? recorder_in_call(walk->trace, call->id) : 0;

	return ns < duration_ns ? ns : duration_ns > 0 ? duration_ns : 0;
}

/* Whether CALL is not made: how often a thread asks follows from how long it has to, and a fix may
 * leave calls out. */
static bool takes_no_time(const struct walk *walk, const struct call *call)
{
	const struct polling *polling = walk->threads[call->thread].polling;
	const struct scenario *scenario = walk->scenario;
	enum call_change change = CALL_AS_RECORDED;

	if (scenario && scenario->call_change)
		change = (enum call_change)scenario->call_change[call->id];
	return (polling && polling->last != call->id) || change == CALL_DROPPED ||
	       change == CALL_ORDERS || change == CALL_MERGED;
}

/* REST_NS, from the end of OPERATION to the return of CALL, as it is without recording. */
static int64_t wait_without_recorder(const struct walk *walk, const struct call *call,
                                     uint32_t operation, int64_t rest_ns)
{
	const int64_t cost_ns =
	        recorder_cost_of_wait(walk->recorder, walk->trace, call->class, operation);

	return rest_ns > cost_ns ? rest_ns - cost_ns : rest_ns;
}

/* What CALL takes room for in a hardware queue: its first operation, or, where it puts something
 * else there that waits for the work before it, the latest operation. NONE: it takes no room. */
static uint32_t takes_room_by(const struct walk *walk, const struct call *call)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const size_t next = walk->next.operation;
	uint32_t id;

	if (call->class == CALL_HOST_CALLBACK)
		return next ? walk->graph->issue_order[next - 1] : NONE;
	if ((call->class != CALL_LAUNCH && call->class != CALL_GRAPH_LAUNCH &&
	     call->class != CALL_COPY && call->class != CALL_FILL) ||
	    next >= operations->count)
		return NONE;
	id = walk->graph->issue_order[next];
	return operations->call[id] == call->id ? id : NONE;
}

struct moment walk_place_in_queue(const struct walk *walk, const struct call *call)
{
	const struct hardware_queue *queue;
	struct launch_queue *launches;
	uint32_t operation;

	operation = takes_room_by(walk, call);
	queue = operation == NONE ? NULL : walk_queue_of(walk, operation);
	if (!queue)
		return MOMENT_NONE;
	launches = call->class == CALL_GRAPH_LAUNCH ||
	                           (call->class == CALL_HOST_CALLBACK &&
	                            walk->trace->operations.flags[operation] & OPERATION_GRAPH)
	                   ? queue->nodes
	                   : queue->launches;
	return launches ? launch_queue_awaited(launches, call->recorded_start_ns,
	                                       call->recorded_end_ns)
	                : MOMENT_NONE;
}

int64_t walk_end_call(struct walk *walk, const struct call *call, const struct moment *awaited,
                      uint32_t *waited)
{
	int64_t duration_ns = call->recorded_end_ns - call->recorded_start_ns;
	const struct scenario *scenario = walk->scenario;
	bool is_changed;
	int64_t rest_ns;

	*waited = NONE;
	if (!walk->is_replay)
		return call->recorded_end_ns;
	walk->threads[call->thread].owed_ns = walk->shortened.taken_ns = 0;
	if (takes_no_time(walk, call))
		return call->start_ns;
	is_changed =
	        scenario && scenario->call_duration_ns && scenario->call_duration_ns[call->id] >= 0;
	if (is_changed)
		duration_ns = scenario->call_duration_ns[call->id];
	if (scenario && scenario->call_change && scenario->call_change[call->id] == CALL_NO_WAIT) {
		if (is_changed)
			return moment_plus(call->start_ns, duration_ns);
		rest_ns = awaited->recorded_ns > call->recorded_start_ns
		                  ? call->recorded_end_ns - awaited->recorded_ns
		                  : duration_ns;
		return moment_plus(call->start_ns,
		                   rest_ns > 0 && rest_ns < WAKE_NS ? rest_ns : WAKE_NS);
	}
	if (walk->recorder)
		duration_ns = without_recorder(
		        walk, call, duration_ns - recorder_within(walk, call, duration_ns));
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
	if (walk->recorder)
		rest_ns = wait_without_recorder(walk, call, awaited->recorded_operation, rest_ns);
	if (is_changed && rest_ns > duration_ns)
		rest_ns = duration_ns;
	duration_ns = rest_ns > 0 && rest_ns < duration_ns ? rest_ns
	              : duration_ns < WAKE_NS              ? duration_ns
	                                                   : WAKE_NS;
	if (moment_plus(awaited->computed_ns, rest_ns) > moment_plus(call->start_ns, duration_ns)) {
		*waited = awaited->operation;
		return moment_plus(awaited->computed_ns, rest_ns);
	}
	return moment_plus(call->start_ns, duration_ns);
}

void walk_issue_behind_recorder(const struct walk *walk, const struct call *call, int64_t end_ns,
                                uint32_t operation, struct moment *issued)
{
	const int64_t ns =
	        walk->trace->recorder_calls_count ? recorder_in_call(walk->trace, call->id) : 0;
	const int64_t recorded_ns = issued->recorded_ns + ns;

	if (!ns || recorded_ns > walk->trace->operations.start_ns[operation] ||
	    recorded_ns > call->recorded_end_ns)
		return;
	issued->recorded_ns = recorded_ns;
	if (!walk->recorder && moment_plus(issued->computed_ns, ns) <= end_ns)
		issued->computed_ns = moment_plus(issued->computed_ns, ns);
}

bool walk_is_blocking_copy(const struct walk *walk, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const struct trace_transfer *transfer;

	if (operations->type[id] != OPERATION_COPY || operations->flags[id] & OPERATION_GRAPH)
		return false;
	transfer = operation_transfer(walk->trace, id);
	if (transfer->copy_kind == COPY_DTOD)
		return false; /* cudaMemcpy within a device returns at once */
	return !(operations->flags[id] & OPERATION_ASYNC) ||
	       transfer->source_kind == MEMORY_PAGEABLE || transfer->target_kind == MEMORY_PAGEABLE;
}

void walk_add_default_stream(const struct walk *walk, uint32_t stream_id, struct moment *moment)
{
	const struct trace_stream *stream = &walk->trace->streams[stream_id];
	const struct context_state *context = &walk->contexts[stream->context];

	if (stream->type == STREAM_NULL)
		moment_add(moment, &context->blocking);
	else if (stream->type == STREAM_BLOCKING)
		moment_add(moment, &context->null);
}
