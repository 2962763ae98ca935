/* SPDX-License-Identifier: MIT */
/*
 * Rule needless-sync: the host waited for the GPU, only to give it the next work at once. Any
 * thread.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/library_calls.h"
#include "rules/shared/managed_waits.h"
#include "rules/shared/names.h"
#include "rules/shared/results.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { REPEATS };

static const struct threshold thresholds[] = {
	[REPEATS] = { "repeats", REPEATS_MIN, "waits" },
	{ .name = NULL },
};

struct sums {
	int64_t gaps, cost_ns, worst_ns, wait_ns;
	uint32_t worst;         /* the operation that started latest after its wait */
	struct results results; /* what was waited for, as far as it is copies */
	int64_t of_thrust;      /* waits for what its algorithms launch */
	int64_t of_cub;         /* ... for kernels of CUB, which they launch, too */
};

/* The first of the waits that follow one another and of which CALL is the last: they are one. */
static uint32_t first_wait(const struct graph *graph, uint32_t call)
{
	uint32_t before = graph_previous_call(graph, call);

	while (before != NONE && call_class(graph->trace, before) == CALL_SYNCHRONIZE) {
		call = before;
		before = graph_previous_call(graph, call);
	}
	return call;
}

/* The gap since the wait began, but for the time in which another device did what is waited for. */
static int64_t idle_from(const struct graph *graph, const struct gap *gap)
{
	const int64_t wait_ns = graph->trace->calls.start_ns[first_wait(graph, gap->wait_call)];
	const uint32_t waited = graph->waited[gap->wait_call];
	const int64_t end_ns =
	        waited == NONE ? gap->start_ns : graph->trace->operations.end_ns[waited];

	const int64_t from_ns =
	        end_ns > gap->start_ns && end_ns < gap->end_ns ? end_ns : gap->start_ns;

	return wait_ns > from_ns && wait_ns < gap->end_ns ? wait_ns : from_ns;
}

/* From the first to the last of waits that follow one another. */
static int64_t waited_ns(const struct graph *graph, uint32_t last)
{
	const struct trace_calls *calls = &graph->trace->calls;

	return calls->end_ns[last] - calls->start_ns[first_wait(graph, last)];
}

/* Whether CALL is how Thrust waits: for a stream, since it has a policy that does not. */
static bool is_stream_wait(const struct trace *trace, uint32_t call)
{
	return strstr(trace->call_names[trace->calls.name[call]].name, "StreamSynchronize") != NULL;
}

/* Counts those of the waits of FINDING that Thrust makes by itself: IS_THRUST says it by call, or
 * what they are for. Who uses a framework does not call it. Returns 0 or -ENOMEM. */
static int count_thrust(const struct check *check, const struct finding *finding,
                        const bool is_thrust[], struct sums *sums)
{
	const struct graph *graph = check->graph;
	bool is_called;
	const int err = library_calls_reach_thrust(&is_called, check);

	if (!is_called)
		return err;
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i], waited = graph->waited[call];
		const struct library *library = operation_library(graph->trace, waited);

		if (first_wait(graph, call) != call)
			continue;
		if (is_thrust[call] || operation_is_of_thrust(graph->trace, waited))
			sums->of_thrust++;
		else if (library && strcmp(library->name, "CUB") == 0 &&
		         is_stream_wait(graph->trace, call))
			sums->of_cub++;
	}
	return err;
}

static void add_targets(const struct graph *graph, struct finding *finding, uint32_t last)
{
	for (uint32_t call = last, first = first_wait(graph, last);;
	     call = graph_previous_call(graph, call)) {
		finding_target(finding, call);
		if (call == first)
			return;
	}
}

/* Adds up the gaps behind needless waits on DEVICE; to FINDING, if there is one, as targets and
 * examples. */
static int walk_gaps(const struct check *check, uint32_t device, const bool has_no_reason[],
                     struct finding *finding, struct sums *sums)
{
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, check->graph);

	*sums = (struct sums){ .worst = NONE };
	if (!err && finding)
		err = results_init(&sums->results, check);
	while (!err && gap_next(&walk, &gap)) {
		int64_t length_ns;

		if (gap.device != device || !is_needless_gap(check->trace, &gap, has_no_reason) ||
		    gap.next < check->survey->start_up.end)
			continue;
		length_ns = gap.end_ns - idle_from(check->graph, &gap);
		length_ns -= gap.recorder_ns < length_ns ? gap.recorder_ns : length_ns;
		sums->gaps++;
		sums->cost_ns += length_ns;
		sums->wait_ns =
		        sum_saturated(sums->wait_ns, waited_ns(check->graph, gap.wait_call));
		if (length_ns > sums->worst_ns) {
			sums->worst_ns = length_ns;
			sums->worst = gap.next;
		}
		if (finding) {
			add_targets(check->graph, finding, gap.wait_call);
			results_count(&sums->results, check->graph, gap.wait_call);
			finding_example(finding, gap.next, length_ns);
		}
	}
	gap_walk_release(&walk);
	return err;
}

/* All waits without a reason: those of which a stack was taken take longer to go on, since that
 * holds up Python, and so are not among those that were followed at once. */
static void add_code(struct host_evidence *code, const struct check *check,
                     const bool has_no_reason[])
{
	for (uint32_t c = 0; c < check->trace->calls.count; c++)
		if (has_no_reason[c])
			host_evidence_call(code, c);
}

static const char general_advice[] =
        "Wait once, after the last of them: operations of one stream run in the order in which "
        "they "
        "are issued anyway, and between streams an event (cudaStreamWaitEvent) orders them without "
        "the host. Keep a wait where the host really needs a result then.";

/* What Thrust waits for is to be left out by another policy, or by calls of CUB. */
static void say_thrust(const struct sums *sums, struct finding *finding)
{
	static const char sure[] = "%s are for what its algorithms launch: it waits for the end of "
	                           "each, unless that runs by the policy thrust::cuda::par_nosync",
	                  likely[] = "%s are for kernels of CUB: where algorithms of Thrust launch "
	                             "these, it waits for the end of each by itself";
	const int64_t waits = sums->of_thrust + sums->of_cub;
	const char *note = rule_note(finding->rule, RULE_ADVICE, "Thrust");

	if (waits < REPEATS_MIN)
		return;
	finding_fact(finding, "Thrust", sums->of_thrust >= sums->of_cub ? sure : likely,
	             name_count(NAME, waits, "wait", "waits"));
	if (percent_of(waits, sums->gaps) < IDLE_MOST_PERCENT)
		return;
	if (sums->of_thrust >= sums->of_cub)
		finding_advice_first(finding, note);
	else
		finding_advice_then(finding, note);
}

/* Who uses a framework that waits for each copy to the GPU cannot leave out the wait, but the copy.
 */
static int advise(struct sums *sums, struct finding *finding)
{
	const struct waited_copies *in = &sums->results.in;
	const bool is_for_inputs = results_are_many(in, sums->gaps, 0, IDLE_MOST_PERCENT);
	int err = 0;

	if (is_for_inputs) {
		finding_case(finding, in->pageable ? "inputs" : "pinned inputs");
		err = results_say_inputs(&sums->results, finding);
	}
	finding_advice(finding, "%s%s%s", general_advice, is_for_inputs ? " " : "",
	               is_for_inputs ? rule_note(finding->rule, RULE_ADVICE, "inputs too") : "");
	return err;
}

/* The host may read results without a copy. */
static void say_memory(const struct trace *trace, struct finding *finding)
{
	const bool is_told = managed_waits_are_told(trace);
	const char *memory =
	        is_told ? waits_memory_mapped(trace) : waits_memory_read_directly(trace);

	if (is_told)
		finding_fact(finding, managed_memory,
		             "is in use, but behind these waits the host paused for less than %s "
		             "each time until its next wait: a page that a kernel has touched "
		             "takes longer to read",
		             format_duration(FORMAT, (int64_t)managed_waits_thresholds->value));
	if (!memory)
		return;
	finding->severity = FINDING_NOTE;
	finding_fact(finding, memory,
	             "is in use: the host may read results without a copy, and then these waits "
	             "are needed");
	finding_not_predicted(finding, "where the host reads results in such memory it has to "
	                               "wait, and nothing is won");
}

static int say(const struct check *check, struct sums *sums, struct finding *finding)
{
	const struct trace *trace = check->trace;
	const uint32_t call = trace->operations.call[sums->worst];
	const char *range;
	char waits[NAME_MAX_BYTES];
	int err = name_calls(waits, trace, finding->targets, finding->targets_count);

	if (err)
		return err;
	finding->cost_ns = sums->cost_ns;
	finding->occurrences = sums->gaps;
	finding_headline(finding,
	                 "the host waited for the GPU %s times and then gave it more work at once, "
	                 "after %s of idling on average",
	                 format_count(FORMAT, sums->gaps),
	                 format_duration(FORMAT, sums->cost_ns / sums->gaps));
	finding_fact(finding, "waits", "%s, %s in all", waits,
	             format_duration(FORMAT, sums->wait_ns));
	finding_fact(finding, "longest idling", "%s before %s of %s",
	             format_duration(FORMAT, sums->worst_ns),
	             name_operation(NAME, trace, sums->worst),
	             name_stream(NAME, trace, trace->operations.stream[sums->worst]));
	range = name_range(trace, trace->calls.thread[call], trace->calls.start_ns[call]);
	if (range)
		finding_fact(finding, "in NVTX range", "%s", range);
	say_memory(trace, finding);
	return advise(sums, finding);
}

/* What a library waits for is not for the program to leave out, but for it to ask less often. */
static void say_library(const struct check *check, const struct library_calls *found,
                        struct finding *finding)
{
	char text[HOST_SPOT_TEXT];

	finding->severity = FINDING_NOTE;
	finding_fact(finding, "who waits", "%s: %s of %s whose stacks are known",
	             library_calls_text(text, check, found), format_count(FORMAT, found->count),
	             name_count(NAME, found->known, "wait", "waits"));
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "library"));
	finding_not_predicted(finding,
	                      "a library waits, which the program cannot change: at most the "
	                      "whole cost, where it is called less often");
}

/* Says whose the waits are, where that is known: a library's, or Thrust's. */
static int say_owner(const struct check *check, const bool has_no_reason[], struct sums *sums,
                     struct finding *finding)
{
	bool *is_thrust = calloc(check->trace->calls.count + 1, sizeof *is_thrust);
	const int64_t thrusts =
	        is_thrust ? library_calls_of_thrust(is_thrust, check, has_no_reason) : -ENOMEM;
	struct library_calls found;
	int err = thrusts < 0 ? -ENOMEM : library_calls_count(&found, check, has_no_reason);

	if (!err) {
		found.count -= thrusts;
		if (library_calls_are_most(&found))
			say_library(check, &found, finding);
		else
			err = count_thrust(check, finding, is_thrust, sums);
	}
	say_thrust(sums, finding);
	free(is_thrust);
	return err;
}

static int report(struct check *check, uint32_t device, const bool has_no_reason[])
{
	struct finding *finding = finding_add(check, name_device(NAME, check->trace, device));
	struct sums sums;
	struct host_evidence code;
	int err, end_err;

	host_evidence_init(&code, check);
	err = walk_gaps(check, device, has_no_reason, finding, &sums);
	add_code(&code, check, has_no_reason);
	end_err = host_evidence_end(&code, finding);
	err = err ? err : end_err;
	if (!err && (!finding->targets_count || !sums.gaps))
		err = -ENOMEM;
	if (!err)
		err = say(check, &sums, finding);
	if (!err)
		err = say_owner(check, has_no_reason, &sums, finding);
	results_release(&sums.results);
	return err;
}

/* Waits between copies that should be one are no more there when they are: small-copies has them.
 */
static int leave_copies(bool has_no_reason[], const struct check *check)
{
	const struct trace *trace = check->trace;
	uint8_t *places = calloc(trace->calls.count + 1, sizeof *places);

	if (!places)
		return -ENOMEM;
	gap_mark_copies(places, check);
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		uint32_t before =
		        places[c] == LATER_IN_ROW ? graph_previous_call(check->graph, c) : NONE;

		for (; before != NONE && call_class(trace, before) == CALL_SYNCHRONIZE;
		     before = graph_previous_call(check->graph, before))
			has_no_reason[before] = false;
	}
	free(places);
	return 0;
}

static int check_devices(struct check *check)
{
	bool *has_no_reason = calloc(check->trace->calls.count + 1, sizeof *has_no_reason);
	int err = has_no_reason ? waits_without_reason(has_no_reason, check) : -ENOMEM;

	if (!err)
		err = leave_copies(has_no_reason, check);

	for (uint32_t device = 0; device < check->trace->devices_count && !err; device++) {
		struct sums sums;

		err = walk_gaps(check, device, has_no_reason, NULL, &sums);
		if (!err && sums.gaps >= REPEATS_MIN && is_worth(check, sums.cost_ns))
			err = report(check, device, has_no_reason);
	}
	free(has_no_reason);
	return err;
}

static void check_needless_sync(struct check *check)
{
	if (!check->trace->calls.count && check->trace->operations.count)
		check_abstain(check,
		              "the trace has no API calls, so waits of the host cannot be seen");
	else
		check_failed(check, check_devices(check));
}

static void fix_needless_sync(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	(void)check;
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_ORDERS);
}

const struct rule rule_needless_sync = {
	.id = "needless-sync",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, own_work_threshold, managed_waits_thresholds,
	                start_up_thresholds, worth_threshold },
	.yields_to = { "small-copies" },
	.check = check_needless_sync,
	.fix = fix_needless_sync,
};
