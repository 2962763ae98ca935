/* SPDX-License-Identifier: MIT */
/*
 * What is said of a run as a whole: as it replays, and without what recording cost. Any thread.
 */
#include "report/report_parts.h"

#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "trace/call_class.h"
#include "trace/summary.h"

/* As overhead that is worth a word: what recording costs of the same run. */
enum { RECORDER_MIN_PERCENT = 5 };

/* ---- without the recorder ---- */

/* Of the run: CUDA's start, which may take several times as long while kernels are looked into, as
 * the loading of modules in it does. No record says how long it took alone. */
enum { SLOW_START_MIN_PERCENT = 1 };

static bool is_looked_into(const struct trace *trace)
{
	for (size_t i = 0; i < trace->measured_launches_count; i++)
		if (trace->measured_launches[i].call != NONE)
			return true;
	return trace->pc_samplings_count > 0;
}

static bool is_start_slowed(const struct graph *graph)
{
	return is_looked_into(graph->trace) &&
	       percent_of(graph->run.share_ns[SHARE_STARTUP], graph->run.wall_ns) >=
	               SLOW_START_MIN_PERCENT;
}

/* Whether threads launch at the same time: one in CROWDED_PARTS launches, or more, begins while
 * that of another thread goes on. */
enum { CROWDED_PARTS = 4 };

static bool is_crowded(const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	/* Of launches so far: the latest end of the last thread's, and of all others'. */
	int64_t end_ns = INT64_MIN, others_end_ns = INT64_MIN;
	size_t launches = 0, crowded = 0;
	uint32_t thread = 0;

	for (uint32_t c = 0; c < calls->count; c++) {
		if (call_class(trace, c) != CALL_LAUNCH)
			continue;
		if (calls->thread[c] != thread) {
			others_end_ns = end_ns > others_end_ns ? end_ns : others_end_ns;
			end_ns = INT64_MIN;
			thread = calls->thread[c];
		}
		launches++;
		crowded += calls->start_ns[c] < others_end_ns;
		end_ns = calls->end_ns[c] > end_ns ? calls->end_ns[c] : end_ns;
	}
	return crowded && CROWDED_PARTS * crowded >= launches;
}

/* Whether faults of managed memory were recorded. */
static bool has_faults(const struct trace *trace)
{
	for (size_t i = 0; i < trace->migrations_count; i++)
		if (trace->migrations[i].kind == MIGRATION_HOST_FAULT ||
		    trace->migrations[i].kind == MIGRATION_DEVICE_FAULTS)
			return true;
	return false;
}

/*
 * What of COST_NS, the recorder's, is for certain that of timing each node of a graph, and not of
 * its launch: what the GPU takes for the nodes behind the first one of each, and what is not the
 * GPU's, which is that of launches that take the longer, the more nodes they have.
 */
static int64_t cost_of_nodes_ns(const struct graph *graph, int64_t cost_ns)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	const int64_t start_ns =
	        graph->lags.graph_start_ns[OPERATION_KERNEL] - graph->recorder.graph_start_ns;
	int64_t nodes_ns = 0, gpu_ns = 0;
	uint32_t call = NONE;

	for (uint32_t i = 0; i < o->count; i++) {
		const uint32_t id = graph->issue_order[i];

		if (!(o->flags[id] & OPERATION_GRAPH))
			continue;
		if (o->call[id] == call)
			nodes_ns = sum_saturated(nodes_ns, graph->recorder.node_ns);
		else
			gpu_ns = sum_saturated(gpu_ns, start_ns > 0 ? start_ns : 0);
		call = o->call[id];
		if (o->type[id] == OPERATION_KERNEL)
			gpu_ns = sum_saturated(gpu_ns,
			                       recorder_cost_of_warps(&graph->recorder, trace, id));
	}
	return cost_ns > gpu_ns + nodes_ns ? cost_ns - gpu_ns : nodes_ns;
}

/* Whether the replay of the run as it was is so far off that nothing that comes from it is certain:
 * REPLAY_OFF_PERCENT of the program time. */
static bool is_replay_off(const struct graph *graph)
{
	return 100 * graph_replay_error(graph) >= REPLAY_OFF_PERCENT;
}

/* Each node that is timed takes the launch of its graph, and the GPU, longer; a launch that is
 * recorded those of other threads; and a fault that is recorded the driver, which answers it. */
static const char *alone_hint(const struct report_process *p, const struct graph *graph,
                              bool has_crowd)
{
	const int64_t cost_ns = graph->run.wall_ns - p->alone_ns;

	if (is_replay_off(graph))
		return "That is calculated by a replay, which does not get the run right as it was "
		       "recorded: it is off by most of that error";
	if (p->is_start_slowed)
		return "CUDA may start and load modules more slowly while --stalls or --metrics "
		       "look inside kernels, and that is still in it: a recording without them "
		       "tells "
		       "how long the run takes";
	if (has_faults(graph->trace))
		return "Faults of managed memory were recorded, which the driver answers slower "
		       "then: the run may be shorter: compare with a run that is not recorded";
	if (has_crowd)
		return "Threads launch at the same time, and recorded launches hold one another "
		       "up, which no record shows: the run may be much shorter, and the gaps "
		       "between its kernels, too: compare with a run that is not recorded";
	if (trace_is_mostly_graph_nodes(graph->trace) &&
	    percent_of(cost_of_nodes_ns(graph, cost_ns), graph->program_ns) >= RECORDER_MIN_PERCENT)
		return "Most of what ran are nodes of CUDA graphs, each of which was timed: record "
		       "--graph-trace=graph records a launch of a graph as one operation, which "
		       "costs less";
	if (report_is_python(graph->trace))
		return "By how much a loop in Python was slowed, its calls do not tell: compare "
		       "with a run that is not recorded";
	return NULL;
}

/* Of loops of public Python programs that print how long they take, recorded and not, what is taken
 * out of the run was off by up to three times itself, or a twelfth of the run. */
enum { PYTHON_TIMES = 3, PYTHON_PART = 12 };

static int64_t measured_error_ns(const struct graph *graph, int64_t alone_ns)
{
	const int64_t wall_ns = graph->run.wall_ns;
	const int64_t least_ns = wall_ns / PYTHON_PART;
	const int64_t times_ns = PYTHON_TIMES * (wall_ns - alone_ns);

	if (!report_is_python(graph->trace))
		return recorder_cost_error_ns(wall_ns, alone_ns);
	return times_ns > least_ns ? times_ns : least_ns;
}

int64_t report_alone_error_ns(const struct graph *graph, int64_t alone_ns)
{
	const int64_t error_ns = measured_error_ns(graph, alone_ns);

	return is_replay_off(graph)
	               ? sum_saturated(error_ns, llabs(graph->replayed_ns - graph->run.wall_ns))
	               : error_ns;
}

void report_add_replays(struct report_process *p, const struct graph *graph)
{
	const bool has_crowd = is_crowded(graph->trace);

	p->replayed_ns = graph->replayed_ns;
	p->replay_error = graph_replay_error(graph);
	p->is_alone_known = graph->recorder.is_known;
	p->alone_ns = graph_alone_ns(graph);
	p->alone_error_ns = report_alone_error_ns(graph, p->alone_ns);
	p->is_start_slowed = is_start_slowed(graph);
	if (p->is_start_slowed)
		p->alone_error_ns =
		        sum_saturated(p->alone_error_ns, graph->run.share_ns[SHARE_STARTUP]);
	p->is_alone_most = p->is_alone_known && !is_replay_off(graph) &&
	                   (p->is_start_slowed || has_crowd || has_faults(graph->trace));
	p->alone_hint = p->is_alone_known ? alone_hint(p, graph, has_crowd) : NULL;
}
