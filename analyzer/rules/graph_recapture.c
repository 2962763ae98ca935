/* SPDX-License-Identifier: MIT */
/* Rule graph-recapture: graphs that are captured and instantiated again for each launch. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { TIMES, REUSE };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", REPEATS_MIN, "graphs" },
	[REUSE] = { "reuse", 2, "launches" },
	{ .name = NULL },
};

/* The calls of a thread since its last graph was launched: what was captured, so far, and what
 * destroyed graphs. */
struct capture {
	uint32_t *calls, *destroyed;
	size_t count, destroyed_count;
};

/* What a thread made graphs of, and how often they were launched. */
struct graphs {
	int64_t instantiated; /* or updated, and launched before the next one was made */
	int64_t updates;
	int64_t launches;
	int64_t cost_ns;  /* capturing and instantiating all but the first, destroying all but the
	                     last */
	int64_t captured; /* calls in it */
	bool is_launched; /* the last one, since it was made */
	bool is_any_made;
	uint32_t worst; /* the longest instantiation: a call; NONE */
};

static bool is_graph_call(const struct trace *trace, uint32_t call, const char *what)
{
	return call_class(trace, call) == CALL_GRAPH &&
	       strstr(trace->call_names[trace->calls.name[call]].name, what);
}

/* What is captured goes into the graph that is there already. */
static bool is_update(const struct trace *trace, uint32_t call)
{
	return is_graph_call(trace, call, "GraphExecUpdate");
}

static bool is_instantiation(const struct trace *trace, uint32_t call)
{
	return is_graph_call(trace, call, "Instantiate") || is_update(trace, call);
}

/* Of a graph, or of what was instantiated. */
static bool is_destruction(const struct trace *trace, uint32_t call)
{
	return is_graph_call(trace, call, "Destroy");
}

/* A launch, copy or fill that succeeded and put nothing onto a GPU: into a graph. */
static bool is_captured(const struct trace *trace, const bool *issues, uint32_t call)
{
	const enum call_class class = call_class(trace, call);

	return (class == CALL_LAUNCH || class == CALL_COPY || class == CALL_FILL) &&
	       !issues[call] && trace->calls.result[call] == 0;
}

static void instantiate(struct graphs *graphs, const struct trace *trace,
                        const struct capture *capture, uint32_t call, struct finding *f)
{
	const uint32_t first = capture->count ? capture->calls[0] : call;

	if (!graphs->is_any_made) {
		graphs->is_any_made = true;
		return;
	}
	graphs->instantiated += graphs->is_launched;
	graphs->updates += is_update(trace, call);
	graphs->is_launched = false;
	graphs->cost_ns += trace->calls.end_ns[call] - trace->calls.start_ns[first];
	graphs->captured += (int64_t)capture->count;
	if (graphs->worst == NONE ||
	    call_length_ns(trace, call) > call_length_ns(trace, graphs->worst))
		graphs->worst = call;
	for (size_t i = 0; f && i < capture->count; i++)
		finding_target(f, capture->calls[i]);
	if (f)
		finding_target(f, call);
	/* Behind the others, so that what lies between them and the capture stays. */
	for (size_t i = 0; i < capture->destroyed_count; i++) {
		graphs->cost_ns += call_length_ns(trace, capture->destroyed[i]);
		if (f)
			finding_target(f, capture->destroyed[i]);
	}
}

/* Goes through the calls of THREAD; what is made again becomes targets of F unless that is NULL. */
static void find_graphs(struct graphs *graphs, const struct trace *trace, const bool *issues,
                        uint32_t thread, struct capture *capture, struct finding *f)
{
	*graphs = (struct graphs){ .worst = NONE };
	capture->count = capture->destroyed_count = 0;
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		if (trace->calls.thread[c] != thread)
			continue;
		if (is_captured(trace, issues, c)) {
			capture->calls[capture->count++] = c;
		} else if (is_instantiation(trace, c)) {
			instantiate(graphs, trace, capture, c, f);
			capture->count = capture->destroyed_count = 0;
		} else if (is_destruction(trace, c)) {
			capture->destroyed[capture->destroyed_count++] = c;
		} else if (call_class(trace, c) == CALL_GRAPH_LAUNCH) {
			graphs->launches++;
			graphs->is_launched = true;
			capture->count = 0;
		}
	}
}

static const char made_advice[] =
        "Capture and instantiate once and launch the same graph again. Where arguments change: "
        "cudaGraphExecKernelNodeSetParams(), or capture again and cudaGraphExecUpdate() instead "
        "of instantiating.";
static const char updated_advice[] =
        "Capture once and launch the same graph again. Where only arguments change, "
        "cudaGraphExecKernelNodeSetParams() sets them without another capture, or a kernel reads "
        "them from device memory; a capture with cudaGraphExecUpdate() is for work whose shape "
        "changes.";

static void report(struct check *check, const bool *issues, uint32_t thread,
                   struct capture *capture)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "graphs");
	struct graphs graphs;
	bool is_updated;

	find_graphs(&graphs, trace, issues, thread, capture, f);
	is_updated = 2 * graphs.updates > graphs.instantiated;
	f->cost_ns = graphs.cost_ns;
	f->occurrences = graphs.instantiated;
	finding_headline(f, "graphs were %s anew for nearly every launch: %s for %s, %s in all",
	                 is_updated ? "captured" : "made",
	                 name_count(NAME, graphs.instantiated + 1, "graph", "graphs"),
	                 name_count(NAME, graphs.launches, "launch", "launches"),
	                 format_duration(FORMAT, graphs.cost_ns));
	finding_advice(f, "%s", is_updated ? updated_advice : made_advice);
	finding_fact(f, "captured", "%s",
	             name_count(NAME, graphs.captured, "call that went into graphs",
	                        "calls that went into graphs"));
	if (!is_updated)
		finding_fact(f, "gain",
		             "at least as predicted: the first launch of a graph takes longer than "
		             "others, which such a run does not show");
	if (graphs.worst != NONE)
		finding_fact(f, is_updated ? "updating" : "instantiating", "up to %s",
		             format_duration(FORMAT, call_length_ns(trace, graphs.worst)));
}

static void judge(struct check *check, const bool *issues, uint32_t thread, struct capture *capture)
{
	struct graphs graphs;

	find_graphs(&graphs, check->trace, issues, thread, capture, NULL);
	if (graphs.instantiated >= thresholds[TIMES].value &&
	    (double)graphs.launches <= thresholds[REUSE].value * (double)graphs.instantiated &&
	    is_worth(check, graphs.cost_ns))
		report(check, issues, thread, capture);
}

/* By thread: how many graphs it instantiated. NULL without memory. */
static int64_t *count_instantiations(const struct trace *trace)
{
	int64_t *counts = calloc(trace->threads_count + 1, sizeof *counts);

	for (uint32_t c = 0; counts && c < trace->calls.count; c++)
		counts[trace->calls.thread[c]] += is_instantiation(trace, c);
	return counts;
}

static void check_graph_recapture(struct check *check)
{
	const struct trace *trace = check->trace;
	bool *issues = calloc(trace->calls.count + 1, sizeof *issues); /* by call */
	int64_t *counts = count_instantiations(trace);
	struct capture capture = {
		.calls = malloc((trace->calls.count + 1) * sizeof *capture.calls),
		.destroyed = malloc((trace->calls.count + 1) * sizeof *capture.destroyed),
	};
	uint32_t most = 0; /* the thread that made most: one loop is reported */

	if (!issues || !counts || !capture.calls || !capture.destroyed) {
		check_failed(check, -ENOMEM);
		goto out;
	}
	for (size_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE)
			issues[trace->operations.call[i]] = true;
	for (uint32_t t = 1; t < trace->threads_count; t++)
		if (counts[t] > counts[most])
			most = t;
	if (counts[most] >= thresholds[TIMES].value)
		judge(check, issues, most, &capture);
out:
	free(issues);
	free(counts);
	free(capture.calls);
	free(capture.destroyed);
}

static void fix_graph_recapture(const struct check *check, const struct finding *finding,
                                struct scenario *scenario)
{
	/* The time of the host before the first call of a capture stays. */
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];
		const bool is_first = i == 0 || graph_previous_call(check->graph, call) !=
		                                        finding->targets[i - 1];

		scenario_change_call(scenario, call, is_first ? CALL_DROPPED : CALL_MERGED);
	}
}

const struct rule rule_graph_recapture = {
	.id = "graph-recapture",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_graph_recapture,
	.fix = fix_graph_recapture,
};
