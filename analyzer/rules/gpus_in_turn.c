/* SPDX-License-Identifier: MIT */
/* Rule gpus-in-turn: GPUs hand on work, and each waits until the other one has done its part. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/gaps.h"
#include "rules/shared/names.h"
#include "rules/shared/other_devices.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { IDLE, GAPS };

static const struct threshold thresholds[] = {
	[IDLE] = { "idle", 10, "%" },
	[GAPS] = { "gaps", REPEATS_MIN, "gaps" },
	{ .name = NULL },
};

/* What a GPU waited for others. */
struct waiting {
	struct interval_set gaps;
	int64_t count;
	int64_t turns_ns; /* of the gaps, others ran something; 0: they do not take turns with it */
};

/* Whether the operation that ends GAP was issued, and waited for one of another GPU. */
static bool is_for_another(const struct graph *graph, const struct gap *gap)
{
	const uint32_t blocker = graph->blocker[gap->next];

	return gap->kind == GAP_DEPENDENCY && graph->cause[gap->next] == CAUSE_EVENT &&
	       blocker != NONE && operation_device(graph->trace, blocker) != gap->device;
}

static int measure(const struct graph *graph, struct waiting *waiting)
{
	const struct trace *trace = graph->trace;
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, graph);

	while (!err && gap_next(&walk, &gap)) {
		struct waiting *w = &waiting[gap.device];

		if (!is_for_another(graph, &gap))
			continue;
		w->count++;
		err = interval_set_add(&w->gaps, gap.start_ns, gap.end_ns);
	}
	gap_walk_release(&walk);
	for (uint32_t d = 0; d < trace->devices_count && !err; d++) {
		interval_set_unite(&waiting[d].gaps);
		if (waiting[d].count)
			err = other_devices_turns(&waiting[d].turns_ns, trace, d, &waiting[d].gaps);
	}
	return err;
}

static bool waits(const struct check *check, const struct waiting *waiting, uint32_t device)
{
	return waiting[device].count >= thresholds[GAPS].value &&
	       percent_of(waiting[device].turns_ns, gpu_span_ns(check->trace, device)) >=
	               thresholds[IDLE].value &&
	       is_worth(check, waiting[device].turns_ns);
}

static int add_gaps(struct finding *f, const struct graph *graph, const bool takes_part[],
                    uint32_t busiest)
{
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, graph);

	while (!err && gap_next(&walk, &gap)) {
		if (!takes_part[gap.device] || !is_for_another(graph, &gap))
			continue;
		f->occurrences++;
		finding_target(f, graph->blocker[gap.next]);
		if (gap.device == busiest)
			finding_example(f, gap.next, gap.end_ns - gap.start_ns);
	}
	gap_walk_release(&walk);
	return err;
}

static void add_others(struct finding *f, const struct trace *trace, const struct waiting *waiting,
                       const bool takes_part[], uint32_t busiest)
{
	for (uint32_t d = 0; d < trace->devices_count; d++)
		if (takes_part[d] && d != busiest)
			finding_fact(f, "the others", "%s idled %s so, in %s",
			             name_device(NAME, trace, d),
			             format_duration(FORMAT, waiting[d].turns_ns),
			             name_count(NAME, waiting[d].count, "gap", "gaps"));
}

static const char advice[] =
        "Cut the work into parts (batches into micro-batches), and issue them one behind the "
        "other: a GPU begins the next part while the other one goes on with this one. Where a "
        "step needs all of the last one's result, so that nothing can be cut, let one GPU do both "
        "halves, or give each half of the data and all of the work. Independent requests can "
        "fill the turns of each other.";

static int report(struct check *check, const struct waiting *waiting, const bool takes_part[],
                  int64_t parts, uint32_t busiest)
{
	const struct trace *trace = check->trace;
	struct name_list list = { 0 };
	char subject[NAME_MAX_BYTES + 8], kernels[NAME_MAX_BYTES];
	struct finding *f;
	int err;

	for (uint32_t d = 0; d < trace->devices_count; d++)
		if (takes_part[d])
			name_list_add(&list, format_count(FORMAT, trace->devices[d].id));
	snprintf(subject, sizeof subject, "GPUs %s", name_list_end(&list));
	f = finding_add(check, subject);
	f->cost_ns = waiting[busiest].turns_ns;
	finding_headline(f,
	                 "%s work in turn: even %s, the busiest, idled %s in %s until another one "
	                 "had done its part",
	                 name_count(NAME, parts, "GPU", "GPUs"), name_device(NAME, trace, busiest),
	                 format_duration(FORMAT, waiting[busiest].turns_ns),
	                 name_count(NAME, waiting[busiest].count, "gap", "gaps"));
	finding_advice(f, "%s", advice);
	finding_fact(f, "share", "%s of the time of %s",
	             format_percent(FORMAT, percent_of(waiting[busiest].turns_ns,
	                                               gpu_span_ns(trace, busiest))),
	             name_device(NAME, trace, busiest));
	add_others(f, trace, waiting, takes_part, busiest);
	err = add_gaps(f, check->graph, takes_part, busiest);
	if (!err)
		err = name_kernels(kernels, trace, f->targets, f->targets_count);
	if (!err && *kernels)
		finding_fact(f, "awaited", "%s", kernels);
	finding_not_predicted(f, "how finely the work can be cut is not in the trace: at most the "
	                         "whole cost, and the time of copies between GPUs that hide then, "
	                         "too");
	return err;
}

static void check_gpus_in_turn(struct check *check)
{
	const struct trace *trace = check->trace;
	struct waiting *waiting = calloc(trace->devices_count + 1, sizeof *waiting);
	bool *takes_part = calloc(trace->devices_count + 1, sizeof *takes_part);
	int err = waiting && takes_part ? 0 : -ENOMEM;
	uint32_t busiest = NONE;
	int64_t parts = 0;

	if (!err && trace->devices_count > 1)
		err = measure(check->graph, waiting);
	for (uint32_t d = 0; d < trace->devices_count && !err; d++) {
		takes_part[d] = waits(check, waiting, d);
		parts += takes_part[d];
		if (takes_part[d] &&
		    (busiest == NONE || waiting[d].turns_ns < waiting[busiest].turns_ns))
			busiest = d;
	}
	if (!err && parts > 1)
		err = report(check, waiting, takes_part, parts, busiest);
	for (uint32_t d = 0; waiting && d < trace->devices_count; d++)
		interval_set_release(&waiting[d].gaps);
	free(waiting);
	free(takes_part);
	check_failed(check, err);
}

const struct rule rule_gpus_in_turn = {
	.id = "gpus-in-turn",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_gpus_in_turn,
};
