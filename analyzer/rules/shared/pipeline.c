/* SPDX-License-Identifier: MIT */
/* The fix of a run of chunks: a pipeline. Any thread, one at a time. */
#include "graph/constants.h"
#include "rules/shared/chunks.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/survey.h"
#include "trace/call_class.h"

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
	const struct chunk_run *run;
	uint32_t ends[PIPELINE_STREAMS]; /* last operations of the chunks before; NONE: no such
	                                    chunk */
	size_t chunks;                   /* before this one */
	uint32_t last;                   /* operation */
	uint32_t computed;               /* the last operation but copies of the chunk before */
	uint32_t computing;              /* ... of this one; NONE: none yet */
};

static struct pipeline pipeline_begin(const struct chunk_run *run)
{
	struct pipeline pipeline = {
		.run = run, .last = NONE, .computed = NONE, .computing = NONE
	};

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

static bool begins_chunk(const struct pipeline *pipeline, const struct trace *trace, uint32_t id)
{
	enum copy_direction direction = copy_direction(trace, id), before;

	if (pipeline->last == NONE)
		return false;
	before = copy_direction(trace, pipeline->last);
	if (chunk_run_is_results(pipeline->run))
		return direction != COPY_OUT && before == COPY_OUT;
	return direction == COPY_IN && before != COPY_IN;
}

static void pipeline_add(struct pipeline *pipeline, const struct trace *trace,
                         struct scenario *scenario, uint32_t id)
{
	const enum copy_direction direction = copy_direction(trace, id);

	if (begins_chunk(pipeline, trace, id))
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
 * The host waits between the operations LAST and ID of a run, but not for the data: it issued ID
 * sooner than it could have read what LAST copied out, or written what ID copies in. It waits
 * until a buffer may be used again, and has enough of them in a pipeline.
 */
static void skip_waits(const struct trace *trace, struct scenario *scenario, uint32_t last,
                       uint32_t id)
{
	const struct trace_calls *c = &trace->calls;
	const uint32_t from = trace->operations.call[last], to = trace->operations.call[id];
	int64_t looking_ns = 0;

	if (from == NONE || to == NONE)
		return;
	if (copy_direction(trace, last) == COPY_OUT)
		looking_ns = chunk_writing_ns(copy_bytes(trace, last));
	if (copy_direction(trace, id) == COPY_IN &&
	    chunk_writing_ns(copy_bytes(trace, id)) > looking_ns)
		looking_ns = chunk_writing_ns(copy_bytes(trace, id));
	for (uint32_t call = from + 1; call < to; call++)
		if (c->thread[call] == c->thread[to] &&
		    call_class(trace, call) == CALL_SYNCHRONIZE &&
		    c->start_ns[to] - c->end_ns[call] < looking_ns)
			scenario_change_call(scenario, call, CALL_NO_WAIT);
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
	const struct chunk_runs *runs = &check->survey->chunks;
	struct pipeline pipeline = pipeline_begin(NULL);

	slow_copies(trace, finding, scenario);
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i], last = pipeline.last;

		const struct chunk_run *run = chunk_run_of(runs, trace, id);

		if (last == NONE || streams[id] != streams[last] ||
		    (run != pipeline.run &&
		     (chunk_run_is_results(run) || chunk_run_is_results(pipeline.run))) ||
		    (copy_direction(trace, id) == COPY_IN && chunk_data_is_seen(trace, last, id)))
			pipeline = pipeline_begin(run);
		else {
			return_at_once(trace, scenario, last);
			skip_waits(trace, scenario, last, id);
		}
		pipeline_add(&pipeline, trace, scenario, id);
	}
}
