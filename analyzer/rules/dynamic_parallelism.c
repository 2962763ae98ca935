/* SPDX-License-Identifier: MIT */
/*
 * Rule dynamic-parallelism: kernels that launch many small kernels. CUPTI gives no records of those
 * (CUDA 13.0), but they show: whatever comes next in the stream waits for them after the kernel
 * that launched them has ended. Where they end before it, samples of warps have them: those of
 * kernels that the host never launched. Any thread.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/code.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/kernels.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { CHILDREN, FULL, INSIDE };

static const struct threshold thresholds[] = {
	[CHILDREN] = { "children", 10, "launch latencies" },
	[FULL] = { "full", 50, "%" },
	[INSIDE] = { "inside", 50, "%" },
	{ .name = NULL },
};

/* The functions of the device runtime. */
#define RUNTIME "__cudaCDP"

/* Kernels of one function, and how long the next operation of the stream waited after them. */
struct parents {
	int64_t launches;
	int64_t children_ns;
	uint32_t worst; /* operation */
	int64_t worst_ns;
};

struct waits {
	struct parents *parents; /* by function */
	uint32_t *previous;      /* by stream: its last operation, NONE */
	uint32_t *next;          /* by operation: the next one of its stream, NONE */
	int64_t least_ns;
};

static void add_wait(struct waits *waits, const struct trace *trace, uint32_t kernel,
                     int64_t wait_ns)
{
	struct parents *of;

	if (trace->operations.type[kernel] != OPERATION_KERNEL || wait_ns < waits->least_ns)
		return;
	of = &waits->parents[operation_function(trace, kernel)];
	of->launches++;
	of->children_ns = sum_saturated(of->children_ns, wait_ns);
	if (wait_ns > of->worst_ns) {
		of->worst_ns = wait_ns;
		of->worst = kernel;
	}
}

/* Nothing that the host had issued when CALL returned follows OPERATION in its stream. */
static bool is_last_before(const struct waits *waits, const struct trace *trace, uint32_t operation,
                           uint32_t call)
{
	uint32_t next = waits->next[operation];

	return next == NONE || trace->operations.call[next] == NONE ||
	       trace->calls.start_ns[trace->operations.call[next]] >= trace->calls.end_ns[call];
}

/*
 * Waits of an operation that was issued before the one ahead of it in its stream ended, for the
 * kernels that this one launched; and of the host, for an operation that had long ended.
 */
static void collect(struct waits *waits, const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		uint32_t before = waits->previous[o->stream[i]], call = o->call[i];

		waits->previous[o->stream[i]] = i;
		waits->next[i] = NONE;
		if (before != NONE)
			waits->next[before] = i;
		if (before != NONE && call != NONE &&
		    trace->calls.end_ns[call] <= o->end_ns[before] &&
		    check->graph->cause[i] == CAUSE_CHILDREN)
			add_wait(waits, trace, before, o->start_ns[i] - o->end_ns[before]);
	}
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		uint32_t waited = check->graph->waited[c];

		if (waited != NONE && is_last_before(waits, trace, waited, c) &&
		    trace->calls.start_ns[c] <= o->end_ns[waited])
			add_wait(waits, trace, waited, trace->calls.end_ns[c] - o->end_ns[waited]);
	}
}

/* ---- how full they leave the GPU ---- */

/* Whose code is sampled while kernels run that launch others. */
struct whose {
	int64_t children, runtime, own; /* kernels that the host never launched, the calls that
	                                   launch them, and the kernels that call */
	int64_t driver;                 /* CUPTI's own, too, and of other kernels */
	uint32_t child;                 /* the function with most of the first; NONE */
};

static bool is_launched(const struct check *check, size_t function)
{
	return check->profiles->functions[function].launches > 0;
}

static struct whose whose_samples(const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct code *codes = check->survey->codes;
	const struct kernel_profile *profiles = check->profiles->functions;
	struct whose whose = { .child = NONE };

	for (uint32_t i = 0; i < trace->functions_count; i++) {
		const int64_t samples = profiles[i].samples;

		if (is_launched(check, i)) {
			if (codes[i].launches_kernels)
				whose.own = sum_saturated(whose.own, samples);
		} else if (strncmp(trace->functions[i].name, RUNTIME, strlen(RUNTIME)) == 0) {
			whose.runtime = sum_saturated(whose.runtime, samples);
		} else if (codes[i].is_kernel && samples > 0) {
			whose.children = sum_saturated(whose.children, samples);
			if (whose.child == NONE || samples > profiles[whose.child].samples)
				whose.child = i;
		}
	}
	for (size_t i = 0; i < trace->pc_samplings_count; i++)
		whose.driver = sum_saturated(whose.driver, trace->pc_samplings[i].non_user_samples);
	return whose;
}

static bool is_child_named(const struct whose *whose)
{
	return whose->children >= SAMPLES_MIN;
}

/* Of all code but the driver's, in percent. */
static double others_percent(const struct whose *whose)
{
	const int64_t others = sum_saturated(whose->children, whose->runtime);

	return percent_of(others, sum_saturated(others, whose->own));
}

/* Those of kernels that the host did not launch. Where samples name such kernels, the driver's code
 * is what launches them; where not, they may be among the driver's. */
static int64_t not_launched(const struct whose *whose)
{
	const int64_t named = sum_saturated(whose->children, whose->runtime);

	return is_child_named(whose) ? named : sum_saturated(whose->driver, named);
}

/* Of the samples that one warp on every SM would give in TIME_NS, in percent; 0: not known. */
static double full_percent(const struct trace *trace, const struct whose *whose, int64_t time_ns)
{
	const struct trace_device *device = trace->devices_count ? &trace->devices[0] : NULL;
	int64_t period = trace->pc_samplings_count ? trace->pc_samplings[0].period_cycles : 0;
	double samples;

	if (!device || period <= 0)
		return 0;
	samples = (double)time_ns * (double)device->core_clock_khz * 1e-6 / (double)period *
	          device->multiprocessors;
	return samples > 0 ? 100 * (double)not_launched(whose) / samples : 0;
}

/* ---- findings ---- */

static void advise(struct finding *f, bool is_known, bool uses_heap)
{
	finding_advice(f,
	               "%s one grid for all items instead of one for each thread: count or "
	               "collect the items first, then let one thread launch a grid with a block "
	               "for each; or launch it from the host.%s",
	               is_known ? "Launch" : "If they are many small ones, launch",
	               uses_heap ? " Replace its malloc(), too: give each item its part of "
	                           "one buffer that the host allocates."
	                         : "");
}

static void add_facts(const struct check *check, struct finding *f, const struct whose *whose,
                      double full)
{
	if (check->survey->codes[f->function].uses_heap)
		finding_fact(f, "malloc()",
		             "is called, too: samples do not tell the driver's code for it from "
		             "that for launches");
	if (is_measured(full))
		finding_fact(f, "how empty",
		             "%s samples of code that the host did not launch%s: %.1f %% of what a "
		             "single warp on every SM would have given",
		             format_count(FORMAT, not_launched(whose)),
		             is_child_named(whose) ? "" : ", CUPTI's own included", full);
	else
		finding_fact(f, "unknown",
		             "whether they are many small ones that leave the GPU empty: record "
		             "with --stalls");
	finding_not_predicted(f, "how long one grid would take is not known, since CUPTI gives no "
	                         "records of kernels that kernels launch");
}

/* FULL: how full they left the GPU; NAN: nobody looked. */
static void add_finding(struct check *check, uint32_t function, const struct parents *parents,
                        const struct whose *whose, double full)
{
	const bool is_known = is_measured(full);
	struct finding *f = finding_add_function(check, function);

	f->cost_ns = parents->children_ns;
	f->occurrences = parents->launches;
	finding_example(f, parents->worst, parents->worst_ns);
	finding_headline(f, "kernels that %s of %s launched took %s after it%s",
	                 name_count(NAME, parents->launches, "launch", "launches"), f->subject,
	                 format_duration(FORMAT, parents->children_ns),
	                 is_known ? ", and left the GPU nearly empty" : "");
	advise(f, is_known, check->survey->codes[function].uses_heap);
	finding_fact(f, "after one launch", "up to %s", format_duration(FORMAT, parents->worst_ns));
	add_facts(check, f, whose, full);
	if (!is_known)
		f->severity = FINDING_NOTE;
}

/* ---- kernels that end before the one that launched them ---- */

static void add_inside(struct check *check, uint32_t function, int64_t cost_ns,
                       const struct whose *whose, double full)
{
	const struct kernel_profile *p = &check->profiles->functions[function];
	struct finding *f = finding_add_function(check, function);

	f->cost_ns = cost_ns;
	f->occurrences = p->timed_launches;
	finding_example(f, p->longest, p->longest_ns);
	finding_headline(f,
	                 "%s of %s launch kernels, which take up to %s of its %s and leave the "
	                 "GPU nearly empty",
	                 name_count(NAME, p->timed_launches, "launch", "launches"), f->subject,
	                 format_duration(FORMAT, cost_ns), format_duration(FORMAT, p->total_ns));
	advise(f, true, check->survey->codes[function].uses_heap);
	if (whose->child != NONE)
		finding_fact(f, "launched by kernels", "%s, which the host never launched",
		             name_function(NAME, check->trace, whose->child));
	finding_fact(f, "samples",
	             "of those kernels and of the calls that launch them %s, of the code that "
	             "calls %s",
	             format_count(FORMAT, sum_saturated(whose->children, whose->runtime)),
	             format_count(FORMAT, whose->own));
	add_facts(check, f, whose, full);
}

/* Their samples do not say whose children they are: of all such kernels the same part counts. */
static void judge_inside(struct check *check, const struct waits *waits, const struct whose *whose)
{
	const struct trace *trace = check->trace;
	const double others = others_percent(whose);
	int64_t all_ns = 0;
	double full;

	if (sum_saturated(whose->children, whose->runtime) < SAMPLES_MIN ||
	    others < thresholds[INSIDE].value)
		return;
	for (size_t i = 0; i < trace->functions_count; i++)
		if (check->survey->codes[i].launches_kernels)
			all_ns = sum_saturated(all_ns,
			                       sum_saturated(check->profiles->functions[i].total_ns,
			                                     waits->parents[i].children_ns));
	full = full_percent(trace, whose, all_ns);
	for (uint32_t i = 0; i < trace->functions_count; i++) {
		const struct kernel_profile *p = &check->profiles->functions[i];
		const int64_t cost_ns = (int64_t)(others / 100 * (double)p->total_ns);

		if (check->survey->codes[i].launches_kernels && p->timed_launches &&
		    cost_ns / p->timed_launches >= waits->least_ns && is_worth(check, cost_ns) &&
		    full < thresholds[FULL].value)
			add_inside(check, i, cost_ns, whose, full);
	}
}

/* ---- all ---- */

static bool is_any_worth(const struct check *check, const struct waits *waits)
{
	for (size_t i = 0; i < check->trace->functions_count; i++)
		if (check->survey->codes[i].launches_kernels &&
		    is_worth(check, waits->parents[i].children_ns))
			return true;
	return false;
}

static void judge(struct check *check, const struct waits *waits, const struct whose *whose)
{
	const struct trace *trace = check->trace;
	int64_t all_ns = 0;
	const struct code *codes = check->survey->codes;
	double full;

	for (size_t i = 0; i < trace->functions_count; i++)
		if (codes[i].launches_kernels)
			all_ns = sum_saturated(all_ns, waits->parents[i].children_ns);
	full = kernels_samples_are_told(trace) ? full_percent(trace, whose, all_ns) : NAN;
	for (size_t i = 0; i < trace->functions_count; i++)
		if (codes[i].launches_kernels && is_worth(check, waits->parents[i].children_ns) &&
		    !(full >= thresholds[FULL].value)) /* NAN: add it */
			add_finding(check, (uint32_t)i, &waits->parents[i], whose, full);
}

static void check_dynamic_parallelism(struct check *check)
{
	const struct trace *trace = check->trace;
	struct whose whose;
	struct waits waits = {
		.parents = calloc(trace->functions_count + 1, sizeof *waits.parents),
		.previous = malloc((trace->streams_count + 1) * sizeof *waits.previous),
		.next = malloc((trace->operations.count + 1) * sizeof *waits.next),
	};

	if (waits.parents && waits.previous && waits.next) {
		for (size_t s = 0; s < trace->streams_count; s++)
			waits.previous[s] = NONE;
		waits.least_ns = check->survey->latency_ns * /* at most `cold` */
		                 (int64_t)thresholds[CHILDREN].value;
		collect(&waits, check);
		whose = whose_samples(check);
		if (is_any_worth(check, &waits))
			judge(check, &waits, &whose);
		if (!check_finding_of(check, check->rule->id, NONE))
			judge_inside(check, &waits, &whose);
	} else {
		check_failed(check, -ENOMEM);
	}
	free(waits.parents);
	free(waits.previous);
	free(waits.next);
}

const struct rule rule_dynamic_parallelism = {
	.id = "dynamic-parallelism",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, worth_threshold },
	.check = check_dynamic_parallelism,
};
