/* SPDX-License-Identifier: MIT */
/* Gaps: a GPU runs nothing, and what the host did meanwhile. Any thread. */
#include "rules/shared/gaps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "graph/constants.h"
#include "rules/shared/copies.h"
#include "trace/call_class.h"

const struct threshold pause_threshold[] = { { "pause", 50000, "ns" }, { .name = NULL } };
const struct threshold own_work_threshold[] = { { "own work", 50, "%" }, { .name = NULL } };
const struct threshold unexplained_threshold[] = { { "unexplained", 25, "%" }, { .name = NULL } };

int gap_walk_init(struct gap_walk *walk, const struct graph *graph)
{
	const struct trace_operations *o = &graph->trace->operations;
	size_t devices = graph->trace->devices_count;

	*walk = (struct gap_walk){ .graph = graph, .device = NONE };
	walk->last_end_ns = malloc((devices + 1) * sizeof *walk->last_end_ns);
	walk->last = malloc((devices + 1) * sizeof *walk->last);
	if (!walk->last_end_ns || !walk->last) {
		gap_walk_release(walk);
		return -ENOMEM;
	}
	for (size_t d = 0; d < devices; d++)
		walk->last_end_ns[d] = INT64_MIN;
	walk->end = o->count;
	while (walk->end && o->type[walk->end - 1] != OPERATION_KERNEL)
		walk->end--;
	if (!walk->end)
		walk->end = o->count;
	return 0;
}

void gap_walk_release(struct gap_walk *walk)
{
	free(walk->last_end_ns);
	free(walk->last);
	*walk = (struct gap_walk){ 0 };
}

/* The part of [FROM_NS, TO_NS) within the gap. */
static int64_t within(const struct gap *gap, int64_t from_ns, int64_t to_ns)
{
	if (from_ns < gap->start_ns)
		from_ns = gap->start_ns;
	if (to_ns > gap->end_ns)
		to_ns = gap->end_ns;
	return to_ns > from_ns ? to_ns - from_ns : 0;
}

/* The host's own time in the gap, FROM_NS to TO_NS: where it waited for pages that it touched, it
 * did not work. */
static void add_own_time(const struct gap_walk *walk, struct gap *gap, int64_t from_ns,
                         int64_t to_ns)
{
	const int64_t own_ns = within(gap, from_ns, to_ns);
	const int64_t pages_ns =
	        own_ns ? graph_host_migration_within(
	                         walk->graph, from_ns > gap->start_ns ? from_ns : gap->start_ns,
	                         to_ns < gap->end_ns ? to_ns : gap->end_ns)
	               : 0;

	gap->share_ns[SHARE_MIGRATION] += pages_ns;
	gap->share_ns[SHARE_HOST] += own_ns - pages_ns;
}

/* What the time in CALL counts as: one that starts CUDA again does that and nothing else. */
static enum share share_of(const struct graph *graph, uint32_t call)
{
	return graph_is_reset(graph, call) || graph_is_restart(graph, call)
	               ? SHARE_RESTART
	               : share_of_class[call_class(graph->trace, call)];
}

/* CALL up to END_NS, as far as it is in the gap: of a wait for pages that the program has asked
 * for, and of asking for them, these are the cause. */
static void add_call(const struct gap_walk *walk, struct gap *gap, uint32_t call, int64_t end_ns)
{
	const struct trace *trace = walk->graph->trace;
	const int64_t start_ns = trace->calls.start_ns[call];
	const int64_t ns = within(gap, start_ns, end_ns);
	const int64_t prefetch_ns =
	        ns ? graph_prefetch_within(walk->graph, call,
	                                   start_ns > gap->start_ns ? start_ns : gap->start_ns,
	                                   end_ns < gap->end_ns ? end_ns : gap->end_ns)
	           : 0;

	gap->prefetch_ns += prefetch_ns;
	gap->share_ns[SHARE_MIGRATION] += prefetch_ns;
	gap->share_ns[share_of(walk->graph, call)] += ns - prefetch_ns;
}

/*
 * What the thread that issued the next operation did in the gap, and the one that it waited for:
 * back from that call, call by call.
 * Gaps of a device do not overlap, so that each call is looked at about once.
 */
static void gap_split(const struct gap_walk *walk, struct gap *gap, uint32_t call)
{
	const struct trace *trace = walk->graph->trace;
	const struct trace_calls *calls = &trace->calls;
	int64_t later_ns = calls->start_ns[call], earlier_ns, issuing_ns;

	/* The call itself up to its end, then the way to the GPU. A call that waited for the
	 * operation issued it at once. */
	earlier_ns = calls->end_ns[call] < gap->end_ns ? calls->end_ns[call] : gap->end_ns;
	gap->share_ns[SHARE_LAUNCH] += within(gap, earlier_ns, gap->end_ns);
	issuing_ns = within(gap, later_ns, earlier_ns);
	if (walk->graph->waited[call] == gap->next) {
		gap->share_ns[SHARE_LAUNCH] += issuing_ns;
		gap->waited_ns = issuing_ns;
	} else {
		gap->share_ns[share_of(walk->graph, call)] += issuing_ns;
	}
	for (uint32_t c = graph_call_before(walk->graph, call);
	     c != NONE && later_ns > gap->start_ns; c = graph_call_before(walk->graph, c)) {
		int64_t end_ns = calls->end_ns[c] < later_ns ? calls->end_ns[c] : later_ns;
		enum call_class class = call_class(trace, c);

		add_own_time(walk, gap, end_ns, later_ns);
		add_call(walk, gap, c, end_ns);
		if (class == CALL_SYNCHRONIZE && calls->end_ns[c] > gap->start_ns &&
		    gap->wait_call == NONE)
			gap->wait_call = c;
		later_ns = calls->start_ns[c];
	}
	add_own_time(walk, gap, gap->start_ns, later_ns); /* before the thread's first call */
}

/*
 * The call of LAST, the operation before the gap, if it is a copy of results that held the thread
 * of CALL until they were there, or NONE: to the host that is a wait for the GPU.
 */
static uint32_t result_call(const struct trace *trace, const struct gap *gap, uint32_t last,
                            uint32_t call)
{
	const struct trace_calls *calls = &trace->calls;
	uint32_t copy = trace->operations.call[last];

	if (copy == NONE || copy_direction(trace, last) != COPY_OUT ||
	    !copy_is_blocking(trace, last))
		return NONE;
	return calls->thread[copy] == calls->thread[call] && calls->end_ns[copy] > gap->start_ns &&
	                       calls->end_ns[copy] <= calls->start_ns[call]
	               ? copy
	               : NONE;
}

static bool is_launch_after_launch(const struct trace *trace, uint32_t call, uint32_t before)
{
	return before != NONE && call_class(trace, call) == CALL_LAUNCH &&
	       call_class(trace, before) == CALL_LAUNCH &&
	       trace->calls.start_ns[call] - trace->calls.end_ns[before] <= pause_threshold->value;
}

/* Where nothing takes most of the gap: what takes more than the rest. Nothing of the host's does:
 * it launched, and that takes its time. */
static enum gap_kind largest_kind(const struct trace *trace, const struct gap *gap,
                                  const int64_t share_ns[SHARES])
{
	static const struct {
		enum share share;
		enum gap_kind kind;
	} kinds[] = {
		{ SHARE_HOST, GAP_HOST },      { SHARE_CALL_ALLOCATE, GAP_ALLOCATION },
		{ SHARE_CALL_COPY, GAP_COPY }, { SHARE_CALL_OTHER, GAP_OTHER },
		{ SHARE_LOADING, GAP_OTHER },  { SHARE_TEARDOWN, GAP_OTHER },
		{ SHARE_RESTART, GAP_OTHER },
	};
	int64_t most_ns = share_ns[SHARE_CALL_LAUNCH];
	enum gap_kind most =
	        trace->operations.flags[gap->next] & OPERATION_GRAPH ? GAP_GRAPH : GAP_LAUNCH;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (share_ns[kinds[i].share] > most_ns) {
			most_ns = share_ns[kinds[i].share];
			most = kinds[i].kind;
		}
	return most;
}

/* WAIT_NS: how much of the gap passed in a copy of results before it. */
static enum gap_kind gap_kind_of(const struct graph *graph, const struct gap *gap, uint32_t call,
                                 int64_t wait_ns)
{
	const struct trace *trace = graph->trace;
	int64_t share_ns[SHARES];
	double most_ns = (double)(gap->end_ns - gap->start_ns) * own_work_threshold->value / 100;

	memcpy(share_ns, gap->share_ns, sizeof share_ns);
	share_ns[share_of(graph, call)] += gap->waited_ns;
	if (graph_is_load(graph, call) && share_ns[SHARE_CALL_LAUNCH] > most_ns)
		return GAP_DEPENDENCY;
	if (is_launch_after_launch(trace, call, gap->call_before))
		return GAP_LAUNCH;
	if (share_ns[SHARE_MIGRATION] > most_ns)
		return GAP_DEPENDENCY;
	if (share_ns[SHARE_HOST] > most_ns)
		return GAP_HOST;
	if (share_ns[SHARE_CALL_ALLOCATE] > most_ns)
		return GAP_ALLOCATION;
	if (share_ns[SHARE_CALL_COPY] - wait_ns > most_ns)
		return GAP_COPY;
	if (share_ns[SHARE_CALL_OTHER] + share_ns[SHARE_RESTART] > most_ns)
		return GAP_OTHER;
	if (gap->wait_call != NONE)
		return GAP_SYNCHRONIZATION;
	return largest_kind(trace, gap, share_ns);
}

/*
 * How much of the gap passed because the host had not issued the next operation: all or nothing,
 * since whatever else can hold an operation has rules of its own. But where nothing explains a late
 * start, only the time since the operation could have started is unexplained: after a long pause of
 * the host its next launch takes longer, and a GPU may serve others. And where the call that issues
 * it loads code, that is none of what passed before it.
 */
static int64_t gap_issue_ns(const struct graph *graph, const struct gap *gap)
{
	const int64_t length_ns = gap->end_ns - gap->start_ns;
	enum cause cause = graph->cause[gap->next];
	int64_t ready_ns = graph->ready_ns[gap->next];

	const uint32_t call = graph->trace->operations.call[gap->next];

	if (call == NONE)
		return 0;
	if (cause == CAUSE_LOADING && graph->trace->calls.start_ns[call] > ready_ns)
		ready_ns = graph->trace->calls.start_ns[call];
	/* Nothing starts before the host has issued it. */
	if (cause == CAUSE_UNEXPLAINED && graph->trace->calls.end_ns[call] > ready_ns &&
	    graph->trace->calls.end_ns[call] <= gap->end_ns)
		ready_ns = graph->trace->calls.end_ns[call];
	if (ready_ns > gap->start_ns &&
	    (cause == CAUSE_LOADING ||
	     (cause == CAUSE_UNEXPLAINED && graph->base[gap->next] == NONE)))
		return ready_ns - gap->start_ns;
	return cause == CAUSE_ISSUE ? length_ns : 0;
}

/* By how much recording CALL delayed an operation that it issued, and that started at START_NS. */
static int64_t recorder_ns_of_issue(const struct graph *graph, uint32_t call, int64_t start_ns)
{
	const struct recorder_cost *cost = &graph->recorder;
	const int64_t way_ns = start_ns - graph->trace->calls.start_ns[call];
	const int64_t alone_ns = cost->graph_launch_ns + GRAPH_START_NS;

	if (call_class(graph->trace, call) != CALL_GRAPH_LAUNCH)
		return recorder_cost_of_call(cost, graph->trace, call, true);
	return way_ns > alone_ns ? way_ns - alone_ns : 0;
}

/*
 * By how much recording its calls made the host later with the operation behind a gap of ISSUE_NS
 * that ends at END_NS:
 * calls of the thread since it issued LAST, the operation before the gap, or waited. Such times of
 * a device do not overlap either, but for LAST: each call is looked at once or twice. Launches
 * before the last one issued nothing that ran here: they were captured, say, and cost as little as
 * a call without an operation.
 */
static int64_t gap_recorder_ns(const struct graph *graph, uint32_t last, uint32_t call,
                               int64_t issue_ns, int64_t end_ns)
{
	const struct trace *trace = graph->trace;
	const struct recorder_cost *cost = &graph->recorder;
	const int64_t begin_ns = trace->operations.start_ns[last];
	int64_t sum_ns = 0;

	for (uint32_t c = call; cost->is_known && c != NONE && c != trace->operations.call[last] &&
	                        trace->calls.end_ns[c] > begin_ns && sum_ns < issue_ns;
	     c = graph_previous_call(graph, c)) {
		if (graph->waited[c] != NONE && c != call) {
			sum_ns += cost->wait_ns;
			break;
		}
		sum_ns += c == call ? recorder_ns_of_issue(graph, c, end_ns)
		                    : recorder_cost_of_call(cost, trace, c, false);
	}
	return sum_ns < issue_ns ? sum_ns : issue_ns;
}

/*
 * When the GPU has nothing to do behind LAST, the operation before GAP: where that launched kernels
 * itself, and the host waited for it, once that wait has returned. The calls that it looks at are
 * those of the thread that ended the gap.
 */
static int64_t idle_from_ns(const struct graph *graph, const struct gap *gap, uint32_t last)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	uint32_t call = trace->operations.call[gap->next];

	if (call == NONE || trace->operations.type[last] != OPERATION_KERNEL ||
	    !graph_codes(graph)[operation_function(trace, last)].launches_kernels)
		return gap->start_ns;
	do
		call = graph_previous_call(graph, call);
	while (call != NONE && calls->end_ns[call] > gap->start_ns && graph->waited[call] != last);
	return call != NONE && graph->waited[call] == last && calls->end_ns[call] < gap->end_ns &&
	                       calls->end_ns[call] - gap->start_ns >= LAG_UNEXPLAINED_NS
	               ? calls->end_ns[call]
	               : gap->start_ns;
}

/* What of the gap is none of it, ISSUE_NS of which passed before the issue. */
static int64_t late_ns(const struct gap *gap, int64_t issue_ns)
{
	const int64_t length_ns = gap->end_ns - gap->start_ns, rest_ns = length_ns - issue_ns;

	return (double)rest_ns >= (double)length_ns * unexplained_threshold->value / 100 ? rest_ns
	                                                                                 : 0;
}

/* LAST: the operation before the gap. */
static void gap_fill(const struct gap_walk *walk, struct gap *gap, uint32_t last)
{
	const struct graph *graph = walk->graph;
	const struct trace_calls *calls = &graph->trace->calls;
	int64_t wait_ns = 0;
	uint32_t result, call = graph->trace->operations.call[gap->next];
	const bool is_behind_pages = call != NONE && graph_awaits_prefetch(graph, gap->next);
	enum share rest = call == NONE      ? SHARE_UNEXPLAINED
	                  : is_behind_pages ? SHARE_MIGRATION
	                                    : share_of_cause[graph->cause[gap->next]];
	int64_t end_ns = gap->end_ns, issue_ns;

	gap->start_ns = idle_from_ns(graph, gap, last);
	issue_ns = gap_issue_ns(graph, gap);
	gap->late_ns = late_ns(gap, issue_ns);
	end_ns -= gap->late_ns;
	gap->wait_call = gap->call_before = NONE;
	if (!issue_ns || (gap->late_ns && is_behind_pages)) {
		end_ns += gap->late_ns;
		gap->late_ns = 0;
		gap->kind = GAP_DEPENDENCY;
		gap->share_ns[rest] = end_ns - gap->start_ns;
		gap->prefetch_ns = is_behind_pages ? end_ns - gap->start_ns : 0;
		return;
	}
	gap->call_before = graph_previous_call(graph, call);
	gap->recorder_ns = gap_recorder_ns(graph, last, call, issue_ns, gap->end_ns);
	gap->end_ns = gap->start_ns + issue_ns; /* for the host's part alone */
	gap_split(walk, gap, call);
	result = result_call(graph->trace, gap, last, call);
	if (result != NONE) {
		wait_ns = within(gap, calls->start_ns[result], calls->end_ns[result]);
		if (gap->wait_call == NONE)
			gap->wait_call = result;
	}
	gap->share_ns[rest] += end_ns - gap->end_ns;
	gap->prefetch_ns += is_behind_pages ? end_ns - gap->end_ns : 0;
	gap->end_ns = end_ns;
	gap->kind = gap_kind_of(graph, gap, call, wait_ns);
}

bool gap_next(struct gap_walk *walk, struct gap *gap)
{
	const struct trace *trace = walk->graph->trace;
	const struct trace_operations *o = &trace->operations;

	for (; walk->next < walk->end; walk->next++) {
		uint32_t id = (uint32_t)walk->next, device = operation_device(trace, id);
		int64_t *last_ns = &walk->last_end_ns[device], before_ns = *last_ns;
		uint32_t last = walk->last[device];

		if (walk->device != NONE && walk->device != device)
			continue;
		if (o->end_ns[id] > *last_ns) {
			*last_ns = o->end_ns[id];
			walk->last[device] = id;
		}
		if (before_ns == INT64_MIN || before_ns >= o->start_ns[id])
			continue;
		*gap = (struct gap){ .start_ns = before_ns,
			             .end_ns = o->start_ns[id],
			             .device = device,
			             .next = id };
		gap_fill(walk, gap, last);
		walk->next++;
		return true;
	}
	return false;
}

int64_t gap_leave_allocation(struct gap *gap, const struct trace *trace)
{
	const int64_t allocation_ns = gap->share_ns[SHARE_CALL_ALLOCATE];
	const bool has_waited =
	        gap->wait_call != NONE && call_class(trace, gap->wait_call) != CALL_ALLOCATE;

	if (gap->kind == GAP_ALLOCATION && !has_waited)
		return 0;
	if (gap->kind == GAP_ALLOCATION)
		gap->kind = GAP_SYNCHRONIZATION;
	gap->share_ns[SHARE_CALL_ALLOCATE] = 0;
	return allocation_ns;
}

static int64_t recorder_ns_in(const struct graph *graph, const struct gap *gap)
{
	const uint32_t before = graph->base[gap->next];
	int64_t ns;

	if (gap->kind != GAP_DEPENDENCY)
		return gap->recorder_ns;
	if (!graph->recorder.is_known || graph->cause[gap->next] != CAUSE_STREAM || before == NONE)
		return 0;
	ns = recorder_cost_of_gap(&graph->recorder, graph->trace, before, gap->next);
	return ns < gap->end_ns - gap->start_ns ? ns : gap->end_ns - gap->start_ns;
}

int gaps_recorder_ns(int64_t *recorder_ns, const struct graph *graph, uint32_t device,
                     const struct interval_set *windows)
{
	struct gap_walk walk;
	struct gap gap;
	size_t window = 0;
	int err = gap_walk_init(&walk, graph);

	*recorder_ns = 0;
	walk.device = device;
	while (!err && gap_next(&walk, &gap)) {
		while (window < windows->count && windows->items[window].end_ns <= gap.start_ns)
			window++;
		if (window == windows->count)
			break;
		if (gap.start_ns >= windows->items[window].start_ns)
			*recorder_ns += recorder_ns_in(graph, &gap);
	}
	gap_walk_release(&walk);
	return err;
}
