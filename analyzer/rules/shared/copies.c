/* SPDX-License-Identifier: MIT */
/* What the rules about copies share. Any thread, one at a time. */
#include "rules/shared/copies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/names.h"
#include "rules/shared/worth.h"

const struct threshold chunks_threshold[] = { { "chunks", 2, "chunks" }, { .name = NULL } };

enum copy_direction copy_direction(const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;

	if (o->type[operation] != OPERATION_COPY || trace_is_staged_copy(trace, operation))
		return COPY_DIRECTIONS;
	switch (operation_transfer(trace, operation)->copy_kind) {
	case COPY_HTOD:
	case COPY_HTOA:
		return COPY_IN;
	case COPY_DTOH:
	case COPY_ATOH:
		return COPY_OUT;
	default:
		return COPY_DIRECTIONS;
	}
}

bool copy_is_pageable(const struct trace *trace, uint32_t operation)
{
	enum copy_direction direction = copy_direction(trace, operation);
	const struct trace_transfer *transfer;

	if (direction == COPY_DIRECTIONS)
		return false;
	transfer = operation_transfer(trace, operation);
	return (direction == COPY_IN ? transfer->source_kind : transfer->target_kind) ==
	       MEMORY_PAGEABLE;
}

bool copy_is_blocking(const struct trace *trace, uint32_t operation)
{
	if (copy_direction(trace, operation) == COPY_DIRECTIONS ||
	    trace->operations.flags[operation] & OPERATION_GRAPH)
		return false;
	return !(trace->operations.flags[operation] & OPERATION_ASYNC) ||
	       copy_is_pageable(trace, operation);
}

int64_t copy_bytes(const struct trace *trace, uint32_t operation)
{
	return operation_transfer(trace, operation)->size_bytes;
}

/* ---- bandwidth ---- */

/*
 * The link between host and GPU, by compute capability, with the rate of its lanes in one direction
 * (PCI Express base specification: 8, 16 and 32 GT/s, 128b/130b, 16 lanes). Boards with fewer lanes
 * or an older slot are slower, chips on NVLink-C2C faster; a trace does not say which it is.
 */
static const struct {
	int cc_major;
	const char *name;
	double bytes_per_s;
} links[] = {
	{ 9, "PCIe 5.0 x16", 63.0e9 }, /* Hopper and later */
	{ 8, "PCIe 4.0 x16", 31.5e9 }, /* Ampere, Ada */
	{ 0, "PCIe 3.0 x16", 15.75e9 },
};

#define LEAST_NS 1000 /* a copy of a few bytes, on several GPUs with PCIe */

static void note_pageable(struct copy_rates *rates, const struct trace *trace,
                          enum copy_direction direction, uint32_t id)
{
	double *best = &rates->pageable_bytes_per_s[direction];
	int64_t duration_ns = operation_length_ns(trace, id);
	double rate =
	        duration_ns > 0 ? (double)copy_bytes(trace, id) * 1e9 / (double)duration_ns : 0;

	*best = rate > *best ? rate : *best;
}

/*
 * Copies of half the size of the largest and more show the bandwidth. Without any, it is 85 % of
 * the link's rate: of 280 bytes on the wire 256 are data (packets of 256 bytes with 24 bytes of
 * header, sequence number and checksum), and flow control takes a few percent more.
 */
void copy_rates_measure(struct copy_rates *rates, const struct trace *trace)
{
	int64_t largest[COPY_DIRECTIONS] = { 0 };
	double bytes[COPY_DIRECTIONS] = { 0 }, time_ns[COPY_DIRECTIONS] = { 0 };
	int cc_major = trace->devices_count ? trace->devices[0].cc_major : 0;
	size_t link = 0;

	*rates = (struct copy_rates){ .least_ns = LEAST_NS };
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		enum copy_direction direction = copy_direction(trace, i);

		if (direction == COPY_DIRECTIONS)
			continue;
		if (copy_is_pageable(trace, i))
			note_pageable(rates, trace, direction, i);
		else if (copy_bytes(trace, i) > largest[direction])
			largest[direction] = copy_bytes(trace, i);
	}
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		enum copy_direction direction = copy_direction(trace, i);

		if (direction == COPY_DIRECTIONS || copy_is_pageable(trace, i) ||
		    copy_bytes(trace, i) < RATE_MIN_BYTES ||
		    copy_bytes(trace, i) < largest[direction] / 2)
			continue;
		bytes[direction] += (double)copy_bytes(trace, i);
		time_ns[direction] += (double)operation_length_ns(trace, i);
	}
	while (links[link].cc_major > cc_major)
		link++;
	rates->link = links[link].name;
	for (int d = 0; d < COPY_DIRECTIONS; d++) {
		rates->is_measured[d] = time_ns[d] > 0;
		rates->bytes_per_s[d] = rates->is_measured[d]
		                                ? bytes[d] / time_ns[d] * 1e9
		                                : links[link].bytes_per_s * LINK_EFFICIENCY;
	}
}

int64_t copy_ns(int64_t size_bytes, double bytes_per_s)
{
	const double ns = (double)size_bytes * 1e9 / bytes_per_s;

	return ns < (double)TRACE_TIME_MAX_NS ? (int64_t)ns : TRACE_TIME_MAX_NS;
}

int64_t copy_pinned_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes)
{
	int64_t moving_ns = copy_ns(size_bytes, rates->bytes_per_s[direction]);

	return moving_ns > rates->least_ns ? moving_ns : rates->least_ns;
}

int64_t copy_merged_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes, bool is_pageable)
{
	int64_t pinned_ns = copy_pinned_ns(rates, direction, size_bytes);
	double rate = rates->pageable_bytes_per_s[direction];
	int64_t pageable_ns = is_pageable && rate > 0 ? copy_ns(size_bytes, rate) : 0;

	return pageable_ns > pinned_ns ? pageable_ns : pinned_ns;
}

const char *copy_rate_text(char text[NAME_MAX_BYTES], const struct copy_rates *rates,
                           enum copy_direction direction)
{
	const char *rate = format_rate(FORMAT, rates->bytes_per_s[direction]);

	if (rates->is_measured[direction])
		snprintf(text, NAME_MAX_BYTES, "%s, the rate of its own large pinned copies", rate);
	else
		snprintf(text, NAME_MAX_BYTES, "%s, %.0f %% of %s", rate, 100 * LINK_EFFICIENCY,
		         rates->link);
	return text;
}

/* ---- chunks ---- */

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

static int keep_run(struct chunk_runs *runs, struct stream_chunks *stream)
{
	if (stream->run.chunks >= chunks_threshold->value) {
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

/* No host touches data faster than this; two sockets with twelve channels of DDR5-6400 do 1.2 TB/s.
 */
#define HOST_BYTES_PER_NS 1200

/* The host waited for BEFORE, and then for long enough to look at the data of the copy ID: it may
 * have made them from results. */
static bool is_data_seen(const struct trace *trace, uint32_t before, uint32_t id)
{
	return pause_between(trace, before, id) > copy_bytes(trace, id) / HOST_BYTES_PER_NS;
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
		if (!err && stream->last != NONE && is_data_seen(trace, stream->last, id))
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

/* Memory that the program pinned itself: a trace does not have how much. */
static bool is_any_registered(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "HostRegister"))
			return true;
	return false;
}

static int64_t most_pinned_bytes(const struct trace *trace)
{
	int64_t held_bytes = 0, most_bytes = 0;

	if (is_any_registered(trace))
		return 0;
	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *allocation = &trace->allocations[i];

		if (allocation->memory_kind != MEMORY_PINNED)
			continue;
		if (allocation->is_release)
			held_bytes -= allocation->size_bytes;
		else if (held_bytes <= TRACE_SIZE_MAX_BYTES)
			held_bytes += allocation->size_bytes;
		if (held_bytes > most_bytes)
			most_bytes = held_bytes;
	}
	return most_bytes;
}

int chunk_runs_find(struct chunk_runs *runs, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	struct stream_chunks *streams = calloc(trace->streams_count + 1, sizeof *streams);
	int err = streams ? 0 : -ENOMEM;

	*runs = (struct chunk_runs){ .pinned_bytes = most_pinned_bytes(trace) };
	for (size_t s = 0; !err && s < trace->streams_count; s++)
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
	free(streams);
	if (!err && runs->count)
		qsort(runs->items, runs->count, sizeof *runs->items, compare_runs);
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
	       runs->pinned_bytes / 2 < in_bytes / 2 + out_bytes / 2;
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

static int pipeline_gain(int64_t *gain_ns, const struct trace *trace, uint32_t device,
                         const struct interval_set *windows, bool is_idle_counted)
{
	const struct trace_operations *o = &trace->operations;
	struct sweep sweep = { 0 };
	size_t window = 0;
	int64_t busiest_ns = 0, class_ns;
	int err = 0;

	for (uint32_t i = 0; !err && i < o->count; i++) {
		enum copy_direction direction;
		int class;

		while (window < windows->count && windows->items[window].end_ns <= o->start_ns[i])
			window++;
		if (window == windows->count)
			break;
		if (o->start_ns[i] < windows->items[window].start_ns ||
		    operation_device(trace, i) != device)
			continue;
		direction = copy_direction(trace, i);
		class = o->type[i] == OPERATION_KERNEL ? CLASS_KERNEL
		        : direction == COPY_IN         ? CLASS_IN
		        : direction == COPY_OUT        ? CLASS_OUT
		                                       : CLASS_OTHER;
		err = sweep_add(&sweep, class, o->start_ns[i], o->end_ns[i]);
	}
	sweep_finish(&sweep);
	for (int class = 0; class < SWEEP_CLASSES; class ++) {
		class_ns = sweep_any_ns(&sweep, 1u << class);
		busiest_ns = class_ns > busiest_ns ? class_ns : busiest_ns;
	}
	*gain_ns = (is_idle_counted ? interval_set_length(windows)
	                            : sweep_any_ns(&sweep, (1u << SWEEP_CLASSES) - 1)) -
	           busiest_ns;
	sweep_release(&sweep);
	return err;
}

static int check_device(struct check *check, const struct chunk_runs *runs, uint32_t device,
                        chunk_run_filter *is_ours, bool is_idle_counted, chunk_run_report *report)
{
	struct interval_set windows = { 0 };
	struct chunk_run sum = { .device = device };
	int64_t gain_ns = 0, fill_ns = 0;
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
		err = pipeline_gain(&gain_ns, check->trace, device, &windows, is_idle_counted);
		gain_ns = gain_ns / (int64_t)windows.count < fill_ns
		                  ? 0
		                  : gain_ns - fill_ns * (int64_t)windows.count;
	}
	interval_set_release(&windows);
	if (!err && is_worth(check->trace, gain_ns))
		report(check, runs, &sum, gain_ns);
	return err;
}

void chunk_runs_check(struct check *check, chunk_run_filter *is_ours, bool is_idle_counted,
                      chunk_run_report *report)
{
	struct chunk_runs runs;
	int err = chunk_runs_find(&runs, check->graph);

	if (err) {
		check_failed(check, err);
		return;
	}
	for (uint32_t d = 0; !err && d < check->trace->devices_count; d++)
		err = check_device(check, &runs, d, is_ours, is_idle_counted, report);
	check_failed(check, err);
	chunk_runs_release(&runs);
}

/*
 * What a copy takes longer while the other direction is busy too: reading host memory sends
 * requests in the other direction. 16 MiB of pinned memory took 0.32 to 0.34 ms instead of 0.30
 * (H200, PCIe 5.0).
 */
#define DUPLEX_SHARE 0.10

/* Copies in both directions run at once in a pipeline, for as much of the time as the shorter
 * lasts. */
static void slow_copies(const struct trace *trace, const struct finding *finding,
                        struct scenario *scenario)
{
	double sums[COPY_DIRECTIONS + 1] = { 0 }, longest = 0;

	for (size_t i = 0; i < finding->targets_count; i++)
		sums[copy_direction(trace, finding->targets[i])] +=
		        (double)operation_length_ns(trace, finding->targets[i]);
	for (int d = 0; d <= COPY_DIRECTIONS; d++)
		longest = sums[d] > longest ? sums[d] : longest;
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i];
		enum copy_direction direction = copy_direction(trace, id);
		double other = direction == COPY_IN ? sums[COPY_OUT] : sums[COPY_IN];

		if (direction != COPY_DIRECTIONS && other > 0)
			scenario_scale(scenario, id, 1 + DUPLEX_SHARE * other / longest);
	}
}

/* What pipeline_fix() knows of the chunks of a run before the operation that it is at. */
struct pipeline {
	uint32_t ends[PIPELINE_STREAMS]; /* last operations of the chunks before; NONE: no such
	                                    chunk */
	size_t chunks;                   /* before this one */
	uint32_t last;                   /* operation */
	uint32_t computed;               /* the last operation but copies of the chunk before */
	uint32_t computing;              /* ... of this one; NONE: none yet */
};

static struct pipeline pipeline_begin(void)
{
	struct pipeline pipeline = { .last = NONE, .computed = NONE, .computing = NONE };

	for (size_t e = 0; e < PIPELINE_STREAMS; e++)
		pipeline.ends[e] = NONE;
	return pipeline;
}

/* ID, which begins a chunk, waits for the chunk before it in the stream that it is dealt to. */
static void begin_chunk(struct pipeline *pipeline, struct scenario *scenario, uint32_t id)
{
	pipeline->ends[pipeline->chunks++ % PIPELINE_STREAMS] = pipeline->last;
	scenario_unchain(scenario, id, pipeline->ends[pipeline->chunks % PIPELINE_STREAMS]);
	if (pipeline->computing != NONE)
		pipeline->computed = pipeline->computing;
	pipeline->computing = NONE;
}

static void pipeline_add(struct pipeline *pipeline, const struct trace *trace,
                         struct scenario *scenario, uint32_t id)
{
	const enum copy_direction direction = copy_direction(trace, id);

	if (pipeline->last != NONE && direction == COPY_IN &&
	    copy_direction(trace, pipeline->last) != COPY_IN)
		begin_chunk(pipeline, scenario, id);
	else if (pipeline->chunks > 0)
		scenario_unchain(scenario, id, pipeline->last);
	if (direction == COPY_DIRECTIONS) {
		if (pipeline->computing == NONE && pipeline->computed != NONE)
			scenario_also_after(scenario, id, pipeline->computed);
		pipeline->computing = id;
	}
	pipeline->last = id;
}

static void return_at_once(const struct trace *trace, struct scenario *scenario, uint32_t id)
{
	if (copy_is_blocking(trace, id) && trace->operations.call[id] != NONE)
		scenario_change_call(scenario, trace->operations.call[id], CALL_NO_WAIT);
}

/*
 * Three streams keep three engines busy (copies in, kernels, copies out); the fourth has its next
 * chunk waiting when one of them is done. The first chunk of a run stays where it is. Kernels of a
 * chunk wait for those of the chunk before: whether they could run beside them is another question,
 * which serial-kernels asks. The host still waits for the end of a run: what it does then may need
 * the results.
 */
void pipeline_fix(const struct check *check, const struct finding *finding,
                  struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	const uint32_t *streams = trace->operations.stream;
	struct pipeline pipeline = pipeline_begin();

	slow_copies(trace, finding, scenario);
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i], last = pipeline.last;

		if (last == NONE || streams[id] != streams[last] ||
		    (copy_direction(trace, id) == COPY_IN && is_data_seen(trace, last, id)))
			pipeline = pipeline_begin();
		else
			return_at_once(trace, scenario, last);
		pipeline_add(&pipeline, trace, scenario, id);
	}
}
