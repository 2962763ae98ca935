/* SPDX-License-Identifier: MIT */
/*
 * Rule host-callback: streams that stood still until a host function put into them had run. Any
 * thread.
 */
#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/held.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

/* Calls that put a host function into a stream. */
static int64_t callbacks(const struct trace *trace)
{
	int64_t count = 0;

	for (uint32_t c = 0; c < trace->calls.count; c++)
		count += call_class(trace, c) == CALL_HOST_CALLBACK;
	return count;
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
	finding = finding_add_device(check, device);
	held_report(held, check, finding);
	finding_headline(finding, "%s waited %s on average for a host function in their stream",
	                 name_count(NAME, (int64_t)held->count, "operation", "operations"),
	                 format_duration(FORMAT, total_ns / (int64_t)held->count));
	finding_fact(finding, "host functions", "%s put into streams",
	             name_count(NAME, callbacks(trace), "call", "calls"));
	finding_fact(finding, "held back", "%s", kernels);
	finding_fact(finding, "streams that waited", "%s", names.text);
	finding_advice(finding, "Record an event in place of the host function, and do the host's "
	                        "part in a host thread that asks the event (cudaEventQuery) or "
	                        "waits for it: this holds no stream up. Where a host function must "
	                        "stay, put it at the end of the stream's work, one for several "
	                        "steps.");
	return 0;
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
	(void)check;
	scenario_without_on(scenario, finding->device, CAUSE_HOST_CALLBACK);
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
	        "other cause held it back, and since the stream's operation before a host "
	        "function had been put into it, or into a stream that it waits for (into any "
	        "stream where the trace does not say which). Waits below `wait` do not count; a "
	        "GPU's waits are united and reported "
	        "from `share` on. A host "
	        "function at the end of a stream's work holds nothing back and is not reported.",
	.fix_text = "Record an event where the host function was, and let a host thread ask for it "
	            "or wait for it: the stream goes on meanwhile. Data that the host function "
	            "prepares can often be prepared before, in the order in which the program "
	            "issues its work. If a host function must stay: one at the end for all steps.",
	.before = "for (int i = 0; i < steps; i++) {\n"
	          "\twork<<<grid, block, 0, stream>>>(data, i);\n"
	          "\tcudaLaunchHostFunc(stream, count_step, &progress);\n"
	          "}",
	.after = "for (int i = 0; i < steps; i++) {\n"
	         "\twork<<<grid, block, 0, stream>>>(data, i);\n"
	         "\tcudaEventRecord(done[i], stream);\n"
	         "\twhile (progress <= i && cudaEventQuery(done[progress]) == cudaSuccess)\n"
	         "\t\tprogress++;\n"
	         "}",
	.prediction =
	        "The run is replayed as if each host function were an event that is recorded "
	        "in its place: its stream does not stop, and the call that put it there takes "
	        "as long as it did. What the functions themselves do is not in the trace: "
	        "where the host's work in them is long and must be done anyway, the gain is "
	        "smaller.",
	.thresholds = thresholds,
	.check = check_host_callback,
	.fix = fix_host_callback,
};
