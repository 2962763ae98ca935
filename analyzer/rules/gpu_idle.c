/* SPDX-License-Identifier: MIT */
/*
 * Rule gpu-idle: the GPU ran nothing because the host had not issued anything, split by what the
 * host did. Stands behind the rules that say more about the same gaps. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/alike.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gap_limits.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/host_ranges.h"
#include "rules/shared/idle_data.h"
#include "rules/shared/idle_headline.h"
#include "rules/shared/idle_pauses.h"
#include "rules/shared/idle_time.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/item_reads.h"
#include "rules/shared/kernel_way.h"
#include "rules/shared/launch_pace.h"
#include "rules/shared/names.h"
#include "rules/shared/other_devices.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/recurrent_cells.h"
#include "rules/shared/results.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/small_work.h"
#include "rules/shared/survey.h"
#include "rules/shared/timed_waits.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { IDLE, BEHIND, SOME, CLAIMED, LATE, PART, LONG, LARGE, OVERLAP, TIMED };

static const struct threshold thresholds[] = {
	[IDLE] = { "idle", 10, "%" },
	[BEHIND] = { "idle behind waits", 5, "%" },
	[SOME] = { "some waits", 10, "%" },
	[CLAIMED] = { "claimed", 25, "%" },
	[LATE] = { "late", 5, "%" },
	[PART] = { "part", 10, "%" },
	[LONG] = { "long", 1000000, "ns" },
	[LARGE] = { "large", 65536, "bytes" },
	[OVERLAP] = { "overlap", 33, "%" },
	[TIMED] = { "timed", 90, "%" },
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
	                             ? thresholds[BEHIND].value
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
	return results_are_many(copies, idle->waits_counted, thresholds[SOME].value);
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
	const double some = thresholds[SOME].value;

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
	const double least = main == GAP_LAUNCH ? thresholds[SOME].value : IDLE_MOST_PERCENT;

	return (main == GAP_COPY || main == GAP_SYNCHRONIZATION || main == GAP_LAUNCH) &&
	       percent_of(idle->waited_ns, idle->cost_ns) >= least &&
	       has_many(idle, &idle->results.out);
}

static bool has_large_results(const struct idle_time *idle)
{
	return results_are_large(&idle->results.out, idle->waits_counted, thresholds[LARGE].value);
}

/* Whether it is code that is made once: hardly anything of it behind two thirds of the GPU's work.
 */
static bool is_code_made_once(const struct idle_time *idle, enum gap_kind main)
{
	return (is_compiling(idle, main) || is_making_code(idle, main)) &&
	       percent_of(idle->late_ns, idle->cost_ns) < thresholds[LATE].value;
}

static const char *advice(const struct finding *finding, const char *name)
{
	return rule_note(finding->rule, RULE_ADVICE, name);
}

static void say_data(const struct idle_time *idle, const struct trace *trace, enum gap_kind main,
                     struct finding *finding)
{
	idle_data_advise(idle, thresholds[SOME].value, finding);
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
	const bool is_behind =
	        (percent_of(idle->waited_ns, idle->cost_ns) >= thresholds[SOME].value ||
	         idle_is_in_shadow(idle)) &&
	        !is_hosts_alone(idle, trace, main);
	const char *data = idle_data_case(idle, thresholds[PART].value);
	const bool is_long = idle_has_long_gaps(idle);

	if (main == GAP_HOST && 100 * setups[SETUP_SAVING] >= thresholds[PART].value)
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
	if (is_behind && !idle_waits_are_short(idle, thresholds[SOME].value) &&
	    has_many(idle, &idle->results.out))
		finding_case(finding, "results");
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
	const double some = thresholds[SOME].value;
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
	       percent_of(idle_beside_ns(idle), idle->cost_ns) < thresholds[OVERLAP].value;
}

/* What to do where most of the gaps are of kind MAIN. */
static void advise(const struct check *check, const struct idle_time *idle, enum gap_kind main,
                   struct finding *finding)
{
	const struct trace *trace = check->trace;
	const bool is_behind = percent_of(idle->waited_ns, idle->cost_ns) >= IDLE_MOST_PERCENT &&
	                       (can_overlap(idle, trace, main) ||
	                        !idle_waits_are_short(idle, thresholds[SOME].value));
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

/* What is said where the host makes code. */
static void say_code(const struct idle_time *idle, enum gap_kind main, struct finding *finding)
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

static void say_what_to_do(const struct check *check, const struct idle_time *idle,
                           enum gap_kind main, struct finding *finding)
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
}

/* Whether the host is at single operations in most of it. */
static bool is_for_operations(const struct idle_time *idle, enum gap_kind main)
{
	return (main == GAP_HOST || main == GAP_LAUNCH) && !idle_has_long_gaps(idle) &&
	       !idle_is_for_elements(idle) && !idle_is_for_data(idle, main) &&
	       !is_compiling(idle, main) && !is_making_code(idle, main) && !is_saving(idle, main) &&
	       !host_evidence_is_benchmark(&idle->code);
}

static int report(struct check *check, const struct idle_scope *scope, struct idle_time *idle)
{
	const struct trace *trace = check->trace;
	const uint32_t device = scope->device;
	struct finding *finding = finding_add(check, idle_pauses_subject(NAME, trace, scope));
	enum gap_kind main = GAP_HOST;
	int err, ended;

	idle_time_release(idle);
	err = idle_time_init_waits(idle, check);
	if (err)
		return err;
	host_evidence_init(&idle->code, check);
	host_evidence_init(&idle->singles.code, check);
	err = idle_time_measure(idle, check, scope, finding);
	if (err) {
		host_evidence_end(&idle->code, finding);
		host_evidence_end_setups(&idle->singles.code);
		return err;
	}
	for (int kind = 0; kind < GAP_KINDS; kind++)
		if (idle->kind_ns[kind] > idle->kind_ns[main])
			main = (enum gap_kind)kind;
	finding->cost_ns = idle->cost_ns;
	finding->occurrences = idle->gaps;
	finding_fact(finding, "share",
	             "%s of the time, start-up and long pauses that do not recur left out",
	             format_percent(FORMAT, percent_of(idle->cost_ns, idle->base_ns)));
	idle_pauses_say(scope, finding);
	idle_time_say_split(idle, finding);
	err = host_evidence_end(&idle->code, finding);
	ended = host_evidence_end_setups(&idle->singles.code);
	err = err ? err : ended;
	if (!err && idle_is_for_data(idle, main))
		err = idle_data_say_beside(idle, thresholds[SOME].value, finding);
	else if (!err)
		err = idle_time_say_waits(idle, trace, thresholds[SOME].value, finding);
	err = err ? err
	          : timed_waits_are_most(&idle->are_timed, check, idle, thresholds[TIMED].value);
	round_trips_say(&idle->trips, check, idle->cost_ns, finding);
	say_code(idle, main, finding);
	idle_headline_say(idle, trace, main, finding);
	if (!err && main == GAP_HOST)
		err = alike_say(finding, &idle->host, idle->cost_ns);
	if (!err)
		err = host_ranges_add(finding, trace, &idle->host);
	if (!err)
		err = other_devices_turns(&idle->turns_ns, trace, device, &idle->host);
	if (main != GAP_HOST && idle_takes_turns(idle))
		finding_fact(finding, "other GPUs", "at work in %s of it, by turns with this one",
		             format_duration(FORMAT, idle->turns_ns));
	say_what_to_do(check, idle, main, finding);
	if (!is_for_operations(idle, main))
		return err;
	small_work_say(check, finding);
	return err ? err : recurrent_cells_say(finding, check);
}

/* Time behind waits for the GPU, or until the host has caught up with it behind one, has a cause at
 * hand: less of it is worth a finding. */
static bool is_worth_saying(const struct idle_time *idle)
{
	const bool is_behind = percent_of(idle->behind_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;

	return idle->gaps >= REPEATS_MIN && percent_of(idle->cost_ns, idle->base_ns) >=
	                                            thresholds[is_behind ? BEHIND : IDLE].value;
}

/* Findings of other rules have all of the gaps of a kind, or, of those that are left, what is TOLD.
 */
static int check_device(struct check *check, uint32_t device, struct idle_scope scope,
                        const struct told_gaps *told)
{
	struct interval_set shares = { 0 };
	struct idle_time idle = { 0 }, all = { 0 };
	int err = other_devices_shares(&shares, check, device);
	bool is_apart;

	scope.device = device;
	scope.shares = &shares;
	/* What was issued in time is left to the rules of what held the operation back. */
	for (int kind = 0; kind < GAP_KINDS; kind++)
		scope.is_open[kind] = kind != GAP_DEPENDENCY;
	if (!err)
		err = gap_limits_find(scope.limit_ns, check->graph, device);
	if (!err)
		err = idle_time_measure(&all, check, &scope, NULL);
	scope.work_ns = all.work_ns;
	scope.told = told;
	for (int kind = 0; kind < GAP_KINDS; kind++)
		scope.is_open[kind] =
		        scope.is_open[kind] && !gap_is_claimed(check, (enum gap_kind)kind, &all,
		                                               thresholds[CLAIMED].value);
	if (!err)
		err = idle_time_measure(&idle, check, &scope, NULL);
	if (!err && idle.once_ns && !is_worth_saying(&idle))
		err = idle_time_with_once(&idle, check, &scope);
	if (!err && is_worth_saying(&idle)) {
		err = idle_pauses_are_apart(&is_apart, check, &scope, &idle);
		scope.part = is_apart ? IDLE_BUT_PAUSES : IDLE_ALL;
		err = err ? err : report(check, &scope, &idle);
		scope.part = IDLE_PAUSES;
		if (!err && is_apart)
			err = report(check, &scope, &idle);
	}
	interval_set_release(&shares);
	idle_time_release(&idle);
	return err;
}

static void check_gpu_idle(struct check *check)
{
	const size_t room = check->trace->calls.count + 1;
	struct idle_setup setup = { 0 };
	struct told_gaps told = { 0 };
	bool *has_no_reason;
	uint8_t *in_rows;
	int err = -ENOMEM;

	if (!check->trace->calls.count && check->trace->operations.count) {
		check_abstain(check, "the trace has no API calls, so what the host did is unknown");
		return;
	}
	has_no_reason = calloc(room, sizeof *has_no_reason);
	in_rows = calloc(room, sizeof *in_rows);
	if (has_no_reason && in_rows)
		err = waits_without_reason(has_no_reason, check);
	if (!err)
		err = idle_setup_find(&setup, check);
	if (!err) {
		gap_mark_rows(in_rows, check);
		err = told_gaps_init(&told, check, in_rows);
	}
	if (!err) {
		const struct idle_scope scope = {
			.has_no_reason = has_no_reason,
			.needless = check_finding_of(check, "needless-sync", NONE) ? has_no_reason
			                                                           : NULL,
			.in_rows = in_rows,
			.leaves_loads = check_subject_of(check, "load-in-loop", REBUILDS_SUBJECT),
			.setup = &setup,
			.long_gap_ns = (int64_t)thresholds[LONG].value,
			.large_bytes = thresholds[LARGE].value,
		};

		for (uint32_t device = 0; device < check->trace->devices_count && !err; device++)
			err = check_device(check, device, scope, &told);
	}
	if (!err)
		err = item_reads_check(check);
	if (!err)
		err = item_copies_check(check);
	idle_setup_release(&setup);
	told_gaps_release(&told);
	free(has_no_reason);
	free(in_rows);
	check_failed(check, err);
}

static void fix_gpu_idle(const struct check *check, const struct finding *finding,
                         struct scenario *scenario)
{
	(void)check;
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_ORDERS);
}

const struct rule rule_gpu_idle = {
	.id = "gpu-idle",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, gap_limit_thresholds, start_up_thresholds,
	                unexplained_threshold, alike_thresholds, item_copies_thresholds,
	                item_reads_thresholds, kernel_way_threshold, small_work_thresholds,
	                recurrent_cells_thresholds, results_threshold, idle_pauses_thresholds },
	.yields_to = { "launch-blocking", "launch-bound", "needless-sync", "alloc-in-loop",
	               "sync-copy", "pageable-copy", "small-copies", "graph-recapture",
	               "stream-in-loop", "load-in-loop", "setup-in-loop", "threads-in-turn",
	               "gpu-imbalance", "repeated-copy", "short-kernels" },
	.check = check_gpu_idle,
	.fix = fix_gpu_idle,
};
