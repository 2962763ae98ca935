/* SPDX-License-Identifier: MIT */
/* Finds memory for results that is made anew in a loop. */
#include "rules/shared/result_pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "code/host_time.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { LARGE, TIMES, MOST, SLOWEST, FASTEST };

const struct threshold result_pages_thresholds[] = {
	[LARGE] = { "large results", 32, "MiB" },    [TIMES] = { "new times", 3, "copies" },
	[MOST] = { "most results", 75, "%" },        [SLOWEST] = { "mapped at least", 1, "GB/s" },
	[FASTEST] = { "mapped at most", 4, "GB/s" }, { .name = NULL },
};

enum {
	CALLS_LOOKED_AT = 4, /* between the wait and the copy: events, errors */
	PLACES_MAX = 8,      /* results of a round, that go to places of their own */
};

/* Copies of large results, as they are gone through. */
struct result_copies {
	uint64_t places[PLACES_MAX]; /* of the last ones, in turn */
	size_t placed;
	int64_t judged; /* the first ones behind a kernel, at a place that was used before */
	uint32_t *made; /* of these, those before which memory was made */
	size_t made_count;
	bool has_kernel; /* one ran since the last copy */
};

bool result_pages_is(const struct finding *finding)
{
	return strcmp(finding->rule->id, "pageable-copy") == 0 &&
	       strcmp(finding->subject, RESULT_PAGES_SUBJECT) == 0;
}

struct interval result_pages_pause(const struct graph *graph, uint32_t copy)
{
	const struct trace_calls *calls = &graph->trace->calls;
	const uint32_t call = graph->trace->operations.call[copy];
	const uint32_t before = call == NONE ? NONE : graph_previous_call(graph, call);

	if (before == NONE || calls->end_ns[before] >= calls->start_ns[call])
		return (struct interval){ 0, 0 };
	return (struct interval){ calls->end_ns[before], calls->start_ns[call] };
}

static bool is_large_result(const struct trace *trace, uint32_t id)
{
	return copy_direction(trace, id) == COPY_OUT && copy_is_pageable(trace, id) &&
	       !(trace->operations.flags[id] & OPERATION_GRAPH) &&
	       (double)copy_bytes(trace, id) >= result_pages_thresholds[LARGE].value * (1 << 20);
}

/* Whether the thread knew before its pause that the results of COPY are there: it had waited for
 * the GPU, and issued nothing since. */
static bool is_ready(const struct graph *graph, uint32_t copy)
{
	const struct trace *trace = graph->trace;
	uint32_t call = graph_previous_call(graph, trace->operations.call[copy]);

	for (int i = 0; i < CALLS_LOOKED_AT && call != NONE; i++) {
		const uint32_t waited = graph->waited[call];
		const enum call_class class = call_class(trace, call);

		if (waited != NONE)
			return !is_large_result(trace, waited);
		if (class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH || class == CALL_COPY ||
		    class == CALL_FILL)
			return false;
		if (class == CALL_SYNCHRONIZE)
			return true;
		call = graph_previous_call(graph, call);
	}
	return false;
}

static bool is_as_long_as_mapping(const struct interval *pause, int64_t bytes)
{
	const double ns = (double)(pause->end_ns - pause->start_ns);
	const double rate = ns > 0 ? (double)bytes / ns : 0;

	return rate >= result_pages_thresholds[SLOWEST].value &&
	       rate <= result_pages_thresholds[FASTEST].value;
}

/* Whether an earlier result went to the place of COPY, which is noted: kept results have places of
 * their own. */
static bool is_place_used(struct result_copies *results, const struct trace *trace, uint32_t copy)
{
	uint64_t address;
	bool is_used = false;

	if (!operation_host_address(trace, copy, &address))
		return false;
	for (size_t i = 0; i < results->placed && i < PLACES_MAX; i++)
		is_used |= results->places[i] == address;
	if (!is_used)
		results->places[results->placed++ % PLACES_MAX] = address;
	return is_used;
}

static int add_copy(struct result_copies *results, const struct graph *graph, uint32_t id)
{
	const struct trace *trace = graph->trace;
	const bool is_used = is_place_used(results, trace, id);
	const bool is_first = results->has_kernel;
	const struct interval pause = result_pages_pause(graph, id);
	uint32_t *made;

	results->has_kernel = false;
	if (!is_used || !is_first || trace->operations.call[id] == NONE)
		return 0;
	results->judged++;
	if (!is_as_long_as_mapping(&pause, copy_bytes(trace, id)) || !is_ready(graph, id))
		return 0;
	made = ARRAY_ADD(&results->made, &results->made_count);
	if (!made)
		return -ENOMEM;
	*made = id;
	return 0;
}

static int find_results(struct result_copies *results, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	int err = 0;

	for (uint32_t i = 0; i < trace->operations.count && !err; i++) {
		const uint32_t id = graph->issue_order[i];

		if (trace->operations.type[id] == OPERATION_KERNEL)
			results->has_kernel = true;
		else if (is_large_result(trace, id))
			err = add_copy(results, graph, id);
	}
	return err;
}

/* What samples of native code say of the pauses before the copies that were found. */
enum said { SAID_NOTHING, SAID_STILL, SAID_RUNNING };

static int ask_samples(enum said *said, const struct result_copies *results,
                       const struct check *check)
{
	struct host_time time;
	double ran_ns = 0, all_ns = 0;
	int err;

	*said = SAID_NOTHING;
	if (!check->host)
		return 0;
	err = host_time_init(&time, check->host);
	for (size_t i = 0; i < results->made_count && !err && time.is_native; i++) {
		const struct interval pause = result_pages_pause(check->graph, results->made[i]);
		const uint32_t call = check->trace->operations.call[results->made[i]];

		ran_ns += host_time_ran(&time, check->trace->calls.thread[call], pause.start_ns,
		                        pause.end_ns);
		all_ns += (double)(pause.end_ns - pause.start_ns);
	}
	if (!err && time.is_native && all_ns > 0)
		*said = 100 * (all_ns - ran_ns) >= HOST_STILL_PERCENT * all_ns ? SAID_STILL
		                                                               : SAID_RUNNING;
	host_time_release(&time);
	return err;
}

/* Of the pauses before COUNT COPIES. */
struct pauses {
	int64_t ns, bytes, least_ns, most_ns;
};

static struct pauses add_up(const struct check *check, const uint32_t *copies, size_t count)
{
	struct pauses sum = { .least_ns = INT64_MAX };

	for (size_t i = 0; i < count; i++) {
		const struct interval pause = result_pages_pause(check->graph, copies[i]);
		const int64_t ns = pause.end_ns - pause.start_ns;

		sum.ns = sum_saturated(sum.ns, ns);
		sum.bytes = sum_saturated(sum.bytes, copy_bytes(check->trace, copies[i]));
		sum.least_ns = ns < sum.least_ns ? ns : sum.least_ns;
		sum.most_ns = ns > sum.most_ns ? ns : sum.most_ns;
	}
	return sum;
}

static void report(struct check *check, const uint32_t *copies, size_t count,
                   const struct pauses *sum, enum said said)
{
	struct finding *f = finding_add(check, RESULT_PAGES_SUBJECT);
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (size_t i = 0; i < count; i++) {
		const struct interval pause = result_pages_pause(check->graph, copies[i]);

		finding_target(f, copies[i]);
		finding_example(f, copies[i], pause.end_ns - pause.start_ns);
		host_evidence_before(&code, check->trace->operations.call[copies[i]],
		                     pause.start_ns, pause.end_ns);
	}
	f->cost_ns = sum->ns;
	f->occurrences = (int64_t)count;
	f->parameter = (int64_t)((double)sum->bytes * 1e9 / COPY_OUT_BYTES_PER_S);
	f->uncertain_ns = f->parameter;
	f->fix_ns = f->parameter;
	f->is_own_work = true;
	if (said != SAID_STILL)
		f->condition = "the memory for results is new each time";
	finding_headline(f,
	                 "the host pauses for %s in all right before %s of %s device to host, as "
	                 "long as mapping new memory for them takes",
	                 format_duration(FORMAT, sum->ns),
	                 name_count(NAME, (int64_t)count, "copy", "copies"),
	                 format_bytes(FORMAT, count ? sum->bytes / (int64_t)count : 0));
	finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, "new memory"));
	finding_fact(f, "pauses",
	             "%s to %s each, between a call that waited for the GPU and the copy of its "
	             "results: %s, as fast as pages of new memory are mapped and cleared",
	             format_duration(FORMAT, sum->least_ns), format_duration(FORMAT, sum->most_ns),
	             format_rate(FORMAT, (double)sum->bytes * 1e9 / (double)sum->ns));
	finding_fact(f, "same place",
	             "each goes where an earlier one went: the memory was freed and allocated anew "
	             "in between%s",
	             said == SAID_STILL ? ""
	                                : "; if it was not, the host does something else in these "
	                                  "pauses");
	finding_fact(f, "kept",
	             "the gain leaves the first pause, and %s in all to write to the memory "
	             "again, as a vector does when it is resized",
	             format_duration(FORMAT, f->parameter));
	check_failed(check, host_evidence_end(&code, f));
}

void result_pages_check(struct check *check)
{
	struct result_copies results = { 0 };
	enum said said = SAID_NOTHING;
	int err = find_results(&results, check->graph);

	if (!err && (double)results.made_count >= result_pages_thresholds[TIMES].value - 1 &&
	    percent_of((int64_t)results.made_count, results.judged) >=
	            result_pages_thresholds[MOST].value) {
		const struct pauses sum = add_up(check, results.made, results.made_count);

		err = ask_samples(&said, &results, check);
		if (!err && said != SAID_RUNNING && is_worth(check, sum.ns))
			report(check, results.made, results.made_count, &sum, said);
	}
	free(results.made);
	check_failed(check, err);
}

void result_pages_fix(const struct check *check, const struct finding *finding,
                      struct scenario *scenario)
{
	scenario_takes_once(scenario, finding->parameter);
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, check->trace->operations.call[finding->targets[i]],
		                     CALL_AT_ONCE);
}
