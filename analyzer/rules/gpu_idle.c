/* SPDX-License-Identifier: MIT */
/*
 * Rule gpu-idle: the GPU ran nothing because the host had not issued anything, split by what the
 * host did. Stands behind the rules that say more about the same gaps. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/alike.h"
#include "rules/shared/constants.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gap_limits.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/host_ranges.h"
#include "rules/shared/idle_advice.h"
#include "rules/shared/idle_data.h"
#include "rules/shared/idle_headline.h"
#include "rules/shared/idle_pauses.h"
#include "rules/shared/idle_time.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/item_reads.h"
#include "rules/shared/kernel_way.h"
#include "rules/shared/long_rounds.h"
#include "rules/shared/other_devices.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/recurrent_cells.h"
#include "rules/shared/results.h"
#include "rules/shared/rule.h"
#include "rules/shared/small_work.h"
#include "rules/shared/start_up.h"
#include "rules/shared/timed_waits.h"
#include "rules/shared/waits.h"

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
		err = idle_data_say_beside(idle, gpu_idle_thresholds[GPU_IDLE_SOME].value, finding);
	else if (!err)
		err = idle_time_say_waits(idle, trace, gpu_idle_thresholds[GPU_IDLE_SOME].value,
		                          finding);
	idle->are_timed =
	        timed_waits_are_most(trace, idle, gpu_idle_thresholds[GPU_IDLE_TIMED].value);
	round_trips_say(&idle->trips, check, idle->cost_ns, finding);
	idle_advice_say_code(idle, main, finding);
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
	idle_advice_give(check, idle, main, finding);
	if (!idle_advice_is_for_operations(idle, main))
		return err;
	small_work_say(check, finding);
	return err ? err : recurrent_cells_say(finding, check);
}

/* Time behind waits for the GPU, or until the host has caught up with it behind one, has a cause at
 * hand: less of it is worth a finding. */
static bool is_worth_saying(const struct idle_time *idle)
{
	const bool is_behind = percent_of(idle->behind_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;

	return idle->gaps >= REPEATS_MIN &&
	       percent_of(idle->cost_ns, idle->base_ns) >=
	               gpu_idle_thresholds[is_behind ? GPU_IDLE_BEHIND : GPU_IDLE].value;
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
		scope.is_open[kind] = scope.is_open[kind] &&
		                      !gap_is_claimed(check, (enum gap_kind)kind, &all,
		                                      gpu_idle_thresholds[GPU_IDLE_CLAIMED].value);
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
			.long_gap_ns = (int64_t)gpu_idle_thresholds[GPU_IDLE_LONG].value,
			.large_bytes = gpu_idle_thresholds[GPU_IDLE_LARGE].value,
		};

		for (uint32_t device = 0; device < check->trace->devices_count && !err; device++)
			err = check_device(check, device, scope, &told);
	}
	if (!err)
		err = item_reads_check(check);
	if (!err)
		err = item_copies_check(check);
	if (!err)
		err = long_rounds_check(check);
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
	.thresholds = { gpu_idle_thresholds, gap_limit_thresholds, start_up_thresholds,
	                unexplained_threshold, alike_thresholds, item_copies_thresholds,
	                item_reads_thresholds, kernel_way_threshold, small_work_thresholds,
	                recurrent_cells_thresholds, results_threshold, idle_pauses_thresholds,
	                long_rounds_thresholds },
	.yields_to = { "launch-blocking", "launch-bound", "needless-sync", "alloc-in-loop",
	               "sync-copy", "pageable-copy", "small-copies", "graph-recapture",
	               "stream-in-loop", "load-in-loop", "setup-in-loop", "threads-in-turn",
	               "gpu-imbalance", "repeated-copy", "short-kernels" },
	.check = check_gpu_idle,
	.fix = fix_gpu_idle,
};
