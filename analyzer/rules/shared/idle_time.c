/* SPDX-License-Identifier: MIT */
/* Counts the time in which a GPU had nothing to do. */
#include "rules/shared/idle_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/survey.h"
#include "rules/shared/timed_waits.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

void idle_time_release(struct idle_time *idle)
{
	interval_set_release(&idle->host);
	free(idle->waits);
	free(idle->is_timed);
	results_release(&idle->results);
	*idle = (struct idle_time){ 0 };
}

int idle_time_init_waits(struct idle_time *idle, const struct check *check)
{
	int err;

	idle->waits = calloc(check->trace->call_names_count + 1, sizeof *idle->waits);
	if (!idle->waits)
		return -ENOMEM;
	err = results_init(&idle->results, check);
	return err ? err : timed_waits_find(&idle->is_timed, check);
}

/* The call in which the host waited already when it came to CALL, which then had little to wait
 * for: of a COPY of pageable memory, which is over when its call returns. CALL: there is none. */
static uint32_t waited_in(const struct trace *trace, uint32_t call, uint32_t copy)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t issuing = copy == NONE ? NONE : trace->operations.call[copy];

	return issuing != NONE && calls->thread[issuing] == calls->thread[call] &&
	                       calls->end_ns[issuing] >= trace->operations.end_ns[copy] &&
	                       call_length_ns(trace, issuing) > call_length_ns(trace, call)
	               ? issuing
	               : call;
}

/* CALL waited, and LENGTH_NS of a gap is behind it. Returns the copy that it waited for, or NONE.
 */
static uint32_t count_wait(struct idle_time *idle, const struct graph *graph, uint32_t call,
                           int64_t length_ns)
{
	const struct trace *trace = graph->trace;
	const uint32_t copy = results_count(&idle->results, graph, call);
	const uint32_t waited = waited_in(trace, call, copy);

	idle->waits[trace->calls.name[waited]].count++;
	idle->waits[trace->calls.name[waited]].ns =
	        sum_saturated(idle->waits[trace->calls.name[waited]].ns, length_ns);
	idle->waits_counted++;
	if (idle->is_timed && idle->is_timed[call]) {
		idle->timed++;
		idle->timed_ns = sum_saturated(idle->timed_ns, length_ns);
	}
	if (copy != NONE && idle->results.is_element[copy])
		idle->elements_ns += length_ns;
	idle->waiting_ns = sum_saturated(idle->waiting_ns, call_length_ns(trace, waited));
	return copy;
}

/* Adds GAP, LENGTH_NS of it, behind a wait for COPY (NONE: for none), if it is that of a single
 * result. */
static void add_single(struct idle_time *idle, const struct trace *trace,
                       const struct idle_scope *scope, const struct gap *gap, uint32_t copy,
                       int64_t length_ns)
{
	const bool is_single = copy != NONE && length_ns < scope->long_gap_ns &&
	                       copy_direction(trace, copy) == COPY_OUT &&
	                       (double)copy_bytes(trace, copy) < scope->large_bytes;

	single_results_add(&idle->singles, trace, gap, is_single ? copy : NONE, length_ns);
}

/* Whether the thread that ended GAP loaded code in it. */
static bool has_load(const struct graph *graph, const struct gap *gap)
{
	const struct trace *trace = graph->trace;
	uint32_t call = trace->operations.call[gap->next];

	for (; call != NONE && trace->calls.end_ns[call] > gap->start_ns;
	     call = graph_previous_call(graph, call))
		if (is_code_load(&trace->call_names[trace->calls.name[call]]))
			return true;
	return false;
}

/*
 * The shadow of a wait: a host that waits for the GPU is as long ahead of it no more, and the GPU
 * idles until it is ahead again. That can be all over the step behind the wait.
 */
struct shadow {
	uint32_t call;   /* that was not looked at yet */
	int64_t left_ns; /* of the last wait's time */
};

/* How much of the LENGTH_NS of GAP is in the shadow of the last wait before it. */
static int64_t shadow_take(struct shadow *shadow, const struct graph *graph, const struct gap *gap,
                           int64_t length_ns)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	int64_t taken_ns;

	for (; shadow->call < calls->count && calls->start_ns[shadow->call] < gap->start_ns;
	     shadow->call++) {
		const uint32_t operation = graph->waited[shadow->call];

		if (operation == NONE || calls->end_ns[shadow->call] > gap->end_ns)
			continue;
		shadow->left_ns =
		        trace->operations.end_ns[operation] - calls->start_ns[shadow->call];
	}
	if (shadow->left_ns <= 0)
		return 0;
	taken_ns = length_ns < shadow->left_ns ? length_ns : shadow->left_ns;
	shadow->left_ns -= taken_ns;
	return taken_ns;
}

/* When the first operation of DEVICE starts; 0: it has none. */
static int64_t first_start_ns(const struct trace *trace, uint32_t device)
{
	for (size_t i = 0; i < trace->operations.count; i++)
		if (operation_device(trace, i) == device)
			return trace->operations.start_ns[i];
	return 0;
}

/* The set-up that is none of the time in SCOPE. */
static const struct interval_set *setup_of(const struct idle_scope *scope)
{
	return scope->has_once ? &scope->setup->reported : &scope->setup->all;
}

/* PARTS of GAP that are not set-up's. */
static int add_parts(struct interval_set *parts, const struct idle_scope *scope,
                     const struct gap *gap)
{
	return interval_set_add_outside(parts, gap->start_ns, gap->end_ns, setup_of(scope));
}

/* PARTS of GAP that are not set-up's, nor in calls for contexts that another finding has. */
static int add_said_parts(struct interval_set *parts, const struct idle_scope *scope,
                          const struct gap *gap)
{
	struct interval_set all = { 0 };
	int err = add_parts(scope->told ? &all : parts, scope, gap);

	for (size_t i = 0; i < all.count && !err; i++)
		err = interval_set_add_outside(parts, all.items[i].start_ns, all.items[i].end_ns,
		                               &scope->told->contexts);
	interval_set_release(&all);
	return err;
}

/* What the host was at in PART of the gap that CALL ended. */
static void add_part(struct idle_time *idle, uint32_t call, const struct interval *part)
{
	host_evidence_before(&idle->code, call, part->start_ns, part->end_ns);
	if (idle->singles.is_last)
		host_evidence_before(&idle->singles.code, call, part->start_ns, part->end_ns);
}

/* What the host was at in PART of GAP. Allocation calls are no part of the cost where another rule
 * has them: nor is what it was at then. */
static int add_code(struct idle_time *idle, const struct check *check,
                    const struct idle_scope *scope, const struct gap *gap,
                    const struct interval *part)
{
	const struct trace *trace = check->trace;
	struct interval_set left = { 0 }, rest = { 0 };
	uint32_t call = trace->operations.call[gap->next];
	int err = 0;

	for (; call != NONE && trace->calls.end_ns[call] > part->start_ns && !err;
	     call = graph_previous_call(check->graph, call))
		if (!scope->is_open[GAP_ALLOCATION] &&
		    share_of_class[call_class(trace, call)] == SHARE_CALL_ALLOCATE)
			err = interval_set_add(&left, trace->calls.start_ns[call],
			                       trace->calls.end_ns[call]);
	interval_set_unite(&left);
	if (!err)
		err = interval_set_add_outside(&rest, part->start_ns, part->end_ns, &left);
	for (size_t i = 0; i < rest.count && !err; i++)
		add_part(idle, trace->operations.call[gap->next], &rest.items[i]);
	interval_set_release(&left);
	interval_set_release(&rest);
	return err;
}

/* What GAP, which costs LENGTH_NS, says in FINDING. */
static int say_gap(struct idle_time *idle, const struct check *check,
                   const struct idle_scope *scope, const struct gap *gap, int64_t length_ns,
                   struct finding *finding)
{
	struct interval_set parts = { 0 };
	int err = add_said_parts(&parts, scope, gap);

	if (has_load(check->graph, gap)) {
		idle->loads++;
		idle->loads_ns += length_ns;
	}
	if (finding)
		finding_example(finding, gap->next, length_ns);
	for (size_t i = 0; i < parts.count && !err; i++) {
		const struct interval *part = &parts.items[i];

		err = add_code(idle, check, scope, gap, part);
		if (!err)
			err = interval_set_add(&idle->host, part->start_ns, part->end_ns);
	}
	interval_set_release(&parts);
	return err;
}

/* Takes set-up, which is the host's work, out of GAP; the part of the gap that it had is LEFT. */
static int leave_setup(double *left, const struct idle_scope *scope, struct gap *gap)
{
	struct interval_set parts = { 0 };
	const int64_t length_ns = gap->end_ns - gap->start_ns;
	int64_t left_ns;
	int err;

	*left = 0;
	if (!setup_of(scope)->count)
		return 0;
	err = add_parts(&parts, scope, gap);
	left_ns = length_ns - interval_set_length(&parts);
	interval_set_release(&parts);
	gap->share_ns[SHARE_HOST] -=
	        left_ns < gap->share_ns[SHARE_HOST] ? left_ns : gap->share_ns[SHARE_HOST];
	*left = (double)left_ns / (double)length_ns;
	return err;
}

/* How much of GAP is what a compiler does once for a line, and left out: as if it were a pause that
 * does not recur. */
static int64_t compiled_once(const struct idle_scope *scope, const struct gap *gap)
{
	return interval_set_within(setup_of(scope), gap->start_ns, gap->end_ns) -
	       interval_set_within(&scope->setup->reported, gap->start_ns, gap->end_ns);
}

/* Whether GAP, which is open, belongs to a finding of another rule. */
static bool is_reported(const struct idle_scope *scope, const struct graph *graph,
                        const struct gap *gap)
{
	const uint8_t place = scope->in_rows[graph->trace->operations.call[gap->next]];

	return (scope->needless && is_needless_gap(graph->trace, gap, scope->needless)) ||
	       place == LATER_IN_ROW || (place == FIRST_OF_ROW && gap->kind == GAP_LAUNCH) ||
	       (scope->leaves_loads && gap->kind == GAP_HOST && has_load(graph, gap));
}

/* Whether GAP, of which LENGTH_NS count, is a pause: longer than single operations take a host, and
 * nearly all of it is its own work. */
static bool is_pause(const struct idle_scope *scope, const struct gap *gap, int64_t length_ns)
{
	return gap->kind == GAP_HOST && length_ns >= scope->long_gap_ns &&
	       percent_of(gap->share_ns[SHARE_HOST], length_ns) >= HOST_MOST_PERCENT;
}

/* Whether a gap is in the part of the time that SCOPE is of. */
static bool is_in_part(const struct idle_scope *scope, bool pauses)
{
	return scope->part == IDLE_ALL || pauses == (scope->part == IDLE_PAUSES);
}

/* Adds GAP, LENGTH_NS of it, of whose time ALONE is the program's. */
static void add_gap(struct idle_time *idle, const struct graph *graph,
                    const struct idle_scope *scope, const struct gap *gap, int64_t length_ns,
                    double alone)
{
	uint32_t copy = NONE;

	idle->gaps++;
	idle->cost_ns += length_ns;
	idle->kind_ns[gap->kind] += length_ns;
	if (graph->cause[gap->next] == CAUSE_UNEXPLAINED)
		idle->behind_issue_ns += gap->late_ns;
	idle->long_ns += length_ns >= scope->long_gap_ns ? length_ns : 0;
	idle->pauses_ns += is_pause(scope, gap, length_ns) ? length_ns : 0;
	for (int s = 0; s < SHARES; s++)
		idle->share_ns[s] += (int64_t)((double)gap->share_ns[s] * alone);
	if (length_ns > idle->worst_ns) {
		idle->worst_ns = length_ns;
		idle->worst = gap->next;
	}
	if ((graph->trace->operations.flags[gap->next] & (OPERATION_GRAPH | OPERATION_SCALED)) ==
	    OPERATION_GRAPH)
		idle->graphs_ns += length_ns;
	if (gap->wait_call != NONE)
		idle->waited_ns += length_ns;
	round_trips_add(&idle->trips, graph->trace, gap, length_ns, scope->large_bytes);
	if (gap->wait_call != NONE && idle->waits)
		copy = count_wait(idle, graph, gap->wait_call, length_ns);
	add_single(idle, graph->trace, scope, gap, copy, length_ns);
}

int idle_time_measure(struct idle_time *idle, const struct check *check,
                      const struct idle_scope *scope, struct finding *finding)
{
	struct gap_walk walk;
	struct gap gap;
	struct shadow shadow = { 0 };
	const int64_t first_ns = first_start_ns(check->trace, scope->device);
	int64_t gaps_ns = 0; /* so far */
	int err = gap_walk_init(&walk, check->graph);

	walk.device = scope->device;
	idle->awaits_first = 100 * check->survey->data_waits.first_part >= IDLE_MOST_PERCENT;
	idle->base_ns = gpu_span_ns(check->trace, scope->device);
	while (!err && gap_next(&walk, &gap)) {
		const int64_t worked_ns = gap.start_ns - first_ns - gaps_ns;
		int64_t length_ns = gap.end_ns - gap.start_ns, once_ns, shadow_ns;
		double alone, left;

		gaps_ns += length_ns + gap.late_ns;
		if (length_ns > scope->limit_ns[gap.kind] ||
		    gap.next < check->survey->start_up.end) {
			idle->base_ns -= length_ns + gap.late_ns;
			continue;
		}
		alone = (double)gap_alone_ns(&gap) / (double)length_ns;
		idle->base_ns -= gap.recorder_ns;
		once_ns = compiled_once(scope, &gap);
		idle->once_ns += once_ns;
		idle->base_ns -= once_ns;
		err = leave_setup(&left, scope, &gap);
		length_ns = (int64_t)((double)gap_alone_ns(&gap) * (1 - left)) -
		            interval_set_within(scope->shares, gap.start_ns, gap.end_ns);
		if (!scope->is_open[GAP_ALLOCATION])
			length_ns -= gap_leave_allocation(&gap, check->trace);
		length_ns -= scope->told ? told_gaps_take(scope->told, &gap) : 0;
		if (scope->is_open[gap.kind] && gap.kind == GAP_LAUNCH)
			idle->recorder_ns += gap.recorder_ns;
		if (!scope->is_open[gap.kind] || length_ns <= 0 ||
		    is_reported(scope, check->graph, &gap) ||
		    !is_in_part(scope, is_pause(scope, &gap, length_ns)))
			continue;
		if (scope->work_ns && worked_ns >= scope->work_ns / 3 * 2)
			idle->late_ns += length_ns;
		if (gap.wait_call != NONE && scope->has_no_reason[gap.wait_call]) {
			idle->needless_ns += length_ns;
			if (finding)
				finding_target(finding, gap.wait_call);
		}
		shadow_ns = shadow_take(&shadow, check->graph, &gap, length_ns);
		idle->shadow_ns += shadow_ns;
		idle->behind_ns += gap.wait_call == NONE ? shadow_ns : length_ns;
		add_gap(idle, check->graph, scope, &gap, length_ns, alone);
		if ((finding || idle->code.check) && !err)
			err = say_gap(idle, check, scope, &gap, length_ns, finding);
	}
	if (!err && walk.last_end_ns[scope->device] > first_ns + gaps_ns)
		idle->work_ns = walk.last_end_ns[scope->device] - first_ns - gaps_ns;
	gap_walk_release(&walk);
	return err;
}

int idle_time_with_once(struct idle_time *idle, const struct check *check, struct idle_scope *scope)
{
	const int64_t left_ns = idle->cost_ns;
	int err;

	*idle = (struct idle_time){ 0 };
	scope->has_once = true;
	err = idle_time_measure(idle, check, scope, NULL);
	if (2 * left_ns > idle->cost_ns)
		idle->gaps = 0;
	return err;
}

int64_t idle_beside_ns(const struct idle_time *idle)
{
	const int64_t rest_ns = idle->base_ns - idle->cost_ns;

	return idle->work_ns && idle->work_ns < rest_ns ? idle->work_ns : rest_ns;
}

bool idle_waits_are_short(const struct idle_time *idle, double least)
{
	return idle->waited_ns && percent_of(idle->waiting_ns, idle->waited_ns) < least;
}

const char *idle_data_case(const struct idle_time *idle, double least)
{
	static const struct {
		enum host_setup_kind kind;
		const char *name;
	} cases[] = { { SETUP_LOADING, "loading" },
		      { SETUP_AWAITING, "workers" },
		      { SETUP_RECEIVING, "receiving" } };
	const char *name = NULL;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (100 * idle->code.setups[cases[i].kind] >= least) {
			least = 100 * idle->code.setups[cases[i].kind];
			name = cases[i].kind == SETUP_AWAITING && idle->awaits_first
			               ? "first batches"
			               : cases[i].name;
		}
	return name;
}

bool idle_is_before_graphs(const struct idle_time *idle)
{
	return percent_of(idle->graphs_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

bool idle_has_long_gaps(const struct idle_time *idle)
{
	return percent_of(idle->long_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

bool idle_takes_turns(const struct idle_time *idle)
{
	return percent_of(idle->turns_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

/* What was behind the gaps, once for all. */
static void say_late(const struct idle_time *idle, struct finding *finding)
{
	if (percent_of(idle->behind_issue_ns, idle->cost_ns) < unexplained_threshold->value)
		return;
	finding_fact(finding, "late",
	             "another %s passed after what came next was issued, for no reason that the "
	             "trace shows, and is none of it: the GPU may have served other programs",
	             format_duration(FORMAT, idle->behind_issue_ns));
}

void idle_time_say_split(const struct idle_time *idle, struct finding *finding)
{
	struct name_list list = { 0 };

	for (int s = 0; s < SHARES; s++) {
		char text[NAME_MAX_BYTES];

		if (percent_of(idle->share_ns[s], idle->cost_ns) < worth_threshold->value)
			continue;
		snprintf(text, sizeof text, "%s %s", format_duration(FORMAT, idle->share_ns[s]),
		         share_texts[s]);
		name_list_add(&list, text);
	}
	finding_fact(finding, "meanwhile the host", "%s", name_list_end(&list));
	say_late(idle, finding);
	if (idle->once_ns)
		finding_fact(finding, "compiled once",
		             "another %s in such gaps, under lines that hardly compile again, is "
		             "none of it",
		             format_duration(FORMAT, idle->once_ns));
}

/* "all in cudaX", or in which calls the waits were that most of the time came behind. */
static const char *name_waits(char text[NAME_MAX_BYTES], const struct idle_time *idle,
                              const struct trace *trace)
{
	uint32_t most = 0;

	for (uint32_t name = 1; name < trace->call_names_count; name++)
		if (idle->waits[name].ns > idle->waits[most].ns)
			most = name;
	if (idle->waits[most].count == idle->waits_counted)
		snprintf(text, NAME_MAX_BYTES, ", all in %s", trace->call_names[most].name);
	else
		snprintf(text, NAME_MAX_BYTES, ", %s in %s, behind which it idled for %s",
		         format_count(FORMAT, idle->waits[most].count),
		         trace->call_names[most].name,
		         format_duration(FORMAT, idle->waits[most].ns));
	return text;
}

int idle_time_say_waits(struct idle_time *idle, const struct trace *trace, double least,
                        struct finding *finding)
{
	int err = 0;

	if (!idle->waited_ns)
		return 0;
	finding_fact(finding, "after a wait",
	             "%s of it: the host had waited for the GPU first, for %s in %s%s",
	             format_percent(FORMAT, percent_of(idle->waited_ns, idle->cost_ns)),
	             format_duration(FORMAT, idle->waiting_ns),
	             name_count(NAME, idle->waits_counted, "call", "calls"),
	             name_waits(NAME, idle, trace));
	if (idle_is_in_shadow(idle) &&
	    percent_of(idle->waited_ns, idle->cost_ns) < IDLE_MOST_PERCENT)
		finding_fact(finding, "catching up",
		             "%s of it is no longer than the host had waited before",
		             format_percent(FORMAT, percent_of(idle->shadow_ns, idle->cost_ns)));
	if (results_are_many(&idle->results.out, idle->waits_counted, idle->waiting_ns, least))
		err = results_say(&idle->results, finding);
	if (results_are_many(&idle->results.in, idle->waits_counted, idle->waiting_ns, least) &&
	    results_take_time(&idle->results.in, idle->cost_ns) && !err)
		err = results_say_inputs(&idle->results, finding);
	return err;
}

bool idle_is_for_elements(const struct idle_time *idle)
{
	return item_copies_are_many(idle->results.out.elements) &&
	       percent_of(idle->elements_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

bool idle_is_in_shadow(const struct idle_time *idle)
{
	return percent_of(idle->shadow_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

double idle_percent_for(const struct idle_time *idle, enum gap_kind kind)
{
	const int64_t all_ns = kind == GAP_HOST              ? idle->share_ns[SHARE_HOST]
	                       : kind == GAP_SYNCHRONIZATION ? idle->waited_ns
	                                                     : 0;

	return percent_of(all_ns > idle->kind_ns[kind] ? all_ns : idle->kind_ns[kind],
	                  idle->cost_ns);
}
