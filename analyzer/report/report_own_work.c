/* SPDX-License-Identifier: MIT */
/*
 * What a program did by itself, between calls of CUDA, while no GPU worked: when that was, and
 * whether it is most of the run. Any thread.
 */
#include "report/report_parts.h"

#include <math.h>
#include <string.h>

#include "base/statistics.h"
#include "base/text.h"
#include "code/host_time.h"
#include "graph/constants.h"
#include "graph/context_start.h"
#include "rules/shared/constants.h"
#include "rules/shared/gap_limits.h"
#include "rules/shared/long_rounds.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"
#include "trace/summary.h"

enum {
	SPAN_MIN_PERCENT = 5, /* of the program time: from here on a span gets a line, */
	RUN_MIN_PERCENT = 2,  /* if it is that of the whole run, which may be CUDA's start above all
	                       */
	SINGLE_MIN_PERCENT = 1,  /* ... and a pause that stands for itself is long */
	NEARLY_ALL_PERCENT = 90, /* of the own work: then it is said where that is */
	MOST_MIN_PERCENT = 20, /* of the run: most of what is left of a run that is CUDA's start and
	                          end is no first line */
	SAID_MIN_PERCENT = 50, /* of pauses, that rules about the host's own work charge */
	RECORDER_START_NS = 1000000000, /* that takes 0.1 s, in a large program 0.5 */
	OUT_MIN_PERCENT = 5, /* of the run with it: what is outside of it gets a line, as a span, */
	/* and by then more than loading is: programs of a few kernels that do nothing else before
	 * take 5 to 41 ms. */
	OUT_MIN_NS = 100000000,
};

/* ---- when it was ---- */

/* A range has neither the program's start nor its end in it. */
static bool has_ends(const struct trace *trace)
{
	return trace->operations.count && trace->calls.count && !trace->part.name;
}

static int add_before(struct interval_set *set, const struct report_process *process,
                      const struct graph *graph, const struct findings *findings)
{
	const struct trace *trace = graph->trace;

	(void)process, (void)findings;
	return has_ends(trace) && trace->operations.start_ns[0] > trace->first_ns
	               ? interval_set_add(set, trace->first_ns, trace->operations.start_ns[0])
	               : 0;
}

/* An interpreter that is sampled no more comes to its end, in which its modules still call CUDA. */
static int add_after(struct interval_set *set, const struct report_process *process,
                     const struct graph *graph, const struct findings *findings)
{
	const struct trace *trace = graph->trace;
	int64_t end_ns = trace->last_ns;

	(void)process, (void)findings;
	if (trace->timed_samples && report_is_python(trace) &&
	    end_ns - report_last_sample_ns(trace) > HOST_SAMPLE_MAX_NS / 10)
		end_ns = report_last_sample_ns(trace);
	return has_ends(trace) && end_ns > trace_work_end_ns(trace)
	               ? interval_set_add(set, trace_work_end_ns(trace), end_ns)
	               : 0;
}

static int add_once(struct interval_set *set, const struct report_process *process,
                    const struct graph *graph, const struct findings *findings)
{
	(void)process;
	return start_up_pauses(set, &findings->survey->start_up, graph->trace);
}

/* Whether the trace has all of the process from its first call on, up to where it was ended: what
 * is killed has a beginning, and no end. */
static bool is_unbroken(const struct trace *trace)
{
	return has_ends(trace) && !trace->unrecorded_count;
}

/* When CUDA had started as far as it did before the first recorded call: a call like
 * cudaSetDevice() is none, and makes the first context. 0: unknown. */
static int64_t started_ns(const struct trace *trace)
{
	return trace->driver_ready_ns && context_is_before(trace)
	               ? trace->context_ready_ns + CONTEXT_REST_NS
	               : trace->driver_ready_ns;
}

/* Whether Python went on for long between the driver's start and the first context: some module
 * asks for devices as it is imported. Of other programs nobody knows; a context may take long. */
static bool is_python_before_context(const struct trace *trace)
{
	return trace->driver_ready_ns && context_is_before(trace) && trace->timed_samples &&
	       report_is_python(trace) &&
	       trace->context_ready_ns - trace->driver_ready_ns > CONTEXT_MAKING_NS;
}

/*
 * Up to where the recording begins, at time 0: CUDA is about to start, and the recorder with it;
 * of Python from where the driver has on until the first context is made; and from where both have
 * on, since a call that starts CUDA need be none that is recorded: cudaGetDeviceCount() is not.
 * Where a trace does not say when that was, the first call tells: if it comes much later, the
 * program did something else meanwhile.
 */
static int add_out_before(struct interval_set *set, const struct report_process *process,
                          const struct graph *graph, const struct findings *findings)
{
	const struct trace *trace = graph->trace;
	const bool is_start = trace->driver_ready_ns ||
	                      (trace->first_ns >= 0 && trace->first_ns < RECORDER_START_NS);
	const int64_t end_ns = is_start ? 0 : trace->first_ns;
	int err = 0;

	(void)process, (void)findings;
	if (!is_unbroken(trace) || trace->process_start_ns == INT64_MIN)
		return 0;
	if (end_ns > trace->process_start_ns)
		err = interval_set_add(set, trace->process_start_ns, end_ns);
	if (!err && is_python_before_context(trace))
		err = interval_set_add(set, trace->driver_ready_ns,
		                       trace->context_ready_ns - CONTEXT_MAKING_NS);
	if (!err && started_ns(trace) && trace->first_ns > started_ns(trace))
		err = interval_set_add(set, started_ns(trace), trace->first_ns);
	return err;
}

/*
 * When the program came to its end, and the recorder began to bring its own work to one. An
 * interpreter ends before that, and is sampled no more; so it is where a trace does not say when
 * that was.
 */
static int64_t program_end_ns(const struct trace *trace)
{
	const int64_t sampled_ns = report_last_sample_ns(trace);

	if (trace->program_end_ns && !(trace->timed_samples && report_is_python(trace)))
		return trace->program_end_ns;
	return trace->timed_samples ? sampled_ns : trace->process_end_ns;
}

static int add_out_after(struct interval_set *set, const struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	const struct trace *trace = graph->trace;
	const int64_t end_ns = program_end_ns(trace);

	(void)process, (void)findings;
	return is_unbroken(trace) && trace->is_complete && end_ns > trace->last_ns
	               ? interval_set_add(set, trace->last_ns, end_ns)
	               : 0;
}

static bool is_long(const struct graph *graph, int64_t length_ns, int percent)
{
	return percent_of(length_ns, graph->program_ns) >= percent;
}

/* Adds the host's single gaps of PERCENT of the run or more; *MOST is how many a device has. */
static int add_gaps_of(struct interval_set *set, size_t *most, const struct graph *graph,
                       int percent)
{
	const int64_t least_ns = (int64_t)ceil((double)graph->program_ns * percent / 100);
	int err = 0;

	*most = 0;
	for (uint32_t d = 0; d < graph->trace->devices_count && !err; d++) {
		size_t count = 0;

		err = gap_limits_add_single(set, &count, graph, d, least_ns, 0);
		*most = count > *most ? count : *most;
	}
	return err;
}

/* Pauses that stand for themselves are few; beside many, the longest may. */
static int add_gaps(struct interval_set *set, const struct graph *graph)
{
	size_t most;
	int err = add_gaps_of(set, &most, graph, SINGLE_MIN_PERCENT);

	if (!err && most >= REPEATS_MIN) {
		interval_set_release(set);
		err = add_gaps_of(set, &most, graph, SPAN_MIN_PERCENT);
	}
	if (!err && most >= REPEATS_MIN)
		interval_set_release(set);
	return err;
}

/* Adds what of FROM is not in WITHOUT; both are united. */
static int add_rest(struct interval_set *set, const struct interval_set *from,
                    const struct interval_set *without)
{
	int err = 0;

	for (size_t i = 0; i < from->count && !err; i++)
		err = interval_set_add_outside(set, from->items[i].start_ns, from->items[i].end_ns,
		                               without);
	return err;
}

/* Adds the long pauses between copies and fills behind the last kernel, when no GPU is BUSY. */
static int add_behind_kernels(struct interval_set *set, const struct graph *graph,
                              const struct interval_set *busy)
{
	const struct trace *trace = graph->trace;
	struct interval_set pauses = { 0 };
	size_t count = 0;
	int err = interval_set_add_outside(&pauses, report_kernels_end_ns(trace),
	                                   trace_work_end_ns(trace), busy);

	for (size_t i = 0; i < pauses.count; i++) {
		const struct interval *pause = &pauses.items[i];

		/* Few are: only these are looked for among all calls. */
		if (is_long(graph, pause->end_ns - pause->start_ns, SINGLE_MIN_PERCENT) &&
		    is_long(graph, trace_outside_calls_ns(trace, pause->start_ns, pause->end_ns),
		            SINGLE_MIN_PERCENT))
			pauses.items[count++] = *pause;
	}
	for (size_t i = 0; i < count && count < REPEATS_MIN && !err; i++)
		err = interval_set_add(set, pauses.items[i].start_ns, pauses.items[i].end_ns);
	interval_set_release(&pauses);
	return err;
}

/* The largest wait may be the GAPS between operations; and rules that are about the host's own work
 * may have said what most of them are. */
static bool are_gaps_said(const struct report_process *process, const struct findings *findings,
                          const struct interval_set *gaps)
{
	int64_t said_ns = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i]->is_own_work)
			said_ns = sum_saturated(said_ns, findings->items[i]->cost_ns);
	return report_waits_for_host(process) ||
	       (said_ns && percent_of(said_ns, interval_set_length(gaps)) >= SAID_MIN_PERCENT);
}

static int add_pauses(struct interval_set *set, const struct report_process *process,
                      const struct graph *graph, const struct findings *findings)
{
	struct interval_set busy = { 0 }, gaps = { 0 };
	int err = 0;

	if (!has_ends(graph->trace))
		return 0;
	err = gpus_busy(&busy, graph->trace);
	if (!err)
		err = add_gaps(&gaps, graph);
	interval_set_unite(&gaps);
	if (are_gaps_said(process, findings, &gaps))
		interval_set_release(&gaps);
	if (!err)
		err = add_behind_kernels(&gaps, graph, &busy);
	interval_set_unite(&gaps);
	/* What is done before loops has a line of its own, and rounds have a finding. */
	if (!err)
		err = add_once(&busy, process, graph, findings);
	if (!err && long_rounds_finding(findings))
		err = long_rounds_pauses(&busy, graph, &findings->survey->start_up);
	interval_set_unite(&busy);
	if (!err)
		err = add_rest(set, &gaps, &busy);
	interval_set_release(&busy);
	interval_set_release(&gaps);
	return err;
}

/* Adds the time in which CUDA's libraries start. Returns 0 or -ENOMEM. */
static int add_library_starts(struct interval_set *set, const struct graph *graph)
{
	const struct trace_calls *calls = &graph->trace->calls;
	int err = 0;

	for (uint32_t c = 0; c < calls->count && !err; c++) {
		const uint32_t before = graph_previous_call(graph, c);

		if (before != NONE && calls_start_library(graph->trace, before, c) &&
		    calls->start_ns[c] > calls->end_ns[before])
			err = interval_set_add(set, calls->end_ns[before], calls->start_ns[c]);
	}
	return err;
}

/* Takes the making of the first context, and the start of CUDA's libraries, out of SET, which is
 * united. Returns 0 or -ENOMEM. */
static int take_out_starts(struct interval_set *set, const struct graph *graph)
{
	const struct interval context = context_start(graph->trace);
	struct interval_set without = { 0 }, rest = { 0 };
	int err = 0;

	if (!set->count)
		return 0;
	if (context.end_ns > context.start_ns)
		err = interval_set_add(&without, context.start_ns, context.end_ns);
	if (!err)
		err = add_library_starts(&without, graph);
	interval_set_unite(&without);
	if (!err)
		err = add_rest(&rest, set, &without);
	interval_set_release(&without);
	interval_set_release(set);
	*set = rest;
	return err;
}

int report_own_span(struct interval_set *set, enum report_own span,
                    const struct report_process *process, const struct graph *graph,
                    const struct findings *findings)
{
	static int (*const add[OWN_SPANS])(struct interval_set *, const struct report_process *,
	                                   const struct graph *, const struct findings *) = {
		[OWN_BEFORE] = add_before,         [OWN_ONCE] = add_once,
		[OWN_PAUSES] = add_pauses,         [OWN_AFTER] = add_after,
		[OWN_OUT_BEFORE] = add_out_before, [OWN_OUT_AFTER] = add_out_after,
	};
	int err = add[span](set, process, graph, findings);

	interval_set_unite(set);
	return err ? err : take_out_starts(set, graph);
}

bool report_own_is_outside(enum report_own span)
{
	return span == OWN_OUT_BEFORE || span == OWN_OUT_AFTER;
}

int report_add_own_spans(struct report_process *process, const struct graph *graph,
                         const struct findings *findings)
{
	int err = 0;

	process->own_advice = "";
	for (int span = 0; span < OWN_SPANS && !err; span++) {
		struct report_own_work *own = &process->own[span];
		struct interval_set set = { 0 };

		own->code = "";
		err = report_own_span(&set, (enum report_own)span, process, graph, findings);
		if (!err)
			own->ns = trace_outside_calls_within(graph->trace, &set);
		if (report_own_is_outside((enum report_own)span)
		            ? own->ns < OUT_MIN_NS ||
		                      percent_of(own->ns, graph->run.wall_ns + own->ns) <
		                              OUT_MIN_PERCENT
		            : percent_of(own->ns, graph->program_ns) < SPAN_MIN_PERCENT ||
		                      percent_of(own->ns, graph->run.wall_ns) < RUN_MIN_PERCENT)
			own->ns = 0;
		interval_set_release(&set);
	}
	return err;
}

/* ---- whether it is most of the run ---- */

bool report_own_is_nearly_all(const struct report_process *process, enum report_own span)
{
	return !report_own_is_outside(span) && process->most_own.ns &&
	       percent_of(process->own[span].ns, process->most_own.ns) >= NEARLY_ALL_PERCENT;
}

int report_own_steps(struct interval_set *set, const struct graph *graph)
{
	struct interval_set busy = { 0 }, steps = { 0 };
	struct graph_path path = { 0 };
	int64_t now_ns = graph->trace->first_ns;
	int err = graph_path_init(&path, graph);

	for (size_t i = 0; i < path.count && !err; i++) {
		const int64_t end_ns = now_ns + path.steps[i].duration_ns;

		if (path.steps[i].share == SHARE_HOST)
			err = interval_set_add(&steps, now_ns, end_ns);
		now_ns = end_ns;
	}
	interval_set_unite(&steps);
	if (!err)
		err = gpus_busy(&busy, graph->trace);
	if (!err)
		err = add_rest(set, &steps, &busy);
	interval_set_unite(set);
	graph_path_release(&path);
	interval_set_release(&busy);
	interval_set_release(&steps);
	return err;
}

const char *const report_about_host[] = { "gpu-idle", "launch-bound", "load-in-loop",
	                                  "setup-in-loop", NULL };

/* What findings cost that are about the time in which the host issues nothing. Work in few, long
 * rounds is named in the line about all of it. */
static int64_t said_ns(const struct findings *findings)
{
	int64_t sum_ns = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		if (f != long_rounds_finding(findings) &&
		    (f->is_own_work || text_is_one_of(f->rule->id, report_about_host)))
			sum_ns = sum_saturated(sum_ns, f->cost_ns);
	}
	return sum_ns;
}

/* What the dearest of the findings costs that are more than hints. */
static int64_t dearest_ns(const struct findings *findings)
{
	int64_t most_ns = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i]->cost_ns > most_ns &&
		    !finding_rank(findings->items[i]).is_hint)
			most_ns = findings->items[i]->cost_ns;
	return most_ns;
}

bool report_own_is_most(const struct report_process *process, const struct graph *graph,
                        const struct findings *findings, int64_t own_ns)
{
	const int64_t limit_ns = report_waits_for_host(process) ? dearest_ns(findings) : INT64_MAX;

	own_ns -= said_ns(findings);
	return (own_ns > graph->program_ns / 2 || own_ns > limit_ns) &&
	       percent_of(own_ns, graph->run.wall_ns) >= MOST_MIN_PERCENT &&
	       graph->trace->calls.count && graph->trace->operations.count &&
	       !survey_hides_waits(findings->survey, graph);
}
