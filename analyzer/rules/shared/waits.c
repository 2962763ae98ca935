/* SPDX-License-Identifier: MIT */
/* Waits of the host that nothing required. Any thread. */
#include "rules/shared/waits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/shared/managed.h"
#include "rules/shared/managed_waits.h"
#include "trace/call_class.h"

/* Copies between these leave host memory alone. */
static const bool is_within_device[COPY_KINDS] = {
	[COPY_DTOD] = true, [COPY_DTOA] = true, [COPY_ATOD] = true,
	[COPY_ATOA] = true, [COPY_PTOP] = true,
};

bool is_host_memory_used(const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_transfer *transfer;

	if (o->type[operation] != OPERATION_COPY)
		return false;
	transfer = operation_transfer(trace, operation);
	if (is_within_device[transfer->copy_kind])
		return false;
	/* From pageable memory: that was copied away before the call returned. */
	return transfer->source_kind != MEMORY_PAGEABLE;
}

bool is_needless_gap(const struct trace *trace, const struct gap *gap, const bool has_no_reason[])
{
	return gap->kind == GAP_SYNCHRONIZATION && has_no_reason[gap->wait_call] &&
	       gap->call_before == gap->wait_call && !is_host_memory_used(trace, gap->next);
}

static bool has_pinned(const struct trace *trace)
{
	for (size_t i = 0; i < trace->allocations_count; i++)
		if (trace->allocations[i].memory_kind == MEMORY_PINNED)
			return true;
	return false;
}

static bool has_managed(const struct trace *trace)
{
	for (size_t i = 0; i < trace->allocations_count; i++)
		if (is_managed(trace->allocations[i].memory_kind))
			return true;
	return false;
}

/* Programs that map pinned memory ask for its address on the device, or copy none of it. */
static bool is_pinned_memory_mapped(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "HostGetDevicePointer"))
			return true;
	for (size_t i = 0; i < trace->operations.count; i++) {
		const struct trace_transfer *transfer;

		if (trace->operations.type[i] != OPERATION_COPY)
			continue;
		transfer = operation_transfer(trace, (uint32_t)i);
		if (transfer->source_kind == MEMORY_PINNED ||
		    transfer->target_kind == MEMORY_PINNED)
			return false;
	}
	return has_pinned(trace);
}

const char managed_memory[] = "managed memory";

const char *waits_memory_mapped(const struct trace *trace)
{
	return is_pinned_memory_mapped(trace) ? "mapped host memory" : NULL;
}

const char *waits_memory_read_directly(const struct trace *trace)
{
	return has_managed(trace) ? managed_memory : waits_memory_mapped(trace);
}

bool waits_pages_unrecorded(const struct trace *trace)
{
	return !trace->migrations_count && has_managed(trace);
}

bool waits_memory_is_prefetched(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "Prefetch"))
			return true;
	return false;
}

static bool is_event_wait(const struct trace *trace, uint32_t call)
{
	return strstr(trace->call_names[trace->calls.name[call]].name, "Event") != NULL;
}

static int compare_ids(const void *left, const void *right)
{
	const int64_t *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

/* What waits have been looked at for: by stream, and for those that a trace does not name. */
struct reasons {
	const struct trace *trace;
	const struct graph *graph;
	bool *has;     /* by stream: something was put into it that a wait may be for */
	bool *is_done; /* ... which was a copy that held the host until it was done */
	/* Events that streams wait for, sorted: they are there for the order of work, and who makes
	 * them for that measures no time with them. */
	int64_t *order;
	size_t order_count;
	bool may_ask_for_times; /* the host may wait to read times */
	size_t next_operation, next_record, next_function;
};

static bool is_for_order(const struct reasons *reasons, int64_t event_id)
{
	return reasons->order_count && bsearch(&event_id, reasons->order, reasons->order_count,
	                                       sizeof event_id, compare_ids);
}

/* A time takes two events, and a trace does not have the calls that ask for times. */
static bool has_two_for_times(const struct reasons *reasons)
{
	const struct trace *trace = reasons->trace;
	const struct trace_event_record *first = NULL;

	for (size_t i = 0; i < trace->event_records_count; i++) {
		const struct trace_event_record *r = &trace->event_records[i];

		if (is_for_order(reasons, r->event_id))
			continue;
		if (first && first->event_id != r->event_id)
			return true;
		first = r;
	}
	return false;
}

/* Returns 0 or -ENOMEM. */
static int find_order(struct reasons *reasons)
{
	const struct trace *trace = reasons->trace;

	reasons->order = malloc((trace->synchronizations_count + 1) * sizeof *reasons->order);
	if (!reasons->order)
		return -ENOMEM;
	for (size_t i = 0; i < trace->synchronizations_count; i++)
		if (trace->synchronizations[i].type == SYNC_STREAM_WAIT_EVENT)
			reasons->order[reasons->order_count++] =
			        trace->synchronizations[i].event_id;
	qsort(reasons->order, reasons->order_count, sizeof *reasons->order, compare_ids);
	reasons->may_ask_for_times = has_two_for_times(reasons);
	return 0;
}

static void has_reason(struct reasons *reasons, uint32_t stream)
{
	const size_t first = stream == NONE ? 0 : stream;
	const size_t end = stream == NONE ? reasons->trace->streams_count : first + 1;

	for (size_t s = first; s < end; s++) {
		reasons->has[s] = true;
		reasons->is_done[s] = false;
	}
}

/*
 * OPERATION came into its stream. What a synchronous copy was made for is there when its call
 * returns. A wait right behind it is no more than part of it; but one behind later work is not for
 * that copy.
 */
static void look_at(struct reasons *reasons, uint32_t operation)
{
	const struct trace_operations *o = &reasons->trace->operations;
	const uint32_t stream = o->stream[operation];

	if (reasons->is_done[stream])
		reasons->has[stream] = reasons->is_done[stream] = false;
	if (!is_host_memory_used(reasons->trace, operation))
		return;
	reasons->is_done[stream] =
	        !reasons->has[stream] && !(o->flags[operation] & OPERATION_ASYNC);
	reasons->has[stream] = true;
}

/* Whether a call of CLASS that the trace tells no more about may have put a reason into any
 * stream. */
static bool may_be_reason(const struct reasons *reasons, enum call_class class)
{
	return (class == CALL_EVENT_RECORD && reasons->may_ask_for_times) ||
	       class == CALL_HOST_CALLBACK;
}

/* What CALL, and what came before it, put into streams. */
static void find_reasons(struct reasons *reasons, uint32_t call)
{
	const struct trace *trace = reasons->trace;
	const struct trace_operations *o = &trace->operations;
	bool is_known = false;

	for (; reasons->next_operation < o->count; reasons->next_operation++) {
		uint32_t id = reasons->graph->issue_order[reasons->next_operation];

		if (o->call[id] != NONE && o->call[id] > call)
			break;
		look_at(reasons, id);
	}
	for (; reasons->next_record < trace->event_records_count; reasons->next_record++) {
		const struct trace_event_record *r = &trace->event_records[reasons->next_record];

		if (r->call != NONE && r->call > call)
			break;
		if (reasons->may_ask_for_times && !is_for_order(reasons, r->event_id))
			has_reason(reasons, r->stream);
		is_known |= r->call == call;
	}
	for (; reasons->next_function < trace->host_functions_count; reasons->next_function++) {
		const struct trace_stream_call *f = &trace->host_functions[reasons->next_function];

		if (f->call != NONE && f->call > call)
			break;
		has_reason(reasons, f->stream);
		is_known |= f->call == call;
	}
	if (may_be_reason(reasons, call_class(trace, call)) && !is_known)
		has_reason(reasons, NONE);
}

/* Whether SYNC (NULL: the trace does not have it) waits for what is in the stream. */
static bool waits_for(const struct trace *trace, const struct trace_synchronization *sync,
                      uint32_t stream_id)
{
	const struct trace_stream *stream = &trace->streams[stream_id], *waited;

	if (!sync || (sync->stream == NONE && sync->context == NONE))
		return true;
	if (sync->stream == NONE)
		return stream->context == sync->context;
	waited = &trace->streams[sync->stream];
	return stream_id == sync->stream ||
	       (stream->context == waited->context &&
	        ((waited->type == STREAM_NULL && stream->type == STREAM_BLOCKING) ||
	         (waited->type == STREAM_BLOCKING && stream->type == STREAM_NULL)));
}

/* Whether what the event was recorded behind that CALL waits for holds a reason, which it then no
 * longer does. */
static bool take_event_reason(struct reasons *reasons, uint32_t call)
{
	const uint32_t waited = reasons->graph->waited[call];
	bool *has =
	        waited == NONE ? NULL : &reasons->has[reasons->trace->operations.stream[waited]];
	const bool had = !has || *has;

	if (has)
		*has = false;
	return had;
}

/* Whether what SYNC waits for holds a reason to wait, which it then no longer does. */
static bool take_reasons(struct reasons *reasons, const struct trace_synchronization *sync)
{
	bool has_any = false;

	if (sync && sync->stream != NONE) {
		const struct trace_stream *stream = &reasons->trace->streams[sync->stream];

		if (stream->type != STREAM_NULL && stream->type != STREAM_BLOCKING) {
			has_any = reasons->has[sync->stream];
			reasons->has[sync->stream] = false;
			return has_any;
		}
	}
	for (uint32_t s = 0; s < reasons->trace->streams_count; s++)
		if (reasons->has[s] && waits_for(reasons->trace, sync, s)) {
			has_any = true;
			reasons->has[s] = false;
		}
	return has_any;
}

/*
 * Waits of a thread that follow one another are one wait: what one of them is for, all are for.
 * HAS_NO_REASON is that of the calls before this one.
 */
static bool is_needed_before(const struct check *check, const bool has_no_reason[], uint32_t call)
{
	const uint32_t before = graph_previous_call(check->graph, call);

	return before != NONE && call_class(check->trace, before) == CALL_SYNCHRONIZE &&
	       !has_no_reason[before];
}

/* Whether there is a reason for the wait CALL, which SYNC (NONE: unknown) tells more about. */
static bool is_needed(struct reasons *reasons, uint32_t call, uint32_t sync_id)
{
	const struct trace_synchronization *sync =
	        sync_id == NONE ? NULL : &reasons->trace->synchronizations[sync_id];

	if (!is_event_wait(reasons->trace, call))
		return take_reasons(reasons, sync);
	return take_event_reason(reasons, call) ||
	       (reasons->may_ask_for_times && !(sync && is_for_order(reasons, sync->event_id)));
}

int waits_without_reason(bool has_no_reason[], const struct check *check)
{
	const struct trace *trace = check->trace;
	struct reasons reasons = { .trace = trace, .graph = check->graph };
	uint32_t *sync_of = malloc((trace->calls.count + 1) * sizeof *sync_of); /* by call */
	int err = -ENOMEM;

	reasons.has = calloc(trace->streams_count + 1, sizeof *reasons.has);
	reasons.is_done = calloc(trace->streams_count + 1, sizeof *reasons.is_done);
	if (!sync_of || !reasons.has || !reasons.is_done || find_order(&reasons))
		goto out;
	memset(sync_of, 0xff, trace->calls.count * sizeof *sync_of); /* NONE */
	for (size_t i = 0; i < trace->synchronizations_count; i++)
		if (trace->synchronizations[i].call != NONE)
			sync_of[trace->synchronizations[i].call] = (uint32_t)i;
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		const enum call_class class = call_class(trace, c);

		if (class == CALL_SYNCHRONIZE || may_be_reason(&reasons, class))
			find_reasons(&reasons, c);
		if (class == CALL_SYNCHRONIZE)
			has_no_reason[c] = !is_needed(&reasons, c, sync_of[c]) &&
			                   !is_needed_before(check, has_no_reason, c);
	}
	managed_waits_leave(has_no_reason, trace);
	err = 0;
out:
	free(sync_of);
	free(reasons.has);
	free(reasons.is_done);
	free(reasons.order);
	return err;
}
