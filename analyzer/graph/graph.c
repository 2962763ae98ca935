/* SPDX-License-Identifier: MIT */
/* Builds the constraint graph: the order of issue, the index, attribution, budgets, the unchanged
 * replay. */
#include "graph/graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "graph/budget.h"
#include "graph/scenario.h"
#include "graph/walk.h"
#include "trace/call_class.h"

enum { OVERHEAD_FUNCTION_LOADING = 5 << 16 }; /* CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING */

/* ---- the index ---- */

/*
 * Operations in order of issue: by their call, those of one call by start, which is the order they
 * are in. One whose call is not in the trace goes where it started. Counting sort: linear.
 */
static int order_by_issue(struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *operations = &trace->operations;
	size_t calls = trace->calls.count;
	uint32_t *place =
	        calloc(calls + 2, sizeof *place); /* first place of each call's operations */
	uint32_t orphan_call = 0;

	if (!place)
		return -ENOMEM;
	for (int pass = 0; pass < 2; pass++) {
		orphan_call = 0;
		for (size_t i = 0; i < operations->count; i++) {
			uint32_t call = operations->call[i];

			if (call == NONE) { /* before the first call that began later */
				while (orphan_call < calls && trace->calls.start_ns[orphan_call] <=
				                                      operations->start_ns[i])
					orphan_call++;
				call = orphan_call;
			}
			if (pass == 0)
				place[call + 1]++;
			else
				graph->issue_order[place[call]++] = (uint32_t)i;
		}
		for (size_t c = 0; pass == 0 && c <= calls; c++)
			place[c + 1] += place[c];
	}
	free(place);
	return 0;
}

struct keyed {
	int64_t key;
	uint32_t value;
};

static int compare_keys(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
	                        : (x->value > y->value) - (x->value < y->value);
}

static bool is_not_behind(const void *item, const void *key)
{
	return ((const struct keyed *)item)->key <= *(const int64_t *)key;
}

/* Joins each synchronization about an event with the record of that event, by sync id. */
static int join_events(struct graph_index *index, const struct trace *trace)
{
	size_t records = trace->event_records_count, syncs = trace->synchronizations_count;
	size_t most = records > syncs ? records : syncs;
	struct keyed *keyed = malloc((most + 1) * sizeof *keyed);

	if (!keyed)
		return -ENOMEM;
	for (size_t i = 0; i < syncs; i++)
		keyed[i] = (struct keyed){ trace->synchronizations[i].call, (uint32_t)i };
	qsort(keyed, syncs, sizeof *keyed, compare_keys);
	for (size_t i = 0; i < syncs; i++)
		index->sync_order[i] = keyed[i].value;

	for (size_t i = 0; i < records; i++)
		keyed[i] = (struct keyed){ trace->event_records[i].sync_id, (uint32_t)i };
	qsort(keyed, records, sizeof *keyed, compare_keys);
	for (size_t i = 0; i < syncs; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];
		size_t behind; /* the last record with this id */

		index->sync_record[i] = NONE;
		if (sync->type != SYNC_EVENT && sync->type != SYNC_STREAM_WAIT_EVENT)
			continue;
		behind = lower_bound(&sync->sync_id, keyed, records, sizeof *keyed, is_not_behind);
		if (behind && keyed[behind - 1].key == sync->sync_id)
			index->sync_record[i] = keyed[behind - 1].value;
	}
	free(keyed);
	return 0;
}

/*
 * Whether functions are loaded at their first launch where the driver has not said so: lazy loading
 * came with CUDA 11.7, but is the default only since 12.2 on Linux (CUDA programming guide, lazy
 * loading), for program and driver alike.
 */
enum { LAZY_BY_DEFAULT = 12020 };

static bool is_lazy(const struct trace *trace)
{
	const char *mode = trace_environment(trace, "CUDA_MODULE_LOADING");

	if (mode && strcmp(mode, "LAZY") == 0)
		return true;
	return (!mode || strcmp(mode, "EAGER") != 0) && trace->driver_version >= LAZY_BY_DEFAULT &&
	       (trace->runtime_version == 0 || trace->runtime_version >= LAZY_BY_DEFAULT);
}

/*
 * Calls that loaded a function: the first launch of each. Where the driver reported the time it
 * loads for, only launches that contain such a time.
 */
static int find_loads(struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *operations = &trace->operations;
	struct graph_index *index = graph->index;
	bool *is_loaded = calloc(trace->functions_count + 1, 1);
	bool is_reported = false, may_load;
	size_t overhead = 0;

	index->load_calls = malloc((trace->functions_count + 1) * sizeof *index->load_calls);
	if (!is_loaded || !index->load_calls) {
		free(is_loaded);
		return -ENOMEM;
	}
	for (size_t i = 0; i < trace->functions_count; i++)
		is_loaded[i] = trace->functions[i].is_launched_before;
	for (size_t i = 0; i < trace->overheads_count; i++)
		is_reported |= trace->overheads[i].kind == OVERHEAD_FUNCTION_LOADING;
	may_load = is_reported || is_lazy(trace);
	for (size_t i = 0; may_load && i < operations->count; i++) {
		uint32_t id = graph->issue_order[i], call = operations->call[id];
		bool is_in_call = !is_reported;
		uint32_t function;

		if (operations->type[id] != OPERATION_KERNEL || call == NONE)
			continue;
		function = operation_function(trace, id);
		if (is_loaded[function])
			continue;
		is_loaded[function] = true;
		while (overhead < trace->overheads_count &&
		       trace->overheads[overhead].start_ns < trace->calls.start_ns[call])
			overhead++;
		for (size_t o = overhead; o < trace->overheads_count && !is_in_call &&
		                          trace->overheads[o].start_ns <= trace->calls.end_ns[call];
		     o++)
			is_in_call = trace->overheads[o].kind == OVERHEAD_FUNCTION_LOADING;
		if (is_in_call && (!index->load_calls_count ||
		                   index->load_calls[index->load_calls_count - 1] != call))
			index->load_calls[index->load_calls_count++] = call;
	}
	free(is_loaded);
	return 0;
}

/* Traces of one thread do without. */
static int find_previous_calls(struct graph_index *index, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	uint32_t *last;
	size_t i = 0;

	while (i < calls->count && calls->thread[i] == calls->thread[0])
		i++;
	if (i == calls->count)
		return 0;
	last = malloc((trace->threads_count + 1) * sizeof *last);
	index->previous_call = malloc(calls->count * sizeof *index->previous_call);
	if (!last || !index->previous_call) {
		free(last);
		return -ENOMEM;
	}
	for (size_t t = 0; t < trace->threads_count; t++)
		last[t] = NONE;
	for (i = 0; i < calls->count; i++) {
		index->previous_call[i] = last[calls->thread[i]];
		last[calls->thread[i]] = (uint32_t)i;
	}
	free(last);
	return 0;
}

/* CUDA starts before it; it has long started before a part of a run. */
static uint32_t first_issuing_call(const struct graph *graph)
{
	const struct trace_operations *operations = &graph->trace->operations;
	uint32_t call = NONE;

	for (size_t i = 0; i < operations->count && call == NONE && !graph->trace->part.name; i++)
		call = operations->call[i];
	return call;
}

static int build_index(struct graph *graph)
{
	const struct trace *trace = graph->trace;
	struct graph_index *index = graph->index;
	int err;

	index->sync_order = malloc((trace->synchronizations_count + 1) * sizeof *index->sync_order);
	index->sync_record =
	        malloc((trace->synchronizations_count + 1) * sizeof *index->sync_record);
	if (!index->sync_order || !index->sync_record)
		return -ENOMEM;
	err = order_by_issue(graph);
	index->first_issuing_call = first_issuing_call(graph);
	if (!err)
		err = join_events(index, trace);
	err = err ? err : find_loads(graph);
	if (!err)
		err = find_previous_calls(index, trace);
	err = err ? err : find_handovers(index, trace);
	err = err ? err : find_start_allocations(index, trace);
	if (!err)
		err = find_calls_before(index, trace);
	if (!err)
		err = pollings_init(&index->pollings, trace);
	if (!err)
		err = room_model_init(&index->room, trace);
	if (!err)
		err = migrations_init(&index->migrations, trace);
	if (!err)
		err = prefetches_init(&index->prefetches, trace);
	return err ? err : codes_read(&index->codes, trace);
}

/* ---- budgets ---- */

static struct timeline recorded_timeline(const struct graph *graph)
{
	const struct trace *trace = graph->trace;

	return (struct timeline){
		.start_ns = trace->operations.start_ns,
		.end_ns = trace->operations.end_ns,
		.call_start_ns = trace->calls.start_ns,
		.call_end_ns = trace->calls.end_ns,
		.cause = graph->cause,
		.blocker = graph->blocker,
		.base = graph->base,
		.ready_ns = graph->ready_ns,
		.waited = graph->waited,
		.waker = graph->waker,
		.first_ns = trace->first_ns,
	};
}

/* What ended last. */
struct last {
	uint32_t operation, call; /* NONE: there is none */
};

static struct last last_of(const struct trace *trace, const struct timeline *timeline)
{
	uint32_t operation = NONE, call = NONE;

	for (size_t i = 0; i < trace->operations.count; i++)
		if (operation == NONE || timeline->end_ns[i] > timeline->end_ns[operation])
			operation = (uint32_t)i;
	for (size_t i = 0; i < trace->calls.count; i++)
		if (call == NONE || timeline->call_end_ns[i] > timeline->call_end_ns[call])
			call = (uint32_t)i;
	if (operation != NONE && call != NONE &&
	    timeline->call_end_ns[call] >= timeline->end_ns[operation])
		operation = NONE;
	return (struct last){ operation, operation == NONE ? call : NONE };
}

/* From the last activity back to FROM_NS; added to BUDGET. */
static void budget_of_run(struct budget_walk *walk, struct last last, int64_t from_ns,
                          struct budget *budget)
{
	if (last.call != NONE)
		budget_of_call(walk, last.call, from_ns, budget);
	else if (last.operation != NONE)
		budget_of_operation(walk, last.operation, from_ns, budget);
}

static void budget_of_devices(struct graph *graph, const struct timeline *timeline,
                              struct last last_of_run)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *operations = &trace->operations;

	for (size_t d = 0; d < trace->devices_count; d++) {
		struct budget_walk walk = budget_walk_over(trace, graph->index, timeline);
		int64_t busy_until = timeline->first_ns;
		uint32_t last = NONE;

		for (size_t i = 0; i < operations->count; i++) {
			if (operation_device(trace, i) != d)
				continue;
			if (operations->start_ns[i] > busy_until)
				budget_before(&walk, (uint32_t)i, busy_until, &graph->idle[d]);
			if (operations->end_ns[i] > busy_until || last == NONE) {
				busy_until = operations->end_ns[i];
				last = (uint32_t)i;
			}
		}
		if (last == NONE)
			continue;
		budget_of_operation(&walk, last, timeline->first_ns, &graph->devices[d]);
		budget_of_run(&walk, last_of_run, busy_until, &graph->idle[d]);
	}
}

/* ---- building ---- */

static int replay_alone(struct graph *graph)
{
	struct scenario scenario;
	struct replay replay;
	int err;

	graph->alone_replayed_ns = graph->replayed_ns;
	if (!graph->recorder.is_known)
		return 0;
	scenario_init(&scenario, graph);
	err = graph_replay(graph, &scenario, false, &replay);
	scenario_release(&scenario);
	if (!err)
		graph->alone_replayed_ns = replay.wall_ns;
	replay_release(&replay);
	return err;
}

int graph_build(struct graph *graph, const struct trace *trace)
{
	size_t operations = trace->operations.count + 1, calls = trace->calls.count + 1;
	struct budget_walk walk;
	struct timeline timeline;
	struct last last;
	int err = -ENOMEM;

	*graph = (struct graph){ .trace = trace };
	graph->index = calloc(1, sizeof *graph->index);
	graph->cause = malloc(operations * sizeof *graph->cause);
	graph->blocker = malloc(operations * sizeof *graph->blocker);
	graph->base = malloc(operations * sizeof *graph->base);
	graph->ready_ns = malloc(operations * sizeof *graph->ready_ns);
	graph->issue_order = calloc(operations, sizeof *graph->issue_order);
	graph->waited = malloc(calls * sizeof *graph->waited);
	graph->devices = calloc(trace->devices_count + 1, sizeof *graph->devices);
	graph->idle = calloc(trace->devices_count + 1, sizeof *graph->idle);
	graph->shapes = calloc(trace->launch_shapes_count + 1, sizeof *graph->shapes);
	if (trace->host_functions_count)
		graph->waker = malloc(calls * sizeof *graph->waker);
	if (!graph->index || !graph->cause || !graph->blocker || !graph->base || !graph->ready_ns ||
	    !graph->issue_order || !graph->waited || !graph->devices || !graph->idle ||
	    !graph->shapes || (trace->host_functions_count && !graph->waker))
		goto out;
	/* An operation that no call leads to keeps these. */
	memset(graph->cause, CAUSE_UNEXPLAINED, operations);
	memset(graph->blocker, 0xff, operations * sizeof *graph->blocker);
	memset(graph->base, 0xff, operations * sizeof *graph->base);
	for (size_t i = 0; i < trace->operations.count; i++)
		graph->ready_ns[i] = trace->operations.start_ns[i];
	recorder_cost_init(&graph->recorder, trace);
	err = calls_usual_ns(&graph->launch_call_ns, trace, CALL_LAUNCH);
	if (!err)
		err = calls_usual_ns(&graph->graph_launch_call_ns, trace, CALL_GRAPH_LAUNCH);
	if (!err)
		err = build_index(graph);
	if (err)
		goto out;
	timeline = recorded_timeline(graph);
	err = walk_attribute(graph, &graph->lags, &timeline, &graph->replayed_ns);
	if (err)
		goto out;
	last = last_of(trace, &timeline);
	walk = budget_walk_over(trace, graph->index, &timeline);
	walk.shapes = graph->shapes;
	budget_of_run(&walk, last, timeline.first_ns, &graph->run);
	budget_of_devices(graph, &timeline, last);
	graph->program_ns = graph->run.wall_ns - graph->run.share_ns[SHARE_STARTUP] -
	                    graph->run.share_ns[SHARE_TEARDOWN] -
	                    graph->run.share_ns[SHARE_RECORDER];
	err = replay_alone(graph);
out:
	if (err)
		graph_release(graph);
	return err;
}

uint32_t graph_previous_call(const struct graph *graph, uint32_t call)
{
	return call_previous(graph->index, call);
}

uint32_t graph_call_before(const struct graph *graph, uint32_t call)
{
	return call_before(graph->index, graph->trace, call);
}

const struct code *graph_codes(const struct graph *graph)
{
	return graph->index->codes;
}

int64_t graph_migration_ns(const struct graph *graph, uint32_t operation)
{
	const struct trace_operations *o = &graph->trace->operations;

	return held_ns(&graph->index->migrations.kernels[operation_device(graph->trace, operation)],
	               o->start_ns[operation], o->end_ns[operation]);
}

int64_t graph_host_migration_ns(const struct graph *graph)
{
	return interval_set_length(&graph->index->migrations.host.times);
}

int64_t graph_host_migration_within(const struct graph *graph, int64_t from_ns, int64_t to_ns)
{
	return held_ns(&graph->index->migrations.host, from_ns, to_ns);
}

void graph_release(struct graph *graph)
{
	if (graph->index) {
		free(graph->index->sync_order);
		free(graph->index->sync_record);
		free(graph->index->load_calls);
		free(graph->index->previous_call);
		free(graph->index->call_before);
		free(graph->index->handed_by);
		free(graph->index->start_own_ns);
		pollings_release(&graph->index->pollings);
		room_model_release(&graph->index->room);
		migrations_release(&graph->index->migrations, graph->trace);
		prefetches_release(&graph->index->prefetches);
		free(graph->index->codes);
	}
	free(graph->index);
	free(graph->cause);
	free(graph->blocker);
	free(graph->base);
	free(graph->ready_ns);
	free(graph->issue_order);
	free(graph->waited);
	free(graph->waker);
	free(graph->devices);
	free(graph->idle);
	free(graph->shapes);
	*graph = (struct graph){ 0 };
}

int graph_path_init(struct graph_path *path, const struct graph *graph)
{
	struct timeline timeline = recorded_timeline(graph);
	struct budget_walk walk = budget_walk_over(graph->trace, graph->index, &timeline);
	struct budget budget = { 0 };

	*path = (struct graph_path){ 0 };
	walk.path = path;
	budget_of_run(&walk, last_of(graph->trace, &timeline), timeline.first_ns, &budget);
	for (size_t i = 0; i < path->count / 2; i++) {
		struct graph_step step = path->steps[i];

		path->steps[i] = path->steps[path->count - 1 - i];
		path->steps[path->count - 1 - i] = step;
	}
	return path->err;
}

void graph_path_release(struct graph_path *path)
{
	free(path->steps);
	*path = (struct graph_path){ 0 };
}

int64_t graph_alone_ns(const struct graph *graph)
{
	if (graph->replayed_ns <= 0)
		return graph->run.wall_ns;
	return (int64_t)((double)graph->alone_replayed_ns *
	                 ((double)graph->run.wall_ns / (double)graph->replayed_ns));
}

double graph_replay_error(const struct graph *graph)
{
	const int64_t off_ns = llabs(graph->replayed_ns - graph->run.wall_ns);

	return graph->program_ns > 0 ? (double)off_ns / (double)graph->program_ns : 0;
}

int64_t graph_wait_ns(const struct graph *graph, uint32_t operation)
{
	switch ((enum cause)graph->cause[operation]) {
	case CAUSE_ISSUE:
	case CAUSE_STREAM:
	case CAUSE_EVENT:
	case CAUSE_GRAPH:
		return 0;
	default:
		return graph->trace->operations.start_ns[operation] - graph->ready_ns[operation];
	}
}

/* ---- replay ---- */

/* Room for the times of OPERATIONS and CALLS, and for what bound them. */
static int init_details(struct walk_output *out, struct timeline *timeline, size_t operations,
                        size_t calls, bool has_wakers)
{
	out->call_start_ns = calloc(calls, sizeof *out->call_start_ns);
	out->call_end_ns = calloc(calls, sizeof *out->call_end_ns);
	timeline->ready_ns = calloc(operations, sizeof *timeline->ready_ns);
	timeline->cause = calloc(operations, sizeof *timeline->cause);
	timeline->blocker = calloc(operations, sizeof *timeline->blocker);
	timeline->base = calloc(operations, sizeof *timeline->base);
	timeline->waited = calloc(calls, sizeof *timeline->waited);
	if (has_wakers)
		timeline->waker = calloc(calls, sizeof *timeline->waker);
	if (!out->call_start_ns || !out->call_end_ns || !timeline->ready_ns || !timeline->cause ||
	    !timeline->blocker || !timeline->base || !timeline->waited ||
	    (has_wakers && !timeline->waker))
		return -ENOMEM;
	out->timeline = timeline;
	return 0;
}

int graph_replay(const struct graph *graph, const struct scenario *scenario, bool is_detailed,
                 struct replay *replay)
{
	size_t operations = graph->trace->operations.count + 1,
	       calls = graph->trace->calls.count + 1;
	struct timeline timeline = { 0 };
	struct walk_output out = { 0 };
	struct budget_walk walk;
	const int64_t once_ns = scenario ? scenario->once_ns : 0;
	int err = -ENOMEM;

	*replay = (struct replay){ 0 };
	if (is_detailed || (scenario && scenario->after)) {
		out.start_ns = calloc(operations, sizeof *out.start_ns);
		out.end_ns = calloc(operations, sizeof *out.end_ns);
		if (!out.start_ns || !out.end_ns)
			goto out;
	}
	if (is_detailed && init_details(&out, &timeline, operations, calls, graph->waker != NULL))
		goto out;
	err = walk_replay(graph, scenario, &out);
	if (err)
		goto out;
	replay->wall_ns = out.last_ns - out.first_ns + once_ns;
	if (is_detailed) {
		timeline.start_ns = replay->start_ns = out.start_ns;
		timeline.end_ns = replay->end_ns = out.end_ns;
		timeline.call_start_ns = replay->call_start_ns = out.call_start_ns;
		timeline.call_end_ns = replay->call_end_ns = out.call_end_ns;
		timeline.first_ns = out.first_ns;
		walk = budget_walk_over(graph->trace, graph->index, &timeline);
		budget_of_run(&walk, last_of(graph->trace, &timeline), timeline.first_ns,
		              &replay->budget);
		replay->budget.wall_ns += once_ns;
		replay->budget.share_ns[SHARE_CALL_ALLOCATE] += once_ns;
		out.start_ns = out.end_ns = out.call_start_ns = out.call_end_ns = NULL;
	}
out:
	free(out.start_ns);
	free(out.end_ns);
	free(out.call_start_ns);
	free(out.call_end_ns);
	free(timeline.ready_ns);
	free(timeline.cause);
	free(timeline.blocker);
	free(timeline.base);
	free(timeline.waited);
	free(timeline.waker);
	return err;
}

void replay_release(struct replay *replay)
{
	free(replay->start_ns);
	free(replay->end_ns);
	free(replay->call_start_ns);
	free(replay->call_end_ns);
	*replay = (struct replay){ 0 };
}
