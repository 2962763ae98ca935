/* SPDX-License-Identifier: MIT */
/*
 * The walk back. Each step goes to an earlier time, or stays at the same and goes to what was
 * issued earlier, so a walk ends. In a recording, the walks over a device's idle times pass a call
 * or an operation once or twice in all. In a trace with hostile times, where every operation ends
 * before its call began, each of them could pass all calls: what they may walk together is bounded.
 */
#include "graph/budget.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "graph/context_start.h"
#include "graph/fill_pages.h"
#include "graph/graph.h"
#include "trace/call_class.h"
#include "trace/summary.h"

enum {
	STEPS_PER_ITEM = 16, /* of a device's walks; those of samples/traces take 2 */
	BEHIND_MOST = 64,    /* operations in a row that one wait is followed back over */
};

struct back {
	struct budget_walk *walk;
	const struct trace *trace;
	const struct graph_index *index;
	const struct timeline *timeline;
	struct budget *budget;
	int64_t now_ns;   /* everything after this is accounted for */
	int64_t from_ns;  /* everything before this does not count */
	int64_t until_ns; /* where it began */
};

static const enum share share_of_type[OPERATION_TYPES] = {
	[OPERATION_KERNEL] = SHARE_KERNEL,
	[OPERATION_COPY] = SHARE_COPY,
	[OPERATION_FILL] = SHARE_FILL,
};

/* What a wait for an avoidable cause counts as. */
const enum share share_of_cause[CAUSES] = {
	[CAUSE_ISSUE] = SHARE_LAUNCH,
	[CAUSE_STREAM] = SHARE_GAP,
	[CAUSE_EVENT] = SHARE_GAP,
	[CAUSE_GRAPH] = SHARE_GAP,
	[CAUSE_DEFAULT_STREAM] = SHARE_DEFAULT_STREAM,
	[CAUSE_QUEUE] = SHARE_QUEUE,
	[CAUSE_COPY_ENGINE] = SHARE_COPY_ENGINE,
	[CAUSE_CAPACITY] = SHARE_CAPACITY,
	[CAUSE_LOADING] = SHARE_LOADING,
	[CAUSE_HOST_CALLBACK] = SHARE_HOST_CALLBACK,
	[CAUSE_STAGING] = SHARE_COPY,
	[CAUSE_CHILDREN] = SHARE_CHILDREN,
	[CAUSE_UNEXPLAINED] = SHARE_UNEXPLAINED,
};

const enum share share_of_class[CALL_CLASSES] = {
	[CALL_OTHER] = SHARE_CALL_OTHER,
	[CALL_LAUNCH] = SHARE_CALL_LAUNCH,
	[CALL_GRAPH_LAUNCH] = SHARE_CALL_LAUNCH,
	[CALL_COPY] = SHARE_CALL_COPY,
	[CALL_FILL] = SHARE_CALL_COPY,
	[CALL_ALLOCATE] = SHARE_CALL_ALLOCATE,
	[CALL_FREE] = SHARE_CALL_ALLOCATE,
	[CALL_SYNCHRONIZE] = SHARE_CALL_SYNCHRONIZE,
	[CALL_QUERY] = SHARE_CALL_SYNCHRONIZE,
	/* asked again and again until it is done */[CALL_EVENT_RECORD] = SHARE_CALL_OTHER,
	[CALL_WAIT_EVENT] = SHARE_CALL_OTHER,
	[CALL_STREAM] = SHARE_CALL_OTHER,
	[CALL_EVENT] = SHARE_CALL_OTHER,
	[CALL_LOAD] = SHARE_LOADING,
	[CALL_HOST_CALLBACK] = SHARE_CALL_OTHER,
	[CALL_GRAPH] = SHARE_CALL_OTHER,
	[CALL_TEARDOWN] = SHARE_TEARDOWN,
};

/* A step of DURATION_NS before the others; one with the share of the step behind it is part of
 * it. */
static void add_step(struct graph_path *path, int64_t duration_ns, enum share share)
{
	struct graph_step *step;

	if (path->err)
		return;
	if (path->count && path->steps[path->count - 1].share == share) {
		path->steps[path->count - 1].duration_ns += duration_ns;
		return;
	}
	step = ARRAY_ADD(&path->steps, &path->count);
	if (step)
		*step = (struct graph_step){ duration_ns, share };
	else
		path->err = -ENOMEM;
}

/* Accounts for the time back to TO_NS; nothing if we are before it already. */
static void back_to(struct back *back, int64_t to_ns, enum share share)
{
	if (to_ns < back->from_ns)
		to_ns = back->from_ns;
	if (to_ns >= back->now_ns)
		return;
	if (back->walk->path)
		add_step(back->walk->path, back->now_ns - to_ns, share);
	back->budget->share_ns[share] += back->now_ns - to_ns;
	back->budget->wall_ns += back->now_ns - to_ns;
	back->now_ns = to_ns;
}

/* As it was recorded: a time, of which what is within HELD has the share SHARE. */
struct recorded_time {
	int64_t start_ns, end_ns;
	const struct held_times *held;
	enum share share;
};

/*
 * Accounts for the time back to TO_NS, which was RECORDED: where that was held, it has that share.
 * In a replay it is as much of what is left of it.
 */
static void back_over_held(struct back *back, int64_t to_ns, enum share share,
                           const struct recorded_time *recorded)
{
	const int64_t held_part_ns = held_ns(recorded->held, recorded->start_ns, recorded->end_ns);
	const int64_t now_ns = back->now_ns, length_ns = now_ns - to_ns;

	if (held_part_ns > 0 && length_ns > 0)
		back_to(back,
		        now_ns - (int64_t)((double)length_ns * (double)held_part_ns /
		                           (double)(recorded->end_ns - recorded->start_ns)),
		        recorded->share);
	back_to(back, to_ns, share);
}

/* Back over what a call that is not recorded took to make the first context, if that was in the
 * pause PAUSE, which ends now and began at FROM_NS. */
static void back_over_context(struct back *back, const struct recorded_time *pause, int64_t from_ns)
{
	const struct interval *context = &back->walk->context;
	const int64_t end_ns = back->now_ns - (pause->end_ns - context->end_ns);
	const int64_t start_ns = end_ns - (context->end_ns - context->start_ns);

	if (context->end_ns <= context->start_ns || context->start_ns < pause->start_ns ||
	    context->end_ns > pause->end_ns || start_ns < from_ns)
		return;
	back_to(back, end_ns, SHARE_HOST);
	back_to(back, start_ns, SHARE_STARTUP);
}

/* Back over the host's own time between its calls BEFORE and CALL. */
static void back_over_host(struct back *back, uint32_t before, uint32_t call)
{
	const struct trace_calls *calls = &back->trace->calls;
	const struct recorded_time recorded = {
		.start_ns = calls->end_ns[before],
		.end_ns = calls->start_ns[call],
		.held = &back->index->migrations.host,
		.share = SHARE_MIGRATION,
	};

	back_over_context(back, &recorded, back->timeline->call_end_ns[before]);
	back_over_held(back, back->timeline->call_end_ns[before],
	               calls_start_library(back->trace, before, call) ? SHARE_LIBRARIES
	                                                              : SHARE_HOST,
	               &recorded);
}

/*
 * Back to TO_NS, where something ended, from what came behind it. A prefetch may lie between, which
 * is no operation of the trace: its time is that of a copy. In a replay it is part of the lag.
 */
static void back_over_wait(struct back *back, int64_t to_ns, enum share share)
{
	const struct recorded_time recorded = {
		.start_ns = to_ns,
		.end_ns = back->now_ns,
		.held = &back->index->migrations.streams,
		.share = SHARE_COPY,
	};

	if (back->timeline->start_ns == back->trace->operations.start_ns)
		back_over_held(back, to_ns, share, &recorded);
	else
		back_to(back, to_ns, share);
}

/* What the end of CALL waited for, behind WAITED (NONE: nothing that is known), if that can be
 * told; else SHARE. */
static enum share share_of_rest(const struct back *back, uint32_t call, uint32_t waited,
                                enum share share)
{
	if (waited != NONE && launches_kernels(back->index, back->trace, waited))
		return SHARE_CHILDREN;
	return !back->trace->migrations_count &&
	                       prefetch_is_awaited_by(&back->index->prefetches, call)
	               ? SHARE_MIGRATION
	               : share;
}

/* Back to the end of the operation that CALL waited for. What that launched itself ran until the
 * call returned; pages that were asked for behind it moved. */
static void back_over_waited(struct back *back, uint32_t call, uint32_t waited, enum share share)
{
	const int64_t end_ns = back->timeline->end_ns[waited];
	const enum share rest = share_of_rest(back, call, waited, share);

	if (back->now_ns - end_ns >= LAG_UNEXPLAINED_NS && rest != share) {
		back_to(back, back->now_ns - WAKE_NS, share);
		back_to(back, end_ns, rest);
	}
	back_over_wait(back, end_ns, share);
}

/* Whether one more step may be taken. */
static bool take_step(struct back *back)
{
	if (back->walk->steps) {
		back->walk->steps--;
		return true;
	}
	back_to(back, back->from_ns, SHARE_UNEXPLAINED);
	return false;
}

static bool is_before(const void *item, const void *key)
{
	return *(const uint32_t *)item < *(const uint32_t *)key;
}

/* Whether CALL is one of COUNT ascending ones. */
static bool is_among(const uint32_t *calls, size_t count, uint32_t call)
{
	size_t place = lower_bound(&call, calls, count, sizeof *calls, is_before);

	return place < count && calls[place] == call;
}

bool graph_is_load(const struct graph *graph, uint32_t call)
{
	return is_among(graph->index->load_calls, graph->index->load_calls_count, call);
}

/* Calls up to the one that issued the first operation start CUDA: context, modules, first
 * allocations. */
static enum share share_of_call(const struct back *back, uint32_t call)
{
	const struct graph_index *index = back->index;

	if (index->first_issuing_call != NONE && call <= index->first_issuing_call)
		return SHARE_STARTUP;
	if (restarts_of(&index->restarts, call))
		return SHARE_RESTART;
	if (is_among(index->load_calls, index->load_calls_count, call))
		return SHARE_LOADING;
	if (prefetch_is_made_by(&index->prefetches, call))
		return SHARE_MIGRATION;
	return share_of_class[call_class(back->trace, call)];
}

/* What of CALL, which came before the first operation and began at START_NS, is no start of CUDA.
 */
static void back_over_allocation(struct back *back, uint32_t call, int64_t start_ns)
{
	const struct graph_index *index = back->index;
	const int64_t own_ns = call < index->first_issuing_call ? index->start_own_ns[call] : 0;
	const int64_t until_ns = back->now_ns - own_ns;

	if (own_ns)
		back_to(back, until_ns > start_ns ? until_ns : start_ns, SHARE_CALL_ALLOCATE);
}

/* From the end of CALL, which waits, back over what it waited for pages that were asked for. */
static void back_over_prefetch(struct back *back, uint32_t call, int64_t start_ns)
{
	const struct trace_calls *calls = &back->trace->calls;
	const struct recorded_time recorded = {
		.start_ns = calls->start_ns[call],
		.end_ns = calls->end_ns[call],
		.held = &back->index->migrations.streams,
		.share = SHARE_COPY,
	};

	back_to(back, back->now_ns - WAKE_NS, SHARE_CALL_SYNCHRONIZE);
	if (back->trace->migrations_count)
		back_over_held(back, start_ns, SHARE_CALL_SYNCHRONIZE, &recorded);
	else
		back_to(back, start_ns, SHARE_MIGRATION);
}

/* From the end of CALL back to its beginning. */
static void back_to_start_of_call(struct back *back, uint32_t call, enum share share)
{
	const int64_t start_ns = back->timeline->call_start_ns[call];
	const int64_t own_ns = back->now_ns - recorder_in_call(back->trace, call);

	back_to(back, own_ns > start_ns ? own_ns : start_ns, SHARE_RECORDER);
	if (share == SHARE_STARTUP)
		back_over_allocation(back, call, start_ns);
	if (share == SHARE_CALL_SYNCHRONIZE && back->now_ns - start_ns >= LAG_UNEXPLAINED_NS &&
	    prefetch_is_awaited_by(&back->index->prefetches, call))
		back_over_prefetch(back, call, start_ns);
	back_to(back, start_ns, share);
}

/*
 * Back over the pause before CALL: to the end of an operation behind which a function of the host
 * woke the thread, which is returned; or to the end of the call before, which CALL becomes (NONE:
 * there is none), and NONE is returned.
 */
static uint32_t back_over_pause(struct back *back, uint32_t *call)
{
	const struct timeline *timeline = back->timeline;
	const uint32_t waker = timeline->waker ? timeline->waker[*call] : NONE;
	uint32_t previous;

	if (waker != NONE && timeline->end_ns[waker] <= back->now_ns) {
		back_to(back, timeline->end_ns[waker], SHARE_HOST);
		return waker;
	}
	previous = call_before(back->index, back->trace, *call);
	if (previous != NONE && back->now_ns > back->from_ns)
		back_over_host(back, previous, *call);
	*call = previous;
	return NONE;
}

/*
 * Back through the calls of a thread, from CALL on, until one that waited for an operation, or that
 * one woke: returns that one. NONE: the beginning was reached.
 */
static uint32_t back_through_calls(struct back *back, uint32_t call)
{
	const struct timeline *timeline = back->timeline;

	while (take_step(back)) {
		enum share share = share_of_call(back, call);
		uint32_t waited = timeline->waited[call], waker;
		const struct polling *polling =
		        waited == NONE ? NULL : polling_until(&back->index->pollings, call);

		if (waited != NONE && timeline->end_ns[waited] < back->now_ns &&
		    timeline->end_ns[waited] >
		            timeline->call_start_ns[polling ? polling->first : call]) {
			back_over_waited(back, call, waited, share);
			return waited;
		}
		if (waited != NONE && timeline->end_ns[waited] >= back->now_ns &&
		    timeline->start_ns[waited] < back->now_ns)
			return waited; /* it ended after its call returned, as copies from pageable
			                  memory do */
		back_to_start_of_call(back, call, share);
		waker = back_over_pause(back, &call);
		if (waker != NONE)
			return waker;
		if (call == NONE || back->now_ns <= back->from_ns)
			return NONE;
	}
	return NONE;
}

/*
 * The operation that OPERATION waited for though it need not have, where hardly anything came
 * behind that wait, as behind one for all streams at a program's end: then the time went to what
 * was waited for. NONE: the wait itself counts.
 */
static uint32_t took_the_time(const struct back *back, uint32_t operation)
{
	const struct timeline *timeline = back->timeline;
	const uint32_t blocker = timeline->blocker[operation];
	const double wait_ns = (double)back->now_ns - (double)timeline->ready_ns[operation];

	if (blocker == NONE || timeline->end_ns[blocker] > back->now_ns ||
	    timeline->end_ns[blocker] <= timeline->ready_ns[operation])
		return NONE;
	return ((double)back->until_ns - (double)back->now_ns) * 100 < BEHIND_PERCENT * wait_ns
	               ? blocker
	               : NONE;
}

/* Kernels that ran while OPERATION waited behind them for something that they share, one behind the
 * other: its wait is not theirs in the budget, and yet goes with them. */
static void add_waited_behind(const struct back *back, uint32_t operation)
{
	const struct trace_operations *operations = &back->trace->operations;
	const struct timeline *timeline = back->timeline;
	const int64_t from_ns = timeline->ready_ns[operation];
	uint32_t at = timeline->blocker[operation];
	int64_t until_ns = back->now_ns;

	for (int i = 0; i < BEHIND_MOST && at != NONE && timeline->end_ns[at] > from_ns; i++) {
		const int64_t start_ns =
		        timeline->start_ns[at] > from_ns ? timeline->start_ns[at] : from_ns;
		const int64_t end_ns =
		        timeline->end_ns[at] < until_ns ? timeline->end_ns[at] : until_ns;

		if (operations->type[at] == OPERATION_KERNEL && start_ns < end_ns)
			back->walk->shapes[operations->detail[at]].behind_ns += end_ns - start_ns;
		until_ns = start_ns < until_ns ? start_ns : until_ns;
		at = timeline->blocker[at] != NONE ? timeline->blocker[at] : timeline->base[at];
	}
}

/* Whether OPERATION, which waited for CAUSE, came behind pages that its thread had asked for. */
static bool awaits_prefetch(const struct trace *trace, const struct graph_index *index,
                            uint32_t operation, enum cause cause)
{
	return cause == CAUSE_UNEXPLAINED &&
	       prefetch_is_before(&index->prefetches, trace->operations.call[operation]);
}

bool graph_awaits_prefetch(const struct graph *graph, uint32_t operation)
{
	return awaits_prefetch(graph->trace, graph->index, operation,
	                       (enum cause)graph->cause[operation]);
}

int64_t graph_prefetch_within(const struct graph *graph, uint32_t call, int64_t from_ns,
                              int64_t to_ns)
{
	const uint32_t waited = graph->waited[call];
	int64_t length_ns;

	if (prefetch_is_made_by(&graph->index->prefetches, call))
		return to_ns - from_ns;
	if (waited != NONE && graph->trace->operations.end_ns[waited] > from_ns)
		from_ns = graph->trace->operations.end_ns[waited];
	length_ns = to_ns - from_ns;
	if (!prefetch_is_awaited_by(&graph->index->prefetches, call) ||
	    length_ns < LAG_UNEXPLAINED_NS)
		return 0;
	return graph->trace->migrations_count
	               ? held_ns(&graph->index->migrations.streams, from_ns, to_ns)
	               : length_ns - WAKE_NS;
}

/* Back from the start of OPERATION: over what held it to the operation before, which is returned,
 * or NONE. */
static uint32_t back_from_start(struct back *back, uint32_t operation)
{
	const struct timeline *timeline = back->timeline;
	enum cause cause = timeline->cause[operation];
	uint32_t base = timeline->base[operation];
	uint32_t call = back->trace->operations.call[operation], waker;

	/* The call that issues the first operation starts CUDA, beside loading a function. */
	if (cause == CAUSE_LOADING && call != NONE && call == back->index->first_issuing_call)
		back_to(back, timeline->ready_ns[operation], SHARE_STARTUP);
	else if (share_of_cause[cause] != SHARE_GAP && share_of_cause[cause] != SHARE_LAUNCH) {
		const uint32_t blocker = took_the_time(back, operation);

		if (blocker != NONE) {
			back_over_wait(back, timeline->end_ns[blocker], SHARE_GAP);
			return blocker;
		}
		if (back->walk->shapes)
			add_waited_behind(back, operation);
		back_to(back, timeline->ready_ns[operation],
		        awaits_prefetch(back->trace, back->index, operation, cause)
		                ? SHARE_MIGRATION
		                : share_of_cause[cause]);
	}
	if (base != NONE) {
		back_over_wait(back, timeline->end_ns[base], SHARE_GAP);
		return base;
	}
	if (call == NONE) {
		back_to(back, back->from_ns, SHARE_UNEXPLAINED);
		return NONE;
	}
	/* From the end of the call that issued it, or from within the call if it started before
	 * that. */
	back_over_wait(back, timeline->call_end_ns[call], SHARE_LAUNCH);
	if (timeline->waited[call] == operation) { /* the call waited for it: it began before */
		back_to(back, timeline->call_start_ns[call],
		        call == back->index->first_issuing_call ? SHARE_STARTUP : SHARE_LAUNCH);
		waker = back_over_pause(back, &call);
		if (waker != NONE || call == NONE)
			return waker;
	}
	return back_through_calls(back, call);
}

/* Back over what OPERATION, which starts at START_NS, waited for its pages, if it is a memory set
 * that did; in a replay as much of what is left of it. */
static void back_over_pages(struct back *back, uint32_t operation, int64_t start_ns)
{
	const double part = (double)fill_pages_ns(back->trace, operation) /
	                    (double)operation_length_ns(back->trace, operation);

	if (part > 0 && back->now_ns > start_ns)
		back_to(back, back->now_ns - (int64_t)((double)(back->now_ns - start_ns) * part),
		        SHARE_MIGRATION);
}

/* From the end of OPERATION, or from within it, back to its start. */
static void back_over(struct back *back, uint32_t operation)
{
	const struct trace_operations *operations = &back->trace->operations;
	/* The host makes copies within its own memory itself. */
	const enum share share = operation_is_of_gpu(back->trace, operation)
	                                 ? share_of_type[operations->type[operation]]
	                                 : SHARE_CALL_COPY;
	const int64_t start_ns = back->timeline->start_ns[operation];
	const int64_t before_ns = back->budget->share_ns[share];
	const struct recorded_time recorded = {
		.start_ns = operations->start_ns[operation],
		.end_ns = operations->end_ns[operation],
		.held = &back->index->migrations.kernels[operation_device(back->trace, operation)],
		.share = SHARE_MIGRATION,
	};

	if (share == SHARE_KERNEL)
		back_over_held(back, start_ns, share, &recorded);
	else
		back_over_pages(back, operation, start_ns);
	back_to(back, start_ns, share);
	if (back->walk->shapes && share == SHARE_KERNEL)
		back->walk->shapes[operations->detail[operation]].ns +=
		        back->budget->share_ns[share] - before_ns;
}

static void back_from(struct back *back, uint32_t operation, bool is_at_start)
{
	while (operation != NONE && back->now_ns > back->from_ns && take_step(back)) {
		if (!is_at_start)
			back_over(back, operation);
		is_at_start = false;
		operation = back_from_start(back, operation);
	}
	back_to(back, back->from_ns, SHARE_HOST); /* before the first call: the program's start */
}

struct budget_walk budget_walk_over(const struct trace *trace, const struct graph_index *index,
                                    const struct timeline *timeline)
{
	const uint64_t items = (uint64_t)trace->operations.count + trace->calls.count + 1;

	return (struct budget_walk){ .trace = trace,
		                     .index = index,
		                     .timeline = timeline,
		                     .context = context_start(trace),
		                     .steps = STEPS_PER_ITEM * items };
}

static struct back back_at(struct budget_walk *walk, int64_t now_ns, int64_t from_ns,
                           struct budget *budget)
{
	return (struct back){ .walk = walk,
		              .trace = walk->trace,
		              .index = walk->index,
		              .timeline = walk->timeline,
		              .budget = budget,
		              .now_ns = now_ns,
		              .from_ns = from_ns,
		              .until_ns = now_ns };
}

void budget_of_operation(struct budget_walk *walk, uint32_t operation, int64_t from_ns,
                         struct budget *budget)
{
	struct back back = back_at(walk, walk->timeline->end_ns[operation], from_ns, budget);

	back_from(&back, operation, false);
}

void budget_of_call(struct budget_walk *walk, uint32_t call, int64_t from_ns, struct budget *budget)
{
	struct back back = back_at(walk, walk->timeline->call_end_ns[call], from_ns, budget);
	const int64_t ends_ns = budget->share_ns[SHARE_TEARDOWN];
	const uint32_t last = back_through_calls(&back, call);

	back.until_ns -=
	        budget->share_ns[SHARE_TEARDOWN] - ends_ns; /* nothing comes behind in it */
	back_from(&back, last, false);
}

void budget_before(struct budget_walk *walk, uint32_t operation, int64_t from_ns,
                   struct budget *budget)
{
	struct back back = back_at(walk, walk->timeline->start_ns[operation], from_ns, budget);

	back.until_ns = INT64_MAX; /* what comes behind does not matter */
	back_from(&back, operation, true);
}
