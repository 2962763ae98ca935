/* SPDX-License-Identifier: MIT */
/* Runs of chunks: how they are found, and what a pipeline of them could save. Any thread, one at a
 * time. */
#include "rules/shared/chunks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "graph/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_reads.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

const struct threshold moving_threshold[] = { { "moving", 50, "%" }, { .name = NULL } };
const struct threshold chunks_threshold[] = {
	[CHUNKS_IN] = { "chunks", 2, "chunks" },
	[CHUNKS_OUT] = { "results", REPEATS_MIN, "chunks" },
	{ .name = NULL },
};

/* What a stream is about to do, while its operations are gone through in order of issue. */
struct stream_chunks {
	struct chunk_run run;             /* without the chunk that is not complete yet */
	struct chunk_run open;            /* the chunk: its sums */
	struct chunk_run open_before_out; /* ... without its copies out */
	uint32_t last;                    /* operation of the stream */
};

static bool is_begun(const struct stream_chunks *stream)
{
	return stream->open.in_ns > 0 || stream->open.kernel_ns > 0;
}

static bool is_complete(const struct chunk_run *chunk)
{
	return chunk->in_ns > 0 && chunk->kernel_ns > 0;
}

bool chunk_run_is_results(const struct chunk_run *run)
{
	return run->in_ns == 0;
}

static int keep_run(struct chunk_runs *runs, struct stream_chunks *stream)
{
	const int kind = chunk_run_is_results(&stream->run) ? CHUNKS_OUT : CHUNKS_IN;

	if (stream->run.chunks >= chunks_threshold[kind].value) {
		struct chunk_run *kept = ARRAY_ADD(&runs->items, &runs->count);

		if (!kept)
			return -ENOMEM;
		*kept = stream->run;
	}
	stream->run = (struct chunk_run){ 0 };
	return 0;
}

/* Sums; stream, device and start stay. */
static void run_add(struct chunk_run *run, const struct chunk_run *more)
{
	run->chunks += more->chunks;
	run->end_ns = more->end_ns > run->end_ns ? more->end_ns : run->end_ns;
	run->in_ns = sum_saturated(run->in_ns, more->in_ns);
	run->out_ns = sum_saturated(run->out_ns, more->out_ns);
	run->kernel_ns = sum_saturated(run->kernel_ns, more->kernel_ns);
	run->in_bytes = sum_saturated(run->in_bytes, more->in_bytes);
	run->out_bytes = sum_saturated(run->out_bytes, more->out_bytes);
	run->blocking += more->blocking;
	run->pageable += more->pageable;
	run->nodes += more->nodes;
	run->count += more->count;
	if (more->pause_ns > run->pause_ns)
		run->pause_ns = more->pause_ns;
}

/* The open chunk becomes part of the run, or the end of it. */
static int close_chunk(struct chunk_runs *runs, struct stream_chunks *stream)
{
	struct chunk_run *run = &stream->run, *open = &stream->open;
	bool is_end = false;
	int err = 0;

	/* Copying all results out in the end is no part of the last chunk. */
	if (run->chunks && !run->out_ns && open->out_ns && is_complete(open)) {
		*open = stream->open_before_out;
		is_end = true;
	}
	if (!is_complete(open)) {
		err = keep_run(runs, stream);
	} else if (!run->chunks) {
		*run = *open;
	} else {
		run_add(run, open);
	}
	*open = (struct chunk_run){ 0 };
	if (!err && is_end)
		err = keep_run(runs, stream);
	return err;
}

static void add_to_chunk(struct chunk_run *chunk, const struct trace *trace, uint32_t id)
{
	const struct trace_operations *o = &trace->operations;
	enum copy_direction direction = copy_direction(trace, id);
	int64_t duration_ns = operation_length_ns(trace, id);

	chunk->count++;
	chunk->nodes += (o->flags[id] & OPERATION_GRAPH) != 0;
	chunk->end_ns = o->end_ns[id];
	if (o->type[id] == OPERATION_KERNEL)
		chunk->kernel_ns = sum_saturated(chunk->kernel_ns, duration_ns);
	if (direction == COPY_DIRECTIONS)
		return;
	if (direction == COPY_IN) {
		chunk->in_ns = sum_saturated(chunk->in_ns, duration_ns);
		chunk->in_bytes = sum_saturated(chunk->in_bytes, copy_bytes(trace, id));
	} else {
		chunk->out_ns = sum_saturated(chunk->out_ns, duration_ns);
		chunk->out_bytes = sum_saturated(chunk->out_bytes, copy_bytes(trace, id));
	}
	chunk->blocking += copy_is_blocking(trace, id);
	chunk->pageable += copy_is_pageable(trace, id);
}

/* How long the host waited after BEFORE had ended until it issued ID; 0 if it did not wait for
 * that. */
static int64_t pause_between(const struct trace *trace, uint32_t before, uint32_t id)
{
	uint32_t call = trace->operations.call[id], call_before = trace->operations.call[before];
	int64_t done_ns = trace->operations.end_ns[before];

	if (call == NONE || trace->calls.start_ns[call] <= done_ns)
		return 0;
	if (copy_is_blocking(trace, before) && call_before != NONE &&
	    trace->calls.end_ns[call_before] > done_ns)
		done_ns = trace->calls.end_ns[call_before];
	return trace->calls.start_ns[call] > done_ns ? trace->calls.start_ns[call] - done_ns : 0;
}

int64_t chunk_writing_ns(int64_t size_bytes)
{
	return size_bytes / HOST_BYTES_PER_NS;
}

bool chunk_data_is_seen(const struct trace *trace, uint32_t before, uint32_t id)
{
	return pause_between(trace, before, id) > chunk_writing_ns(copy_bytes(trace, id));
}

static int note_operation(struct chunk_runs *runs, struct stream_chunks *stream,
                          const struct trace *trace, uint32_t id)
{
	bool is_in = copy_direction(trace, id) == COPY_IN;
	int64_t pause_ns = 0;
	int err = 0;

	if (is_in && (stream->open.kernel_ns > 0 || stream->open.out_ns > 0 || !is_begun(stream))) {
		err = close_chunk(runs, stream);
		if (stream->last != NONE)
			pause_ns = pause_between(trace, stream->last, id);
		if (!err && stream->last != NONE && chunk_data_is_seen(trace, stream->last, id))
			err = keep_run(runs, stream);
		stream->open = (struct chunk_run){
			.stream = trace->operations.stream[id],
			.device = operation_device(trace, id),
			.chunks = 1,
			.start_ns = trace->operations.start_ns[id],
			.pause_ns = pause_ns,
		};
	}
	if (copy_direction(trace, id) == COPY_OUT && !stream->open.out_ns)
		stream->open_before_out = stream->open;
	if (is_in || is_begun(stream))
		add_to_chunk(&stream->open, trace, id);
	stream->last = id;
	return err;
}

/* ---- chunks of results, without copies in ---- */

/* The open chunk of results becomes part of the run, or ends it. */
static int close_results(struct chunk_runs *runs, struct stream_chunks *stream)
{
	struct chunk_run *run = &stream->run, *open = &stream->open;
	int err = 0;

	if (!open->kernel_ns || !open->out_ns)
		err = keep_run(runs, stream);
	else if (!run->chunks)
		*run = *open;
	else
		run_add(run, open);
	*open = (struct chunk_run){ 0 };
	return err;
}

/*
 * The host waited for the operation before ID, and then for long enough to read the last result:
 * what it issued as ID may depend on that. Before the first result, any wait is long enough.
 */
static bool is_result_seen(const struct stream_chunks *stream, const struct trace *trace,
                           uint32_t id)
{
	const bool is_last = copy_direction(trace, stream->last) == COPY_OUT;
	const int64_t result_bytes = is_last ? copy_bytes(trace, stream->last)
	                             : stream->run.chunks
	                                     ? stream->run.out_bytes / stream->run.chunks
	                                     : 0;

	return pause_between(trace, stream->last, id) > chunk_writing_ns(result_bytes);
}

static int note_result(struct chunk_runs *runs, struct stream_chunks *stream,
                       const struct trace *trace, uint32_t id)
{
	const enum copy_direction direction = copy_direction(trace, id);
	int err = 0;

	if (direction == COPY_IN) {
		err = close_results(runs, stream);
		return err ? err : keep_run(runs, stream);
	}
	if (direction != COPY_OUT && stream->open.chunks) {
		if (stream->open.out_ns > 0)
			err = close_results(runs, stream);
		if (!err && is_result_seen(stream, trace, id)) {
			err = keep_run(runs, stream);
			stream->open = (struct chunk_run){ 0 };
		}
	}
	if (direction != COPY_OUT && !stream->open.chunks)
		stream->open = (struct chunk_run){
			.stream = trace->operations.stream[id],
			.device = operation_device(trace, id),
			.chunks = 1,
			.start_ns = trace->operations.start_ns[id],
		};
	if (stream->open.chunks)
		add_to_chunk(&stream->open, trace, id);
	stream->last = id;
	return err;
}

static int find_results(struct chunk_runs *runs, const struct graph *graph,
                        struct stream_chunks *streams)
{
	const struct trace *trace = graph->trace;
	int err = 0;

	for (size_t i = 0; !err && i < trace->operations.count; i++) {
		const uint32_t id = graph->issue_order[i];

		err = note_result(runs, &streams[trace->operations.stream[id]], trace, id);
	}
	for (size_t s = 0; !err && s < trace->streams_count; s++) {
		err = close_results(runs, &streams[s]);
		if (!err)
			err = keep_run(runs, &streams[s]);
	}
	return err;
}

/* Chunks with copies in may have several copies out each: these are no runs of their own. RUNS are
 * in order. */
static void drop_inner_results(struct chunk_runs *runs)
{
	const struct chunk_run *outer = NULL;
	size_t kept = 0;

	for (size_t r = 0; r < runs->count; r++) {
		const struct chunk_run run = runs->items[r];

		if (outer && chunk_run_is_results(&run) && run.stream == outer->stream &&
		    run.start_ns < outer->end_ns)
			continue;
		runs->items[kept] = run;
		if (!chunk_run_is_results(&run))
			outer = &runs->items[kept];
		kept++;
	}
	runs->count = kept;
}

/* ---- all runs ---- */

static int compare_runs(const void *a, const void *b)
{
	const struct chunk_run *left = a, *right = b;

	if (left->stream != right->stream)
		return left->stream < right->stream ? -1 : 1;
	return left->start_ns < right->start_ns ? -1 : left->start_ns > right->start_ns;
}

/* The operations of all runs, each stream's in order of issue: what begins in a run's time is its
 * own. */
static int list_operations(struct chunk_runs *runs, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	size_t *next = calloc(trace->streams_count + 1, sizeof *next); /* run of the stream */
	size_t *used = calloc(runs->count + 1, sizeof *used);
	size_t total = 0;

	for (size_t r = 0; r < runs->count; r++) {
		runs->items[r].first = total;
		total += runs->items[r].count;
	}
	runs->operations = malloc((total + 1) * sizeof *runs->operations);
	if (!next || !used || !runs->operations) {
		free(next);
		free(used);
		return -ENOMEM;
	}
	for (size_t r = runs->count; r-- > 0;)
		next[runs->items[r].stream] = r;
	for (size_t i = 0; i < trace->operations.count; i++) {
		uint32_t id = graph->issue_order[i], stream = trace->operations.stream[id];
		size_t r = next[stream];

		if (r >= runs->count || runs->items[r].stream != stream ||
		    trace->operations.start_ns[id] < runs->items[r].start_ns)
			continue;
		runs->operations[runs->items[r].first + used[r]++] = id;
		if (used[r] == runs->items[r].count)
			next[stream]++;
	}
	for (size_t r = 0; r < runs->count; r++)
		runs->items[r].count = used[r];
	free(next);
	free(used);
	return 0;
}

/* 0 where the program pinned memory itself: a trace does not have how much. */
static int64_t most_pinned_bytes(const struct trace *trace)
{
	const int64_t bytes = host_reads_pinned_bytes(trace);

	return bytes > 1 ? bytes : 0;
}

static int find_pipelines(struct chunk_runs *runs, const struct graph *graph,
                          struct stream_chunks *streams)
{
	const struct trace *trace = graph->trace;
	int err = 0;

	for (size_t s = 0; s < trace->streams_count; s++)
		streams[s].last = NONE;
	for (size_t i = 0; !err && i < trace->operations.count; i++) {
		uint32_t id = graph->issue_order[i];

		err = note_operation(runs, &streams[trace->operations.stream[id]], trace, id);
	}
	for (size_t s = 0; !err && s < trace->streams_count; s++) {
		err = close_chunk(runs, &streams[s]);
		if (!err)
			err = keep_run(runs, &streams[s]);
	}
	return err;
}

int chunk_runs_find(struct chunk_runs *runs, const struct graph *graph,
                    const struct copy_rates *rates)
{
	const struct trace *trace = graph->trace;
	const size_t size = (trace->streams_count + 1) * sizeof(struct stream_chunks);
	struct stream_chunks *streams = malloc(size);
	int err = streams ? 0 : -ENOMEM;

	*runs = (struct chunk_runs){ .rates = *rates, .pinned_bytes = most_pinned_bytes(trace) };
	if (!err) {
		memset(streams, 0, size);
		err = find_pipelines(runs, graph, streams);
	}
	if (!err) {
		memset(streams, 0, size);
		err = find_results(runs, graph, streams);
	}
	free(streams);
	if (!err && runs->count)
		qsort(runs->items, runs->count, sizeof *runs->items, compare_runs);
	drop_inner_results(runs);
	if (!err)
		err = list_operations(runs, graph);
	if (err)
		chunk_runs_release(runs);
	return err;
}

void chunk_runs_release(struct chunk_runs *runs)
{
	free(runs->items);
	free(runs->operations);
	*runs = (struct chunk_runs){ 0 };
}

bool chunk_run_is_round_trip(const struct chunk_runs *runs, const struct chunk_run *run)
{
	int64_t in_bytes = run->in_bytes / run->chunks, out_bytes = run->out_bytes / run->chunks;

	/* Less pinned memory than one copy needs: the trace does not have all of it. */
	return run->in_bytes == run->out_bytes && !run->pageable &&
	       runs->pinned_bytes >= (in_bytes > out_bytes ? in_bytes : out_bytes) &&
	       runs->pinned_bytes < sum_saturated(in_bytes, out_bytes);
}

bool chunk_run_is_small(const struct chunk_runs *runs, const struct chunk_run *run)
{
	const double *rates = runs->rates.bytes_per_s;
	int64_t moving_ns = sum_saturated(copy_ns(run->in_bytes, rates[COPY_IN]),
	                                  copy_ns(run->out_bytes, rates[COPY_OUT]));

	return percent_of(moving_ns, sum_saturated(run->in_ns, run->out_ns)) <
	       moving_threshold->value;
}

bool chunk_run_is_kept_apart(const struct chunk_runs *runs, const struct chunk_run *run)
{
	return !chunk_run_is_results(run) || !runs->pinned_bytes ||
	       runs->pinned_bytes >= run->out_bytes;
}

const struct chunk_run *chunk_run_of(const struct chunk_runs *runs, const struct trace *trace,
                                     uint32_t id)
{
	const uint32_t stream = trace->operations.stream[id];
	size_t from = 0, to = runs->count; /* of the first run that begins after ID */

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		const struct chunk_run *run = &runs->items[middle];

		if (run->stream < stream ||
		    (run->stream == stream && run->start_ns <= trace->operations.start_ns[id]))
			from = middle + 1;
		else
			to = middle;
	}
	return from ? &runs->items[from - 1] : NULL;
}

/* Kernels of chunks of results take longer than the copies, and leave room for one another (or
 * may). */
static bool kernels_decide(const struct check *check, const struct finding *finding,
                           const struct chunk_run *sum)
{
	const struct trace_operations *o = &check->trace->operations;

	if (!chunk_run_is_results(sum) || sum->kernel_ns <= sum->out_ns)
		return false;
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t id = finding->targets[i];

		if (o->type[id] == OPERATION_KERNEL &&
		    !(check->survey->launches[o->detail[id]].waves >= 1))
			return true;
	}
	return false;
}

void chunks_note_prediction(const struct check *check, struct finding *finding,
                            const struct chunk_run *sum)
{
	if (kernels_decide(check, finding, sum))
		finding_not_predicted(finding,
		                      "the kernels take longest and leave room for one another: "
		                      "whether they could run at once, a trace does not show");
}

/* What filling and draining a pipeline takes: the stages of one chunk but the longest. */
static int64_t chunk_run_fill_ns(const struct chunk_run *run)
{
	int64_t longest_ns = run->in_ns > run->out_ns ? run->in_ns : run->out_ns;

	if (run->kernel_ns > longest_ns)
		longest_ns = run->kernel_ns;
	return (sum_saturated(run->in_ns, sum_saturated(run->out_ns, run->kernel_ns)) -
	        longest_ns) /
	       run->chunks;
}

enum { CLASS_IN, CLASS_OUT, CLASS_KERNEL, CLASS_OTHER };

/* What the operation ID keeps busy. */
static int class_of(const struct check *check, uint32_t id)
{
	const struct trace *trace = check->trace;
	const enum copy_direction direction = copy_direction(trace, id);

	if (trace->operations.type[id] == OPERATION_KERNEL)
		return check->survey->reads_host[operation_function(trace, id)] ? CLASS_IN
		                                                                : CLASS_KERNEL;
	return direction == COPY_IN ? CLASS_IN : direction == COPY_OUT ? CLASS_OUT : CLASS_OTHER;
}

int chunks_pipeline_gain(int64_t *gain_ns, int64_t *overlapped_ns, const struct check *check,
                         uint32_t device, const struct interval_set *windows, bool is_idle_counted)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	struct sweep sweep = { 0 };
	size_t window = 0;
	int64_t busiest_ns = 0, class_ns;
	int err = 0;

	for (uint32_t i = 0; !err && i < o->count; i++) {
		while (window < windows->count && windows->items[window].end_ns <= o->start_ns[i])
			window++;
		if (window == windows->count)
			break;
		if (o->start_ns[i] < windows->items[window].start_ns ||
		    operation_device(trace, i) != device)
			continue;
		err = sweep_add(&sweep, class_of(check, i), o->start_ns[i], o->end_ns[i]);
	}
	sweep_finish(&sweep);
	for (int class = 0; class < SWEEP_CLASSES; class ++) {
		class_ns = sweep_any_ns(&sweep, 1u << class);
		busiest_ns = class_ns > busiest_ns ? class_ns : busiest_ns;
	}
	*gain_ns = (is_idle_counted ? interval_set_length(windows)
	                            : sweep_any_ns(&sweep, (1u << SWEEP_CLASSES) - 1)) -
	           busiest_ns;
	*overlapped_ns =
	        sweep_both_ns(&sweep, 1u << CLASS_IN | 1u << CLASS_OUT, 1u << CLASS_KERNEL);
	sweep_release(&sweep);
	return err;
}

static int check_device(struct check *check, const struct chunk_runs *runs, uint32_t device,
                        chunk_run_filter *is_ours, bool is_idle_counted, chunk_run_report *report)
{
	struct interval_set windows = { 0 };
	struct chunk_run sum = { .device = device };
	int64_t gain_ns = 0, fill_ns = 0, recorder_ns = 0;
	int err = 0;

	for (size_t r = 0; !err && r < runs->count; r++) {
		const struct chunk_run *run = &runs->items[r];

		if (run->device != device || !is_ours(runs, run))
			continue;
		err = interval_set_add(&windows, run->start_ns, run->end_ns);
		run_add(&sum, run);
		if (chunk_run_fill_ns(run) > fill_ns)
			fill_ns = chunk_run_fill_ns(run);
	}
	interval_set_unite(&windows);
	if (!err && windows.count) {
		err = chunks_pipeline_gain(&gain_ns, &sum.overlapped_ns, check, device, &windows,
		                           is_idle_counted);
		if (!err && is_idle_counted)
			err = gaps_recorder_ns(&recorder_ns, check->graph, device, &windows);
		gain_ns -= recorder_ns;
		gain_ns = gain_ns / (int64_t)windows.count < fill_ns
		                  ? 0
		                  : gain_ns - fill_ns * (int64_t)windows.count;
	}
	interval_set_release(&windows);
	if (!err && is_worth(check, gain_ns))
		report(check, runs, &sum, gain_ns);
	return err;
}

void chunk_runs_check(struct check *check, chunk_run_filter *is_ours, bool is_idle_counted,
                      chunk_run_report *report)
{
	int err = 0;

	for (uint32_t d = 0; !err && d < check->trace->devices_count; d++)
		err = check_device(check, &check->survey->chunks, d, is_ours, is_idle_counted,
		                   report);
	check_failed(check, err);
}
