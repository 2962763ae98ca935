/* SPDX-License-Identifier: MIT */
/* Rule small-copies: many small copies in a row where one would do. */
#include <stdlib.h>
#include <errno.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { COPIES, EACH, TIMES, OVERHEAD };

static const struct threshold thresholds[] = {
	[COPIES] = { "copies", 10, "copies" },
	[EACH] = { "each", 4, "copies" },
	[TIMES] = { "times", REPEATS_MIN, "times" },
	[OVERHEAD] = { "overhead", 50, "%" },
	{ .name = NULL },
};

static const char *const directions[COPY_DIRECTIONS] = { "host to device", "device to host" };

/* ---- what came between two copies ---- */

enum { STREAM_TYPES = STREAM_NULL + 1 };

/* What was issued in a context so far, by the type of its stream. */
struct work {
	int64_t issued[STREAM_TYPES];
	int64_t copies[STREAM_TYPES][COPY_DIRECTIONS]; /* of those */
};

/* Operations that may have made what a copy of DIRECTION copies, or used what one brought: all but
 * copies of that direction. */
static int64_t work_of(const struct work *work, enum stream_type type,
                       enum copy_direction direction)
{
	return work->issued[type] - work->copies[type][direction];
}

/* The same of streams that the default stream's barrier puts before a copy in one of TYPE. */
static int64_t work_before(const struct work *work, enum stream_type type,
                           enum copy_direction direction)
{
	if (type == STREAM_NULL)
		return work_of(work, STREAM_BLOCKING, direction);
	return type == STREAM_BLOCKING ? work_of(work, STREAM_NULL, direction) : 0;
}

static int64_t work_of_all(const struct work *work, enum copy_direction direction)
{
	int64_t sum = 0;

	for (int type = 0; type < STREAM_TYPES; type++)
		sum += work_of(work, type, direction);
	return sum;
}

/* Copies of one direction, one behind the other in a stream. */
struct copy_row {
	enum copy_direction direction;
	int64_t copies, pageable, bytes, start_ns, end_ns;
	uint32_t first, last;  /* operations */
	struct work work_then; /* of its context, when its last copy was issued */
	int64_t waited_then;   /* what search.waited was then */
	bool is_once;          /* the host waits in it, and it is of start-up */
};

/* What was found for one direction. */
struct row_sum {
	int64_t rows, copies, pageable, bytes, merged_ns;
	struct interval_set time;
	uint32_t *targets; /* as finding.targets: each row's operations behind its first one once
	                      more */
	size_t targets_count;
};

/* What the search for rows needs; arrays are released with it. */
struct search {
	const struct trace *trace;
	const struct copy_rates *rates;
	struct row_sum *sums; /* by direction, of long rows */
	struct row_sum
	        *shorts;   /* by direction, of rows of `each` that are many only if they recur */
	struct work *work; /* by context */
	uint32_t *event_stream; /* by call: the stream that it makes wait for an event, or NONE */
	/* All that was issued so far in any context but copies to devices, which tell the host
	 * nothing: how much, when the last of it ended, and how much of it there was when a thread
	 * last waited. */
	int64_t telling, telling_end_ns, waited;
	uint32_t next_call;    /* that was not looked at for waits yet */
	bool reads_directly;   /* the host may read what kernels write without a copy */
	uint32_t start_up_end; /* operation */
};

/* Waits that threads made before CALL, and what else they put into streams that waits may be for.
 */
static void look_at_calls(struct search *search, uint32_t call)
{
	for (; search->next_call < call; search->next_call++) {
		const enum call_class class = call_class(search->trace, search->next_call);

		if (class == CALL_SYNCHRONIZE)
			search->waited = search->telling;
		else if (class == CALL_HOST_CALLBACK || class == CALL_EVENT_RECORD)
			search->telling++;
	}
}

/*
 * Whether a wait since the last copy of the row cannot have told the host what to copy next: all
 * that a GPU could tell had ended, and had been waited for, before that copy. What the host copies
 * it knew before then, or computed from what it knew.
 */
static bool knows_inputs(const struct search *search, const struct copy_row *row)
{
	const struct trace *trace = search->trace;
	const uint32_t call = trace->operations.call[row->last];

	return !search->reads_directly && search->telling == row->waited_then &&
	       search->telling_end_ns <= trace->calls.start_ns[call];
}

/*
 * Whether ID is a copy as those of the row, as far as the host waits in between: what a program
 * copies once, and waits for each time, is often its parameters, which are of many sizes, and come
 * by a framework.
 */
static bool is_alike(const struct search *search, const struct copy_row *row, uint32_t id)
{
	return id >= search->start_up_end ||
	       copy_bytes(search->trace, id) == copy_bytes(search->trace, row->last);
}

/* Whether a wait since the last copy of the row was for what is there already, and so is what the
 * copy ID takes. */
static bool is_there(const struct search *search, const struct copy_row *row, uint32_t id)
{
	const struct trace *trace = search->trace;
	const uint32_t context = trace->streams[trace->operations.stream[id]].context;

	if (row->direction == COPY_IN)
		return knows_inputs(search, row) && is_alike(search, row, id);
	return work_of_all(&search->work[context], row->direction) ==
	       work_of_all(&row->work_then, row->direction);
}

/* Whether the thread of the copy ID waited since the last copy of the row. */
static bool is_waited_between(const struct trace *trace, const struct copy_row *row, uint32_t id)
{
	const uint32_t call = trace->operations.call[id];

	for (uint32_t c = trace->operations.call[row->last] + 1; c < call; c++)
		if (trace->calls.thread[c] == trace->calls.thread[call] &&
		    call_class(trace, c) == CALL_SYNCHRONIZE)
			return true;
	return false;
}

/*
 * Whether the copy ID may need what happened since the last copy of the row. Computed in between
 * may be what it copies: then another stream's work is tied to it by the default stream's barrier
 * or an event, or the host saw the results of the copy before and issued it.
 */
static bool needs_what_came_between(const struct search *search, const struct copy_row *row,
                                    uint32_t id)
{
	const struct trace *trace = search->trace;
	const struct trace_stream *stream = &trace->streams[trace->operations.stream[id]];
	const struct work *now = &search->work[stream->context], *then = &row->work_then;
	const uint32_t call = trace->operations.call[id];

	if (work_before(now, stream->type, row->direction) !=
	    work_before(then, stream->type, row->direction))
		return true;
	for (uint32_t c = trace->operations.call[row->last] + 1; c < call; c++)
		if (search->event_stream[c] == trace->operations.stream[id])
			return true;
	return (is_waited_between(trace, row, id) ||
	        (row->direction == COPY_OUT && copy_is_blocking(trace, row->last))) &&
	       !is_there(search, row, id);
}

static bool belongs_to(const struct search *search, const struct copy_row *row, uint32_t id)
{
	const struct trace *trace = search->trace;
	uint32_t call = trace->operations.call[id];

	if (!row->copies || copy_direction(trace, id) != row->direction || call == NONE ||
	    trace->operations.flags[id] & OPERATION_GRAPH)
		return false;
	return trace->calls.start_ns[call] -
	                       trace->calls.end_ns[trace->operations.call[row->last]] <=
	               pause_threshold->value &&
	       !needs_what_came_between(search, row, id);
}

static int64_t merged_ns(const struct copy_row *row, const struct copy_rates *rates)
{
	return copy_merged_ns(rates, row->direction, row->bytes, row->pageable > 0);
}

static bool is_slow(const struct copy_row *row, const struct copy_rates *rates)
{
	int64_t time_ns = row->end_ns - row->start_ns;

	return row->copies >= thresholds[EACH].value &&
	       percent_of(merged_ns(row, rates), time_ns) <= 100 - thresholds[OVERHEAD].value;
}

static int add_target(struct row_sum *sum, uint32_t id)
{
	uint32_t *added = ARRAY_ADD(&sum->targets, &sum->targets_count);

	if (!added)
		return -ENOMEM;
	*added = id;
	return 0;
}

/* What a row is while its stream's operations are gone through; its operations are targets
 * already. */
struct stream_row {
	struct copy_row row;
	uint32_t *operations; /* as many as the row's copies */
};

static int keep_operation(struct stream_row *stream, uint32_t id)
{
	if (ARRAY_ROOM(&stream->operations, (size_t)stream->row.copies))
		return -ENOMEM;
	stream->operations[stream->row.copies] = id;
	return 0;
}

static int add_row(struct row_sum *sum, const struct stream_row *stream,
                   const struct copy_rates *rates)
{
	const struct copy_row *row = &stream->row;
	int err = interval_set_add(&sum->time, row->start_ns, row->end_ns);

	sum->rows++;
	sum->copies += row->copies;
	sum->bytes = sum_saturated(sum->bytes, row->bytes);
	sum->pageable += row->pageable;
	sum->merged_ns = sum_saturated(sum->merged_ns, merged_ns(row, rates));
	if (!err)
		err = add_target(sum, row->first);
	for (int64_t i = 0; !err && i < row->copies; i++)
		err = add_target(sum, stream->operations[i]);
	return err;
}

static int close_row(const struct search *search, struct stream_row *stream)
{
	struct copy_row *row = &stream->row;
	struct row_sum *to =
	        row->copies >= thresholds[COPIES].value ? search->sums : search->shorts;
	int err = 0;

	if (is_slow(row, search->rates) && !(row->is_once && to == search->shorts))
		err = add_row(&to[row->direction], stream, search->rates);
	*row = (struct copy_row){ 0 };
	return err;
}

static void note_work(struct search *search, uint32_t id)
{
	const struct trace *trace = search->trace;
	const struct trace_stream *stream = &trace->streams[trace->operations.stream[id]];
	const enum copy_direction direction = copy_direction(trace, id);
	struct work *work = &search->work[stream->context];

	work->issued[stream->type]++;
	if (direction != COPY_DIRECTIONS)
		work->copies[stream->type][direction]++;
	if (direction == COPY_IN)
		return;
	search->telling++;
	if (trace->operations.end_ns[id] > search->telling_end_ns)
		search->telling_end_ns = trace->operations.end_ns[id];
}

static int note_operation(const struct search *search, struct stream_row *stream, uint32_t id)
{
	const struct trace *trace = search->trace;
	struct copy_row *row = &stream->row;
	enum copy_direction direction = copy_direction(trace, id);
	int err = 0;

	if (belongs_to(search, row, id)) {
		row->is_once |= id < search->start_up_end && is_waited_between(trace, row, id);
	} else {
		if (row->copies)
			err = close_row(search, stream);
		if (err || direction == COPY_DIRECTIONS || trace->operations.call[id] == NONE ||
		    trace->operations.flags[id] & OPERATION_GRAPH)
			return err;
		*row = (struct copy_row){
			.direction = direction,
			.start_ns = trace->operations.start_ns[id],
			.first = id,
		};
	}
	err = keep_operation(stream, id);
	row->copies++;
	row->pageable += copy_is_pageable(trace, id);
	row->bytes = sum_saturated(row->bytes, copy_bytes(trace, id));
	row->last = id;
	row->work_then = search->work[trace->streams[trace->operations.stream[id]].context];
	row->waited_then = search->waited;
	if (trace->operations.end_ns[id] > row->end_ns || row->copies == 1)
		row->end_ns = trace->operations.end_ns[id];
	return err;
}

static int search_init(struct search *search)
{
	const struct trace *trace = search->trace;

	search->work = calloc(trace->contexts_count + 1, sizeof *search->work);
	search->event_stream = malloc((trace->calls.count + 1) * sizeof *search->event_stream);
	if (!search->work || !search->event_stream)
		return -ENOMEM;
	for (size_t c = 0; c < trace->calls.count; c++)
		search->event_stream[c] = NONE;
	for (size_t i = 0; i < trace->synchronizations_count; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];

		if (sync->type == SYNC_STREAM_WAIT_EVENT && sync->call != NONE)
			search->event_stream[sync->call] = sync->stream;
	}
	return 0;
}

static void search_release(struct search *search)
{
	free(search->work);
	free(search->event_stream);
}

static int find_rows(struct search *search, const struct graph *graph)
{
	const struct trace *trace = search->trace;
	struct stream_row *streams = calloc(trace->streams_count + 1, sizeof *streams);
	int err = streams ? search_init(search) : -ENOMEM;

	for (size_t i = 0; !err && i < trace->operations.count; i++) {
		uint32_t id = graph->issue_order[i];

		if (trace->operations.call[id] != NONE)
			look_at_calls(search, trace->operations.call[id]);
		err = note_operation(search, &streams[trace->operations.stream[id]], id);
		note_work(search, id);
	}
	for (size_t s = 0; streams && s < trace->streams_count; s++) {
		if (!err)
			err = close_row(search, &streams[s]);
		free(streams[s].operations);
	}
	free(streams);
	return err;
}

/* A few copies in a row are many if they are made again and again. */
static int add_recurring(struct row_sum *sum, const struct row_sum *shorts)
{
	int err = 0;

	if (shorts->rows < thresholds[TIMES].value)
		return 0;
	sum->rows += shorts->rows;
	sum->copies += shorts->copies;
	sum->bytes = sum_saturated(sum->bytes, shorts->bytes);
	sum->pageable += shorts->pageable;
	sum->merged_ns = sum_saturated(sum->merged_ns, shorts->merged_ns);
	for (size_t i = 0; !err && i < shorts->time.count; i++)
		err = interval_set_add(&sum->time, shorts->time.items[i].start_ns,
		                       shorts->time.items[i].end_ns);
	for (size_t i = 0; !err && i < shorts->targets_count; i++)
		err = add_target(sum, shorts->targets[i]);
	return err;
}

static void row_sum_release(struct row_sum *sum)
{
	interval_set_release(&sum->time);
	free(sum->targets);
}

/* How many copies of the rows the host waits for before it makes the next. */
static int64_t waits_between(const struct graph *graph, const struct row_sum *sum)
{
	const uint32_t *targets = sum->targets;
	int64_t waits = 0;

	for (size_t i = 1; i < sum->targets_count; i++) {
		const bool is_first = targets[i] == targets[i - 1] ||
		                      (i + 1 < sum->targets_count && targets[i] == targets[i + 1]);
		const uint32_t before =
		        graph_previous_call(graph, graph->trace->operations.call[targets[i]]);

		waits += !is_first && before != NONE &&
		         call_class(graph->trace, before) == CALL_SYNCHRONIZE;
	}
	return waits;
}

static void report(struct check *check, const struct row_sum *sum, const struct copy_rates *rates,
                   enum copy_direction direction, int64_t time_ns)
{
	const int64_t waits = waits_between(check->graph, sum);
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, directions[direction]);
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (size_t i = 0; i < sum->targets_count; i++) {
		finding_target(f, sum->targets[i]);
		if (!i || sum->targets[i] != sum->targets[i - 1]) /* the first stands twice */
			host_evidence_call(&code, trace->operations.call[sum->targets[i]]);
		if (i > 0 && sum->targets[i] == sum->targets[i - 1])
			finding_example(f, sum->targets[i],
			                operation_length_ns(trace, sum->targets[i]));
	}
	f->cost_ns = time_ns - sum->merged_ns;
	f->occurrences = sum->copies;
	finding_headline(f,
	                 "%s %s of %s on average take %s in a row; in one copy they would take %s",
	                 name_count(NAME, sum->copies, "copy", "copies"), directions[direction],
	                 format_bytes(FORMAT, (sum->bytes + sum->copies / 2) / sum->copies),
	                 format_duration(FORMAT, time_ns), format_duration(FORMAT, sum->merged_ns));
	finding_advice(
	        f,
	        "Copy the whole buffer at once. Pieces with equal distances: cudaMemcpy2DAsync(). "
	        "Pieces "
	        "that are apart: gather them into one pinned buffer (%s) and copy that, or use "
	        "cudaMemcpyBatchAsync() of CUDA 12.8 and later.",
	        direction == COPY_IN ? "on the host" : "on the device, with a kernel");
	finding_fact(f, "copies", "%s in %s, together %s",
	             name_count(NAME, sum->copies, "copy", "copies"),
	             name_count(NAME, sum->rows, "row", "rows"), format_bytes(FORMAT, sum->bytes));
	if (waits)
		finding_fact(f, "waits",
		             "the host waits %s times before it makes the next copy: one wait, "
		             "behind the "
		             "copy of all, is enough",
		             format_count(FORMAT, waits));
	finding_fact(f, "rate", "%s",
	             format_rate(FORMAT, time_ns ? (double)sum->bytes * 1e9 / (double)time_ns : 0));
	if (sum->pageable < sum->copies)
		finding_fact(f, "in one copy", "%s", copy_rate_text(NAME, rates, direction));
	if (sum->pageable)
		finding_fact(f, "pageable", "%s: in one copy %s, %s",
		             name_count(NAME, sum->pageable, "copy", "copies"),
		             format_rate(FORMAT, rates->pageable_bytes_per_s[direction]),
		             rates->is_pageable_assumed[direction]
		                     ? "at which the host copies for the driver"
		                     : "the best rate of such a copy");
	check_failed(check, host_evidence_end(&code, f));
}

static void check_small_copies(struct check *check)
{
	struct row_sum sums[COPY_DIRECTIONS + 1] = { 0 }, shorts[COPY_DIRECTIONS + 1] = { 0 };
	const struct copy_rates *rates = &check->survey->rates;
	struct search search = {
		.trace = check->trace,
		.rates = rates,
		.sums = sums,
		.shorts = shorts,
		.telling_end_ns = INT64_MIN,
		.reads_directly = waits_memory_read_directly(check->trace) != NULL,
		.start_up_end = check->survey->start_up.end,
	};
	int err;

	if (check->trace->operations.count && !check->trace->calls.count) {
		check_abstain(check, "the trace has no API calls (recorded with --api 0)");
		return;
	}
	err = find_rows(&search, check->graph);
	search_release(&search);
	for (int d = 0; d < COPY_DIRECTIONS; d++) {
		int64_t time_ns;

		if (!err)
			err = add_recurring(&sums[d], &shorts[d]);
		interval_set_unite(&sums[d].time);
		time_ns = interval_set_length(&sums[d].time);
		if (!err && sums[d].copies && is_worth(check, time_ns - sums[d].merged_ns))
			report(check, &sums[d], rates, d, time_ns);
		row_sum_release(&sums[d]);
		row_sum_release(&shorts[d]);
	}
	check_failed(check, err);
}

/* The waits for the copy before that of CALL, if they are what its thread did last. */
static void drop_waits_before(const struct graph *graph, uint32_t call, struct scenario *scenario)
{
	uint32_t before = graph_previous_call(graph, call);

	for (; before != NONE && call_class(graph->trace, before) == CALL_SYNCHRONIZE;
	     before = graph_previous_call(graph, before))
		scenario_change_call(scenario, before, CALL_DROPPED);
}

/* A row begins where a target stands twice: that copy takes all bytes, the others are not made. */
static void fix_small_copies(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	const uint32_t *targets = finding->targets;
	size_t i = 0;

	while (i + 1 < finding->targets_count) {
		uint32_t first = targets[i];
		int64_t bytes = copy_bytes(trace, first), merged_ns,
		        recorded_ns = operation_length_ns(trace, first);
		bool is_pageable = copy_is_pageable(trace, first);

		for (i += 2; i < finding->targets_count &&
		             (i + 1 == finding->targets_count || targets[i] != targets[i + 1]);
		     i++) {
			bytes = sum_saturated(bytes, copy_bytes(trace, targets[i]));
			is_pageable |= copy_is_pageable(trace, targets[i]);
			scenario_drop_operation(scenario, targets[i]);
			scenario_change_call(scenario, trace->operations.call[targets[i]],
			                     CALL_DROPPED);
			drop_waits_before(check->graph, trace->operations.call[targets[i]],
			                  scenario);
		}
		merged_ns = copy_merged_ns(&check->survey->rates, copy_direction(trace, first),
		                           bytes, is_pageable);
		if (recorded_ns > 0)
			scenario_scale(scenario, first, (double)merged_ns / (double)recorded_ns);
		else
			scenario_duration(scenario, first, merged_ns);
	}
}

const struct rule rule_small_copies = {
	.id = "small-copies",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, pause_threshold, worth_threshold },
	.check = check_small_copies,
	.fix = fix_small_copies,
};
