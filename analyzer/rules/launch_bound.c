/* SPDX-License-Identifier: MIT */
/* Rule launch-bound: rows of kernels that are shorter than it takes to launch them. Any thread. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/bound_parts.h"
#include "rules/shared/capture_breaks.h"
#include "rules/shared/constants.h"
#include "rules/shared/dispatch.h"
#include "rules/shared/equal_pieces.h"
#include "rules/shared/gaps.h"
#include "rules/shared/growth.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/launch_rows.h"
#include "rules/shared/lengths.h"
#include "rules/shared/names.h"
#include "rules/shared/optimizer.h"
#include "rules/shared/recurrent_cells.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/sequences.h"
#include "rules/shared/small_work.h"
#include "rules/shared/tensor_lists.h"
#include "rules/shared/worth.h"
#include "rules/shared/xla_modules.h"
#include "trace/call_class.h"

enum { OPTIMIZER, MOSTLY, UNEVEN, SAME, ONE_SHAPE };

static const struct threshold thresholds[] = {
	[OPTIMIZER] = { "optimizer", 5, "%" },  [MOSTLY] = { "mostly", 50, "%" },
	[UNEVEN] = { "uneven", 20, "rounds" },  [SAME] = { "same", 50, "%" },
	[ONE_SHAPE] = { "one shape", 90, "%" }, { .name = NULL },
};

/* What was found about launches and their rounds; of `growth` none: they neither grow nor shrink.
 */
struct rounds_found {
	struct growth growth;
	struct sequences sequences;
	bool are_uneven;
	bool are_modules; /* each within one computation of XLA's */
	bool are_numbers; /* no work for a GPU */
	bool are_of_one_shape;
};

/* Whether nearly all of COUNT KERNELS are of one launch shape. */
static int find_one_shape(bool *is_one, const struct trace *trace, const uint32_t *kernels,
                          size_t count, struct finding *finding)
{
	const struct trace_operations *o = &trace->operations;
	int64_t *launches = calloc(trace->launch_shapes_count + 1, sizeof *launches), most = 0;

	if (!launches)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const int64_t of_shape = ++launches[o->detail[kernels[i]]];

		most = of_shape > most ? of_shape : most;
	}
	free(launches);
	*is_one = percent_of(most, (int64_t)count) >= thresholds[ONE_SHAPE].value;
	if (*is_one)
		finding_fact(finding, "one shape", "%s of %s: one kernel with one grid and block",
		             format_count(FORMAT, most), format_count(FORMAT, (int64_t)count));
	return 0;
}

/* How many graphs its fix makes: its targets are segments, of three calls each. */
static size_t count_graphs(const struct finding *finding)
{
	size_t graphs = 0;

	for (size_t i = 0; i + 2 < finding->targets_count; i += 3)
		graphs += finding->targets[i] == finding->targets[i + 1];
	return graphs;
}

/* The kernels of all rows that count, for their names and as examples, and what was found of them.
 */
static int add_kernels(const struct check *check, const struct launch_rows *rows,
                       struct finding *finding, int64_t kernels, struct rounds_found *found)
{
	const struct trace_operations *o = &check->trace->operations;
	uint32_t *members = malloc(((size_t)kernels + 1) * sizeof *members);
	char text[NAME_MAX_BYTES];
	size_t count = 0;
	int err = members ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < o->count && !err && count < (size_t)kernels; i++) {
		const struct launch_row *row = launch_row_of(rows, o->call[i]);

		if (!row || !row->is_bound || o->type[i] != OPERATION_KERNEL)
			continue;
		members[count++] = i;
	}
	if (!err)
		err = finding_typical_examples(finding, check->trace, members, count);
	if (!err)
		err = name_kernels(text, check->trace, members, count);
	if (!err)
		finding_fact(finding, "kernels", "%s", text);
	if (!err)
		err = find_one_shape(&found->are_of_one_shape, check->trace, members, count,
		                     finding);
	if (!err)
		err = host_evidence_launches(finding, check, members, count);
	if (!err)
		found->are_numbers = small_work_is_numbers(check->trace, members, count,
		                                           count_graphs(finding), &err);
	free(members);
	return err;
}

/* Whether RANGE, which may be NULL, is of a loop that XLA runs on the host, pass by pass: so it
 * names what is in the body of a while. */
static bool is_loop_of_xla(const char *range)
{
	return range && strstr(range, "while/body");
}

/* Whether the host waits in CALL for the GPU, or gives it data. */
static bool ends_round(const struct launch_rows *rows, const struct check *check, uint32_t call)
{
	const enum call_class class = call_class(check->trace, call);

	return class == CALL_SYNCHRONIZE ||
	       (class == CALL_COPY && !launch_rows_is_node(rows, check, call));
}

/* Whether THREAD launches for WAITING, NONE: for whichever that is: PyTorch's backward() does while
 * its caller waits. */
static bool is_for(const struct trace *trace, uint32_t waiting, uint32_t thread)
{
	return waiting == NONE || thread == waiting || trace_is_backward_thread(trace, thread);
}

/*
 * Whether the host launches more in each round, or less: no graph fits two of these. A round is
 * from one launch of some function to its next, or from one wait or copy of the host's memory to
 * the next. Or a different number from each wait and copy of one thread to its next, of launches in
 * the parts of the program that this is about.
 */
static int find_lengths(struct rounds_found *found, const struct check *check,
                        const struct launch_rows *rows)
{
	const struct trace *trace = check->trace;
	struct growth *growth = calloc(trace->functions_count + 1, sizeof *growth);
	struct lengths lengths = { 0 };
	uint32_t waiting = NONE; /* the thread whose rounds they are */
	int64_t done = 0, in_parts = 0, of_thread = 0;
	int err = growth ? 0 : -ENOMEM;

	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const uint32_t issued = rows->issued[c], thread = trace->calls.thread[c];

		done += launch_row_of(rows, c) != NULL;
		in_parts += rows->part_of[c] != NONE;
		of_thread += rows->part_of[c] != NONE && is_for(trace, waiting, thread);
		if (issued != NONE && trace->operations.type[issued] == OPERATION_KERNEL) {
			growth_mark(&growth[1 + operation_function(trace, issued)], done);
		} else if (ends_round(rows, check, c)) {
			growth_mark(&growth[0], done);
			waiting = waiting == NONE ? thread : waiting;
			err = thread == waiting ? lengths_mark(&lengths, of_thread) : 0;
		}
	}
	for (size_t i = 0; i <= trace->functions_count && !err; i++)
		if (growth[i].rounds > found->growth.rounds && growth_is_found(&growth[i], done))
			found->growth = growth[i];
	found->are_uneven = !err && lengths_are_uneven(&lengths, in_parts, thresholds[UNEVEN].value,
	                                               thresholds[SAME].value);
	lengths_release(&lengths);
	free(growth);
	return err;
}

/* The case of the rule's notes in which no graph of a whole round fits the next; NULL: it does. */
static const char *rounds_case(const struct rounds_found *found, const char *range)
{
	return found->are_numbers                    ? "numbers"
	       : is_loop_of_xla(range)               ? "loop"
	       : found->are_modules                  ? "module"
	       : sequences_change(&found->sequences) ? "changing"
	       : found->are_uneven                   ? "uneven"
	                                             : NULL;
}

static int give_advice(struct finding *finding, const struct check *check,
                       const struct launch_rows *rows, const char *range,
                       const struct rounds_found *found, bool is_host_slower)
{
	const struct trace *trace = check->trace;
	const char *optimizer = optimizer_case(trace, thresholds[OPTIMIZER].value);
	const char *which = rounds_case(found, range), *broken_case;
	int broken = 0;

	if (found->growth.rounds) {
		growth_say(&found->growth, finding);
		return 0;
	}
	sequences_say(&found->sequences, finding, found->are_uneven);
	if (which) {
		finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, which));
		if (strcmp(which, "changing") == 0) /* a compiled graph ends at a wait, too */
			broken = capture_breaks_say(finding, check, rows->part_of,
			                            &found->sequences, sequences_rounds());
		optimizer_say_rounds(finding, trace, broken == CAPTURE_BROKEN ? "selected" : which,
		                     thresholds[OPTIMIZER].value);
		return broken < 0 ? broken : 0;
	}
	if (optimizer)
		finding_case(finding, optimizer);
	if (optimizer_case(trace, thresholds[MOSTLY].value)) {
		finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "optimizer"));
		return 0;
	}
	broken = capture_breaks_say(finding, check, rows->part_of, &found->sequences,
	                            sequences_rounds());
	broken_case = broken == CAPTURE_UPLOADS ? "uploads" : broken > 0 ? "broken" : NULL;
	if (broken_case && !optimizer)
		finding_case(finding, broken_case);
	finding_advice(finding, "%s %s",
	               rule_note(finding->rule, RULE_ADVICE, is_host_slower ? "host" : "launches"),
	               rule_note(finding->rule, RULE_ADVICE, broken_case ? broken_case : "graph"));
	if (found->are_of_one_shape)
		finding_advice_first(finding, rule_note(finding->rule, RULE_ADVICE, "one shape"));
	return broken < 0 ? broken : 0;
}

/* The same, behind what is to be said of work that is too small for a GPU. */
static int advise(struct finding *finding, const struct check *check,
                  const struct launch_rows *rows, const char *range,
                  const struct rounds_found *found, bool is_host_slower)
{
	int err = give_advice(finding, check, rows, range, found, is_host_slower);

	if (!err && !found->are_numbers && !found->growth.rounds)
		err = equal_pieces_say(finding, check);
	if (!err && !found->are_numbers)
		small_work_say(check, finding);
	return err;
}

/* How far the gain may be off on a GPU whose gaps between the kernels of a graph nobody has
 * measured. */
static int64_t uncertain_ns(const struct graph *graph, const struct launch_row *sum)
{
	int64_t ns;

	if (__builtin_mul_overflow(graph->lags.graph_gap_error_ns, sum->launches + sum->others,
	                           &ns) ||
	    ns > sum->idle_ns)
		return sum->idle_ns;
	return ns;
}

/* ... and how far at least because recording took much of the time of the launches. */
static int64_t recorder_doubt_ns(const struct launch_row *sum)
{
	const int64_t recorded_ns = sum_saturated(sum->length_ns, sum->recorder_ns);

	return percent_of(sum->recorder_ns, recorded_ns) >= RECORDER_MUCH_PERCENT
	               ? sum->recorder_ns / 100 * RECORDER_DOUBT_PERCENT
	               : 0;
}

/* What launches cost, of SUM, between whose calls HOST_NS passed. */
static void say_times(struct finding *finding, const struct launch_row *sum, int64_t host_ns)
{
	const int64_t nodes = sum->launches + sum->others;

	finding_headline(finding,
	                 "%s kernels ran %s each on average, but the host needed %s to launch one",
	                 format_count(FORMAT, sum->launches),
	                 format_duration(FORMAT, sum->kernel_ns / sum->launches),
	                 format_duration(FORMAT, sum_saturated(sum->call_ns, host_ns) / nodes));
	finding_fact(finding, "host time per launch", "%s in %s, %s between calls",
	             format_duration(FORMAT, sum->call_ns / nodes),
	             sum->events ? "calls" : "the call", format_duration(FORMAT, host_ns / nodes));
	if (sum->others)
		finding_fact(finding, "among them", "%s, which can be nodes of the same graph",
		             name_count(NAME, sum->others, "copy or memory set within a GPU",
		                        "copies and memory sets within a GPU"));
	if (sum->events)
		finding_fact(
		        finding, "between them", "%s, which a graph needs no calls for",
		        name_count(NAME, sum->events, "call for an event", "calls for events"));
	finding_fact(finding, "the GPU idled", "%s between them",
	             format_duration(FORMAT, sum->idle_ns));
}

/* Calls FIRST to LAST of one thread, of a row or a graph of it that begins with LEAD. */
struct row_segment {
	uint32_t lead, first, last;
};

/*
 * The next segment of row R from call FROM on, of launches that a graph fits each time, if FOUND is
 * not NULL; SEGMENT is that before it, or all NONE. False: there is none.
 */
static bool next_segment(struct row_segment *segment, uint32_t *from,
                         const struct launch_rows *rows, const struct trace_calls *calls,
                         uint32_t r, const struct sequences *found)
{
	segment->first = NONE;
	for (; *from <= rows->items[r].last; (*from)++) {
		const bool fits = !found || sequences_fit(found, *from);

		if (rows->row_of[*from] != r)
			continue;
		if (segment->first != NONE &&
		    (!fits || calls->thread[*from] != calls->thread[segment->first]))
			return true;
		if (!fits) {
			segment->lead = NONE;
			continue;
		}
		if (segment->lead == NONE)
			segment->lead = *from;
		if (segment->first == NONE)
			segment->first = *from;
		segment->last = *from;
	}
	return segment->first != NONE;
}

/* What FINDING and CODE are about of row R, and what of that a graph fits each time. */
static int add_row(struct finding *finding, struct host_evidence *code,
                   const struct launch_rows *rows, uint32_t r, const struct sequences *found)
{
	const struct trace_calls *calls = &code->check->trace->calls;
	struct row_segment segment = { NONE, NONE, NONE };
	int64_t from_ns = calls->start_ns[rows->items[r].first];
	uint32_t from = rows->items[r].first;
	int err = 0;

	while (next_segment(&segment, &from, rows, calls, r, found)) {
		finding_target(finding, segment.lead);
		finding_target(finding, segment.first);
		finding_target(finding, segment.last);
	}
	from = rows->items[r].first;
	segment = (struct row_segment){ NONE, NONE, NONE };
	while (!err && next_segment(&segment, &from, rows, calls, r, NULL)) {
		err = finding_claim(finding, segment.lead, segment.first, segment.last);
		host_evidence_before(code, segment.first, from_ns, calls->end_ns[segment.last]);
		from_ns = calls->end_ns[segment.last];
	}
	return err;
}

/* How many rows count, and the longest of them. */
struct rows_added {
	int64_t count, longest;
	uint32_t example; /* its first call */
	int err;
};

/* Adds those that count to FINDING and CODE. */
static struct rows_added add_rows(struct finding *finding, const struct launch_rows *rows,
                                  const struct sequences *found, struct host_evidence *code)
{
	struct rows_added all = { 0 };

	for (size_t r = 0; r < rows->count && !all.err; r++) {
		const struct launch_row *row = &rows->items[r];

		if (!row->is_bound)
			continue;
		all.err = add_row(finding, code, rows, (uint32_t)r, found);
		all.count++;
		if (row->launches + row->others > all.longest) {
			all.longest = row->launches + row->others;
			all.example = row->first;
		}
	}
	return all;
}

/* SUM of the rows that count, with at least one launch; HOST_NS passed in them between calls. */
static int report(struct check *check, struct launch_rows *rows, struct launch_row sum,
                  int64_t host_ns)
{
	const struct trace *trace = check->trace;
	const int64_t usual_ns = check->graph->launch_call_ns;
	const int64_t graph_ns = check->graph->graph_launch_call_ns;
	struct host_evidence code;
	struct finding *finding;
	struct rounds_found found = { 0 };
	struct rows_added all;
	const char *range;
	int err;

	err = bound_parts_find(rows, trace);
	if (!err)
		err = sequences_find(&found.sequences, trace, rows->part_of, rows->issued);
	if (err)
		goto out;
	finding = finding_add(check, "");
	host_evidence_init(&code, check);
	all = add_rows(finding, rows, &found.sequences, &code);
	finding->is_slow_issue = true;
	finding->cost_ns = sum.idle_ns;
	finding->uncertain_ns = uncertain_ns(check->graph, &sum);
	finding->recorder_doubt_ns = recorder_doubt_ns(&sum);
	finding->fix_ns = sum.idle_ns > sum.win_ns ? sum.idle_ns - sum.win_ns : 0;
	finding->occurrences = sum.launches;
	finding->parameter = graph_ns ? graph_ns : usual_ns;
	say_times(finding, &sum, host_ns);
	finding_fact(finding, "rows of launches", "%s, the longest of %s %s",
	             format_count(FORMAT, all.count), format_count(FORMAT, all.longest),
	             sum.others ? "operations" : "kernels");
	err = host_evidence_end(&code, finding);
	err = err ? err : all.err;
	err = err ? err : find_lengths(&found, check, rows);
	err = err ? err : xla_modules_have(&found.are_modules, rows, trace);
	if (!err)
		err = add_kernels(check, rows, finding, sum.launches, &found);
	err = err ? err : tensor_lists_say(finding, check);
	err = err ? err : recurrent_cells_say(finding, check);
	range = name_range(trace, trace->calls.thread[all.example],
	                   trace->calls.start_ns[all.example]);
	if (range)
		finding_fact(finding, "in NVTX range", "%s", range);
	if (!err && host_evidence_is_benchmark(&code))
		host_evidence_say_benchmark(finding);
	else if (!err)
		err = advise(finding, check, rows, range, &found, host_ns > sum.call_ns);
out:
	sequences_release(&found.sequences);
	return err;
}

static int check_rows(struct check *check)
{
	struct launch_rows rows;
	struct launch_row sum;
	int64_t host_ns;
	int err = launch_rows_find(&rows, check);

	if (err)
		goto out;
	sum = launch_rows_add_up(&rows, &host_ns);
	if (sum.launches && is_worth(check, sum.idle_ns))
		err = report(check, &rows, sum, host_ns);
out:
	launch_rows_release(&rows);
	return err;
}

static void check_launch_bound(struct check *check)
{
	if (!check->trace->calls.count && check->trace->operations.count)
		check_abstain(check, "the trace has no API calls, so launches cannot be timed");
	else if (!check_finding_of(check, "launch-blocking", NONE)) /* whose calls are no measure */
		check_failed(check, check_rows(check));
}

/* Each row becomes one graph launch: its first call stands for all. */
static void fix_launch_bound(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	const struct trace_calls *calls = &check->trace->calls;

	for (size_t i = 0; i + 2 < finding->targets_count; i += 3) {
		const uint32_t lead = finding->targets[i], first = finding->targets[i + 1];

		if (lead == first) {
			scenario_change_call(scenario, first, CALL_LAUNCHES_GRAPH);
			scenario_call_duration(scenario, first, finding->parameter);
		}
		for (uint32_t c = first; c <= finding->targets[i + 2]; c++)
			if (calls->thread[c] == calls->thread[first] && c != lead)
				scenario_change_call(scenario, c, CALL_MERGED);
	}
}

const struct rule rule_launch_bound = {
	.id = "launch-bound",
	.severity = FINDING_WARNING,
	.thresholds = { launch_rows_thresholds, dispatch_thresholds, thresholds,
	                sequences_thresholds, capture_breaks_thresholds, tensor_lists_thresholds,
	                equal_pieces_thresholds, recurrent_cells_thresholds, pause_threshold,
	                worth_threshold, small_work_thresholds },
	.yields_to = { "launch-blocking" },
	.check = check_launch_bound,
	.fix = fix_launch_bound,
	.cost_limits_gain = true,
};
