/* SPDX-License-Identifier: MIT */
/* Finds rows of launches. Any thread. */
#include "rules/shared/launch_rows.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/dispatch.h"
#include "rules/shared/gaps.h"
#include "trace/call_class.h"

enum { ROW, IDLE };

const struct threshold launch_rows_thresholds[] = {
	[ROW] = { "row", 10, "launches" },
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

/* The row that CALL, a launch, begins; NULL: no memory. */
static struct launch_row *begin_row(struct launch_rows *rows, uint32_t call)
{
	if (ARRAY_ROOM(&rows->items, rows->count))
		return NULL;
	rows->items[rows->count] = (struct launch_row){ .first = call };
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
	return o->type[issued] == OPERATION_FILL ||
	       (o->type[issued] == OPERATION_COPY &&
	        operation_transfer(trace, issued)->copy_kind == COPY_DTOD);
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

/* Which threads dispatch in pauses that are longer than others. */
static int find_dispatch(struct order *order, const struct launch_rows *rows,
                         const struct check *check)
{
	const struct trace_calls *calls = &check->trace->calls;
	bool *dispatches = calloc(order->count + 1, sizeof *dispatches);
	struct dispatch_pause *pauses = NULL, *added;
	struct thread_order before;
	size_t count = 0;
	int err = dispatches ? 0 : -ENOMEM;

	begin_order(order);
	for (uint32_t c = 0; c < calls->count && !err; c++) {
		if (!go_on(order, rows, check, c, &before) || before.last == NONE ||
		    !launch_rows_is_node(rows, check, before.last) ||
		    before.to_ns - before.from_ns <= pause_threshold->value ||
		    !dispatch_may_take(before.to_ns - before.from_ns))
			continue;
		added = ARRAY_ADD(&pauses, &count);
		if (added)
			*added = (struct dispatch_pause){ calls->thread[c], before.from_ns,
				                          before.to_ns };
		else
			err = -ENOMEM;
	}
	if (!err)
		err = dispatch_find(dispatches, check, pauses, count);
	for (size_t t = 0; t < order->count && !err; t++)
		order->threads[t].dispatches = dispatches[t];
	free(dispatches);
	free(pauses);
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
		struct launch_row *row;
		bool is_new;

		rows->row_of[c] = NONE;
		if (!go_on(&order, rows, check, c, &before))
			continue;
		row = launch_row_of(rows, before.last);
		is_new = !row || ends_row(&before);
		if (is_new)
			row = begin_row(rows, c);
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

/* What the GPU did for each row, and which rows count. */
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
		row->is_bound = row->launches &&
		                row->launches + row->others >= launch_rows_thresholds[ROW].value &&
		                percent_of(row->idle_ns, row->length_ns) >=
		                        launch_rows_thresholds[IDLE].value;
		row->win_ns = win_of(row, check->graph);
	}
	return err;
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

	if (!err)
		err = find_rows(rows, check);
	return err ? err : measure_rows(rows, check);
}
