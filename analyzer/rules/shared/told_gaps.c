/* SPDX-License-Identifier: MIT */
/*
 * What pageable-copy counts of a gap is the time in which a call copies on the host while the GPU
 * does not, and in which the host maps memory for results; repeated-copy would drop the whole call;
 * load-in-loop counts the calls that load, or all that the host does to make code again;
 * stream-in-loop counts the calls that end CUDA and start it again; and short-kernels counts the
 * GPU's way to a kernel that the host launched late.
 */
#include "rules/shared/told_gaps.h"

#include <string.h>

#include "rules/shared/constants.h"
#include "rules/shared/copy_staging.h"
#include "rules/shared/kernel_way.h"
#include "rules/shared/names.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/result_pages.h"
#include "rules/shared/rule.h"

/* What is no work of the GPU's of the call of copy ID. */
static int add_call(struct interval_set *tails, const struct trace *trace, uint32_t id)
{
	const struct trace_operations *o = &trace->operations;
	const uint32_t call = o->call[id];
	int err = 0;

	if (call == NONE || o->flags[id] & OPERATION_GRAPH)
		return 0;
	if (trace->calls.start_ns[call] < o->start_ns[id])
		err = interval_set_add(tails, trace->calls.start_ns[call], o->start_ns[id]);
	if (!err && trace->calls.end_ns[call] > o->end_ns[id])
		err = interval_set_add(tails, o->end_ns[id], trace->calls.end_ns[call]);
	return err;
}

static int add_staging(struct interval_set *tails, const struct check *check, uint32_t id)
{
	const struct trace_operations *o = &check->trace->operations;
	const int64_t ns = copy_staging_ns(check, id);

	if (!ns)
		return 0;
	return copy_direction(check->trace, id) == COPY_IN
	               ? interval_set_add(tails, o->start_ns[id] - ns, o->start_ns[id])
	               : interval_set_add(tails, o->end_ns[id], o->end_ns[id] + ns);
}

static int add_finding(struct interval_set *tails, const struct check *check,
                       const struct finding *finding)
{
	const bool is_repeated = strcmp(finding->rule->id, "repeated-copy") == 0;
	int err = 0;

	if (result_pages_is(finding))
		return 0;
	if (!is_repeated &&
	    (strcmp(finding->rule->id, "pageable-copy") != 0 || finding->occurrences < REPEATS_MIN))
		return 0;
	for (size_t i = 0; i < finding->targets_count && !err; i++)
		err = is_repeated ? add_call(tails, check->trace, finding->targets[i])
		                  : add_staging(tails, check, finding->targets[i]);
	return err;
}

/* The time that load-in-loop has counted in FINDING. */
static int add_loads(struct interval_set *loads, const struct check *check,
                     const struct finding *finding)
{
	const struct trace_calls *calls = &check->trace->calls;
	const bool are_made = strcmp(finding->subject, REBUILDS_SUBJECT) == 0;
	int err = 0;

	if (strcmp(finding->rule->id, "load-in-loop") != 0)
		return 0;
	for (size_t i = 0; !are_made && i < finding->targets_count && !err; i++)
		err = interval_set_add(loads, calls->start_ns[finding->targets[i]],
		                       calls->end_ns[finding->targets[i]]);
	for (size_t i = 0; are_made && i + 1 < finding->targets_count && !err; i += 2) {
		const struct rebuild rebuild = {
			.first_load = finding->targets[i],
			.launch = finding->targets[i + 1],
			.before = graph_previous_call(check->graph, finding->targets[i]),
		};

		err = interval_set_add(loads, rebuild_start_ns(check->trace, &rebuild),
		                       rebuild_end_ns(check->trace, &rebuild));
	}
	return err;
}

/* The pauses that pageable-copy has counted in FINDING, if that is about these. */
static int add_pauses(struct interval_set *pauses, const struct check *check,
                      const struct finding *finding)
{
	int err = 0;

	for (size_t i = 0; result_pages_is(finding) && i < finding->targets_count && !err; i++) {
		const struct interval pause = result_pages_pause(check->graph, finding->targets[i]);

		err = interval_set_add(pauses, pause.start_ns, pause.end_ns);
	}
	return err;
}

/* The time that stream-in-loop has counted in FINDING, if that is about contexts. */
static int add_contexts(struct interval_set *contexts, const struct check *check,
                        const struct finding *finding)
{
	const struct trace_calls *calls = &check->trace->calls;
	int err = 0;

	if (strcmp(finding->rule->id, "stream-in-loop") != 0)
		return 0;
	for (size_t i = 0; i < finding->targets_count && !err; i++) {
		const uint32_t call = finding->targets[i];

		if (graph_is_reset(check->graph, call) || graph_is_restart(check->graph, call))
			err = interval_set_add(contexts, calls->start_ns[call],
			                       calls->end_ns[call] -
			                               graph_start_own_ns(check->graph, call));
	}
	return err;
}

int told_gaps_init(struct told_gaps *told, const struct check *check, const uint8_t *in_rows)
{
	int err = 0;

	*told = (struct told_gaps){ .check = check, .in_rows = in_rows };
	for (size_t f = 0; f < check->findings->count && !err; f++) {
		const struct finding *finding = check->findings->items[f];

		err = add_finding(&told->tails, check, finding);
		if (!err)
			err = add_loads(&told->loads, check, finding);
		if (!err)
			err = add_pauses(&told->pauses, check, finding);
		if (!err)
			err = add_contexts(&told->contexts, check, finding);
	}
	interval_set_unite(&told->tails);
	interval_set_unite(&told->loads);
	interval_set_unite(&told->pauses);
	interval_set_unite(&told->contexts);
	return err;
}

void told_gaps_release(struct told_gaps *told)
{
	interval_set_release(&told->tails);
	interval_set_release(&told->loads);
	interval_set_release(&told->pauses);
	interval_set_release(&told->contexts);
}

/* Takes NS out of SHARES of GAP, one after the other. */
static void take_shares(struct gap *gap, int64_t ns, const enum share *shares, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int64_t *share_ns = &gap->share_ns[shares[i]];
		const int64_t taken_ns = ns < *share_ns ? ns : *share_ns;

		*share_ns -= taken_ns;
		ns -= taken_ns;
	}
}

int64_t told_gaps_take(const struct told_gaps *told, struct gap *gap)
{
	static const enum share of_copies[] = { SHARE_CALL_COPY, SHARE_LAUNCH },
	                        of_loads[] = { SHARE_LOADING, SHARE_CALL_LAUNCH, SHARE_HOST },
	                        of_launches[] = { SHARE_LAUNCH, SHARE_CALL_LAUNCH },
	                        of_pauses[] = { SHARE_HOST }, of_contexts[] = { SHARE_RESTART };
	const struct check *check = told->check;
	const int64_t tails_ns = interval_set_within(&told->tails, gap->start_ns, gap->end_ns);
	const int64_t loads_ns = interval_set_within(&told->loads, gap->start_ns, gap->end_ns);
	const int64_t pauses_ns = interval_set_within(&told->pauses, gap->start_ns, gap->end_ns);
	const int64_t contexts_ns =
	        interval_set_within(&told->contexts, gap->start_ns, gap->end_ns);
	int64_t way_ns = 0;

	if (check_subject_of(check, "short-kernels", name_device(NAME, check->trace, gap->device)))
		way_ns = kernel_way_ns(check->graph, gap, told->in_rows);
	take_shares(gap, tails_ns, of_copies, sizeof of_copies / sizeof *of_copies);
	take_shares(gap, loads_ns, of_loads, sizeof of_loads / sizeof *of_loads);
	take_shares(gap, pauses_ns, of_pauses, sizeof of_pauses / sizeof *of_pauses);
	take_shares(gap, contexts_ns, of_contexts, sizeof of_contexts / sizeof *of_contexts);
	take_shares(gap, way_ns, of_launches, sizeof of_launches / sizeof *of_launches);
	return tails_ns + loads_ns + pauses_ns + contexts_ns + way_ns;
}
