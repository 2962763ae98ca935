/* SPDX-License-Identifier: MIT */
/*
 * Loads a trace file into columns: reads its tables (trace_sides.c), then joins operations to their
 * calls and puts everything in order.
 */
#include "trace/trace.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/call_order.h"
#include "trace/late_loads.h"
#include "trace/long_transfers.h"
#include "trace/measured_times.h"
#include "trace/missing_kernels.h"
#include "trace/operation_order.h"
#include "trace/recorder_time.h"
#include "trace/trace_loader.h"
#include "trace_segment.h"

struct trace_memory {
	struct chunk *text[LOAD_SIDES]; /* the newest first */
};

static int no_memory(char error[TRACE_ERROR_MAX])
{
	snprintf(error, TRACE_ERROR_MAX, "cannot be loaded: out of memory");
	return -ENOMEM;
}

/* ---- after the rows ---- */

static bool is_before(const void *item, const void *key)
{
	return *(const uint32_t *)item < *(const uint32_t *)key;
}

/*
 * The position of the call with correlation id ID, NONE where there is none. Ids rise by at least
 * one from call to call, so the call is at most as many positions from the one found last as its id
 * differs; and that is little, for operations follow the order of their calls. *HINT starts at 0.
 */
static uint32_t find_call(const struct trace_calls *calls, uint32_t id, uint32_t *hint)
{
	int64_t low = 0, high = (int64_t)calls->count, distance;

	if (calls->count == 0)
		return NONE;
	distance = (int64_t)id - calls->correlation_id[*hint];
	if (distance >= 0) {
		low = *hint;
		high = low + distance + 1 < high ? low + distance + 1 : high;
	} else {
		high = *hint;
		low = high + distance > 0 ? high + distance : 0;
	}
	low += (int64_t)lower_bound(&id, &calls->correlation_id[low], (size_t)(high - low),
	                            sizeof id, is_before);
	if (low >= (int64_t)calls->count || calls->correlation_id[low] != id)
		return NONE;
	*hint = (uint32_t)low;
	return *hint;
}

/* NONE stays: no call has that id. */
#define JOIN(array)                                       \
	for (size_t i = 0; i < trace->array##_count; i++) \
	trace->array[i].call = find_call(calls, trace->array[i].call, &hint)

/* Correlation ids become positions of calls, which need no ids any more: not even to know what ran
 * in launches of graphs. */
static int join_calls(struct trace *trace, struct loader *gpu)
{
	const struct trace_calls *calls = &trace->calls;
	const int err = expand_graph_launches(trace, gpu);
	uint32_t hint = 0;

	for (size_t i = 0; i < trace->operations.count; i++)
		trace->operations.call[i] = find_call(calls, trace->operations.call[i], &hint);
	JOIN(synchronizations);
	JOIN(event_records);
	JOIN(host_functions);
	JOIN(copy_streams);
	JOIN(copy_addresses);
	JOIN(allocations);
	JOIN(measured_launches);
	JOIN(host_samples);
	free(trace->calls.correlation_id);
	trace->calls.correlation_id = NULL;
	return err;
}

/* Time that is in segments which are not there. */
static int add_missing_segments(struct trace *trace)
{
	const struct segments *segments = &trace->segments;

	for (size_t i = 0; i < segments->count; i++) {
		const struct segment *segment = &segments->items[i];
		const int64_t number = i ? segment[-1].number : 0;
		struct trace_unrecorded *added;

		if (segment->number == number + 1)
			continue;
		added = ARRAY_ADD(&trace->unrecorded, &trace->unrecorded_count);
		if (!added)
			return -ENOMEM;
		*added = (struct trace_unrecorded){
			.start_ns = i ? segment[-1].end_ns : 0,
			.end_ns = segment->start_ns,
			.reason = TRACE_SEGMENT_REASON,
		};
		if (added->end_ns < added->start_ns)
			added->end_ns = added->start_ns;
	}
	return 0;
}

#define DEFINE_COMPARE(type, key)                                           \
	static int compare_##type(const void *a, const void *b)             \
	{                                                                   \
		const struct type *left = a, *right = b;                    \
		return (left->key > right->key) - (left->key < right->key); \
	}
DEFINE_COMPARE(trace_synchronization, start_ns)
DEFINE_COMPARE(trace_event_record, correlation_id)
DEFINE_COMPARE(trace_stream_call, correlation_id)
DEFINE_COMPARE(trace_copy_address, call)
DEFINE_COMPARE(trace_allocation, time_ns)
DEFINE_COMPARE(trace_overhead, start_ns)
DEFINE_COMPARE(trace_unrecorded, start_ns)

/* The outer range before the inner one. */
static int compare_trace_marker(const void *a, const void *b)
{
	const struct trace_marker *left = a, *right = b;

	if (left->start_ns != right->start_ns)
		return left->start_ns < right->start_ns ? -1 : 1;
	return (left->end_ns < right->end_ns) - (left->end_ns > right->end_ns);
}

static int compare_trace_migration(const void *a, const void *b)
{
	const struct trace_migration *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

/* Sorts what is not sorted already. */
static void sort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	for (size_t i = 1; i < count; i++) {
		if (compare((char *)array + (i - 1) * size, (char *)array + i * size) > 0) {
			qsort(array, count, size, compare);
			return;
		}
	}
}

#define SORT(trace, array, type) \
	sort((trace)->array, (trace)->array##_count, sizeof *(trace)->array, compare_##type)

void trace_find_gpu_span(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	int64_t last_ns = INT64_MIN;

	for (size_t i = 0; i < o->count; i++)
		last_ns = o->end_ns[i] > last_ns ? o->end_ns[i] : last_ns;
	trace->gpu_span_ns = o->count ? last_ns - o->start_ns[0] : 0;
}

void trace_find_bounds(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_calls *c = &trace->calls;
	struct trace_marker *m = trace->markers;
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	if (o->count)
		first_ns = o->start_ns[0];
	for (size_t i = 0; i < o->count; i++)
		last_ns = o->end_ns[i] > last_ns ? o->end_ns[i] : last_ns;
	for (size_t i = 0; i < c->count; i++) {
		first_ns = c->start_ns[i] < first_ns ? c->start_ns[i] : first_ns;
		last_ns = c->end_ns[i] > last_ns ? c->end_ns[i] : last_ns;
	}
	if (o->count || c->count) {
		trace->first_ns = first_ns;
		trace->last_ns = last_ns;
	}
	trace_find_gpu_span(trace);
	for (size_t i = 0; i < trace->markers_count; i++)
		if (m[i].end_ns == FUTURE_NS)
			m[i].end_ns =
			        m[i].start_ns > trace->last_ns ? m[i].start_ns : trace->last_ns;
}

static int add_diagnostic(struct trace *trace, struct trace_diagnostic diagnostic)
{
	struct trace_diagnostic *added;

	if (diagnostic.count == 0)
		return 0;
	added = ARRAY_ADD(&trace->diagnostics, &trace->diagnostics_count);
	if (!added)
		return -ENOMEM;
	*added = diagnostic;
	return 0;
}

/* The trace of a killed program is two files, and one is easily forgotten. */
static int add_missing_log(struct trace *trace)
{
	const char *slash = strrchr(trace->path, '/');
	char name[PATH_MAX + 8];
	int length = snprintf(name, sizeof name, "%s-wal", slash ? slash + 1 : trace->path);
	struct trace_diagnostic diagnostic = {
		.code = "missing-file",
		.severity = 2,
		.count = 1,
		.message = TRACE_FILE_LACKS_LOG,
	};

	if (trace->is_complete || !trace_file_lacks_log(trace->path) || length >= (int)sizeof name)
		return 0;
	diagnostic.subject = keep_text(&trace->memory->text[0], name, (size_t)length);
	return diagnostic.subject ? add_diagnostic(trace, diagnostic) : -ENOMEM;
}

static int add_open_markers(struct trace *trace)
{
	struct trace_diagnostic diagnostic = {
		.code = "open-marker",
		.message = "NVTX ranges had not ended when the trace did; these began last",
	};

	diagnostic.count = count_open_markers(trace, &trace->memory->text[0], &diagnostic.subject);
	return diagnostic.count < 0 ? -ENOMEM : add_diagnostic(trace, diagnostic);
}

static int add_missing_kernels(struct trace *trace)
{
	const struct trace_diagnostic diagnostic = {
		.code = "missing-kernels",
		.subject = "kernel",
		.severity = 1,
		.count = missing_kernels(trace),
		.message = "threads launched kernels of which none was recorded, though CUPTI "
		           "named no loss: what these did is not in the trace",
	};

	return diagnostic.count < 0 ? -ENOMEM : add_diagnostic(trace, diagnostic);
}

static int add_long_transfers(struct trace *trace)
{
	const struct trace_diagnostic diagnostic = {
		.code = "cut-transfer",
		.subject = "copy",
		.count = long_transfers_cut(trace),
		.message =
		        "copies or memory sets lasted, by their records, beyond what came behind "
		        "them in their stream: they end where that begins",
	};

	return diagnostic.count < 0 ? -ENOMEM : add_diagnostic(trace, diagnostic);
}

static int add_long_kernels(struct trace *trace)
{
	const struct trace_diagnostic diagnostic = {
		.code = "cut-kernel",
		.subject = "kernel",
		.count = long_kernels_cut(trace),
		.message = "kernels lasted, by their records, beyond several later launches of "
		           "their stream: they end where the first of these begins",
	};

	return diagnostic.count < 0 ? -ENOMEM : add_diagnostic(trace, diagnostic);
}

static int add_late_loads(struct trace *trace)
{
	const struct trace_diagnostic diagnostic = {
		.code = "late-load",
		.subject = "call",
		.count = late_loads_extend(trace),
		.message = "calls that load code returned, by their records, while a kernel ran "
		           "on, and "
		           "the thread made its next call when that had ended: they waited for it",
	};

	return diagnostic.count < 0 ? -ENOMEM : add_diagnostic(trace, diagnostic);
}

static int add_diagnostics(struct trace *trace, const struct loader sides[LOAD_SIDES])
{
	int err = add_missing_log(trace);

	for (int i = 0; trace_tables[i].name && !err; i++)
		err = add_diagnostic(
		        trace, (struct trace_diagnostic){
		                       .code = "bad-row",
		                       .subject = trace_tables[i].name,
		                       .severity = 1,
		                       .count = sides[trace_tables[i].side].bad_rows[i],
		                       .message = "rows with impossible times, sizes or references "
		                                  "were left out" });
	if (!err)
		err = add_diagnostic(
		        trace, (struct trace_diagnostic){
		                       .code = "unpaired-marker",
		                       .subject = "marker",
		                       .severity = 0,
		                       .count = sides[HOST_SIDE].unpaired_markers,
		                       .message = "ranges whose begin is not in the trace were "
		                                  "left out" });
	if (!err)
		err = add_diagnostic(
		        trace, (struct trace_diagnostic){
		                       .code = "cut-marker",
		                       .subject = "marker",
		                       .count = end_markers_at_pauses(trace),
		                       .message = "ranges began before a pause of the recording, "
		                                  "and their end is not in the trace: they end "
		                                  "where it does" });
	if (!err)
		err = add_missing_kernels(trace);
	if (!err)
		err = add_long_transfers(trace);
	if (!err)
		err = add_long_kernels(trace);
	if (!err)
		err = add_late_loads(trace);
	return err ? err : add_open_markers(trace);
}

static void release_sides(struct loader sides[LOAD_SIDES])
{
	for (int i = 0; i < LOAD_SIDES; i++) {
		for (int map = 0; map < MAPS; map++)
			id_map_release(&sides[i].maps[map]);
		free(sides[i].strings);
		free(sides[i].call_name_of);
		free(sides[i].graph_launches);
		free(sides[i].graph_nodes);
		sqlite3_close(sides[i].db);
		for (size_t k = 0; k < sides[i].earlier_count; k++)
			sqlite3_close(sides[i].earlier[k].db);
		free(sides[i].earlier);
	}
}

int trace_load(struct trace *trace, const char *path, char error[TRACE_ERROR_MAX])
{
	struct loader sides[LOAD_SIDES] = { 0 };
	int err = 0;

	*trace = (struct trace){ .collector_version = "",
		                 .host = "",
		                 .executable = "",
		                 .process_start_ns = INT64_MIN,
		                 .command_line = "",
		                 .working_folder = "" };
	trace->memory = calloc(1, sizeof *trace->memory);
	trace->path = trace->memory ? keep_text(&trace->memory->text[0], path, strlen(path)) : NULL;
	if (!trace->path) {
		err = no_memory(error);
		goto out;
	}
	for (int i = 0; i < LOAD_SIDES; i++) {
		sides[i].trace = trace;
		sides[i].path = path;
		sides[i].side = (enum load_side)i;
		sides[i].texts = &trace->memory->text[i];
	}
	err = load_sides(sides);
	if (err) {
		memcpy(error, sides[sides[GPU_SIDE].err ? GPU_SIDE : HOST_SIDE].error,
		       TRACE_ERROR_MAX);
		goto out;
	}
	if (call_order(&trace->calls) || add_missing_segments(trace)) {
		err = no_memory(error);
		goto out;
	}
	SORT(trace, unrecorded, trace_unrecorded);
	err = join_calls(trace, &sides[GPU_SIDE]);
	if (err || operation_order(&trace->operations) || add_diagnostics(trace, sides)) {
		err = no_memory(error);
		goto out;
	}
	trace_find_bounds(trace);
	SORT(trace, synchronizations, trace_synchronization);
	SORT(trace, event_records, trace_event_record);
	SORT(trace, host_functions, trace_stream_call);
	SORT(trace, copy_streams, trace_stream_call);
	SORT(trace, copy_addresses, trace_copy_address);
	SORT(trace, allocations, trace_allocation);
	SORT(trace, markers, trace_marker);
	SORT(trace, overheads, trace_overhead);
	SORT(trace, migrations, trace_migration);
	sort_samples(trace);
	sort_counters(trace);
	if (sort_host_samples(trace) || measured_times_find(trace) || recorder_time_remove(trace))
		err = no_memory(error);
out:
	release_sides(sides);
	if (err)
		trace_release(trace);
	return err;
}

/* Every array of struct trace. */
static const size_t arrays[] = {
	offsetof(struct trace, environment),
	offsetof(struct trace, codes),
	offsetof(struct trace, threads),
	offsetof(struct trace, devices),
	offsetof(struct trace, device_links),
	offsetof(struct trace, contexts),
	offsetof(struct trace, streams),
	offsetof(struct trace, functions),
	offsetof(struct trace, launch_shapes),
	offsetof(struct trace, graphs),
	offsetof(struct trace, transfers),
	offsetof(struct trace, call_names),
	offsetof(struct trace, synchronizations),
	offsetof(struct trace, event_records),
	offsetof(struct trace, host_functions),
	offsetof(struct trace, copy_streams),
	offsetof(struct trace, copy_addresses),
	offsetof(struct trace, allocations),
	offsetof(struct trace, markers),
	offsetof(struct trace, overheads),
	offsetof(struct trace, migrations),
	offsetof(struct trace, unrecorded),
	offsetof(struct trace, cuts),
	offsetof(struct trace, recorder_calls),
	offsetof(struct trace, stall_reasons),
	offsetof(struct trace, pc_samples),
	offsetof(struct trace, pc_samplings),
	offsetof(struct trace, metrics),
	offsetof(struct trace, measured_launches),
	offsetof(struct trace, launch_metrics),
	offsetof(struct trace, instruction_metrics),
	offsetof(struct trace, gpu_samples),
	offsetof(struct trace, gpu_sample_values),
	offsetof(struct trace, host_binaries),
	offsetof(struct trace, host_frames),
	offsetof(struct trace, host_stacks),
	offsetof(struct trace, host_samples),
	offsetof(struct trace, diagnostics),
	offsetof(struct trace, operations.start_ns),
	offsetof(struct trace, operations.end_ns),
	offsetof(struct trace, operations.stream),
	offsetof(struct trace, operations.call),
	offsetof(struct trace, operations.detail),
	offsetof(struct trace, operations.channel),
	offsetof(struct trace, operations.type),
	offsetof(struct trace, operations.flags),
	offsetof(struct trace, calls.start_ns),
	offsetof(struct trace, calls.end_ns),
	offsetof(struct trace, calls.correlation_id),
	offsetof(struct trace, calls.thread),
	offsetof(struct trace, calls.name),
	offsetof(struct trace, calls.result),
};

static void free_chunks(struct chunk *chunk)
{
	while (chunk) {
		struct chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
}

void trace_release(struct trace *trace)
{
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		void *array;

		memcpy(&array, (char *)trace + arrays[i], sizeof array);
		free(array);
	}
	for (int i = 0; trace->memory && i < LOAD_SIDES; i++)
		free_chunks(trace->memory->text[i]);
	free(trace->memory);
	segments_release(&trace->segments);
	*trace = (struct trace){ 0 };
}

const char *trace_environment(const struct trace *trace, const char *name)
{
	for (size_t i = 0; i < trace->environment_count; i++)
		if (strcmp(trace->environment[i].name, name) == 0)
			return trace->environment[i].value;
	return NULL;
}

bool trace_has_blocking_launches(const struct trace *trace)
{
	const char *value = trace_environment(trace, "CUDA_LAUNCH_BLOCKING");

	return value && *value && strcmp(value, "0") != 0;
}

bool trace_is_staged_copy(const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_transfer *transfer;

	if (o->type[operation] != OPERATION_COPY)
		return false;
	transfer = operation_transfer(trace, operation);
	return (transfer->copy_kind == COPY_HTOD || transfer->copy_kind == COPY_DTOH) &&
	       transfer->source_kind == MEMORY_DEVICE && transfer->target_kind == MEMORY_DEVICE;
}

static bool is_of_earlier_call(const void *item, const void *key)
{
	return ((const struct trace_copy_address *)item)->call < *(const uint32_t *)key;
}

bool operation_host_address(const struct trace *trace, uint32_t operation, uint64_t *address)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_copy_address *found = trace->copy_addresses;
	const size_t count = trace->copy_addresses_count;
	uint32_t call;
	size_t at;

	if (!count || o->type[operation] != OPERATION_COPY || o->flags[operation] & OPERATION_GRAPH)
		return false;
	call = o->call[operation];
	if (call == NONE)
		return false;
	at = lower_bound(&call, found, count, sizeof *found, is_of_earlier_call);
	/* A call that copies twice does not say which address is of which copy. */
	if (at == count || found[at].call != call || (at + 1 < count && found[at + 1].call == call))
		return false;
	*address = found[at].host_address;
	return true;
}

const char *trace_code_name(const struct trace *trace, const char *type, int64_t code)
{
	for (size_t i = 0; i < trace->codes_count; i++)
		if (trace->codes[i].code == code && strcmp(trace->codes[i].type, type) == 0)
			return trace->codes[i].name;
	return "unknown";
}
