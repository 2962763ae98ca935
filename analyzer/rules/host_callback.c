/* SPDX-License-Identifier: MIT */
/*
 * Rule host-callback: streams that stood still until a host function put into them had run. Any
 * thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "common.h"
#include "format.h"
#include "statistics.h"

/* Calls that put a host function into a stream. */
static int64_t callbacks(const struct trace *trace)
{
	int64_t count = 0;

	for (uint32_t c = 0; c < trace->calls.count; c++)
		count += call_class(trace, c) == CALL_HOST_CALLBACK;
	return count;
}

/*
 * For the fix: pairs of a stream's last operation and the first one in it that waited for a host
 * function. Called once at the end, a function still has to wake up its thread, as the first one
 * had to.
 */
static int add_ends(const struct check *check, const struct held *held, struct finding *finding)
{
	const struct trace *trace = check->trace;
	uint32_t *last =
	        malloc((trace->streams_count + 1) * sizeof *last); /* operation by stream */

	if (!last)
		return -ENOMEM;
	for (size_t i = 0; i < trace->operations.count; i++)
		last[trace->operations.stream[check->graph->issue_order[i]]] =
		        check->graph->issue_order[i];
	for (size_t i = 0; i < held->count; i++) {
		uint32_t *end = &last[trace->operations.stream[held->operations[i]]];

		if (*end == NONE)
			continue; /* an earlier one of this stream was first */
		finding_target(finding, *end);
		finding_target(finding, held->operations[i]);
		*end = NONE;
	}
	free(last);
	return 0;
}

static int report(struct check *check, uint32_t device, const struct held *held)
{
	const struct trace *trace = check->trace;
	int64_t streams = 0, total_ns = 0;
	struct name_list names = { 0 };
	struct finding *finding;
	char kernels[NAME_MAX_BYTES];
	int err = name_streams(&names, trace, held->operations, held->count, &streams);

	if (!err)
		err = name_kernels(kernels, trace, held->operations, held->count);
	if (err)
		return err;
	for (size_t i = 0; i < held->count; i++)
		total_ns =
		        sum_saturated(total_ns, graph_wait_ns(check->graph, held->operations[i]));
	finding = finding_add(check, name_device(NAME, trace, device));
	held_report(held, check, finding);
	finding_headline(finding, "%s waited %s on average for a host function in their stream",
	                 name_count(NAME, (int64_t)held->count, "operation", "operations"),
	                 format_duration(FORMAT, total_ns / (int64_t)held->count));
	finding_fact(finding, "host functions", "%s put into streams",
	             name_count(NAME, callbacks(trace), "call", "calls"));
	finding_fact(finding, "held back", "%s", kernels);
	finding_fact(finding, "streams that waited", "%s", names.text);
	finding_advice(finding, "Put host functions only at the end of a stream's work, one for "
	                        "several steps. If the host only "
	                        "wants to know how far the GPU is, record an event instead and ask "
	                        "it from a host thread "
	                        "(cudaEventQuery), which holds no stream up.");
	return add_ends(check, held, finding);
}

static void check_device(struct check *check, uint32_t device)
{
	struct held held;
	int err = held_collect(&held, check, device, CAUSE_HOST_CALLBACK);

	if (!err && held.count && is_worth(check->trace, held.cost_ns))
		err = report(check, device, &held);
	held_release(&held);
	check_failed(check, err);
}

static void check_host_callback(struct check *check)
{
	if (!check->trace->calls.count && check->trace->operations.count)
		check_abstain(check,
		              "the trace has no API calls, so host functions cannot be seen");
	for (uint32_t device = 0; device < check->trace->devices_count; device++)
		check_device(check, device);
}

static void fix_host_callback(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	const struct trace_operations *o = &check->trace->operations;

	scenario_without(scenario, CAUSE_HOST_CALLBACK);
	for (size_t i = 0; i + 1 < finding->targets_count; i += 2) {
		uint32_t end = finding->targets[i], first = finding->targets[i + 1];

		scenario_duration(scenario, end,
		                  o->end_ns[end] - o->start_ns[end] +
		                          graph_wait_ns(check->graph, first));
	}
}

static const struct rule_threshold thresholds[] = { THRESHOLD_WAIT,
	                                            THRESHOLD_WORTH,
	                                            { .name = NULL } };

const struct rule rule_host_callback = {
	.id = "host-callback",
	.title = "Host function in the middle of a stream",
	.severity = FINDING_WARNING,
	.meaning = "cudaLaunchHostFunc() and cudaStreamAddCallback() put a function of the host "
	           "into a stream. When the GPU "
	           "comes to it, that stream stops, a thread of the driver is woken up, runs the "
	           "function and tells the GPU "
	           "to go on: tens of microseconds in which nothing of this stream runs, however "
	           "little the function does. "
	           "One thread serves all streams, so that functions of several streams also wait "
	           "for each other.",
	.decision =
	        "An operation counts when it was issued and its stream's earlier operations and "
	        "its events were done, no "
	        "other cause held it back, and a host function had been put into a stream since "
	        "the stream's operation "
	        "before. Waits below `wait` do not count; a GPU's waits are united and reported "
	        "from `share` on. A host "
	        "function at the end of a stream's work holds nothing back and is not reported.",
	.fix_text = "Fewer of them: one at the end for all steps. Or none: record an event, and "
	            "let a host thread ask for it "
	            "or wait for it. Data that the host function prepares can often be prepared "
	            "before, in the order in which "
	            "the program issues its work.",
	.before = "for (int i = 0; i < steps; i++) {\n"
	          "\twork<<<grid, block, 0, stream>>>(data, i);\n"
	          "\tcudaLaunchHostFunc(stream, count_step, &progress);\n"
	          "}",
	.after = "for (int i = 0; i < steps; i++)\n"
	         "\twork<<<grid, block, 0, stream>>>(data, i);\n"
	         "cudaLaunchHostFunc(stream, count_steps, &progress);",
	.prediction = "The run is replayed as if host functions took no time in their streams, and "
	              "with one at the end of each "
	              "stream that had any, which takes as long as the first one did (its thread "
	              "sleeps by then); the calls "
	              "that put them into streams stay. What the functions themselves do is not in "
	              "the trace: where the host's "
	              "work in them is long and must be done anyway, the gain is smaller.",
	.thresholds = thresholds,
	.check = check_host_callback,
	.fix = fix_host_callback,
};
