/* SPDX-License-Identifier: MIT */
/*
 * Rule many-allocations: memory in thousands of small pieces, each allocated and freed by a call of
 * its own. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { PIECES, SMALL, PART };

static const struct threshold thresholds[] = {
	[PIECES] = { "pieces", 1000, "pieces" },
	[SMALL] = { "small", 65536, "bytes" },
	[PART] = { "part", 5, "%" },
	{ .name = NULL },
};

/* The calls that allocate, and that free, memory of one kind. */
struct pieces {
	uint8_t memory_kind;
	uint32_t first; /* the call that allocates the first of them */
	int64_t allocated, released, bytes;
	int64_t allocating_ns, releasing_ns;
	struct interval_set time;
};

/* Calls that a finding about loops has said already. */
static bool *said_before(const struct check *check)
{
	bool *is_said = calloc(check->trace->calls.count + 1, sizeof *is_said);

	for (size_t i = 0; is_said && i < check->findings->count; i++) {
		const struct finding *f = check->findings->items[i];

		for (size_t t = 0; f->rule != check->rule && t < f->targets_count; t++)
			if (f->targets[t] < check->trace->calls.count)
				is_said[f->targets[t]] = true;
	}
	return is_said;
}

/* The call that starts CUDA takes long for that; from a pool, pieces cost next to nothing. */
static bool counts(const struct trace *trace, const struct trace_allocation *it, uint8_t kind,
                   const bool *is_said)
{
	return it->memory_kind == kind && !it->is_async && it->call != NONE && it->call > 0 &&
	       !is_said[it->call] && it->call < trace->calls.count;
}

static int add_up(struct pieces *pieces, const struct check *check, const bool *is_said)
{
	const struct trace *trace = check->trace;
	int err = 0;

	pieces->first = NONE;
	for (size_t i = 0; i < trace->allocations_count && !err; i++) {
		const struct trace_allocation *it = &trace->allocations[i];
		int64_t start_ns, end_ns;

		if (!counts(trace, it, pieces->memory_kind, is_said))
			continue;
		start_ns = trace->calls.start_ns[it->call];
		end_ns = check_call_end_ns(check, it->call);
		if (it->is_release) {
			pieces->released++;
			pieces->releasing_ns =
			        sum_saturated(pieces->releasing_ns, end_ns - start_ns);
		} else {
			pieces->allocated++;
			pieces->bytes = sum_saturated(pieces->bytes, it->size_bytes);
			pieces->allocating_ns =
			        sum_saturated(pieces->allocating_ns, end_ns - start_ns);
			if (it->call < pieces->first)
				pieces->first = it->call;
		}
		err = interval_set_add(&pieces->time, start_ns, end_ns);
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

	return (double)pieces->allocated >= thresholds[PIECES].value &&
	       (double)pieces->bytes <= thresholds[SMALL].value * (double)pieces->allocated &&
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
		finding_fact(f, "freeing", "%s in %s",
		             format_duration(FORMAT, pieces->releasing_ns),
		             name_count(NAME, pieces->released, "call", "calls"));
	host_evidence_init(&code, check);
	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (!counts(trace, it, pieces->memory_kind, is_said))
			continue;
		host_evidence_call(&code, it->call);
		finding_target(f, it->call);
	}
	return host_evidence_end(&code, f);
}

static void check_many_allocations(struct check *check)
{
	bool *is_said = said_before(check);
	int err = is_said ? 0 : -ENOMEM;

	for (int kind = 0; kind <= UINT8_MAX && !err; kind++) {
		struct pieces pieces = { .memory_kind = (uint8_t)kind };

		err = add_up(&pieces, check, is_said);
		if (!err && are_worth_saying(check, &pieces))
			err = report(check, &pieces, is_said);
		interval_set_release(&pieces.time);
	}
	free(is_said);
	check_failed(check, err);
}

/* One call of each sort is left, which takes as long as one of them. */
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
	.yields_to = { "alloc-in-loop" },
	.check = check_many_allocations,
	.fix = fix_many_allocations,
	.cost_limits_gain = true,
};
