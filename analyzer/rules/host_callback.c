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

enum { WORK };

static const struct threshold thresholds[] = {
	[WORK] = { "work", 200000, "ns" },
	{ .name = NULL },
};

/* Calls that put a host function into a stream. */
static int64_t callbacks(const struct trace *trace)
{
	int64_t count = 0;

	for (uint32_t c = 0; c < trace->calls.count; c++)
		count += call_class(trace, c) == CALL_HOST_CALLBACK;
	return count;
}

static void advise(struct finding *f, const struct held *held)
{
	const int64_t each_ns = held->cost_ns / (int64_t)held->count;

	if ((double)each_ns < thresholds[WORK].value) {
		finding_advice(f, "Record an event in place of the host function, and do the "
		                  "host's part in a host thread that asks the event "
		                  "(cudaEventQuery) or waits for it: this holds no stream up. "
		                  "Where a host function must stay, put it at the end of the "
		                  "stream's work, one for several steps.");
		return;
	}
	finding_advice(f, "One thread of the driver runs the host functions of all streams, one "
	                  "after another, and these have work to do. Record an event in place of "
	                  "each, and let several host threads do the work, each when its event "
	                  "has come (cudaEventSynchronize), with a buffer for each piece that is "
	                  "under way, so that the streams go on.");
	finding_not_predicted(f,
	                      "the functions work for about %s each: that remains, as long as one "
	                      "thread does it; several share it",
	                      format_duration(FORMAT, each_ns));
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
	advise(finding, held);
	return 0;
}

static void check_device(struct check *check, uint32_t device)
{
	struct held held;
	int err = held_collect(&held, check, device, CAUSE_HOST_CALLBACK);

	if (!err && held.count && is_worth(check, held.cost_ns))
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
	if (!finding->not_predicted)
		scenario_without_on(scenario, finding->device, CAUSE_HOST_CALLBACK);
}

const struct rule rule_host_callback = {
	.id = "host-callback",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, wait_threshold, worth_threshold },
	.wait = SHARE_HOST_CALLBACK,
	.check = check_host_callback,
	.fix = fix_host_callback,
};
