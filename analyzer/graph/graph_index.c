/* SPDX-License-Identifier: MIT */
/* What the graph looks up often: the order of issue, and the index. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "graph/walk.h"
#include "trace/call_class.h"

enum { OVERHEAD_FUNCTION_LOADING = 5 << 16 }; /* CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING */

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

int graph_index_build(struct graph *graph)
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
	if (!err)
		err = find_loads(graph);
	if (!err)
		err = find_previous_calls(index, trace);
	if (!err)
		err = find_handovers(index, trace);
	if (!err)
		err = find_start_allocations(index, trace);
	if (!err)
		err = restarts_find(&index->restarts, trace, index->first_issuing_call);
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

void graph_index_release(struct graph_index *index, const struct trace *trace)
{
	if (!index)
		return;
	free(index->sync_order);
	free(index->sync_record);
	free(index->load_calls);
	free(index->previous_call);
	free(index->call_before);
	free(index->handed_by);
	free(index->start_own_ns);
	pollings_release(&index->pollings);
	room_model_release(&index->room);
	migrations_release(&index->migrations, trace);
	prefetches_release(&index->prefetches);
	restarts_release(&index->restarts);
	free(index->codes);
	free(index);
}
