/* SPDX-License-Identifier: MIT */
/*
 * Rule alloc-in-loop: memory of the same size allocated and freed again and again; from a pool, if
 * that has given the memory back in between. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "graph/constants.h"
#include "rules/shared/allocation_owners.h"
#include "rules/shared/allocation_pairs.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/kept_memory.h"
#include "rules/shared/library_calls.h"
#include "rules/shared/names.h"
#include "rules/shared/next_kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/tuners.h"
#include "rules/shared/varied_sizes.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { TIMES, MAPPED, KEPT, GROWING, PART, HELD };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", 10, "times" },
	[MAPPED] = { "mapped", 30000, "ns" },
	[KEPT] = { "kept", 100, "times" },
	[GROWING] = { "growing", 8, "parts" },
	[PART] = { "part", 10, "%" },
	[HELD] = { "held", 50, "%" },
	{ .name = NULL },
};

/* ---- all sizes of a kind of memory ---- */

/* A size that is allocated and freed again and again; or several, none often enough alone. */
struct size {
	const struct allocation_pair *pair; /* its first one */
	int64_t least_bytes, most_bytes;
	size_t times;
	size_t calls;    /* that are not needed */
	int64_t cost_ns; /* which those take */
};

/* Pairs of one kind of memory, of a device: one loop's, which one change mends. */
struct kind {
	struct size *sizes;
	size_t sizes_count;
	size_t distinct; /* sizes of them */
	uint32_t *calls; /* not needed, of all sizes */
	size_t calls_count, times;
	size_t each;              /* times, of each size; 0: they differ */
	bool shrinks;             /* sizes vary, and none is larger than the one before */
	struct interval_set time; /* when they were made */
};

static void kind_release(struct kind *kind)
{
	free(kind->sizes);
	free(kind->calls);
	interval_set_release(&kind->time);
}

/* Leaves those of COUNT calls that start CUDA again: without an allocation another call does. */
static size_t leave_restarts(uint32_t *calls, size_t count, const struct graph *graph)
{
	size_t left = 0;

	for (size_t i = 0; i < count; i++)
		if (!graph_is_restart(graph, calls[i]))
			calls[left++] = calls[i];
	return left;
}

/* Adds COUNT PAIRS of DISTINCT sizes, in order of time, to KIND, which has room for them, if they
 * are a loop's. */
static int add_size(struct kind *kind, const struct check *check,
                    const struct allocation_pair *pairs, size_t count, size_t distinct)
{
	const struct trace_calls *calls = &check->trace->calls;
	uint32_t *needless = kind->calls + kind->calls_count;
	struct size size = { .pair = pairs, .least_bytes = INT64_MAX, .times = count };
	const struct allocation_limits limits = { distinct > 1, thresholds[MAPPED].value };
	struct size *added;
	int err;

	if (count < thresholds[TIMES].value)
		return 0;
	err = allocation_pairs_needless(needless, &size.calls, check->trace, pairs, count, &limits);
	size.calls = leave_restarts(needless, size.calls, check->graph);
	if (err || size.calls < thresholds[TIMES].value)
		return err;
	for (size_t i = 0; i < size.calls && !err; i++) {
		const int64_t end_ns = check_call_end_ns(check, needless[i]);

		size.cost_ns = sum_saturated(size.cost_ns, end_ns - calls->start_ns[needless[i]]);
		err = interval_set_add(&kind->time, calls->start_ns[needless[i]], end_ns);
	}
	added = err ? NULL : ARRAY_ADD(&kind->sizes, &kind->sizes_count);
	if (!added)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		if (pairs[i].size_bytes < size.least_bytes)
			size.least_bytes = pairs[i].size_bytes;
		if (pairs[i].size_bytes > size.most_bytes)
			size.most_bytes = pairs[i].size_bytes;
	}
	*added = size;
	kind->calls_count += size.calls;
	kind->distinct += distinct;
	kind->each = distinct == 1 && (!kind->times || kind->each == count) ? count : 0;
	kind->times += count;
	return 0;
}

/* ---- sizes that vary ---- */

/* Adds those of COUNT pairs, REST, that are a loop's though their sizes vary. */
static int add_varied(struct kind *kind, const struct check *check, struct allocation_pair *rest,
                      size_t count)
{
	const struct varied_limits limits = { (size_t)thresholds[TIMES].value,
		                              thresholds[HELD].value };
	struct varied_sizes varied;
	const int err = varied_sizes_find(&varied, check->trace, rest, count, &limits);

	if (err || !varied.count)
		return err;
	kind->shrinks = varied.shrink && !kind->sizes_count;
	return add_size(kind, check, rest, varied.count, varied.distinct);
}

/* ---- the finding ---- */

/* How much later CALL, which waited for the GPU, returned than what it waited for had ended: while
 * it waits, a pool gives back what is free. 0: not so late, or it is no such call. */
static int64_t late_ns(const struct graph *graph, uint32_t call)
{
	const uint32_t waited = graph->waited[call];
	const int64_t ns = waited == NONE ? 0
	                                  : graph->trace->calls.end_ns[call] -
	                                            graph->trace->operations.end_ns[waited];

	return call_class(graph->trace, call) == CALL_SYNCHRONIZE &&
	                       (double)ns >= thresholds[MAPPED].value
	               ? ns
	               : 0;
}

/* Waits that a pool made late: what they cost belongs to KIND. */
static int add_late_waits(struct kind *kind, struct finding *f, const struct check *check)
{
	const struct trace_calls *calls = &check->trace->calls;
	int64_t sum_ns = 0, count = 0;
	int err = 0;

	for (uint32_t c = kind->calls[0]; c < calls->count && !err; c++) {
		const int64_t ns = late_ns(check->graph, c);

		if (!ns)
			continue;
		count++;
		sum_ns = sum_saturated(sum_ns, ns);
		err = interval_set_add(&kind->time, calls->end_ns[c] - ns, calls->end_ns[c]);
	}
	interval_set_unite(&kind->time);
	if (count)
		finding_fact(f, "waits",
		             "%s for the GPU returned %s later, on average, than what they waited "
		             "for had ended: then the pool gives memory back",
		             name_count(NAME, count, "wait", "waits"),
		             format_duration(FORMAT, sum_ns / count));
	return err;
}

static int compare_costs(const void *a, const void *b)
{
	const struct size *left = a, *right = b;

	return (left->cost_ns < right->cost_ns) - (left->cost_ns > right->cost_ns);
}

/* What calls take for memory of each owner. */
struct owned {
	int64_t ns[ALLOCATION_OWNERS];
	int64_t fills, fills_ns; /* kernels that fill vectors as they are made */
};

static int add_owners(struct owned *owned, const struct trace *trace, const struct kind *kind)
{
	struct allocation_owners owners;
	int err = allocation_owners_init(&owners, trace);

	for (size_t i = 0; i < kind->sizes_count && !err; i++) {
		const struct size *size = &kind->sizes[i];
		size_t times[ALLOCATION_OWNERS] = { 0 };

		for (size_t k = 0; k < size->times; k++) {
			const struct allocation_owner owner =
			        allocation_owner_of(&owners, &size->pair[k]);

			times[owner.owner]++;
			owned->fills += owner.fill_ns > 0;
			owned->fills_ns = sum_saturated(owned->fills_ns, owner.fill_ns);
		}
		for (int o = 0; o < ALLOCATION_OWNERS && size->times; o++)
			owned->ns[o] += size->cost_ns / (int64_t)size->times * (int64_t)times[o];
	}
	allocation_owners_release(&owners);
	return err;
}

/* The advice for OWNED memory: an algorithm's own, what is handed to it, both, or neither. */
static const char *advice_for(const struct owned *owned)
{
	const int64_t temporary_ns = owned->ns[OWNER_ALGORITHM],
	              vector_ns = owned->ns[OWNER_VECTOR];
	const int64_t all_ns = temporary_ns + vector_ns + owned->ns[OWNER_PROGRAM];

	if (2 * (temporary_ns + vector_ns) <= all_ns)
		return "others";
	if (percent_of(vector_ns, all_ns) < thresholds[PART].value)
		return "algorithms";
	return percent_of(temporary_ns, all_ns) < thresholds[PART].value ? "vectors" : "mixed";
}

static int advise(struct finding *f, const struct trace *trace, const struct kind *kind)
{
	struct owned owned = { 0 };
	const bool is_pinned = kind->sizes->pair->memory_kind == MEMORY_PINNED;
	const int err = is_pinned ? 0 : add_owners(&owned, trace, kind);
	const char *which = is_pinned || err ? "pinned" : advice_for(&owned);

	finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, which));
	if (kind->shrinks)
		finding_advice_first(f, rule_note(f->rule, RULE_ADVICE, "shrinking"));
	if (strcmp(which, "mixed") == 0)
		finding_fact(f, "whose",
		             "%s for memory that algorithms are called with, %s for their "
		             "temporary buffers",
		             format_duration(FORMAT, owned.ns[OWNER_VECTOR]),
		             format_duration(FORMAT, owned.ns[OWNER_ALGORITHM]));
	if (owned.fills)
		finding_fact(f, "filled", "%s on the GPU only to fill vectors as they are made: %s",
		             name_count(NAME, owned.fills, "kernel ran", "kernels ran"),
		             format_duration(FORMAT, owned.fills_ns));
	return err;
}

static int describe(struct finding *f, const struct trace *trace, const struct kind *kind,
                    const char *subject)
{
	if (kind->sizes->pair->is_pool) {
		finding_headline(f, "%s from a pool had to be asked of the driver again %s: %s",
		                 subject,
		                 name_count(NAME, (int64_t)kind->calls_count, "time", "times"),
		                 format_duration(FORMAT, f->cost_ns));
		finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, "pool"));
		return 0;
	}
	finding_headline(
	        f, "%s were allocated and freed %s%s: %s in these calls", subject,
	        name_count(NAME, (int64_t)(kind->each ? kind->each : kind->times), "time", "times"),
	        kind->distinct < 2 ? ""
	        : kind->each       ? " each"
	                           : " in all",
	        format_duration(FORMAT, f->cost_ns));
	return advise(f, trace, kind);
}

/* "16.0 MiB, 161 times" ..., the costliest first. */
static void add_sizes(struct finding *f, const struct kind *kind)
{
	struct name_list list = { 0 };

	for (size_t i = 0; i < kind->sizes_count; i++) {
		const struct size *size = &kind->sizes[i];
		const bool is_one = size->least_bytes == size->most_bytes;
		char text[NAME_MAX_BYTES];

		snprintf(text, sizeof text, "%s%s%s %s%s%s%s",
		         format_bytes(FORMAT, size->least_bytes), is_one ? "" : " to ",
		         is_one ? "" : format_bytes(FORMAT, size->most_bytes),
		         name_count(NAME, (int64_t)size->times, "time", "times"),
		         kind->sizes_count > 1 ? " (" : "",
		         kind->sizes_count > 1 ? format_duration(FORMAT, size->cost_ns) : "",
		         kind->sizes_count > 1 ? ")" : "");
		name_list_add(&list, text);
	}
	finding_fact(f, "sizes", "%s", name_list_end(&list));
}

/* For how much of KIND's calls that free memory the GPU had work: somebody would have waited for
 * that anyway. */
static int64_t waiting_ns(struct check *check, const struct kind *kind)
{
	struct interval_set busy = { 0 }, frees = { 0 };
	int64_t ns = 0;
	int err = kind->sizes->pair->is_pool ? 0 : gpus_busy(&busy, check->trace);

	for (size_t i = 0; i < kind->calls_count && !err; i++)
		if (call_class(check->trace, kind->calls[i]) == CALL_FREE)
			err = interval_set_add(&frees, check->trace->calls.start_ns[kind->calls[i]],
			                       check_call_end_ns(check, kind->calls[i]));
	interval_set_unite(&frees);
	if (!err)
		ns = interval_set_intersection(&busy, &frees);
	interval_set_release(&busy);
	interval_set_release(&frees);
	check_failed(check, err);
	return ns;
}

static void say_waiting(struct finding *f, int64_t ns)
{
	if (ns > 0)
		finding_fact(f, "waiting",
		             "freeing waits until the device has done everything it was given: "
		             "for another %s of that a GPU was at work",
		             format_duration(FORMAT, ns));
}

/* "cudaMalloc, cudaFree": of all sizes, which may be pinned in one way or in the other. */
static int add_calls(struct finding *f, const struct trace *trace, const struct kind *kind)
{
	bool *is_named = calloc(trace->call_names_count + 1, sizeof *is_named);
	char text[NAME_MAX_BYTES];
	size_t used = 0;

	if (!is_named)
		return -ENOMEM;
	for (size_t i = 0; i < kind->sizes_count; i++) {
		const struct size *size = &kind->sizes[i];

		for (size_t k = 0; k < 2 * size->times && used < sizeof text; k++) {
			const struct allocation_pair *pair = &size->pair[k / 2];
			const uint32_t call = k % 2 ? pair->release_call : pair->call;

			if (is_named[trace->calls.name[call]])
				continue;
			is_named[trace->calls.name[call]] = true;
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
			                         used ? ", " : "", name_call(NAME, trace, call));
		}
	}
	finding_fact(f, "calls", "%s", text);
	free(is_named);
	return 0;
}

static void report(struct check *check, struct kind *kind)
{
	const struct trace *trace = check->trace;
	const struct allocation_pair *pair = kind->sizes->pair;
	const char *memory = trace_code_name(trace, "memory_kind", pair->memory_kind);
	char subject[NAME_MAX_BYTES];
	struct host_evidence code;
	struct finding *f;
	int64_t waited_ns;

	if (kind->distinct > 1)
		snprintf(subject, sizeof subject, "%s of %s memory",
		         name_count(NAME, (int64_t)kind->distinct, "size", "sizes"), memory);
	else
		snprintf(subject, sizeof subject, "%s of %s memory",
		         format_bytes(FORMAT, pair->size_bytes), memory);
	f = finding_add(check, subject);
	host_evidence_init(&code, check);
	for (size_t i = 0; i < kind->calls_count; i++) {
		finding_target(f, kind->calls[i]);
		host_evidence_call(&code, kind->calls[i]);
	}
	f->parameter = pair->is_pool;
	if (pair->is_pool)
		check_failed(check, add_late_waits(kind, f, check));
	waited_ns = waiting_ns(check, kind);
	f->limit_ns = interval_set_length(&kind->time);
	f->cost_ns = f->limit_ns - waited_ns;
	f->occurrences = (int64_t)kind->calls_count;
	qsort(kind->sizes, kind->sizes_count, sizeof *kind->sizes, compare_costs);
	check_failed(check, describe(f, trace, kind, subject));
	if (kind->distinct > 1)
		add_sizes(f, kind);
	check_failed(check, add_calls(f, trace, kind));
	check_failed(check, host_evidence_end(&code, f));
	if (!*code.most)
		check_failed(check, next_kernels_say(f, trace, kind->calls, kind->calls_count));
	if (pair->is_pool)
		return;
	check_failed(check, library_calls_say_all(f, check, kind->calls, kind->calls_count));
	say_waiting(f, waited_ns);
}

static bool is_same_kind(const struct allocation_pair *a, const struct allocation_pair *b)
{
	return a->memory_kind == b->memory_kind && a->device == b->device &&
	       a->is_pool == b->is_pool;
}

/* COUNT pairs of one kind, those of a size together. */
static int check_kind(struct check *check, const struct allocation_pair *pairs, size_t count)
{
	struct kind kind = { .calls = malloc(2 * count * sizeof *kind.calls) };
	struct allocation_pair *rest = malloc(count * sizeof *rest);
	size_t rest_count = 0;
	int err = kind.calls && rest ? 0 : -ENOMEM;

	for (size_t i = 0, end; !err && i < count; i = end) {
		const size_t before = kind.sizes_count;

		for (end = i + 1; end < count && pairs[i].size_bytes == pairs[end].size_bytes;)
			end++;
		err = add_size(&kind, check, &pairs[i], end - i, 1);
		for (size_t k = i; k < end && kind.sizes_count == before; k++)
			rest[rest_count++] = pairs[k];
	}
	if (!err && !pairs->is_pool && rest_count >= thresholds[TIMES].value)
		err = add_varied(&kind, check, rest, rest_count);
	interval_set_unite(&kind.time);
	if (!err && kind.sizes_count && is_worth(check, interval_set_length(&kind.time)))
		report(check, &kind);
	kind_release(&kind);
	free(rest);
	return err;
}

/* ---- memory that only grows ---- */

static void report_kept(struct check *check, const struct kept_memory *memory)
{
	const struct trace *trace = check->trace;
	const char *kind = trace_code_name(trace, "memory_kind", memory->memory_kind);
	struct interval_set time = { 0 };
	struct host_evidence code;
	char subject[NAME_MAX_BYTES];
	struct finding *f;
	int err = 0;

	for (size_t i = 0; i < memory->calls_count && !err; i++)
		err = interval_set_add(&time, trace->calls.start_ns[memory->calls[i]],
		                       check_call_end_ns(check, memory->calls[i]));
	interval_set_unite(&time);
	if (err || !is_worth(check, interval_set_length(&time))) {
		interval_set_release(&time);
		check_failed(check, err);
		return;
	}
	snprintf(subject, sizeof subject, KEPT_SUBJECT, kind);
	f = finding_add(check, subject);
	f->cost_ns = interval_set_length(&time);
	f->occurrences = (int64_t)memory->calls_count;
	finding_headline(f,
	                 "%s of %s memory were allocated in %s, all through the run, and not given "
	                 "back: %s in these calls",
	                 format_bytes(FORMAT, memory->bytes), kind,
	                 name_count(NAME, (int64_t)memory->calls_count, "piece", "pieces"),
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, "kept"));
	finding_case(f, "kept");
	if (memory->least_bytes < memory->most_bytes)
		finding_fact(f, "sizes", "%s to %s", format_bytes(FORMAT, memory->least_bytes),
		             format_bytes(FORMAT, memory->most_bytes));
	else
		finding_fact(f, "sizes", "%s", format_bytes(FORMAT, memory->most_bytes));
	finding_fact(f, "calls", "%s", name_call(NAME, trace, memory->calls[0]));
	host_evidence_init(&code, check);
	for (size_t i = 0; i < memory->calls_count; i++)
		host_evidence_call(&code, memory->calls[i]);
	check_failed(check, host_evidence_end(&code, f));
	finding_not_predicted(f, "it depends on how much of it has to be kept: at most the whole "
	                         "cost");
	interval_set_release(&time);
}

static int check_kept(struct check *check, const bool *is_tuners)
{
	const struct kept_limits limits = { .allocations = (size_t)thresholds[KEPT].value,
		                            .parts = (int)thresholds[GROWING].value };
	struct kept_memories kept;
	const int err = kept_memory_find(&kept, check->trace, is_tuners, &limits);

	for (size_t i = 0; i < kept.count && !err; i++)
		report_kept(check, &kept.items[i]);
	kept_memory_release(&kept);
	return err;
}

static bool has_allocating_calls(const struct trace *trace)
{
	size_t calls = 0;

	for (size_t c = 0; c < trace->calls.count && calls < thresholds[TIMES].value; c++)
		calls += call_class(trace, (uint32_t)c) == CALL_FREE;
	return calls >= thresholds[TIMES].value;
}

static void check_alloc_in_loop(struct check *check)
{
	const struct trace *trace = check->trace;
	struct allocation_pairs pairs = { 0 };
	bool *is_tuners = NULL;
	int err;

	if (!trace->allocations_count && has_allocating_calls(trace)) {
		check_abstain(
		        check,
		        "the trace has calls that free memory, but no records of allocations");
		return;
	}
	err = tuner_calls(&is_tuners, check);
	if (!err)
		err = allocation_pairs_find(&pairs, trace, is_tuners);
	for (size_t i = 0, end; !err && i < pairs.count; i = end) {
		for (end = i + 1;
		     end < pairs.count && is_same_kind(&pairs.items[i], &pairs.items[end]);)
			end++;
		err = check_kind(check, &pairs.items[i], end - i);
	}
	if (!err)
		err = check_kept(check, is_tuners);
	free(pairs.items);
	free(is_tuners);
	check_failed(check, err);
}

static void fix_alloc_in_loop(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_DROPPED);
	if (!finding->parameter || !finding->targets_count)
		return;
	for (uint32_t c = finding->targets[0]; c < check->trace->calls.count; c++)
		if (late_ns(check->graph, c))
			scenario_call_duration(scenario, c, WAKE_NS);
}

const struct rule rule_alloc_in_loop = {
	.id = "alloc-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_alloc_in_loop,
	.fix = fix_alloc_in_loop,
	.cost_limits_gain = true,
};
