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

/* The calls of each thread that rows are made of, in order. */
struct order {
	uint32_t *last;   /* by thread: its call before; NONE: there is none */
	bool *dispatches; /* by thread */
};

static int order_init(struct order *order, size_t threads)
{
	*order = (struct order){
		.last = malloc((threads + 1) * sizeof *order->last),
		.dispatches = calloc(threads + 1, sizeof *order->dispatches),
	};
	return order->last && order->dispatches ? 0 : -ENOMEM;
}

static void order_release(struct order *order)
{
	free(order->last);
	free(order->dispatches);
}

static void begin_order(struct order *order, size_t threads)
{
	for (size_t t = 0; t < threads; t++)
		order->last[t] = NONE;
}

/* Goes on with CALL, and sets BEFORE to its thread's call before. Returns whether CALL may be of a
 * row. */
static bool go_on(struct order *order, const struct launch_rows *rows, const struct check *check,
                  uint32_t call, uint32_t *before)
{
	const uint32_t thread = check->trace->calls.thread[call];

	/* A launch that ran nothing went into a graph, or failed. */
	if (call_class(check->trace, call) == CALL_LAUNCH && rows->issued[call] == NONE)
		return false;
	*before = order->last[thread];
	order->last[thread] = call;
	return launch_rows_is_node(rows, check, call);
}

/* Which threads dispatch in pauses that are longer than others. */
static int find_dispatch(struct order *order, const struct launch_rows *rows,
                         const struct check *check)
{
	const struct trace_calls *calls = &check->trace->calls;
	struct dispatch_pause *pauses = NULL, *added;
	size_t count = 0;
	uint32_t before;
	int err = 0;

	begin_order(order, check->trace->threads_count);
	for (uint32_t c = 0; c < calls->count && !err; c++) {
		if (!go_on(order, rows, check, c, &before) || before == NONE ||
		    !launch_rows_is_node(rows, check, before) ||
		    calls->start_ns[c] - calls->end_ns[before] <= pause_threshold->value ||
		    !dispatch_may_take(calls->start_ns[c] - calls->end_ns[before]))
			continue;
		added = ARRAY_ADD(&pauses, &count);
		if (added)
			*added = (struct dispatch_pause){ calls->thread[c], calls->end_ns[before],
				                          calls->start_ns[c] };
		else
			err = -ENOMEM;
	}
	if (!err)
		err = dispatch_find(order->dispatches, check, pauses, count);
	free(pauses);
	return err;
}

/* Whether the pause between two calls of a thread, both of which may be of a row, ends one. */
static bool ends_row(const struct order *order, const struct trace_calls *calls, uint32_t before,
                     uint32_t call)
{
	const int64_t ns = calls->start_ns[call] - calls->end_ns[before];

	return ns > pause_threshold->value &&
	       !(order->dispatches[calls->thread[call]] && dispatch_may_take(ns));
}

static int find_rows(struct launch_rows *rows, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct order order;
	uint32_t before;
	int err = order_init(&order, trace->threads_count);

	if (!err)
		err = find_dispatch(&order, rows, check);
	if (err)
		goto out;
	begin_order(&order, trace->threads_count);
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		struct launch_row *row;

		rows->row_of[c] = NONE;
		if (!go_on(&order, rows, check, c, &before))
			continue;
		row = launch_row_of(rows, before);
		if (!row || ends_row(&order, &trace->calls, before, c)) {
			row = begin_row(rows, c);
			err = row ? 0 : -ENOMEM;
			if (err)
				goto out;
		}
		rows->row_of[c] = (uint32_t)(row - rows->items);
		row->last = c;
		if (call_class(trace, c) == CALL_LAUNCH)
			row->launches++;
		else
			row->others++;
		add_to(&row->call_ns, less(call_length_ns(trace, c), recorder_in(check, c)));
		add_to(&row->recorder_ns, recorder_in(check, c));
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
	else if (gap->kind == GAP_DEPENDENCY && !is_first &&
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

		if (!row)
			continue;
		add_to(&row->busy_ns, operation_length_ns(trace, i));
		if (o->type[i] == OPERATION_KERNEL)
			add_to(&row->kernel_ns, operation_length_ns(trace, i));
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
		add_to(&sum.call_ns, row->call_ns);
		add_to(&sum.kernel_ns, row->kernel_ns);
		add_to(&sum.idle_ns, cost_of(row));
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
