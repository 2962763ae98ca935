/* SPDX-License-Identifier: MIT */
/* Finds the recorder's own time and what was not recorded, and cuts them out. */
#include "trace/recorder_time.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/interval.h"
#include "trace/recorder_stalls.h"
#include "trace/trace_loader.h"

enum {
	CUT_MIN_NS = 1000,   /* shorter ones are not worth their place: a call takes as long */
	HELD_MIN_NS = 20000, /* longer than from a launch to an idle GPU's start of its kernel, and
	                        than a call that launches takes */
};

/* ---- what was not recorded ---- */

/* Those that overlap become one, and an open one ends with what was recorded. */
static void unite_unrecorded(struct trace *trace)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->unrecorded_count; i++) {
		struct trace_unrecorded next = trace->unrecorded[i];
		struct trace_unrecorded *last = kept ? &trace->unrecorded[kept - 1] : NULL;

		if (next.end_ns == FUTURE_NS)
			next.end_ns =
			        next.start_ns > trace->last_ns ? next.start_ns : trace->last_ns;
		if (last && next.start_ns <= last->end_ns)
			last->end_ns = next.end_ns > last->end_ns ? next.end_ns : last->end_ns;
		else
			trace->unrecorded[kept++] = next;
	}
	trace->unrecorded_count = kept;
}

/* A function whose first launch in the trace comes after a time that is not may have been launched
 * in that. */
static int note_earlier_launches(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	bool *is_seen;

	unite_unrecorded(trace);
	if (!trace->unrecorded_count)
		return 0;
	is_seen = calloc(trace->functions_count + 1, sizeof *is_seen);
	if (!is_seen)
		return -ENOMEM;
	for (size_t i = 0; i < o->count; i++) {
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(trace, i);
		if (!is_seen[function] && o->start_ns[i] >= trace->unrecorded[0].start_ns)
			trace->functions[function].is_launched_before = true;
		is_seen[function] = true;
	}
	free(is_seen);
	return 0;
}

/* The first operation that starts at NS or later. */
static size_t operation_after(const struct trace_operations *o, int64_t ns)
{
	size_t low = 0, high = o->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (o->start_ns[middle] < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Where recording begins again the GPU may be busy with what was issued before, of which there is
 * no record: the first operation after it then waits for something that nobody knows. Until it
 * starts, nothing can be said of the GPU.
 */
static struct stall held_after(const struct trace *trace, const struct trace_unrecorded *u)
{
	const struct trace_operations *o = &trace->operations;
	const size_t first = operation_after(o, u->end_ns);
	const uint32_t call = first < o->count ? o->call[first] : NONE;
	struct stall held = { .thread = NONE };

	if (call == NONE || trace->calls.start_ns[call] < u->end_ns ||
	    o->start_ns[first] - trace->calls.end_ns[call] < HELD_MIN_NS)
		return held;
	held.start_ns = trace->calls.end_ns[call];
	held.end_ns = o->start_ns[first];
	return held;
}

/* ALL becomes the STALLS with what was not recorded between the first and the last activity. */
static int join_unrecorded(const struct trace *trace, const struct stalls *stalls,
                           struct stalls *all)
{
	all->items = malloc((stalls->count + 2 * trace->unrecorded_count + 1) * sizeof *all->items);
	if (!all->items)
		return -ENOMEM;
	for (size_t i = 0; i < stalls->count; i++)
		all->items[all->count++] = stalls->items[i];
	for (size_t i = 0; i < trace->unrecorded_count; i++) {
		const struct trace_unrecorded *u = &trace->unrecorded[i];
		struct stall stall = { u->start_ns, u->end_ns, NONE };
		const struct stall held = held_after(trace, u);

		stall.start_ns =
		        stall.start_ns < trace->first_ns ? trace->first_ns : stall.start_ns;
		stall.end_ns = stall.end_ns > trace->last_ns ? trace->last_ns : stall.end_ns;
		if (stall.start_ns < stall.end_ns)
			all->items[all->count++] = stall;
		if (held.start_ns < held.end_ns)
			all->items[all->count++] = held;
	}
	qsort(all->items, all->count, sizeof *all->items, stall_compare);
	return 0;
}

/* ---- what can be cut out ---- */

/* The first stall that ends after NS, at or after HINT. */
static size_t stall_after(const struct stalls *stalls, size_t hint, int64_t ns)
{
	while (hint < stalls->count && stalls->items[hint].end_ns <= ns)
		hint++;
	return hint;
}

/* Operations that run during a stall: that time is the program's. */
static int add_running(struct interval_set *busy, const struct trace *trace,
                       const struct stalls *stalls)
{
	const struct trace_operations *o = &trace->operations;
	size_t at = 0;
	int err = 0;

	for (size_t i = 0; i < o->count && !err; i++) { /* in order of start */
		at = stall_after(stalls, at, o->start_ns[i]);
		if (at == stalls->count)
			break;
		if (stalls->items[at].start_ns < o->end_ns[i])
			err = interval_set_add(busy, o->start_ns[i], o->end_ns[i]);
	}
	return err;
}

/* When the thread of CALL makes its next one; at the end of STALL if it does not before. */
static int64_t next_start_ns(const struct trace_calls *calls, size_t call,
                             const struct stall *stall)
{
	for (size_t i = call + 1; i < calls->count && calls->start_ns[i] < stall->end_ns; i++)
		if (calls->thread[i] == calls->thread[call])
			return calls->start_ns[i];
	return stall->end_ns;
}

/*
 * Another thread went on during STALL until it last began or ended a call; if it ended one, also
 * behind that. One that is in a call until the stall ends waits for the driver, which the recorder
 * keeps busy. Of what was not recorded nobody knows.
 */
static int add_other_thread(struct interval_set *busy, const struct trace_calls *calls, size_t call,
                            const struct stall *stall)
{
	const int64_t start_ns = calls->start_ns[call], end_ns = calls->end_ns[call];
	const bool begins = start_ns > stall->start_ns && start_ns < stall->end_ns;
	const bool ends = end_ns > stall->start_ns && end_ns < stall->end_ns;

	if (stall->thread == calls->thread[call] || (!begins && !ends))
		return 0;
	if (stall->thread == NONE)
		return interval_set_add(busy, stall->start_ns, stall->end_ns);
	return interval_set_add(busy, stall->start_ns,
	                        ends ? next_start_ns(calls, call, stall) : start_ns);
}

static int add_other_threads(struct interval_set *busy, const struct trace *trace,
                             const struct stalls *stalls)
{
	const struct trace_calls *calls = &trace->calls;
	size_t at = 0;
	int err = 0;

	for (size_t i = 0; i < calls->count && !err; i++) {
		/* Calls are in the order in which they began, by thread; across threads nearly. */
		while (at && stalls->items[at - 1].end_ns > calls->start_ns[i])
			at--;
		at = stall_after(stalls, at, calls->start_ns[i]);
		for (size_t s = at; s < stalls->count && !err; s++) {
			if (stalls->items[s].start_ns >= calls->end_ns[i])
				break;
			err = add_other_thread(busy, calls, i, &stalls->items[s]);
		}
	}
	return err;
}

static int add_cut(struct trace *trace, int64_t start_ns, int64_t end_ns, bool is_unrecorded)
{
	struct trace_cut last = { .start_ns = start_ns };

	if (trace->cuts_count)
		last = trace->cuts[trace->cuts_count - 1];
	if (start_ns < last.start_ns + last.length_ns) /* another thread's stall */
		start_ns = last.start_ns + last.length_ns;
	if (end_ns - start_ns < CUT_MIN_NS)
		return 0;
	if (ARRAY_ROOM(&trace->cuts, trace->cuts_count))
		return -ENOMEM;
	trace->cuts[trace->cuts_count++] = (struct trace_cut){
		.start_ns = start_ns,
		.length_ns = end_ns - start_ns,
		.before_ns = last.before_ns + last.length_ns,
		.is_unrecorded = is_unrecorded,
	};
	return 0;
}

/* The parts of the stalls that lie in no interval of BUSY, which is united. */
static int find_cuts(struct trace *trace, const struct stalls *stalls,
                     const struct interval_set *busy)
{
	size_t first = 0;
	int err = 0;

	for (size_t s = 0; s < stalls->count && !err; s++) {
		int64_t from_ns = stalls->items[s].start_ns;
		const int64_t to_ns = stalls->items[s].end_ns;
		const bool is_unrecorded = stalls->items[s].thread == NONE;

		while (first < busy->count && busy->items[first].end_ns <= from_ns)
			first++;
		for (size_t b = first; b < busy->count && busy->items[b].start_ns < to_ns && !err;
		     b++) {
			if (busy->items[b].start_ns > from_ns)
				err = add_cut(trace, from_ns, busy->items[b].start_ns,
				              is_unrecorded);
			from_ns = busy->items[b].end_ns > from_ns ? busy->items[b].end_ns : from_ns;
		}
		if (!err && from_ns < to_ns)
			err = add_cut(trace, from_ns, to_ns, is_unrecorded);
	}
	return err;
}

/* ---- what remains in calls ---- */

/* How much is cut out of the time before RECORDED_NS. */
static int64_t cut_before(const struct trace *trace, int64_t recorded_ns)
{
	size_t low = 0, high = trace->cuts_count;

	while (low < high) { /* the first that starts at or after it */
		size_t middle = (low + high) / 2;

		if (trace->cuts[middle].start_ns < recorded_ns)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return 0;
	return trace->cuts[low - 1].before_ns +
	       (recorded_ns - trace->cuts[low - 1].start_ns < trace->cuts[low - 1].length_ns
	                ? recorded_ns - trace->cuts[low - 1].start_ns
	                : trace->cuts[low - 1].length_ns);
}

/*
 * Whether CALL, of another thread, waits for the driver, which the recorder keeps during STALL: it
 * needs a module, which such a call does not get before, and comes back when that is over. What
 * needs none goes on meanwhile.
 */
static bool waits_for(const struct trace *trace, size_t call, const struct stall *stall)
{
	const struct trace_calls *calls = &trace->calls;

	return calls->start_ns[call] >= stall->start_ns && calls->end_ns[call] >= stall->end_ns &&
	       stall->end_ns - calls->start_ns[call] >= HELD_MIN_NS &&
	       stall_needs_module(trace, call);
}

/* How much of CALL, of what is not cut out, is STALL's. */
static int64_t remains_ns(const struct trace *trace, size_t call, const struct stall *stall)
{
	const struct trace_calls *calls = &trace->calls;
	const int64_t from_ns =
	        stall->start_ns > calls->start_ns[call] ? stall->start_ns : calls->start_ns[call];
	const int64_t to_ns =
	        stall->end_ns < calls->end_ns[call] ? stall->end_ns : calls->end_ns[call];

	if (from_ns >= to_ns ||
	    (stall->thread != calls->thread[call] && !waits_for(trace, call, stall)))
		return 0;
	return to_ns - from_ns - (cut_before(trace, to_ns) - cut_before(trace, from_ns));
}

static int note_remains(struct trace *trace, const struct stalls *stalls)
{
	const struct trace_calls *calls = &trace->calls;
	size_t at = 0;

	for (size_t i = 0; i < calls->count; i++) {
		int64_t ns = 0;

		while (at && stalls->items[at - 1].end_ns > calls->start_ns[i])
			at--;
		at = stall_after(stalls, at, calls->start_ns[i]);
		for (size_t s = at; s < stalls->count; s++) {
			if (stalls->items[s].start_ns >= calls->end_ns[i])
				break;
			ns += remains_ns(trace, i, &stalls->items[s]);
		}
		if (ns <= 0)
			continue;
		if (ARRAY_ROOM(&trace->recorder_calls, trace->recorder_calls_count))
			return -ENOMEM;
		trace->recorder_calls[trace->recorder_calls_count++] =
		        (struct trace_recorder_call){ ns, (uint32_t)i };
	}
	return 0;
}

/* ---- the cut ---- */

static void move(const struct trace *trace, int64_t *ns)
{
	*ns -= cut_before(trace, *ns);
}

static void move_all(const struct trace *trace, int64_t *times_ns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		move(trace, &times_ns[i]);
}

#define MOVE_INTERVALS(trace, array)                          \
	for (size_t i = 0; i < (trace)->array##_count; i++) { \
		move(trace, &(trace)->array[i].start_ns);     \
		move(trace, &(trace)->array[i].end_ns);       \
	}

/* Readings of a GPU that lie mostly in what was cut out are about nothing that is left. */
static void move_gpu_samples(struct trace *trace)
{
	size_t kept = 0;

	for (size_t i = 0; i < trace->gpu_samples_count; i++) {
		struct trace_gpu_sample sample = trace->gpu_samples[i];
		const int64_t recorded_ns = sample.end_ns - sample.start_ns;

		move(trace, &sample.start_ns);
		move(trace, &sample.end_ns);
		if (sample.end_ns - sample.start_ns >= recorded_ns / 2)
			trace->gpu_samples[kept++] = sample;
	}
	trace->gpu_samples_count = kept;
}

static void cut_out(struct trace *trace)
{
	move_all(trace, trace->operations.start_ns, trace->operations.count);
	move_all(trace, trace->operations.end_ns, trace->operations.count);
	move_all(trace, trace->calls.start_ns, trace->calls.count);
	move_all(trace, trace->calls.end_ns, trace->calls.count);
	MOVE_INTERVALS(trace, synchronizations);
	MOVE_INTERVALS(trace, markers);
	MOVE_INTERVALS(trace, overheads);
	MOVE_INTERVALS(trace, migrations);
	move_gpu_samples(trace);
	for (size_t i = 0; i < trace->allocations_count; i++)
		move(trace, &trace->allocations[i].time_ns);
	for (size_t i = 0; i < trace->host_samples_count; i++) {
		move(trace, &trace->host_samples[i].time_ns);
		move(trace, &trace->host_samples[i].asked_ns);
		move(trace, &trace->host_samples[i].since_ns);
	}
	move(trace, &trace->first_ns);
	move(trace, &trace->last_ns);
	if (trace->process_end_ns)
		move(trace, &trace->process_end_ns);
	if (trace->program_end_ns)
		move(trace, &trace->program_end_ns);
	if (trace->alive_ns)
		move(trace, &trace->alive_ns);
	if (trace->context_ready_ns)
		move(trace, &trace->context_ready_ns);
	if (trace->start_sampled_ns)
		move(trace, &trace->start_sampled_ns);
	if (trace->driver_ready_ns)
		move(trace, &trace->driver_ready_ns);
	trace_find_gpu_span(trace);
}

/* Cuts out the STALLS and, among ALL in order of start, what was not recorded. */
static int remove_stalls(struct trace *trace, const struct stalls *stalls, const struct stalls *all)
{
	struct interval_set busy = { 0 };
	int err = add_running(&busy, trace, all);

	if (!err)
		err = add_other_threads(&busy, trace, stalls);
	interval_set_unite(&busy);
	if (!err)
		err = find_cuts(trace, all, &busy);
	if (!err)
		err = note_remains(trace, stalls);
	if (!err && trace->cuts_count)
		cut_out(trace);
	interval_set_release(&busy);
	return err;
}

int recorder_time_remove(struct trace *trace)
{
	struct stalls stalls = { 0 }, all = { 0 };
	int err = note_earlier_launches(trace);

	if (!err)
		err = stalls_find(trace, &stalls);
	if (!err)
		err = join_unrecorded(trace, &stalls, &all);
	if (!err && all.count)
		err = remove_stalls(trace, &stalls, &all);
	free(stalls.items);
	free(all.items);
	return err;
}

int64_t recorder_time_recorded_ns(const struct trace *trace, int64_t ns)
{
	size_t low = 0, high = trace->cuts_count;

	while (low < high) { /* the first at which the trace's time is not below NS */
		size_t middle = (low + high) / 2;

		if (trace->cuts[middle].start_ns - trace->cuts[middle].before_ns < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? ns + trace->cuts[low - 1].before_ns + trace->cuts[low - 1].length_ns : ns;
}

static int64_t cut_between(const struct trace *trace, int64_t from_ns, int64_t to_ns,
                           bool is_unrecorded)
{
	int64_t sum_ns = 0;

	for (size_t i = 0; i < trace->cuts_count; i++) {
		const int64_t at_ns = trace->cuts[i].start_ns - trace->cuts[i].before_ns;

		if (at_ns >= from_ns && at_ns <= to_ns &&
		    trace->cuts[i].is_unrecorded == is_unrecorded)
			sum_ns += trace->cuts[i].length_ns;
	}
	return sum_ns;
}

int64_t recorder_time_between(const struct trace *trace, int64_t from_ns, int64_t to_ns)
{
	return cut_between(trace, from_ns, to_ns, false);
}

int64_t recorder_time_unrecorded(const struct trace *trace, int64_t from_ns, int64_t to_ns)
{
	return cut_between(trace, from_ns, to_ns, true);
}
