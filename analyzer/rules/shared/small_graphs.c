/* SPDX-License-Identifier: MIT */
/*
 * A graph that follows another one starts about as late as a kernel behind a kernel does, or later;
 * within a graph a node follows the one before it far sooner. Both are seen in the trace. Where the
 * same small graph is launched again and again, a graph of several iterations has the first of the
 * two once in many nodes.
 */
#include "rules/shared/small_graphs.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "graph/constants.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { LAUNCHES, GRAPHS, TOGETHER, BETWEEN };

const struct threshold small_graphs_thresholds[] = {
	[LAUNCHES] = { "launches", 1000, "launches" },
	[GRAPHS] = { "graphs", 5, "%" },
	[TOGETHER] = { "graph nodes", 100, "nodes" },
	[BETWEEN] = { "between", 10000, "ns" },
	{ .name = NULL },
};

/* What a call launched. */
struct launched {
	uint32_t first; /* its first operation's place in the order of issue */
	uint32_t nodes; /* 0: it launched no graph of which all is known */
	uint32_t place; /* in its row */
};

/* Launches that could be of the graph before, and the gaps right before them. */
struct sums {
	int64_t launches, nodes;
	int64_t run_ns; /* of these graphs, from their first node's start to their last one's end */
	int64_t gap_ns; /* as recorded */
	int64_t cost_ns; /* what of that would not be there within a graph, unrecorded */
};

static bool is_known_node(const struct trace *trace, uint32_t operation)
{
	const uint8_t flags = trace->operations.flags[operation];
	const uint32_t call = trace->operations.call[operation];

	return call != NONE && (flags & (OPERATION_GRAPH | OPERATION_SCALED)) == OPERATION_GRAPH &&
	       trace->calls.result[call] == 0 && call_class(trace, call) == CALL_GRAPH_LAUNCH;
}

static void find_launched(struct launched *launched, const struct graph *graph)
{
	const struct trace *trace = graph->trace;

	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const uint32_t id = graph->issue_order[i];
		struct launched *of;

		if (!is_known_node(trace, id))
			continue;
		of = &launched[trace->operations.call[id]];
		if (!of->nodes)
			of->first = i;
		of->nodes++;
	}
}

static bool is_same_node(const struct trace *trace, uint32_t left, uint32_t right)
{
	const struct trace_operations *o = &trace->operations;

	return o->type[left] == o->type[right] && o->stream[left] == o->stream[right] &&
	       (o->type[left] == OPERATION_KERNEL
	                ? o->detail[left] == o->detail[right]
	                : operation_transfer(trace, left)->size_bytes ==
	                          operation_transfer(trace, right)->size_bytes);
}

/* Whether two calls launched the same work, node by node, in the same stream. */
static bool are_same(const struct graph *graph, const struct launched *left,
                     const struct launched *right)
{
	if (left->nodes != right->nodes)
		return false;
	for (uint32_t i = 0; i < left->nodes; i++)
		if (!is_same_node(graph->trace, graph->issue_order[left->first + i],
		                  graph->issue_order[right->first + i]))
			return false;
	return true;
}

/* Of how many launches of that graph one would be made; 1: it is large enough. */
static uint32_t launches_in_one(const struct launched *launched)
{
	const uint32_t most = (uint32_t)small_graphs_thresholds[TOGETHER].value;

	return launched->nodes && 2 * launched->nodes <= most ? most / launched->nodes : 1;
}

/* Sets the places of launches in rows: those that follow one another in their thread, with nothing
 * between them but the host's way around a loop. */
static void find_rows(struct launched *launched, const struct graph *graph)
{
	const struct trace_calls *calls = &graph->trace->calls;

	for (uint32_t c = 0; c < calls->count; c++) {
		const uint32_t before = graph_previous_call(graph, c);

		if (launches_in_one(&launched[c]) > 1 && before != NONE &&
		    (double)(calls->start_ns[c] - calls->end_ns[before]) <=
		            small_graphs_thresholds[BETWEEN].value &&
		    are_same(graph, &launched[before], &launched[c]))
			launched[c].place = launched[before].place + 1;
	}
}

/* Whether CALL would be part of the graph that the call before it launches. */
static bool is_merged(const struct launched *launched, uint32_t call)
{
	return call != NONE && launched[call].place % launches_in_one(&launched[call]) != 0;
}

/* How much sooner a graph of NODES that started GAP_NS behind the one before it starts within a
 * graph: both as they are unrecorded. */
static int64_t won_ns(const struct graph *graph, int64_t gap_ns, uint32_t nodes)
{
	const struct recorder_cost *recorder = &graph->recorder;
	const int64_t usual_ns = graph->lags.graph_start_ns[OPERATION_KERNEL];
	const int64_t node_ns = graph->lags.graph_gap_ns;
	int64_t start_ns = gap_ns < usual_ns ? gap_ns : usual_ns;

	if (!recorder->is_known)
		return start_ns - node_ns;
	if (nodes == 1)
		start_ns -= recorder->gap_ns[OPERATION_KERNEL][OPERATION_KERNEL];
	else if (start_ns > recorder->graph_start_ns)
		start_ns = recorder->graph_start_ns;
	return start_ns - recorder_cost_node_gap_ns(recorder, node_ns);
}

/* From the start of the first node that CALL launched to the end of the last. */
static int64_t run_ns(const struct graph *graph, const struct launched *launched)
{
	const struct trace_operations *o = &graph->trace->operations;
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	for (uint32_t i = launched->first; i < launched->first + launched->nodes; i++) {
		const uint32_t id = graph->issue_order[i];

		first_ns = o->start_ns[id] < first_ns ? o->start_ns[id] : first_ns;
		last_ns = o->end_ns[id] > last_ns ? o->end_ns[id] : last_ns;
	}
	return last_ns - first_ns;
}

/* FOUND gets the operations behind the gaps, where it is not NULL, and FINDING examples. */
static int measure(struct sums *sums, const struct check *check, const struct launched *launched,
                   uint32_t *found, struct finding *finding)
{
	const struct graph *graph = check->graph;
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, graph);

	while (!err && gap_next(&walk, &gap)) {
		const uint32_t call = check->trace->operations.call[gap.next];
		int64_t gap_ns, ns;

		if (gap.kind != GAP_DEPENDENCY || graph->cause[gap.next] != CAUSE_STREAM ||
		    !is_merged(launched, call))
			continue;
		gap_ns = gap.end_ns - gap.start_ns;
		ns = won_ns(graph, gap_ns, launched[call].nodes);
		if (ns <= 0)
			continue;
		if (found) {
			found[sums->launches] = gap.next;
			finding_example(finding, gap.next, ns);
		}
		sums->launches++;
		sums->nodes += launched[call].nodes;
		sums->run_ns = sum_saturated(sums->run_ns, run_ns(graph, &launched[call]));
		sums->gap_ns = sum_saturated(sums->gap_ns, gap_ns);
		sums->cost_ns = sum_saturated(sums->cost_ns, ns);
	}
	gap_walk_release(&walk);
	return err;
}

/* The calls that need not be made. */
static void add_targets(struct finding *finding, const struct check *check,
                        const struct launched *launched)
{
	for (uint32_t c = 0; c < check->trace->calls.count; c++)
		if (is_merged(launched, c))
			finding_target(finding, c);
}

static void say(struct finding *finding, const struct check *check, const struct sums *sums)
{
	const struct graph *graph = check->graph;
	const int64_t launches = sums->launches > 0 ? sums->launches : 1;
	const int64_t nodes = sums->nodes / launches, gap_ns = sums->gap_ns / launches;
	const int64_t alone_ns = sums->cost_ns / launches;
	char count[NAME_MAX_BYTES];

	finding_headline(finding,
	                 "%s launches of CUDA graphs of %s%s each run %s, and before each the GPU "
	                 "needs %s to get to it",
	                 format_count(FORMAT, launches), sums->nodes % launches ? "about " : "",
	                 name_count(count, nodes, "node", "nodes"),
	                 format_duration(FORMAT, sums->run_ns / launches),
	                 format_duration(FORMAT, gap_ns));
	finding_fact(finding, "within a graph", "%s from one node to the next, as recorded",
	             format_duration(FORMAT, graph->lags.graph_gap_ns));
	if (graph->recorder.is_known)
		finding_fact(finding, "difference",
		             "%s, without what recording adds to the one and to the other",
		             format_duration(FORMAT, alone_ns));
}

/*
 * How far what one launch wins may be off: by the way from node to node where the trace does not
 * show it, and by what recording adds before a small graph, which was not measured. A large graph
 * loses all that it starts later than a kernel, and a small one is taken to; at least it loses what
 * a kernel does. The middle between the two is as far from either.
 */
static int64_t uncertain_ns(const struct graph *graph)
{
	return graph->lags.graph_gap_error_ns +
	       graph->recorder.gap_ns[OPERATION_KERNEL][OPERATION_KERNEL] / 2;
}

static int report(struct check *check, const struct launched *launched, const struct sums *sums)
{
	struct finding *finding = finding_add(check, "CUDA graphs");
	uint32_t *found = malloc(((size_t)sums->launches + 1) * sizeof *found);
	struct sums again = { 0 };
	char names[NAME_MAX_BYTES];
	int err = found ? measure(&again, check, launched, found, finding) : -ENOMEM;

	if (!err)
		err = name_kernels(names, check->trace, found, (size_t)again.launches);
	if (err)
		goto out;
	finding->cost_ns = sums->cost_ns;
	finding->uncertain_ns = sums->launches * uncertain_ns(check->graph);
	finding->occurrences = sums->launches;
	say(finding, check, sums);
	finding_fact(finding, "first nodes", "%s", names);
	add_targets(finding, check, launched);
	finding_case(finding, "graphs");
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "graphs"));
	err = host_evidence_launches(finding, check, found, (size_t)again.launches);
out:
	free(found);
	return err;
}

int small_graphs_find(struct check *check)
{
	const struct threshold *t = small_graphs_thresholds;
	struct launched *launched = calloc(check->trace->calls.count + 1, sizeof *launched);
	struct sums sums = { 0 };
	int err = launched ? 0 : -ENOMEM;

	if (!err) {
		find_launched(launched, check->graph);
		find_rows(launched, check->graph);
		err = measure(&sums, check, launched, NULL, NULL);
	}
	if (!err && (double)sums.launches >= t[LAUNCHES].value &&
	    percent_of(sums.cost_ns, check->survey->main_ns) >= t[GRAPHS].value &&
	    is_worth(check, sums.cost_ns))
		err = report(check, launched, &sums);
	free(launched);
	return err;
}

void small_graphs_fix(const struct check *check, const struct finding *finding,
                      struct scenario *scenario)
{
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		/* Of a call that is merged itself this changes nothing. */
		scenario_change_call(scenario, graph_previous_call(check->graph, call),
		                     CALL_LAUNCHES_GRAPH);
		scenario_change_call(scenario, call, CALL_MERGED);
	}
}
