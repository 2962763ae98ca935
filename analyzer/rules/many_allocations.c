/* SPDX-License-Identifier: MIT */
/*
 * Rule many-allocations: memory in thousands of small pieces, each allocated and freed by a call of
 * its own. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/kept_memory.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { PIECES, SMALL, PART, STARTING };
enum { MEMORY_KINDS_MAX = UINT8_MAX + 1 }; /* of memory, as a trace may have them */

static const char in_loops[] = "alloc-in-loop";

static const struct threshold thresholds[] = {
	[PIECES] = { "pieces", 1000, "pieces" },
	[SMALL] = { "small", 65536, "bytes" },
	[PART] = { "part", 5, "%" },
	[STARTING] = { "starting", 1000000, "ns" },
	{ .name = NULL },
};

/* The calls that allocate, and that free, memory of one kind. */
struct pieces {
	uint8_t memory_kind;
	uint32_t first; /* the call that allocates the first of them */
	int64_t allocated, released, bytes;
	int64_t allocating_ns;
	struct interval_set time; /* in all of these calls */
};

/* By call: alloc-in-loop is about it. */
static bool *said_of_loops(const struct check *check)
{
	bool *is_said = calloc(check->trace->calls.count + 1, sizeof *is_said);

	for (size_t i = 0; is_said && i < check->findings->count; i++) {
		const struct finding *f = check->findings->items[i];

		for (size_t t = 0; strcmp(f->rule->id, in_loops) == 0 && t < f->targets_count; t++)
			if (f->targets[t] < check->trace->calls.count)
				is_said[f->targets[t]] = true;
	}
	return is_said;
}

/* Whether that says that memory of KIND grows all through the run. */
static bool is_growing(const struct check *check, uint8_t kind)
{
	char subject[NAME_MAX_BYTES];

	snprintf(subject, sizeof subject, KEPT_SUBJECT,
	         trace_code_name(check->trace, "memory_kind", kind));
	return check_subject_of(check, in_loops, subject);
}

/* From a pool, pieces cost next to nothing. */
static bool counts(const struct trace *trace, const struct trace_allocation *it,
                   const bool *is_said)
{
	return !it->is_async && it->call < trace->calls.count && !is_said[it->call];
}

/* Of a call, what is no start of CUDA and nothing that recording added. */
static struct interval time_of(const struct check *check, uint32_t call)
{
	const int64_t end_ns = check_call_end_ns(check, call);
	const int64_t own_ns = graph_start_own_ns(check->graph, call);
	int64_t start_ns = check->trace->calls.start_ns[call];

	if (own_ns > 0 && (double)(end_ns - start_ns) >= thresholds[STARTING].value)
		start_ns = end_ns - own_ns;
	return (struct interval){ start_ns, end_ns };
}

static int add_up(struct pieces *pieces, const struct check *check, const bool *is_said)
{
	const struct trace *trace = check->trace;
	int err = 0;

	pieces->first = NONE;
	for (size_t i = 0; i < trace->allocations_count && !err; i++) {
		const struct trace_allocation *it = &trace->allocations[i];
		struct interval time;

		if (it->memory_kind != pieces->memory_kind || !counts(trace, it, is_said))
			continue;
		time = time_of(check, it->call);
		pieces->released += it->is_release;
		pieces->allocated += !it->is_release;
		if (!it->is_release) {
			pieces->bytes = sum_saturated(pieces->bytes, it->size_bytes);
			pieces->allocating_ns =
			        sum_saturated(pieces->allocating_ns, time.end_ns - time.start_ns);
			pieces->first = it->call < pieces->first ? it->call : pieces->first;
		}
		err = interval_set_add(&pieces->time, time.start_ns, time.end_ns);
	}
	interval_set_unite(&pieces->time);
	return err;
}

/* The run but for what CUDA takes to start and to end. */
static int64_t run_ns(const struct graph *graph)
{
	return graph->run.wall_ns - graph->run.share_ns[SHARE_STARTUP] -
	       graph->run.share_ns[SHARE_TEARDOWN];
}

static bool are_worth_saying(const struct check *check, const struct pieces *pieces)
{
	const int64_t cost_ns = interval_set_length(&pieces->time);

	return (double)pieces->bytes <= thresholds[SMALL].value * (double)pieces->allocated &&
	       percent_of(cost_ns, run_ns(check->graph)) >= thresholds[PART].value &&
	       is_worth(check, cost_ns);
}

static int report(struct check *check, const struct pieces *pieces, const bool *is_said)
{
	const struct trace *trace = check->trace;
	const char *kind = trace_code_name(trace, "memory_kind", pieces->memory_kind);
	struct finding *f = finding_add(check, kind);
	struct host_evidence code;

	f->cost_ns = interval_set_length(&pieces->time);
	f->occurrences = pieces->allocated + pieces->released;
	finding_headline(f,
	                 "%s of %s memory in %s pieces: allocating and freeing them one by one "
	                 "took %s",
	                 format_bytes(FORMAT, pieces->bytes), kind,
	                 format_count(FORMAT, pieces->allocated),
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Allocate one piece for all of them, or a few large ones, and divide it: "
	                  "what points to a piece can point into it, and an index into an array "
	                  "takes less than a pointer. One call frees it. Managed memory so "
	                  "divided moves in large pieces, too.");
	finding_fact(
	        f, "allocating", "%s in %s of %s, %s on average",
	        format_duration(FORMAT, pieces->allocating_ns),
	        name_count(NAME, pieces->allocated, "call", "calls"),
	        name_call(NAME, trace, pieces->first),
	        format_bytes(FORMAT, (pieces->bytes + pieces->allocated / 2) / pieces->allocated));
	if (pieces->released)
		finding_fact(f, "freeing", "the rest, in %s",
		             name_count(NAME, pieces->released, "call", "calls"));
	host_evidence_init(&code, check);
	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (it->memory_kind != pieces->memory_kind || !counts(trace, it, is_said))
			continue;
		host_evidence_call(&code, it->call);
		finding_target(f, it->call);
	}
	return host_evidence_end(&code, f);
}

/* Kinds with pieces enough are few: only these are looked at. */
static void find_kinds(bool is_wanted[MEMORY_KINDS_MAX], const struct check *check,
                       const bool *is_said)
{
	int64_t pieces[MEMORY_KINDS_MAX] = { 0 };

	for (size_t i = 0; i < check->trace->allocations_count; i++)
		if (counts(check->trace, &check->trace->allocations[i], is_said))
			pieces[check->trace->allocations[i].memory_kind] +=
			        !check->trace->allocations[i].is_release;
	for (int kind = 0; kind < MEMORY_KINDS_MAX; kind++)
		is_wanted[kind] = (double)pieces[kind] >= thresholds[PIECES].value;
}

static void check_many_allocations(struct check *check)
{
	bool is_wanted[MEMORY_KINDS_MAX] = { false }, *is_said = said_of_loops(check);
	int err = is_said ? 0 : -ENOMEM;

	if (!err)
		find_kinds(is_wanted, check, is_said);
	for (int kind = 0; kind < MEMORY_KINDS_MAX && !err; kind++) {
		struct pieces pieces = { .memory_kind = (uint8_t)kind };

		if (!is_wanted[kind] || is_growing(check, (uint8_t)kind))
			continue;
		err = add_up(&pieces, check, is_said);
		if (!err && are_worth_saying(check, &pieces))
			err = report(check, &pieces, is_said);
		interval_set_release(&pieces.time);
	}
	free(is_said);
	check_failed(check, err);
}

/* The first one is left: it takes as long as any of them. */
static void fix_many_allocations(const struct check *check, const struct finding *finding,
                                 struct scenario *scenario)
{
	(void)check;
	for (size_t i = 1; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_DROPPED);
}

const struct rule rule_many_allocations = {
	.id = "many-allocations",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.yields_to = { in_loops },
	.check = check_many_allocations,
	.fix = fix_many_allocations,
	.cost_limits_gain = true,
};
