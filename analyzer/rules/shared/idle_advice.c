/* SPDX-License-Identifier: MIT */
/* What rule gpu-idle says to do. Any thread. */
#include "rules/shared/idle_advice.h"

#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/idle_data.h"
#include "rules/shared/idle_time.h"
#include "rules/shared/launch_pace.h"
#include "rules/shared/names.h"
#include "rules/shared/results.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/small_work.h"
#include "rules/shared/timed_waits.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

const struct threshold gpu_idle_thresholds[] = {
	[GPU_IDLE] = { "idle", 10, "%" },
	[GPU_IDLE_BEHIND] = { "idle behind waits", 5, "%" },
	[GPU_IDLE_SOME] = { "some waits", 10, "%" },
	[GPU_IDLE_CLAIMED] = { "claimed", 25, "%" },
	[GPU_IDLE_LATE] = { "late", 5, "%" },
	[GPU_IDLE_PART] = { "part", 10, "%" },
	[GPU_IDLE_LONG] = { "long", 1000000, "ns" },
	[GPU_IDLE_LARGE] = { "large", 65536, "bytes" },
	[GPU_IDLE_OVERLAP] = { "overlap", 33, "%" },
	[GPU_IDLE_TIMED] = { "timed", 90, "%" },
	[GPU_IDLE_ITERATED] = { "iterated", 5, "%" },
	[GPU_IDLE_TIMES] = { "timed some", 5, "%" },
	{ .name = NULL },
};

/* Of what most of the idle time was spent on: the note on what to do. */
static const char *const notes[GAP_KINDS] = { [GAP_HOST] = "work",
	                                      [GAP_SYNCHRONIZATION] = "wait later",
	                                      [GAP_LAUNCH] = "fewer launches",
	                                      [GAP_GRAPH] = "larger graphs",
	                                      [GAP_ALLOCATION] = "allocate once",
	                                      [GAP_COPY] = "inputs",
	                                      [GAP_OTHER] = "out of the loop" };

/* Moving the host's work beside the GPU's is what is predicted: possible where nothing shows that
 * it needs results. */
static bool can_overlap(const struct idle_time *idle, const struct trace *trace, enum gap_kind main)
{
	return main == GAP_HOST && !waits_memory_read_directly(trace) &&
	       percent_of(idle->needless_ns, idle->cost_ns) >= IDLE_WAITED_PERCENT;
}

/* The GPU's own work, which is what overlapping wins at most, is not worth a finding; beside long
 * gaps, if it is but possible that it wins that, not even as one of this rule. */
static bool is_hosts_alone(const struct idle_time *idle, const struct trace *trace,
                           enum gap_kind main)
{
	const double least = idle_has_long_gaps(idle) && !can_overlap(idle, trace, main)
	                             ? gpu_idle_thresholds[GPU_IDLE_BEHIND].value
	                             : worth_threshold->value;

	return main == GAP_HOST && percent_of(idle_beside_ns(idle), idle->base_ns) < least;
}

static void say_own_work(struct finding *finding)
{
	finding_not_predicted(finding, "it is the host's own work that has to become less: at most "
	                               "the whole cost");
}

static bool has_many(const struct idle_time *idle, const struct waited_copies *copies)
{
	return results_are_many(copies, idle->waits_counted, idle->waiting_ns,
	                        gpu_idle_thresholds[GPU_IDLE_SOME].value);
}

/* Inputs whose copies take next to no time are none of the matter. */
static bool has_inputs(const struct idle_time *idle)
{
	return has_many(idle, &idle->results.in) &&
	       results_take_time(&idle->results.in, idle->cost_ns);
}

/* Whether the host may wait for pages of managed memory in it, which only --managed records: it
 * does not copy its results. */
static bool may_wait_for_pages(const struct idle_time *idle, const struct trace *trace,
                               enum gap_kind main)
{
	return main == GAP_HOST && !trace->migrations_count &&
	       !has_many(idle, &idle->results.out) &&
	       waits_memory_read_directly(trace) == managed_memory;
}

/* Of what the host's samples say. */
static bool is_compiling(const struct idle_time *idle, enum gap_kind main)
{
	return main == GAP_HOST && 100 * idle->code.setups[SETUP_COMPILING] >= IDLE_MOST_PERCENT;
}

static bool is_making_code(const struct idle_time *idle, enum gap_kind main)
{
	return main == GAP_HOST && percent_of(idle->loads_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

/* Whether anything may be left out that keeps the host's work from being done beside the GPU's.
 * Else it is beside it already, and takes longer. */
static bool may_win_overlap(const struct idle_time *idle, const struct trace *trace)
{
	const double some = gpu_idle_thresholds[GPU_IDLE_SOME].value;

	return waits_memory_read_directly(trace) || idle_is_in_shadow(idle) ||
	       (percent_of(idle->waited_ns, idle->cost_ns) >= some &&
	        !idle_waits_are_short(idle, some));
}

/* Overlapping wins no more than what it is done beside takes; but that is no limit of what a host
 * wins that issues less. */
static void say_not_predicted(const struct idle_time *idle, const struct trace *trace,
                              enum gap_kind main, struct finding *finding)
{
	const int64_t rest_ns = idle_beside_ns(idle);
	char most[NAME_MAX_BYTES] = "at most the whole cost";

	if (main == GAP_HOST && (is_compiling(idle, main) || is_making_code(idle, main) ||
	                         !may_win_overlap(idle, trace))) {
		say_own_work(finding);
		return;
	}
	if (main == GAP_HOST && finding->is_slow_issue) {
		if (rest_ns < idle->cost_ns)
			snprintf(most, sizeof most,
			         "at most the whole cost; without waits alone it wins %s at most",
			         format_duration(FORMAT, rest_ns));
		finding_not_predicted(
		        finding, "it depends on how many operations are left to issue: %s", most);
		return;
	}
	if (main == GAP_HOST && rest_ns < idle->cost_ns)
		snprintf(most, sizeof most,
		         "that wins %s at most, since the GPU has no more work than that; the rest "
		         "goes only if the host's own work becomes less",
		         format_duration(FORMAT, rest_ns));
	finding_not_predicted(finding, "%s: %s",
	                      main == GAP_HOST ? "whether the host's work can be done while the "
	                                         "GPU is busy depends on what it needs"
	                                       : "it depends on what replaces these calls",
	                      most);
}

/* Whether what the host waits for is the first thing to say of gaps of kind MAIN: launches become
 * fewer only where nothing between them waits. */
static bool results_come_first(const struct idle_time *idle, enum gap_kind main)
{
	const double least =
	        main == GAP_LAUNCH ? gpu_idle_thresholds[GPU_IDLE_SOME].value : IDLE_MOST_PERCENT;

	return (main == GAP_COPY || main == GAP_SYNCHRONIZATION || main == GAP_LAUNCH) &&
	       percent_of(idle->waited_ns, idle->cost_ns) >= least &&
	       has_many(idle, &idle->results.out);
}

static bool has_large_results(const struct idle_time *idle)
{
	return results_are_large(&idle->results.out, idle->waits_counted,
	                         gpu_idle_thresholds[GPU_IDLE_LARGE].value);
}

/* Whether it is code that is made once: hardly anything of it behind two thirds of the GPU's work.
 */
static bool is_code_made_once(const struct idle_time *idle, enum gap_kind main)
{
	return (is_compiling(idle, main) || is_making_code(idle, main)) &&
	       percent_of(idle->late_ns, idle->cost_ns) < gpu_idle_thresholds[GPU_IDLE_LATE].value;
}

static const char *advice(const struct finding *finding, const char *name)
{
	return rule_note(finding->rule, RULE_ADVICE, name);
}

static void say_data(const struct idle_time *idle, const struct trace *trace, enum gap_kind main,
                     struct finding *finding)
{
	idle_data_advise(idle, gpu_idle_thresholds[GPU_IDLE_SOME].value, finding);
	if (!can_overlap(idle, trace, main))
		idle_data_say_most(idle, finding);
}

/* Whether the host writes files in most of the time. */
static bool is_saving(const struct idle_time *idle, enum gap_kind main)
{
	return main == GAP_HOST && 100 * idle->code.setups[SETUP_SAVING] >= IDLE_MOST_PERCENT;
}

/* Whether the host computes gradients, or makes an optimiser's steps, in most of the time: it loads
 * nothing there. */
static bool is_training(const struct idle_time *idle)
{
	return 100 * idle->code.setups[SETUP_TRAINING] >= IDLE_MOST_PERCENT;
}

/* Whether most of what the host waits for are copies of its own data to the GPU. */
static bool is_for_inputs(const struct idle_time *idle)
{
	return 2 * idle->results.in.count >= idle->waits_counted && has_inputs(idle);
}

/* What of the notes on frameworks fits: what was seen. For single operations a framework takes less
 * than a long gap. */
static void name_cases(const struct idle_time *idle, const struct trace *trace, enum gap_kind main,
                       struct finding *finding)
{
	const double *setups = idle->code.setups;
	const bool is_behind = (percent_of(idle->waited_ns, idle->cost_ns) >=
	                                gpu_idle_thresholds[GPU_IDLE_SOME].value ||
	                        idle_is_in_shadow(idle)) &&
	                       !is_hosts_alone(idle, trace, main);
	const char *data = idle_data_case(idle, gpu_idle_thresholds[GPU_IDLE_PART].value);
	const bool is_long = idle_has_long_gaps(idle);

	if (main == GAP_HOST &&
	    100 * setups[SETUP_SAVING] >= gpu_idle_thresholds[GPU_IDLE_PART].value)
		finding_case(finding, "saving");
	if (is_saving(idle, main))
		return;
	if (data)
		finding_case(finding, data);
	else if (main == GAP_HOST && is_long && !is_compiling(idle, main) && !is_training(idle) &&
	         !host_setup_has_workers(trace))
		finding_case(finding, "perhaps loading");
	if (main == GAP_HOST && !is_long && !is_compiling(idle, main) && !idle_is_in_shadow(idle))
		finding_case(finding,
		             idle_is_before_graphs(idle) ? "own code of graphs" : "own code");
	if (is_behind && !idle_waits_are_short(idle, gpu_idle_thresholds[GPU_IDLE_SOME].value) &&
	    has_many(idle, &idle->results.out))
		finding_case(finding, "results");
	if (is_behind && results_are_of_cublas(&idle->results))
		finding_case(finding, "results of cuBLAS");
	if (is_behind && has_inputs(idle))
		finding_case(finding, idle->results.in.pageable ? "inputs" : "pinned inputs");
	if (main == GAP_GRAPH)
		finding_case(finding, "graphs");
	if (!finding->cases_count)
		finding_case(finding, "nothing");
}

static void say_hosts_alone(const struct idle_time *idle, const struct trace *trace,
                            struct finding *finding)
{
	finding_advice(finding,
	               "The host's work alone takes the time: beside it the GPU's, %s at most, is "
	               "next to nothing. Do it less often, make it faster, spread it over threads "
	               "or processes, or move it to the GPU.",
	               format_duration(FORMAT, idle_beside_ns(idle)));
	name_cases(idle, trace, GAP_HOST, finding);
	say_own_work(finding);
}

/* Where the host's own work takes the time, and few waits. */
static void advise_on_work(const struct idle_time *idle, const struct trace *trace,
                           struct finding *finding)
{
	const double some = gpu_idle_thresholds[GPU_IDLE_SOME].value;
	const bool are_short = idle_waits_are_short(idle, some);
	const bool are_many = percent_of(idle->waited_ns, idle->cost_ns) >= some;
	const bool is_behind = !are_short && are_many;
	const char *waits = are_short && are_many ? "short waits"
	                    : idle->waited_ns     ? "hardly a wait"
	                                          : "no wait";
	const char *work = idle_has_long_gaps(idle)      ? "work"
	                   : idle_is_before_graphs(idle) ? "graph launches"
	                                                 : "operations";

	finding->is_slow_issue = !idle_has_long_gaps(idle);
	if (is_behind)
		finding_advice(finding, "%s %s", advice(finding, work),
		               advice(finding, is_for_inputs(idle)       ? "inputs too"
		                               : has_large_results(idle) ? "large results"
		                                                         : "results too"));
	else if (are_short && has_large_results(idle))
		finding_advice(finding, "%s %s %s", advice(finding, waits), advice(finding, work),
		               advice(finding, "large results"));
	else if (waits_memory_read_directly(trace))
		finding_advice(finding, "%s %s %s", advice(finding, waits), advice(finding, work),
		               advice(finding, "unseen waits"));
	else
		finding_advice(finding, "%s %s", advice(finding, waits), advice(finding, work));
}

/* To overlap the host's work and the GPU's wins little of it: the work has to become less. */
static bool wins_little(const struct idle_time *idle, const struct trace *trace, enum gap_kind main)
{
	return main == GAP_HOST && !can_overlap(idle, trace, main) &&
	       percent_of(idle_beside_ns(idle), idle->cost_ns) <
	               gpu_idle_thresholds[GPU_IDLE_OVERLAP].value;
}

/* What to do where most of the gaps are of kind MAIN. */
static void advise(const struct check *check, const struct idle_time *idle, enum gap_kind main,
                   struct finding *finding)
{
	const struct trace *trace = check->trace;
	const bool is_behind =
	        percent_of(idle->waited_ns, idle->cost_ns) >= IDLE_MOST_PERCENT &&
	        (can_overlap(idle, trace, main) ||
	         !idle_waits_are_short(idle, gpu_idle_thresholds[GPU_IDLE_SOME].value));
	const char *first = advice(finding, notes[main]), *then = "";

	if (main == GAP_LAUNCH && gap_has_calls_between(check, idle->cost_ns)) {
		first = advice(finding, "between");
		finding->severity = FINDING_NOTE; /* most of it may go with these */
	} else if (main != GAP_HOST && idle_takes_turns(idle)) {
		first = advice(finding, "turns");
	} else if (is_code_made_once(idle, main)) {
		first = advice(finding, "once");
	} else if (is_compiling(idle, main)) {
		first = advice(finding, "compiler");
	} else if (is_making_code(idle, main)) {
		first = advice(finding, "loads");
	} else if (is_saving(idle, main)) {
		first = advice(finding, "saving");
	} else if (may_wait_for_pages(idle, trace, main)) {
		first = advice(finding, "pages");
	} else if (main == GAP_HOST && is_behind && !wins_little(idle, trace, main)) {
		first = advice(finding, "after waits");
		then = is_for_inputs(idle)       ? advice(finding, "inputs too")
		       : has_large_results(idle) ? advice(finding, "large results")
		                                 : "";
	} else if (main == GAP_HOST && !is_behind && idle_is_in_shadow(idle)) {
		first = advice(finding, "shadow");
	} else if (main == GAP_HOST) {
		advise_on_work(idle, trace, finding);
		return;
	} else if (results_come_first(idle, main)) {
		first = advice(finding, "results");
		then = main == GAP_SYNCHRONIZATION ? "" : advice(finding, notes[main]);
	}
	if (main == GAP_LAUNCH)
		launch_pace_say(finding, idle->recorder_ns);
	finding_advice(finding, "%s%s%s", first, *then ? " " : "", then);
}

static void say_mixed(const struct check *check, const struct idle_time *idle, enum gap_kind main,
                      struct finding *finding)
{
	const struct trace *trace = check->trace;

	advise(check, idle, main, finding);
	name_cases(idle, trace, main, finding);
	if (!can_overlap(idle, trace, main))
		say_not_predicted(idle, trace, main, finding);
}

void idle_advice_say_code(const struct idle_time *idle, enum gap_kind main, struct finding *finding)
{
	if (is_making_code(idle, main))
		finding_fact(finding, "code", "is loaded in %s of these gaps, which take %s",
		             format_count(FORMAT, idle->loads),
		             format_duration(FORMAT, idle->loads_ns));
	if (is_compiling(idle, main))
		finding_fact(finding, "compiler", "%s of it is a just-in-time compiler's",
		             format_percent(FORMAT, 100 * idle->code.setups[SETUP_COMPILING]));
	if (!is_code_made_once(idle, main))
		return;
	finding->severity = FINDING_NOTE;
	finding_fact(
	        finding, "once",
	        "%s of it is behind two thirds of the GPU's work: the code is made at the start",
	        format_percent(FORMAT, percent_of(idle->late_ns, idle->cost_ns)));
}

/* What goes over tensors element by element is worth a word beside whatever takes more: each of
 * them costs microseconds of Python, wherever the tensor is. */
static void say_iterated(const struct check *check, const struct idle_time *idle,
                         struct finding *finding)
{
	const int64_t ns = (int64_t)(idle->code.setups[SETUP_ITERATING] * (double)idle->cost_ns);

	if (idle_is_for_elements(idle) ||
	    percent_of(ns, check->graph->program_ns) < gpu_idle_thresholds[GPU_IDLE_ITERATED].value)
		return;
	finding_fact(
	        finding, "element by element",
	        "%s of it, %s, is iteration over tensors, which makes a tensor of each element",
	        format_percent(FORMAT, 100 * idle->code.setups[SETUP_ITERATING]),
	        format_duration(FORMAT, ns));
	finding_case(finding, "iteration");
}

void idle_advice_give(const struct check *check, const struct idle_time *idle, enum gap_kind main,
                      struct finding *finding)
{
	const struct trace *trace = check->trace;

	if (host_evidence_is_benchmark(&idle->code))
		host_evidence_say_benchmark(finding);
	else if (main == GAP_SYNCHRONIZATION && idle->are_timed)
		timed_waits_advise(finding);
	else if (idle_is_for_elements(idle))
		results_advise_elements(finding);
	else if (idle_is_for_data(idle, main))
		say_data(idle, trace, main, finding);
	else if (main == GAP_HOST && round_trips_are_back(&idle->trips, idle->cost_ns))
		round_trips_advise(finding);
	else if (is_hosts_alone(idle, trace, main) && !is_making_code(idle, main) &&
	         !is_compiling(idle, main))
		say_hosts_alone(idle, trace, finding);
	else
		say_mixed(check, idle, main, finding);
	say_iterated(check, idle, finding);
	if (!(main == GAP_SYNCHRONIZATION && idle->are_timed))
		timed_waits_say(idle, trace, gpu_idle_thresholds[GPU_IDLE_TIMES].value, finding);
}

bool idle_advice_is_for_operations(const struct idle_time *idle, enum gap_kind main)
{
	return (main == GAP_HOST || main == GAP_LAUNCH) && !idle_has_long_gaps(idle) &&
	       !idle_is_for_elements(idle) && !idle_is_for_data(idle, main) &&
	       !is_compiling(idle, main) && !is_making_code(idle, main) && !is_saving(idle, main) &&
	       !host_evidence_is_benchmark(&idle->code);
}
