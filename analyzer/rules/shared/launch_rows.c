/* SPDX-License-Identifier: MIT */
/* Finds rows of launches. Any thread. */
#include "rules/shared/launch_rows.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/dispatch.h"
#include "rules/shared/gaps.h"
#include "trace/call_class.h"

enum { ROW, SHORT_ROW, SHORT_ROWS, IDLE };

const struct threshold launch_rows_thresholds[] = {
	[ROW] = { "row", 10, "launches" },
	[SHORT_ROW] = { "short row", 5, "launches" },
	[SHORT_ROWS] = { "short rows", 1000, "rows" },
	[IDLE] = { "idle", 50, "%" },
	{ .name = NULL },
};

/* Durations of a damaged trace may overlap at will, so that their sum needs care. */
static void add_to(int64_t *sum_ns, int64_t ns)
{
	*sum_ns = sum_saturated(*sum_ns, ns);
}

struct launch_row *launch_row_of(const struct launch_rows *rows, uint32_t call)
{
	return call == NONE || rows->row_of[call] == NONE ? NULL : &rows->items[rows->row_of[call]];
}

/* The row that CALL begins, BEHIND one of the thread which handed over to it; NULL: no memory. */
static struct launch_row *begin_row(struct launch_rows *rows, uint32_t call, uint32_t behind)
{
	if (ARRAY_ROOM(&rows->items, rows->count))
		return NULL;
	rows->items[rows->count] = (struct launch_row){ .first = call, .behind = behind };
	return &rows->items[rows->count++];
}

/* How much of the time that a recorded launch takes, between calls or in CALL, is the recorder's.
 */
static int64_t recorder_in(const struct check *check, uint32_t call)
{
	const struct recorder_cost *cost = &check->graph->recorder;

	return cost->is_known ? recorder_cost_of_call(cost, check->trace, call, true) : 0;
}

static int64_t less(int64_t ns, int64_t recorder_ns)
{
	return ns > recorder_ns ? ns - recorder_ns : 0;
}

/* Sets ROWS for the calls of TRACE, without any row. */
static int rows_init(struct launch_rows *rows, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	const size_t count = trace->calls.count + 1;

	*rows = (struct launch_rows){
		.row_of = malloc(count * sizeof *rows->row_of),
		.issued = malloc(count * sizeof *rows->issued),
	};
	if (!rows->row_of || !rows->issued)
		return -ENOMEM;
	for (size_t c = 0; c < count; c++)
		rows->issued[c] = NONE;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->call[i] != NONE)
			rows->issued[o->call[i]] = i;
	return 0;
}

void launch_rows_release(struct launch_rows *rows)
{
	free(rows->row_of);
	free(rows->issued);
	free(rows->part_of);
	free(rows->items);
}

bool launch_rows_is_node(const struct launch_rows *rows, const struct check *check, uint32_t call)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	const uint32_t issued = rows->issued[call];

	if (call_class(trace, call) == CALL_LAUNCH)
		return !graph_is_load(check->graph, call);
	if (issued == NONE || !(o->flags[issued] & OPERATION_ASYNC))
		return false;
	return o->type[issued] == OPERATION_FILL || copy_is_within_device(check->trace, issued);
}

/* What a thread does behind a call of a row, as long as the row may go on. */
struct thread_order {
	uint32_t last;          /* its call that rows are made of, or that ended one; NONE */
	int64_t end_ns;         /* of its last call of any kind */
	int64_t from_ns, to_ns; /* the longest pause since `last` */
	int64_t events;         /* calls for events since then */
	int64_t event_ns;       /* in them */
	int64_t event_recorder_ns;
	bool dispatches;
	bool hands_over; /* by dispatch: to the thread for gradients, and goes on behind it */
};

/* The calls of each thread, in order. */
struct order {
	struct thread_order *threads;
	size_t count;
};

static int order_init(struct order *order, size_t threads)
{
	*order = (struct order){ calloc(threads + 1, sizeof *order->threads), threads };
	return order->threads ? 0 : -ENOMEM;
}

static void order_release(struct order *order)
{
	free(order->threads);
}

static void begin_order(struct order *order)
{
	for (size_t t = 0; t < order->count; t++)
		order->threads[t].last = NONE;
}

/* Whether a call of CLASS is one that a capture turns into an edge of the graph, or has no part in:
 * libraries that use several streams make them between their launches. */
static bool is_of_events(enum call_class class)
{
	return class == CALL_EVENT_RECORD || class == CALL_WAIT_EVENT || class == CALL_EVENT;
}

static void note_pause(struct thread_order *thread, int64_t start_ns)
{
	if (thread->last != NONE && start_ns - thread->end_ns > thread->to_ns - thread->from_ns) {
		thread->from_ns = thread->end_ns;
		thread->to_ns = start_ns;
	}
}

/* CALL becomes the last of its thread that rows are made of, behind which all is still to come. */
static void begin_behind(struct thread_order *thread, const struct trace_calls *calls,
                         uint32_t call)
{
	*thread = (struct thread_order){
		.last = call,
		.end_ns = calls->end_ns[call],
		.from_ns = calls->end_ns[call],
		.to_ns = calls->end_ns[call],
		.dispatches = thread->dispatches,
		.hands_over = thread->hands_over,
	};
}

/* Goes on with CALL, and sets BEFORE to what its thread did before. Returns whether CALL may be of
 * a row. */
static bool go_on(struct order *order, const struct launch_rows *rows, const struct check *check,
                  uint32_t call, struct thread_order *before)
{
	const struct trace_calls *calls = &check->trace->calls;
	struct thread_order *thread = &order->threads[calls->thread[call]];
	const enum call_class class = call_class(check->trace, call);

	/* A launch that ran nothing went into a graph, or failed. */
	if (class == CALL_LAUNCH && rows->issued[call] == NONE)
		return false;
	note_pause(thread, calls->start_ns[call]);
	if (is_of_events(class)) {
		thread->end_ns = calls->end_ns[call];
		thread->events++;
		add_to(&thread->event_ns,
		       less(call_length_ns(check->trace, call), recorder_in(check, call)));
		add_to(&thread->event_recorder_ns, recorder_in(check, call));
		return false;
	}
	*before = *thread;
	begin_behind(thread, calls, call);
	return launch_rows_is_node(rows, check, call);
}

/* The call of another thread behind which that of CALL went on, as PyTorch's thread for gradients
 * does behind the one that waits for it, and that one behind it; NONE: none did. */
static uint32_t handed_by(const struct check *check, uint32_t call)
{
	const struct trace *trace = check->trace;
	const uint32_t by = graph_call_before(check->graph, call);

	return by != NONE && trace_is_backward_thread(trace, trace->calls.thread[by]) !=
	                               trace_is_backward_thread(trace, trace->calls.thread[call])
	               ? by
	               : NONE;
}

/* The one of the threads of CALL and of BY, which handed over to it, that waits for the other. */
static uint32_t waiting_thread(const struct trace *trace, uint32_t call, uint32_t by)
{
	return trace->calls
	        .thread[trace_is_backward_thread(trace, trace->calls.thread[call]) ? by : call];
}

/*
 * Sets BEFORE to what passed before CALL, of a row, since the thread of BY, which handed over to
 * it, had its last call that rows are made of. False: that one had none since those of CALL's own
 * thread, which BEFORE is of.
 */
static bool begin_handed(struct thread_order *before, const struct order *order,
                         const struct trace *trace, uint32_t call, uint32_t by)
{
	const struct thread_order *other =
	        by == NONE ? NULL : &order->threads[trace->calls.thread[by]];

	if (!other || other->last == NONE || (before->last != NONE && before->last > other->last))
		return false;
	*before = *other;
	before->dispatches = order->threads[waiting_thread(trace, call, by)].hands_over;
	note_pause(before, trace->calls.start_ns[call]);
	return true;
}

/* The pauses of threads that are longer than others: within rows, and between a row and the one
 * that another thread was handed. */
struct pauses {
	struct dispatch_pause *items;
	size_t count;
};

/* Adds what passed BEFORE a call of THREAD, if that is such a pause behind one that may be of a
 * row. */
static int add_pause(struct pauses *pauses, const struct launch_rows *rows,
                     const struct check *check, const struct thread_order *before, uint32_t thread)
{
	const int64_t ns = before->to_ns - before->from_ns;
	struct dispatch_pause *added;

	if (before->last == NONE || !launch_rows_is_node(rows, check, before->last) ||
	    ns <= pause_threshold->value || !dispatch_may_take(ns))
		return 0;
	added = ARRAY_ADD(&pauses->items, &pauses->count);
	if (!added)
		return -ENOMEM;
	*added = (struct dispatch_pause){ thread, before->from_ns, before->to_ns };
	return 0;
}

static int add_pauses(struct order *order, const struct launch_rows *rows,
                      const struct check *check, struct pauses *within, struct pauses *over)
{
	const struct trace *trace = check->trace;
	struct thread_order before;
	int err = 0;

	begin_order(order);
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const uint32_t by = handed_by(check, c);

		if (!go_on(order, rows, check, c, &before))
			continue;
		if (begin_handed(&before, order, trace, c, by))
			err = add_pause(over, rows, check, &before, waiting_thread(trace, c, by));
		else
			err = add_pause(within, rows, check, &before, trace->calls.thread[c]);
	}
	return err;
}

/* Which threads dispatch in pauses that are longer than others. */
static int find_dispatch(struct order *order, const struct launch_rows *rows,
                         const struct check *check)
{
	bool *dispatches = calloc(2 * order->count + 1, sizeof *dispatches);
	bool *hands_over = dispatches ? dispatches + order->count : NULL;
	struct pauses within = { 0 }, over = { 0 };
	int err = dispatches ? add_pauses(order, rows, check, &within, &over) : -ENOMEM;

	if (!err)
		err = dispatch_find(dispatches, check, within.items, within.count);
	if (!err)
		err = dispatch_find(hands_over, check, over.items, over.count);
	for (size_t t = 0; t < order->count && !err; t++) {
		order->threads[t].dispatches = dispatches[t];
		order->threads[t].hands_over = hands_over[t];
	}
	free(dispatches);
	free(within.items);
	free(over.items);
	return err;
}

/* Whether the longest pause BEFORE a call that may be of a row ends one. */
static bool ends_row(const struct thread_order *before)
{
	const int64_t ns = before->to_ns - before->from_ns;

	return ns > pause_threshold->value && !(before->dispatches && dispatch_may_take(ns));
}

/* CALL goes on with ROW, or begins it, BEFORE is NULL. */
static void add_call(struct launch_row *row, const struct check *check, uint32_t call,
                     const struct thread_order *before)
{
	row->last = call;
	if (call_class(check->trace, call) == CALL_LAUNCH)
		row->launches++;
	else
		row->others++;
	add_to(&row->call_ns, less(call_length_ns(check->trace, call), recorder_in(check, call)));
	add_to(&row->recorder_ns, recorder_in(check, call));
	if (!before)
		return;
	row->events += before->events;
	add_to(&row->call_ns, before->event_ns);
	add_to(&row->recorder_ns, before->event_recorder_ns);
}

/* ROW's OPERATION: they come in the order of their starts. */
static void add_operation(struct launch_row *row, const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const int64_t length_ns = operation_length_ns(trace, operation);
	const int64_t issued_ns = trace->calls.end_ns[row->last];
	const int64_t end_ns = o->end_ns[operation] < issued_ns ? o->end_ns[operation] : issued_ns;
	const int64_t from_ns = row->busy_ns && row->ran_until_ns > o->start_ns[operation]
	                                ? row->ran_until_ns
	                                : o->start_ns[operation];

	if (end_ns > from_ns) {
		add_to(&row->run_ns, end_ns - from_ns);
		row->ran_until_ns = end_ns;
	}
	add_to(&row->busy_ns, length_ns);
	if (o->type[operation] == OPERATION_KERNEL)
		add_to(&row->kernel_ns, length_ns);
}

static int find_rows(struct launch_rows *rows, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct thread_order before;
	struct order order;
	int err = order_init(&order, trace->threads_count);

	if (!err)
		err = find_dispatch(&order, rows, check);
	if (err)
		goto out;
	begin_order(&order);
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		const uint32_t by = handed_by(check, c);
		struct launch_row *row;
		bool is_new, is_handed;

		rows->row_of[c] = NONE;
		if (!go_on(&order, rows, check, c, &before))
			continue;
		is_handed = begin_handed(&before, &order, trace, c, by);
		row = ends_row(&before) ? NULL : launch_row_of(rows, before.last);
		is_new = !row || is_handed;
		if (is_new)
			row = begin_row(rows, c, (uint32_t)(row ? row - rows->items : NONE));
		err = row ? 0 : -ENOMEM;
		if (err)
			goto out;
		rows->row_of[c] = (uint32_t)(row - rows->items);
		add_call(row, check, c, is_new ? NULL : &before);
	}
out:
	order_release(&order);
	return err;
}

/* GAP, which ends with an operation of ROW. Before its first one only the launch that came before,
 * one that loaded its function, is a matter of the row. */
static void add_gap(struct launch_row *row, const struct gap *gap, const struct graph *graph)
{
	const uint32_t next = gap->next;
	const bool is_first = graph->trace->operations.call[next] == row->first;

	if (gap->kind == GAP_LAUNCH || (gap->kind != GAP_DEPENDENCY && !is_first))
		add_to(&row->idle_ns, gap_alone_ns(gap));
	else if (gap->kind != GAP_DEPENDENCY)
		row->before_ns = gap_alone_ns(gap);
	if (is_first)
		return;
	if (graph->cause[next] == CAUSE_UNEXPLAINED)
		add_to(&row->late_ns, gap->late_ns);
	if (gap->kind == GAP_DEPENDENCY &&
	    (graph->cause[next] == CAUSE_STREAM || graph->cause[next] == CAUSE_UNEXPLAINED))
		add_to(&row->late_ns, gap_alone_ns(gap));
}

/*
 * What a row that counts cost. Where the GPU stood still for a while it has several launches ahead
 * of it, and no longer waits for the host; the host takes as long as before. So time in which it
 * was late counts as far as the host's time, but for what ran, is not accounted for.
 */
static int64_t cost_of(const struct launch_row *row)
{
	const int64_t host_ns = less(row->length_ns, row->busy_ns);
	const int64_t all_ns = sum_saturated(row->idle_ns, row->late_ns);

	if (all_ns <= host_ns)
		return all_ns;
	return row->idle_ns > host_ns ? row->idle_ns : host_ns;
}

/*
 * What a graph of ROW wins of its cost at most. It takes what the GPU runs, and the way from each
 * node to the next; all else that the row takes may go, without what recording added.
 */
static int64_t win_of(const struct launch_row *row, const struct graph *graph)
{
	const int64_t gap_ns =
	        recorder_cost_node_gap_ns(&graph->recorder, graph->lags.graph_gap_ns);
	const int64_t gaps_ns = (row->launches + row->others - 1) * gap_ns;
	const int64_t rest_ns = less(row->length_ns, row->run_ns);
	const int64_t cost_ns = cost_of(row);

	return less(cost_ns < rest_ns ? cost_ns : rest_ns, gaps_ns);
}

/* What the GPU did for each row. */
static int measure_rows(struct launch_rows *rows, const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, check->graph);

	for (uint32_t i = 0; i < o->count; i++) {
		struct launch_row *row = launch_row_of(rows, o->call[i]);

		if (row)
			add_operation(row, trace, i);
	}
	while (!err && gap_next(&walk, &gap))
		if (launch_row_of(rows, o->call[gap.next]))
			add_gap(launch_row_of(rows, o->call[gap.next]), &gap, check->graph);
	gap_walk_release(&walk);
	for (size_t r = 0; r < rows->count; r++) {
		struct launch_row *row = &rows->items[r];

		row->length_ns =
		        less(trace->calls.end_ns[row->last] - trace->calls.start_ns[row->first],
		             row->recorder_ns);
	}
	return err;
}

/* Whether the GPU waits for most of ROW, which has launches, and for what was between it and the
 * end of the one BEFORE, if that is not NULL. */
static bool is_waited_for(const struct launch_row *row, const struct trace_calls *calls,
                          const struct launch_row *before)
{
	int64_t idle_ns = row->idle_ns, length_ns = row->length_ns;

	if (before) {
		add_to(&idle_ns, row->before_ns);
		add_to(&length_ns, calls->start_ns[row->first] - calls->end_ns[before->last]);
	}
	return row->launches &&
	       percent_of(idle_ns, length_ns) >= launch_rows_thresholds[IDLE].value;
}

/* BEHIND goes on with ROW, of what its calls tell. */
static void append(struct launch_row *row, struct launch_row *behind)
{
	row->last = behind->last;
	row->launches += behind->launches;
	row->others += behind->others;
	row->events += behind->events;
	add_to(&row->call_ns, behind->call_ns);
	add_to(&row->recorder_ns, behind->recorder_ns);
	behind->launches = behind->others = behind->events = 0;
	behind->call_ns = behind->recorder_ns = 0;
}

static void forget_measures(struct launch_row *row)
{
	row->kernel_ns = row->busy_ns = row->run_ns = row->ran_until_ns = 0;
	row->idle_ns = row->late_ns = row->before_ns = row->length_ns = 0;
}

/*
 * Makes one row of those that one thread handed to another, if the GPU waits for each of them: one
 * that keeps it busy would hide that. What is appended stays behind as a row without launches. Sets
 * ANY, whether there are such rows.
 */
static int append_handed(struct launch_rows *rows, const struct trace *trace, bool *any)
{
	uint32_t *became = malloc((rows->count + 1) * sizeof *became);

	*any = false;
	if (!became)
		return -ENOMEM;
	for (uint32_t r = 0; r < rows->count; r++) { /* each stands behind the one before it */
		struct launch_row *row = &rows->items[r];
		struct launch_row *before =
		        row->behind == NONE ? NULL : &rows->items[became[row->behind]];

		became[r] = r;
		if (!before || before->last >= row->first ||
		    !is_waited_for(row, &trace->calls, before) ||
		    !is_waited_for(before, &trace->calls, NULL))
			continue;
		became[r] = became[row->behind];
		append(before, row);
		*any = true;
	}
	for (uint32_t c = 0; c < trace->calls.count && *any; c++)
		if (rows->row_of[c] != NONE)
			rows->row_of[c] = became[rows->row_of[c]];
	for (size_t r = 0; r < rows->count && *any; r++)
		forget_measures(&rows->items[r]);
	free(became);
	return 0;
}

/* Which rows of LEAST launches or more the GPU waits for; returns how many. */
static size_t mark_bound(struct launch_rows *rows, const struct trace_calls *calls, double least)
{
	size_t count = 0;

	for (size_t r = 0; r < rows->count; r++) {
		struct launch_row *row = &rows->items[r];

		row->is_bound =
		        row->launches + row->others >= least && is_waited_for(row, calls, NULL);
		count += row->is_bound;
	}
	return count;
}

/* Which rows count, and what a graph of each wins. */
static void judge_rows(struct launch_rows *rows, const struct check *check)
{
	const struct trace_calls *calls = &check->trace->calls;

	if ((double)mark_bound(rows, calls, launch_rows_thresholds[SHORT_ROW].value) <
	    launch_rows_thresholds[SHORT_ROWS].value)
		mark_bound(rows, calls, launch_rows_thresholds[ROW].value);
	for (size_t r = 0; r < rows->count; r++)
		rows->items[r].win_ns = win_of(&rows->items[r], check->graph);
}

struct launch_row launch_rows_add_up(const struct launch_rows *rows, int64_t *host_ns)
{
	struct launch_row sum = { 0 };

	*host_ns = 0;
	for (size_t r = 0; r < rows->count; r++) {
		const struct launch_row *row = &rows->items[r];

		if (!row->is_bound)
			continue;
		sum.launches += row->launches;
		sum.others += row->others;
		sum.events += row->events;
		add_to(&sum.call_ns, row->call_ns);
		add_to(&sum.kernel_ns, row->kernel_ns);
		add_to(&sum.idle_ns, cost_of(row));
		add_to(&sum.win_ns, row->win_ns);
		add_to(&sum.length_ns, row->length_ns);
		add_to(&sum.recorder_ns, row->recorder_ns);
		add_to(host_ns, less(row->length_ns, row->call_ns));
	}
	return sum;
}

int launch_rows_find(struct launch_rows *rows, const struct check *check)
{
	int err = rows_init(rows, check->trace);
	bool any = false;

	if (!err)
		err = find_rows(rows, check);
	if (!err)
		err = measure_rows(rows, check);
	if (!err)
		err = append_handed(rows, check->trace, &any);
	if (!err && any)
		err = measure_rows(rows, check);
	if (!err)
		judge_rows(rows, check);
	return err;
}
