/* SPDX-License-Identifier: MIT */
/* Tells waits for managed memory by the pauses behind them. */
#include "rules/shared/managed_waits.h"

#include <string.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/managed.h"
#include "rules/shared/waits.h"
#include "trace/call_class.h"

enum { FAULT, APART, KEPT, TOLD, IN_ROWS, ROWS };

const struct threshold managed_waits_thresholds[] = {
	[FAULT] = { "fault", 5000, "ns" },
	[APART] = { "apart", 2000000, "ns" },
	[KEPT] = { "kept", 300000000, "ns" },
	[TOLD] = { "told", 75, "%" },
	[IN_ROWS] = { "in rows", 75, "%" },
	[ROWS] = { "rows", 2, "rows" },
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

/* How long the pauses are that has_pause() looks for. */
static int64_t pauses_ns(const struct trace *trace, uint32_t call)
{
	const struct trace_calls *calls = &trace->calls;
	int64_t sum_ns = 0;

	for (uint32_t c = call + 1; c < calls->count; c++) {
		const int64_t ns = calls->start_ns[c] - calls->end_ns[c - 1];

		if (ns >= managed_waits_thresholds[FAULT].value)
			sum_ns = sum_saturated(sum_ns, ns);
		if (call_class(trace, c) == CALL_SYNCHRONIZE)
			break;
	}
	return sum_ns;
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

/* Whether the driver is known to have kept a page from going to and fro. */
static bool has_kept(const struct trace *trace)
{
	for (size_t i = 0; i < trace->migrations_count; i++)
		if (trace->migrations[i].kind == MIGRATION_THRASHING ||
		    trace->migrations[i].kind == MIGRATION_THROTTLING ||
		    trace->migrations[i].kind == MIGRATION_REMOTE_MAP)
			return true;
	return false;
}

/* Goes through the waits behind which more work was issued. */
struct wait_walk {
	const struct trace *trace;
	uint32_t call, last;
	int64_t paused_ns;     /* the last one that the host paused behind */
	int64_t kept_until_ns; /* the driver may keep a page on the host */
};

enum behind { PAUSE, AT_ONCE, DOUBTED };

static struct wait_walk walk_of(const struct trace *trace)
{
	return (struct wait_walk){
		.trace = trace,
		.last = last_issue(trace),
		.paused_ns = INT64_MIN / 2,
		.kept_until_ns = INT64_MIN,
	};
}

/* The next one, *CALL, and what is BEHIND it; false: there are no more. */
static bool next_wait(struct wait_walk *walk, uint32_t *call, enum behind *behind)
{
	const struct trace *trace = walk->trace;
	int64_t end_ns;

	while (walk->call < walk->last && call_class(trace, walk->call) != CALL_SYNCHRONIZE)
		walk->call++;
	if (walk->call >= walk->last)
		return false;
	*call = walk->call++;
	end_ns = trace->calls.end_ns[*call];
	*behind = end_ns < walk->kept_until_ns ? DOUBTED : AT_ONCE;
	if (!has_pause(trace, *call))
		return true;
	*behind = PAUSE;
	if (!trace->migrations_count && /* which would have it */
	    end_ns - walk->paused_ns < managed_waits_thresholds[APART].value)
		walk->kept_until_ns = end_ns + (int64_t)managed_waits_thresholds[KEPT].value;
	walk->paused_ns = end_ns;
	return true;
}

/* Whether pages move to the host where it reads them, as far as the driver lets them. */
static bool does_move(const struct trace *trace)
{
	return waits_memory_read_directly(trace) == managed_memory && is_one_thread(trace) &&
	       is_one_gpu(trace) && !is_placed(trace);
}

bool managed_waits_are_told(const struct trace *trace)
{
	struct wait_walk walk = walk_of(trace);
	int64_t waits[DOUBTED + 1] = { 0 };
	enum behind behind;
	uint32_t call;

	if (!does_move(trace) || has_kept(trace))
		return false;
	while (next_wait(&walk, &call, &behind))
		waits[behind]++;
	return percent_of(waits[AT_ONCE], waits[AT_ONCE] + waits[DOUBTED]) >=
	       managed_waits_thresholds[TOLD].value;
}

bool managed_waits_come_in_rows(struct managed_rows *rows, const struct trace *trace)
{
	struct wait_walk walk = walk_of(trace);
	bool is_in_row = false;
	enum behind behind;
	uint32_t call;

	*rows = (struct managed_rows){ .waits = 0 };
	if (!does_move(trace))
		return false;
	while (next_wait(&walk, &call, &behind)) {
		rows->waits++;
		if (behind == PAUSE) {
			rows->rows += !is_in_row;
			rows->pauses++;
			rows->ns = sum_saturated(rows->ns, pauses_ns(trace, call));
		}
		is_in_row = behind == PAUSE;
	}
	return (double)rows->rows >= managed_waits_thresholds[ROWS].value &&
	       percent_of(rows->pauses - rows->rows, rows->pauses) >=
	               managed_waits_thresholds[IN_ROWS].value &&
	       percent_of(rows->waits - rows->pauses, rows->waits) >=
	               managed_waits_thresholds[TOLD].value;
}

void managed_waits_leave(bool has_no_reason[], const struct trace *trace)
{
	struct wait_walk walk = walk_of(trace);
	const bool are_told = managed_waits_are_told(trace);
	struct managed_rows rows;
	const bool are_read = managed_waits_come_in_rows(&rows, trace);
	enum behind behind;
	uint32_t call;

	if (!does_move(trace))
		return;
	while (next_wait(&walk, &call, &behind))
		if (behind == PAUSE || are_read || (behind == DOUBTED && are_told))
			has_no_reason[call] = false;
}
