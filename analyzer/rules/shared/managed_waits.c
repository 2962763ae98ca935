/* SPDX-License-Identifier: MIT */
/* Tells waits for managed memory by the pauses behind them. */
#include "rules/shared/managed_waits.h"

#include <string.h>

#include "rules/shared/constants.h"
#include "rules/shared/managed.h"
#include "rules/shared/waits.h"
#include "trace/call_class.h"

enum { FAULT, APART };

const struct threshold managed_waits_thresholds[] = {
	[FAULT] = { "fault", 5000, "ns" },
	[APART] = { "apart", 2000000, "ns" },
	{ .name = NULL },
};

static bool is_one_thread(const struct trace *trace)
{
	for (size_t c = 1; c < trace->calls.count; c++)
		if (trace->calls.thread[c] != trace->calls.thread[0])
			return false;
	return true;
}

/* Whether there is one GPU, of which the host reads nothing without moving it, with room for all.
 */
static bool is_one_gpu(const struct trace *trace)
{
	const struct trace_device *device;

	if (!trace->contexts_count || !trace->host_machine ||
	    strcmp(trace->host_machine, "x86_64") != 0)
		return false;
	for (size_t i = 1; i < trace->contexts_count; i++)
		if (trace->contexts[i].device != trace->contexts[0].device)
			return false;
	device = &trace->devices[trace->contexts[0].device];
	return device->cc_major >= FAULTS_CC_MAJOR && managed_bytes(trace) < device->memory_bytes;
}

static bool is_placed(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "MemAdvise") ||
		    strstr(trace->call_names[i].name, "AttachMem"))
			return true;
	return waits_memory_is_prefetched(trace);
}

/* Whether the host paused for long between the wait CALL and its next one, or what it did then is
 * not known. It has one thread. */
static bool has_pause(const struct trace *trace, uint32_t call)
{
	const struct trace_calls *calls = &trace->calls;

	for (uint32_t c = call + 1; c < calls->count; c++) {
		if (calls->start_ns[c] - calls->end_ns[c - 1] >=
		    managed_waits_thresholds[FAULT].value)
			return true;
		if (call_class(trace, c) == CALL_SYNCHRONIZE)
			return false;
	}
	return true;
}

/* The last call that gave a GPU work: what the host reads behind it does not go back. */
static uint32_t last_issue(const struct trace *trace)
{
	uint32_t last = 0;

	for (size_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE && trace->operations.call[i] > last)
			last = trace->operations.call[i];
	return last;
}

/* Whether the driver kept a page from going to and fro, or may have. */
static bool may_stay(const struct trace *trace)
{
	const uint32_t last = last_issue(trace);
	int64_t before_ns = INT64_MIN / 2;

	for (size_t i = 0; i < trace->migrations_count; i++)
		if (trace->migrations[i].kind == MIGRATION_THRASHING ||
		    trace->migrations[i].kind == MIGRATION_THROTTLING ||
		    trace->migrations[i].kind == MIGRATION_REMOTE_MAP)
			return true;
	for (uint32_t c = 0; c < last && !trace->migrations_count; c++) {
		if (call_class(trace, c) != CALL_SYNCHRONIZE || !has_pause(trace, c))
			continue;
		if (trace->calls.end_ns[c] - before_ns < managed_waits_thresholds[APART].value)
			return true;
		before_ns = trace->calls.end_ns[c];
	}
	return false;
}

/* Whether pages move to the host where it reads them, as far as the driver lets them. */
static bool does_move(const struct trace *trace)
{
	return waits_memory_read_directly(trace) == managed_memory && is_one_thread(trace) &&
	       is_one_gpu(trace) && !is_placed(trace);
}

bool managed_waits_are_told(const struct trace *trace)
{
	return does_move(trace) && !may_stay(trace);
}

void managed_waits_leave(bool has_no_reason[], const struct trace *trace)
{
	if (!does_move(trace))
		return;
	for (uint32_t c = 0; c < trace->calls.count; c++)
		if (has_no_reason[c] && has_pause(trace, c))
			has_no_reason[c] = false;
}
