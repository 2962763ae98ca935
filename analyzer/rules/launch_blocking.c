/* SPDX-License-Identifier: MIT */
/*
 * Rule launch-blocking: launches that waited for their work, since CUDA_LAUNCH_BLOCKING was set.
 * Any thread.
 */
#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/gaps.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

/* What CALL launched and waited for, or NONE. Calls that copy wait whatever is set. */
static uint32_t awaited_work(const struct check *check, uint32_t call)
{
	const enum call_class class = call_class(check->trace, call);
	const uint32_t waited = check->graph->waited[call];

	return (class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH || class == CALL_FILL) &&
	                       waited != NONE && check->trace->operations.call[waited] == call
	               ? waited
	               : NONE;
}

/* Whether the thread that ended GAP returned from such a call in it. */
static bool is_behind_launch(const struct check *check, const struct gap *gap)
{
	const struct trace *trace = check->trace;
	uint32_t call = trace->operations.call[gap->next];

	if (call == NONE || gap->kind == GAP_DEPENDENCY)
		return false;
	do
		call = graph_previous_call(check->graph, call);
	while (call != NONE && trace->calls.end_ns[call] > gap->start_ns &&
	       awaited_work(check, call) == NONE);
	return call != NONE && trace->calls.end_ns[call] > gap->start_ns;
}

/* How long GPUs had nothing to do behind such calls: sets *IDLE_NS. Returns 0 or -ENOMEM. */
static int idle_behind_launches(const struct check *check, int64_t *idle_ns)
{
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, check->graph);

	*idle_ns = 0;
	while (!err && gap_next(&walk, &gap))
		if (is_behind_launch(check, &gap))
			*idle_ns = sum_saturated(*idle_ns, gap_alone_ns(&gap));
	gap_walk_release(&walk);
	return err;
}

static void report(struct check *check, int64_t idle_ns)
{
	const struct trace *trace = check->trace;
	struct finding *finding = finding_add(check, "");
	int64_t wait_ns = 0;

	for (uint32_t c = 0; c < trace->calls.count; c++) {
		const uint32_t waited = awaited_work(check, c);

		if (waited == NONE)
			continue;
		finding_target(finding, c);
		finding_example(finding, waited, operation_length_ns(trace, waited));
		finding->occurrences++;
		wait_ns = sum_saturated(wait_ns, trace->calls.end_ns[c] -
		                                         trace->operations.start_ns[waited]);
	}
	finding->cost_ns = idle_ns;
	finding_headline(finding,
	                 "CUDA_LAUNCH_BLOCKING=%s is set: %s waited for the GPU to finish, and it "
	                 "idled %s before it got more",
	                 trace_environment(trace, "CUDA_LAUNCH_BLOCKING"),
	                 name_count(NAME, finding->occurrences, "launch", "launches"),
	                 format_duration(FORMAT, idle_ns));
	finding_fact(finding, "the host waited", "%s in these calls",
	             format_duration(FORMAT, wait_ns));
	finding_advice(finding,
	               "Unset CUDA_LAUNCH_BLOCKING: it is there to find the launch that fails. In "
	               "Python it is often os.environ[\"CUDA_LAUNCH_BLOCKING\"] at the top of a "
	               "script. Record again then: launches return at once, and what else is "
	               "said of the host's pace may no longer be true.");
}

static void check_launch_blocking(struct check *check)
{
	int64_t idle_ns = 0;

	if (!trace_has_blocking_launches(check->trace))
		return;
	if (!check->trace->calls.count && check->trace->operations.count) {
		check_abstain(check, "the trace has no API calls, so launches cannot be timed");
		return;
	}
	check_failed(check, idle_behind_launches(check, &idle_ns));
	if (idle_ns && is_worth(check, idle_ns))
		report(check, idle_ns);
}

/* What the call takes that launched OPERATION without waiting: at most until the GPU began. */
static int64_t own_ns(const struct trace *trace, uint32_t operation)
{
	const int64_t ns = trace->operations.start_ns[operation] -
	                   trace->calls.start_ns[trace->operations.call[operation]];

	return ns > 0 ? ns : 0;
}

static void fix_launch_blocking(const struct check *check, const struct finding *finding,
                                struct scenario *scenario)
{
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		scenario_change_call(scenario, call, CALL_NO_WAIT);
		scenario_call_duration(scenario, call,
		                       own_ns(check->trace, awaited_work(check, call)));
	}
}

const struct rule rule_launch_blocking = {
	.id = "launch-blocking",
	.severity = FINDING_WARNING,
	.thresholds = { worth_threshold },
	.check = check_launch_blocking,
	.fix = fix_launch_blocking,
	.cost_limits_gain = true,
};
