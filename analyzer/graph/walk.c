/* SPDX-License-Identifier: MIT */
/*
 * The walk. It goes through the API calls in the order in which they began, and with each call
 * through the operations that it issued, and keeps for every stream, context, hardware queue and
 * copy engine the moments that later operations may have to wait for.
 *
 * Every moment has two times: the recorded one, which attribution looks at, and the one of the run
 * that a replay computes. How long an operation takes to start once its cause let it go (its lag)
 * is in a replay the median of its kind in this trace, never its own: only so does the replay error
 * tell how well the causes explain the run. Its own lag counts where another cause bound it, since
 * the lag is then known to be no longer than that, and where it depends on the operation itself:
 * graphs, of which small ones start sooner, and their nodes, copies through staging buffers.
 */
#include "graph/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "graph/constants.h"
#include "graph/walk_state.h"
#include "trace/call_class.h"

enum {
	LAG_CALLS = 262144, /* calls that lags are measured on */
};

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
		const struct stream_state *stream = walk_stream(walk, sync->stream, sync->call);

		moment = stream->last;
		moment_add(&moment, &stream->event);
		walk_add_default_stream(walk, sync->stream, &moment);
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

	while (walk->next.sync < trace->synchronizations_count) {
		uint32_t id = walk->index->sync_order[walk->next.sync];
		const struct trace_synchronization *sync = &trace->synchronizations[id];
		uint32_t record = walk->index->sync_record[id];
		struct moment moment;

		if (sync->call != NONE && sync->call > call)
			break;
		walk->next.sync++;
		if (sync->call != call)
			continue;
		if (sync->type == SYNC_STREAM_WAIT_EVENT) {
			if (sync->stream != NONE && record != NONE)
				wait_for_event(walk_stream(walk, sync->stream, call),
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

	while (walk->next.event < trace->event_records_count) {
		const struct trace_event_record *record = &trace->event_records[walk->next.event];

		if (record->call != NONE && record->call > call)
			break;
		if (record->stream != NONE) {
			const struct stream_state *stream =
			        walk_stream(walk, record->stream, record->call);
			struct recorded_event *event = &walk->recorded_events[walk->next.event];

			event->moment = stream->last;
			moment_add(&event->moment, &stream->event);
			walk_add_default_stream(walk, record->stream, &event->moment);
			event->has_host_function =
			        walk_has_host_function(walk, record->stream, record->call);
		}
		walk->next.event++;
	}
}

/* A function is loaded: what is issued from now on waits for all that was issued before. */
static void walk_load(struct walk *walk, uint32_t call)
{
	while (walk->next.load < walk->index->load_calls_count &&
	       walk->index->load_calls[walk->next.load] < call)
		walk->next.load++;
	walk->is_load = walk->next.load < walk->index->load_calls_count &&
	                walk->index->load_calls[walk->next.load] == call;
	walk->loads += walk->is_load;
}

/* Whether CALL had returned when its operation began: a small copy from pageable memory, which lies
 * in the driver's own memory by then. */
static bool returns_before(const struct walk *walk, const struct call *call, uint32_t operation)
{
	return walk->trace->operations.start_ns[operation] >= call->recorded_end_ns;
}

/*
 * What a CALL that copies pageable memory waits for before it copies to the driver's memory: its
 * stream (CUDA runtime API, API synchronization behavior). Where it waits for the copy itself, that
 * waits for the stream.
 */
static struct moment before_copy(const struct walk *walk, const struct call *call)
{
	const struct trace_operations *operations = &walk->trace->operations;
	uint32_t id;

	if (call->class != CALL_COPY || walk->next.operation >= operations->count)
		return MOMENT_NONE;
	id = walk->graph->issue_order[walk->next.operation];
	return operations->call[id] == call->id && walk_is_blocking_copy(walk, id) &&
	                       returns_before(walk, call, id)
	               ? walk_stream(walk, operations->stream[id], call->id)->last
	               : MOMENT_NONE;
}

/* Whether CALL launched a graph and waits for the copy ID in it, of pageable memory of the host, as
 * such copies are waited for outside of graphs: it ended within the call. */
static bool graph_waits_for_copy(const struct walk *walk, const struct call *call, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;
	const struct trace_transfer *transfer;

	if (call->class != CALL_GRAPH_LAUNCH || operations->type[id] != OPERATION_COPY ||
	    operations->end_ns[id] > call->recorded_end_ns)
		return false;
	transfer = operation_transfer(walk->trace, id);
	return transfer->source_kind == MEMORY_PAGEABLE || transfer->target_kind == MEMORY_PAGEABLE;
}

/* Whether CALL, a launch, waits for ID, which it issued, since CUDA_LAUNCH_BLOCKING is set: it
 * ended within the call. Copies are not waited for then, but memory sets and graphs are, as
 * recorded. */
static bool launch_blocks(const struct walk *walk, const struct call *call, uint32_t id)
{
	return walk->has_blocking_launches &&
	       (call->class == CALL_LAUNCH || call->class == CALL_GRAPH_LAUNCH ||
	        call->class == CALL_FILL) &&
	       walk->trace->operations.end_ns[id] <= call->recorded_end_ns;
}

/* Whether CALL waits for ID, a memory set that it issued: of pinned or managed memory it does (CUDA
 * runtime API, API synchronization behavior). */
static bool waits_for_fill(const struct walk *walk, const struct call *call, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;
	int kind;

	if (call->class != CALL_FILL || operations->type[id] != OPERATION_FILL ||
	    operations->flags[id] & (OPERATION_ASYNC | OPERATION_GRAPH) ||
	    operations->end_ns[id] > call->recorded_end_ns)
		return false;
	kind = operation_transfer(walk->trace, id)->target_kind;
	return kind == MEMORY_PINNED || kind == MEMORY_MANAGED || kind == MEMORY_MANAGED_STATIC;
}

/* Operations that CALL issued. Returns whether it waits for one of them, which is then part of
 * AWAITED. */
static bool walk_operations(struct walk *walk, const struct call *call, int64_t end_ns,
                            struct moment *awaited)
{
	const struct trace_operations *operations = &walk->trace->operations;
	struct split_copy copy;
	const bool is_split = split_copy_begin(walk, call->id, &copy);
	bool is_waiting = false;

	while (walk->next.operation < operations->count) {
		uint32_t id = walk->graph->issue_order[walk->next.operation];
		/* An operation starts at the earliest when its call has handed it over, which is
		 * near the call's end; one that started before that, or whose end the call waits
		 * for, counts from its beginning. */
		bool is_blocking, from_end;
		struct moment issued, end;

		if (operations->call[id] != call->id)
			break;
		walk->next.operation++;
		is_blocking = walk_is_blocking_copy(walk, id) && !returns_before(walk, call, id);
		from_end = !is_blocking && operations->start_ns[id] >= call->recorded_end_ns;
		issued =
		        (struct moment){ from_end ? call->recorded_end_ns : call->recorded_start_ns,
			                 from_end ? end_ns : call->start_ns, NONE, NONE };
		walk_issue_behind_recorder(walk, call, end_ns, id, &issued);
		if (is_split)
			split_copy_order(walk, &copy, id);
		end = walk_operation(walk, id, call->id, &issued);
		if (is_split)
			split_copy_add(walk, &copy, id, &end);
		if ((is_blocking && call->class == CALL_COPY) ||
		    graph_waits_for_copy(walk, call, id) || waits_for_fill(walk, call, id) ||
		    launch_blocks(walk, call, id)) {
			moment_add(awaited, &end);
			is_waiting = true;
		}
	}
	if (is_split)
		split_copy_end(walk, &copy);
	return is_waiting;
}

static void walk_orphans(struct walk *walk, uint32_t next_call)
{
	const struct trace_operations *operations = &walk->trace->operations;

	while (walk->next.operation < operations->count) {
		uint32_t id = walk->graph->issue_order[walk->next.operation];

		if (operations->call[id] != NONE)
			break;
		if (next_call != NONE &&
		    operations->start_ns[id] >= walk->trace->calls.start_ns[next_call])
			break;
		walk->next.operation++;
		walk_operation(walk, id, NONE, NULL);
	}
}

/*
 * What was waited for between FROM_NS, when a call began, and TO_NS, where the trace does not say
 * what it was: the end of all that a context was given so far, if that lies in between. What ended
 * before a call began, no later call waited for.
 */
static struct moment last_within(struct walk *walk, int64_t from_ns, int64_t to_ns)
{
	struct moment last = MOMENT_NONE;
	size_t kept = 0;

	for (size_t i = 0; i < walk->recent_count; i++) {
		struct context_state *context = &walk->contexts[walk->recent[i]];

		context->is_recent = context->all.recorded_ns > from_ns;
		if (!context->is_recent)
			continue;
		walk->recent[kept++] = walk->recent[i];
		if (context->all.recorded_ns <= to_ns)
			moment_add(&last, &context->all);
	}
	walk->recent_count = kept;
	return last;
}

/* Sets what row of queries the thread of CALL is in, and what that waits for: with its first
 * one. */
static void walk_polling(struct walk *walk, const struct call *call)
{
	const struct pollings *pollings = &walk->index->pollings;
	const struct trace_calls *calls = &walk->trace->calls;
	struct thread_state *thread = &walk->threads[call->thread];
	const struct polling *polling;

	if (walk->next.polling == pollings->count)
		return;
	polling = &pollings->items[pollings->by_first[walk->next.polling]];
	if (polling->first != call->id)
		return;
	walk->next.polling++;
	thread->polled =
	        last_within(walk, calls->start_ns[polling->first], calls->end_ns[polling->last]);
	thread->polling = thread->polled.recorded_ns == NEVER ? NULL : polling;
}

/*
 * cudaFree() and cudaDeviceReset() wait for their device, as the loading of a function does (CUDA
 * programming guide, lazy loading: it may have to synchronise the context), and where the trace
 * does not say what a synchronisation is about (--waits 0), the last operation that ended within
 * the call tells.
 */
static bool waits_for_device(enum call_class class)
{
	return class == CALL_FREE || class == CALL_SYNCHRONIZE || class == CALL_TEARDOWN;
}

/* What CALL, which loads code, waited for: only if it ends to the nanosecond with that, as
 * late_loads.h has it. */
static struct moment ended_with(struct walk *walk, const struct call *call)
{
	const struct moment last =
	        last_within(walk, call->recorded_start_ns, call->recorded_end_ns);

	return last.recorded_ns == call->recorded_end_ns ? last : MOMENT_NONE;
}

/* How many operations CALL issues, before they are walked over. */
static int64_t count_operations(const struct walk *walk, uint32_t call)
{
	const struct trace_operations *operations = &walk->trace->operations;
	size_t end = walk->next.operation;

	while (end < operations->count && operations->call[walk->graph->issue_order[end]] == call)
		end++;
	return (int64_t)(end - walk->next.operation);
}

/* CALL ends at END_NS, which WAITED decided. */
static void write_call(struct walk_output *out, const struct call *call, int64_t end_ns,
                       uint32_t waited)
{
	if (out->call_start_ns) {
		out->call_start_ns[call->id] = call->start_ns;
		out->call_end_ns[call->id] = end_ns;
	}
	if (out->timeline)
		out->timeline->waited[call->id] = waited;
	if (call->start_ns < out->first_ns)
		out->first_ns = call->start_ns;
	if (end_ns > out->last_ns)
		out->last_ns = end_ns;
}

/* The thread that makes CALL was waked at WAKER, or not: NULL. */
static void write_waker(const struct walk *walk, uint32_t call, const struct moment *waker)
{
	if (walk->attribution && walk->attribution->waker)
		walk->attribution->waker[call] = waker ? waker->recorded_operation : NONE;
	if (walk->out->timeline && walk->out->timeline->waker)
		walk->out->timeline->waker[call] = waker ? waker->operation : NONE;
}

/* CALL may have waited for room in the hardware queue: what for is added to AWAITED. */
static void add_place_in_queue(const struct walk *walk, const struct call *call,
                               struct moment *awaited)
{
	struct moment place;

	if (call->recorded_end_ns - call->recorded_start_ns < LAUNCH_QUEUE_LONG_NS)
		return;
	place = walk_place_in_queue(walk, call);
	moment_add(awaited, &place);
}

static void walk_call(struct walk *walk, uint32_t id)
{
	const struct trace_calls *calls = &walk->trace->calls;
	struct call call = {
		.id = id,
		.class = call_class(walk->trace, id),
		.thread = calls->thread[id],
		.recorded_start_ns = calls->start_ns[id],
		.recorded_end_ns = calls->end_ns[id],
	};
	struct thread_state *thread = &walk->threads[call.thread];
	const struct moment *waker;
	struct moment awaited, place;
	uint32_t waited = NONE;
	bool is_waiting;
	int64_t end_ns;

	walk_orphans(walk, id);
	if (walk->recorder)
		call.operations = walk->call_operations = count_operations(walk, id);
	walk_polling(walk, &call);
	waker = walk_waker(walk, &call);
	call.start_ns = walk_begin_call(walk, &call, waker);
	awaited = walk_syncs(walk, id);
	if (thread->polling && thread->polling->last == id) {
		moment_add(&awaited, &thread->polled);
		call.recorded_start_ns = calls->start_ns[thread->polling->first];
	}
	add_place_in_queue(walk, &call, &awaited);
	place = before_copy(walk, &call);
	moment_add(&awaited, &place);
	walk_load(walk, id);
	if (awaited.recorded_ns == NEVER && (walk->is_load || waits_for_device(call.class)))
		awaited = last_within(walk, call.recorded_start_ns, call.recorded_end_ns);
	if (awaited.recorded_ns == NEVER && call.class == CALL_LOAD)
		awaited = ended_with(walk, &call);
	if (call.class == CALL_HOST_CALLBACK && !walk->trace->host_functions_count)
		walk->has_host_function = true;
	walk_host_functions(walk, id);
	end_ns = walk_end_call(walk, &call, &awaited, &waited);
	is_waiting = walk_operations(walk, &call, end_ns, &awaited);
	walk_event_records(walk, id);
	if (is_waiting)
		end_ns = walk_end_call(walk, &call, &awaited, &waited);
	if (walk->attribution)
		walk->attribution->waited[id] = walk_waited_for(&call, &awaited);

	if (walk->scenario && walk->scenario->call_change &&
	    walk->scenario->call_change[id] == CALL_ORDERS)
		moment_add(&thread->ordered, &awaited);
	thread->recorded_ns = call.recorded_end_ns;
	thread->computed_ns = end_ns;
	if (thread->polling && thread->polling->last == id)
		thread->polling = NULL;
	walk->last_call = *thread;
	walk->last_thread = call.thread;
	write_call(walk->out, &call, end_ns, waited);
	write_waker(walk, id, waker);
}

/* ---- the whole walk ---- */

static void walk_release(struct walk *walk)
{
	free(walk->streams);
	free(walk->split);
	free(walk->contexts);
	free(walk->recent);
	hardware_queues_release(&walk->queues);
	free(walk->engines);
	free(walk->rooms);
	free(walk->recorded_rooms);
	free(walk->threads);
	free(walk->recorded_events);
	free(walk->deferred);
}

static int walk_init(struct walk *walk, const struct graph *graph, const struct scenario *scenario)
{
	const struct trace *trace = graph->trace;
	const size_t split = scenario ? scenario->split_count * trace->threads_count : 0;
	size_t devices = trace->devices_count + 1;

	*walk = (struct walk){ .graph = graph,
		               .trace = trace,
		               .index = graph->index,
		               .scenario = scenario,
		               .lags = &graph->lags,
		               .has_blocking_launches = trace_has_blocking_launches(trace) };
	walk->split = calloc(split + 1, sizeof *walk->split);
	walk->streams = calloc(trace->streams_count + 1, sizeof *walk->streams);
	walk->contexts = calloc(trace->contexts_count + 1, sizeof *walk->contexts);
	walk->recent = malloc((trace->contexts_count + 1) * sizeof *walk->recent);
	walk->engines = calloc(devices * COPY_ENGINES, sizeof *walk->engines);
	walk->rooms = calloc(devices, sizeof *walk->rooms);
	walk->recorded_rooms = calloc(devices, sizeof *walk->recorded_rooms);
	walk->threads = calloc(trace->threads_count + 1, sizeof *walk->threads);
	walk->deferred = malloc((trace->threads_count + 1) * sizeof *walk->deferred);
	walk->recorded_events =
	        calloc(trace->event_records_count + 1, sizeof *walk->recorded_events);
	if (hardware_queues_init(&walk->queues, devices) || !walk->streams || !walk->split ||
	    !walk->contexts || !walk->recent || !walk->engines || !walk->rooms ||
	    !walk->recorded_rooms || !walk->threads || !walk->recorded_events || !walk->deferred)
		return -ENOMEM;
	for (size_t i = 0; i < trace->streams_count; i++)
		walk->streams[i] = (struct stream_state){ MOMENT_NONE, MOMENT_NONE, false, 0 };
	for (size_t i = 0; i < split; i++)
		walk->split[i] = (struct stream_state){ MOMENT_NONE, MOMENT_NONE, false, 0 };
	for (size_t i = 0; i < trace->contexts_count; i++)
		walk->contexts[i] = (struct context_state){ .all = MOMENT_NONE,
			                                    .blocking = MOMENT_NONE,
			                                    .null = MOMENT_NONE,
			                                    .barrier = MOMENT_NONE };
	for (size_t i = 0; i < trace->threads_count; i++)
		walk->threads[i] =
		        (struct thread_state){ NEVER, NEVER, 0, MOMENT_NONE, NULL, MOMENT_NONE };
	for (size_t i = 0; i < trace->event_records_count; i++)
		walk->recorded_events[i].moment = MOMENT_NONE;
	walk->last_call = (struct thread_state){ NEVER, NEVER, 0, MOMENT_NONE, NULL, MOMENT_NONE };
	walk->last_thread = NONE;
	walk->launch.call = NONE;
	return 0;
}

/* Walks through those deferred calls that are due before the call NEXT, or NONE. */
static void walk_deferred(struct walk *walk, uint32_t next)
{
	struct deferred_call due;

	while (walk->deferred_count && walk_take_deferred(walk, next, &due)) {
		const struct walk_cursors left = walk->next;

		walk->next = due.next;
		walk_call(walk, due.call);
		walk->next = left;
	}
}

/* Returns 0 or -ENOMEM. */
static int walk_run(struct walk *walk, size_t calls)
{
	walk->out->first_ns = INT64_MAX;
	walk->out->last_ns = INT64_MIN;
	for (uint32_t id = 0; id < calls; id++) {
		walk_deferred(walk, id);
		if (walk_comes_later(walk, id)) {
			walk_orphans(walk, id);
			walk_defer(walk, id);
		} else {
			walk_call(walk, id);
		}
	}
	walk_deferred(walk, NONE);
	if (calls == walk->trace->calls.count)
		walk_orphans(walk, NONE);
	if (walk->out->first_ns > walk->out->last_ns)
		walk->out->first_ns = walk->out->last_ns = 0;
	return walk->err;
}

static int measure_lags(const struct graph *graph, struct lags *lags)
{
	struct walk_output out = { 0 };
	size_t calls = graph->trace->calls.count;
	struct walk walk;
	int err = walk_init(&walk, graph, NULL);

	lags_set(lags, graph->trace, NULL);
	walk.lags = lags;
	walk.out = &out;
	walk.measured = lag_histograms_new();
	if (!err && !walk.measured)
		err = -ENOMEM;
	if (!err) {
		err = walk_run(&walk, calls < LAG_CALLS ? calls : LAG_CALLS);
		lags_set(lags, graph->trace, walk.measured);
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
	err = walk_init(&walk, graph, NULL);
	if (!err) {
		walk.lags = lags;
		walk.out = &out;
		walk.attribution = attribution;
		walk.is_replay = true;
		err = walk_run(&walk, graph->trace->calls.count);
		*replayed_ns = out.last_ns - out.first_ns;
	}
	walk_release(&walk);
	return err;
}

int walk_replay(const struct graph *graph, const struct scenario *scenario, struct walk_output *out)
{
	struct walk walk;
	int err = walk_init(&walk, graph, scenario);

	if (!err && scenario && scenario->has_failed)
		err = -ENOMEM;
	if (!err) {
		walk.recorder = scenario && graph->recorder.is_known ? &graph->recorder : NULL;
		walk.is_replay = true;
		walk.out = out;
		err = walk_run(&walk, graph->trace->calls.count);
	}
	walk_release(&walk);
	return err;
}
