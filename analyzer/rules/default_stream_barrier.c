/* SPDX-License-Identifier: MIT */
/*
 * Rule default-stream-barrier: operations that waited only because they, or what they waited for,
 * stand in the legacy default stream. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "graph/scenario.h"
#include "rules/shared/copies.h"
#include "rules/shared/held.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

/* The operations in the null stream that are part of it: those that waited and those that were
 * waited for. */
static int null_operations(struct held *found, const struct check *check, const struct held *held)
{
	const struct trace *trace = check->trace;
	bool *is_part = calloc(trace->operations.count + 1, sizeof *is_part);
	int err = is_part ? 0 : -ENOMEM;

	*found = (struct held){ .worst = NONE };
	for (size_t i = 0; i < held->count && !err; i++) {
		uint32_t sides[2] = { held->operations[i],
			              check->graph->blocker[held->operations[i]] };

		for (int side = 0; side < 2; side++) {
			uint32_t id = sides[side];

			if (id == NONE || is_part[id] ||
			    trace->streams[trace->operations.stream[id]].type != STREAM_NULL)
				continue;
			is_part[id] = true;
			found->count++;
		}
	}
	if (!err && found->count) {
		found->operations = malloc(found->count * sizeof *found->operations);
		err = found->operations ? 0 : -ENOMEM;
	}
	found->count = 0;
	for (uint32_t i = 0; i < trace->operations.count && !err && found->operations; i++)
		if (is_part[i])
			found->operations[found->count++] = i;
	free(is_part);
	return err;
}

static bool has_only_transfers(const struct trace *trace, const struct held *in_null)
{
	for (size_t i = 0; i < in_null->count; i++)
		if (trace->operations.type[in_null->operations[i]] == OPERATION_KERNEL)
			return false;
	return in_null->count > 0;
}

/* ---- whether the barrier may be meant ---- */

/* What ran in the null stream as one kind of work: a function, or copies, or memory sets. */
struct null_work {
	uint32_t stream;  /* the first that it came behind; NONE */
	int64_t behind;   /* how often it came behind the work of one stream alone */
	bool is_changing; /* ... and not always of the same one */
};

enum { STREAM_MANY = NONE - 1 };

/* What a thread has issued so far, in the context that it last issued to: others have no part in
 * what it needs. */
struct thread_work {
	uint32_t context;
	uint32_t used;   /* the blocking stream since its last work in the null stream; NONE,
	                    STREAM_MANY */
	uint32_t before; /* the stream of its last work elsewhere; NONE */
	size_t in_null;  /* of the null stream's looked at, since then */
};

static struct thread_work *thread_works_new(const struct trace *trace)
{
	struct thread_work *works = malloc((trace->threads_count + 1) * sizeof *works);

	for (size_t t = 0; works && t <= trace->threads_count; t++)
		works[t] = (struct thread_work){ NONE, NONE, NONE, 0 };
	return works;
}

/* Of the thread that issued operation ID; where that is not known, of one for all. */
static struct thread_work *thread_work_of(struct thread_work *works, const struct trace *trace,
                                          uint32_t id)
{
	const uint32_t call = trace->operations.call[id];
	const uint32_t context = trace->streams[trace->operations.stream[id]].context;
	struct thread_work *work =
	        &works[call == NONE ? trace->threads_count : trace->calls.thread[call]];

	if (work->context != context)
		*work = (struct thread_work){ context, NONE, NONE, 0 };
	return work;
}

/* Adds a blocking STREAM that work was issued to. */
static void note_blocking(uint32_t *used, uint32_t stream)
{
	if (*used == NONE)
		*used = stream;
	else if (*used != stream)
		*used = STREAM_MANY;
}

/* What ran in the null stream as operation ID did. */
static struct null_work *null_work_of(struct null_work *works, const struct trace *trace,
                                      uint32_t id)
{
	const uint8_t type = trace->operations.type[id];

	return &works[type == OPERATION_KERNEL ? operation_function(trace, id)
	                                       : trace->functions_count + type];
}

/* Notes operation ID, which IS_PART of what waits. Returns whether it is one that counts. */
static bool note_issue(struct null_work *works, struct thread_work *threads,
                       const struct trace *trace, uint32_t id, bool is_part)
{
	const uint32_t stream = trace->operations.stream[id];
	struct thread_work *thread = thread_work_of(threads, trace, id);
	const uint32_t before = thread->used;
	struct null_work *work = null_work_of(works, trace, id);

	if (trace->streams[stream].type == STREAM_BLOCKING)
		note_blocking(&thread->used, stream);
	if (trace->streams[stream].type != STREAM_NULL || before == NONE)
		return false;
	thread->used = NONE;
	if (is_part && before != STREAM_MANY) {
		work->is_changing |= work->behind++ > 0 && work->stream != before;
		work->stream = before;
	}
	return is_part;
}

/*
 * Work in the null stream that comes behind one stream now and behind another later is not what
 * these streams were made for: they are independent of one another, and it stands between them. If
 * it comes behind the same stream each time, or behind all of them, it may well need their results.
 * What counts are the streams of the thread that issued it. Sets IS_INDEPENDENT where the first is
 * so for half of IN_NULL, which is in order of the operations.
 */
static int find_independent(bool *is_independent, const struct check *check,
                            const struct held *in_null)
{
	const struct trace *trace = check->trace;
	const size_t kinds = trace->functions_count + OPERATION_TYPES;
	struct null_work *works = calloc(kinds, sizeof *works);
	struct thread_work *threads = thread_works_new(trace);
	bool *is_part = calloc(trace->operations.count + 1, sizeof *is_part);
	int64_t all = 0, independent = 0;
	int err = works && threads && is_part ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < in_null->count; i++)
		is_part[in_null->operations[i]] = true;
	for (size_t i = 0; !err && i < trace->operations.count; i++) {
		const uint32_t id = check->graph->issue_order[i];

		all += note_issue(works, threads, trace, id, is_part[id]);
	}
	for (size_t w = 0; !err && w < kinds; w++)
		independent += works[w].is_changing ? works[w].behind : 0;
	*is_independent = independent > 0 && 2 * independent >= all;
	free(works);
	free(threads);
	free(is_part);
	return err;
}

/* What stands within the work of a stream. */
struct within {
	size_t all, elsewhere; /* elsewhere: not in the first such stream */
	uint32_t first;        /* NONE: none yet */
};

/* THREAD issues to STREAM, which is not the null stream. */
static void close_within(struct within *within, struct thread_work *thread, uint32_t stream,
                         bool is_blocking)
{
	if (thread->in_null && thread->before == stream && is_blocking) {
		within->all += thread->in_null;
		if (within->first == NONE)
			within->first = stream;
		within->elsewhere += within->first == stream ? 0 : thread->in_null;
	}
	thread->before = stream;
	thread->in_null = 0;
}

/*
 * Whether most of IN_NULL stands within the work of another stream, which its thread issued to
 * before and behind it, now of this one and now of that: it was launched in the null stream by
 * mistake, say. Where it is one stream each time, they may be a producer and its consumer.
 */
static int find_within(bool *is_within, const struct check *check, const struct held *in_null)
{
	const struct trace *trace = check->trace;
	struct thread_work *threads = thread_works_new(trace);
	struct within within = { .first = NONE };
	size_t part = 0;

	if (!threads)
		return -ENOMEM;
	for (size_t i = 0; i < trace->operations.count; i++) {
		const uint32_t id = check->graph->issue_order[i];
		const uint32_t stream = trace->operations.stream[id];
		struct thread_work *thread = thread_work_of(threads, trace, id);

		if (trace->streams[stream].type == STREAM_NULL)
			thread->in_null += part++ < in_null->count;
		else
			close_within(&within, thread, stream,
			             trace->streams[stream].type == STREAM_BLOCKING);
	}
	free(threads);
	*is_within = within.all > 0 && 2 * within.all >= in_null->count &&
	             2 * within.elsewhere >= within.all;
	return 0;
}

/* Whether all of it is blocking copies to the host: results of the work before them. */
static bool has_only_results(const struct trace *trace, const struct held *in_null)
{
	for (size_t i = 0; i < in_null->count; i++)
		if (copy_direction(trace, in_null->operations[i]) != COPY_OUT ||
		    !copy_is_blocking(trace, in_null->operations[i]))
			return false;
	return in_null->count > 0;
}

/*
 * What the run would win without DEVICE's barriers. The waits may be many times that: where the
 * GPU is full of work, or the host waits for it anyway, they are the GPU's time and lose nothing.
 */
static int win_without(int64_t *ns, const struct graph *graph, uint32_t device)
{
	struct scenario scenario;
	struct replay replay = { 0 };
	int err;

	scenario_init(&scenario, graph);
	scenario_without_on(&scenario, device, CAUSE_DEFAULT_STREAM);
	err = graph_replay(graph, &scenario, false, &replay);
	scenario_release(&scenario);
	*ns = err ? 0 : finding_scaled_ns(graph, graph->alone_replayed_ns - replay.wall_ns);
	replay_release(&replay);
	return err;
}

/* CULPRITS: the names of what ran in the null stream, IN_NULL. */
static void say_what_to_do(struct finding *finding, const struct trace *trace,
                           const struct held *in_null, const char *culprits, bool is_within)
{
	if (is_within) {
		finding_fact(finding, "issued",
		             "right between two operations of one and the same stream, most of it");
		finding_advice(finding,
		               "Issue what runs in the null stream (%s) to the stream that "
		               "stands right before and behind it: then it keeps that "
		               "stream's order, and waits for no other. Non-blocking "
		               "streams would be a race if it needs that stream's results.",
		               culprits);
		return;
	}
	finding_advice(finding,
	               "If what runs in the null stream (%s) does not need the other streams' "
	               "results, nor they its: create the other streams with "
	               "cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), %s, "
	               "or compile with nvcc --default-stream per-thread. Where a dependency is "
	               "real, say so with an event.",
	               culprits,
	               has_only_transfers(trace, in_null)
	                       ? "or copy and set memory with the Async functions in a stream of "
	                         "their own"
	                       : "or launch these kernels in a stream of their own");
}

static int report(struct check *check, uint32_t device, const struct held *held)
{
	const struct trace *trace = check->trace;
	struct name_list names = { 0 };
	bool is_independent = false, is_within = false;
	struct held in_null;
	struct finding *finding;
	char culprits[NAME_MAX_BYTES] = "", victims[NAME_MAX_BYTES] = "";
	int64_t streams = 0, won_ns = INT64_MAX;
	int err = null_operations(&in_null, check, held);

	if (!err)
		err = name_streams(&names, trace, held->operations, held->count, &streams);
	if (!err)
		err = name_kernels(culprits, trace, in_null.operations, in_null.count);
	if (!err)
		err = name_kernels(victims, trace, held->operations, held->count);
	if (!err)
		err = find_independent(&is_independent, check, &in_null);
	if (!err && !is_independent)
		err = win_without(&won_ns, check->graph, device);
	if (!err)
		err = find_within(&is_within, check, &in_null);
	if (err ||
	    (!is_independent && (has_only_results(trace, &in_null) || !is_worth(check, won_ns)))) {
		held_release(&in_null);
		return err;
	}
	finding = finding_add_device(check, device);
	held_report(held, check, finding);
	finding_headline(finding, "%s waited up to %s at the default stream's implicit barrier",
	                 name_count(NAME, (int64_t)held->count, "operation", "operations"),
	                 format_duration(FORMAT, held->worst_ns));
	finding_fact(finding, "in the null stream", "%s", culprits);
	finding_fact(finding, "held back", "%s", victims);
	finding_fact(finding, "streams that waited", "%s", names.text);
	say_what_to_do(finding, trace, &in_null, culprits, is_within);
	if (!is_independent) {
		finding->severity = FINDING_NOTE;
		if (finding->cost_ns > won_ns)
			finding->cost_ns = won_ns;
		finding_not_predicted(finding, "%s",
		                      is_within ? "the null stream's work may need the results of "
		                                  "the stream that it was issued between"
		                                : "the null stream's work comes behind the same "
		                                  "stream each time, or behind all of them: it may "
		                                  "need their results");
	}
	held_release(&in_null);
	return 0;
}

static void check_device(struct check *check, uint32_t device)
{
	struct held held;
	int err = held_collect(&held, check, device, CAUSE_DEFAULT_STREAM);

	if (!err && is_worth(check, held.cost_ns))
		err = report(check, device, &held);
	held_release(&held);
	check_failed(check, err);
}

static void check_default_stream_barrier(struct check *check)
{
	for (uint32_t device = 0; device < check->trace->devices_count; device++)
		check_device(check, device);
}

static void fix_default_stream_barrier(const struct check *check, const struct finding *finding,
                                       struct scenario *scenario)
{
	(void)check;
	scenario_without_on(scenario, finding->device, CAUSE_DEFAULT_STREAM);
}

const struct rule rule_default_stream_barrier = {
	.id = "default-stream-barrier",
	.severity = FINDING_WARNING,
	.thresholds = { wait_threshold, worth_threshold },
	.wait = SHARE_DEFAULT_STREAM,
	.check = check_default_stream_barrier,
	.fix = fix_default_stream_barrier,
};
