/* SPDX-License-Identifier: MIT */
/* Rule stall: what the warps of a kernel wait for most, where that keeps the schedulers idle. What
 * another rule has found the cause of is not said again. Any thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/instruction.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/barrier_steps.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/refuted.h"
#include "rules/shared/slow_loop.h"
#include "rules/shared/sparse_steps.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { OTHERS_SHOWN = 2 }; /* reasons beside the dominant one */

enum { DOMINANT, ISSUING, PIPE, OTHERS, BARRIER_PEAK, AT_WORK };

static const struct threshold thresholds[] = {
	[DOMINANT] = { "dominant", 30, "%" },
	[ISSUING] = { "issuing", 60, "%" },
	[PIPE] = { "pipe", 50, "%" },
	[OTHERS] = { "others", 1.5, "times" },
	[BARRIER_PEAK] = { "peak beside barriers", VERDICT_BOUND_PERCENT, "%" },
	[AT_WORK] = { "at work", 50, "%" },
	{ .name = NULL },
};

/* Rules that find why a kernel's accesses to memory take long. */
#define MEMORY_CAUSES "uncoalesced", "atomic-contention", "local-memory", "cache-bound"

/*
 * The states in which a warp waits: the name in samples, and in counters where that is another; and
 * the rules that find causes. What a warp waits for, and what to do, is in the rule's text.
 */
static const struct reason {
	const char *label, *other_label;
	const char *causes[4];
	bool is_for_memory; /* warps wait so in any kernel that keeps memory busy */
	bool is_for_warps;  /* they wait for one another, however busy a unit is */
	bool is_queue;      /* for room in the one to a unit, which has too much to do */
} reasons[] = {
	{ .label = "long_scoreboard", .causes = { MEMORY_CAUSES }, .is_for_memory = true },
	{ .label = "short_scoreboard",
	  .causes = { "bank-conflict", "atomic-contention", "double-precision",
	              "constant-index" } },
	{ .label = "barrier", .causes = { "low-achieved-occupancy" }, .is_for_warps = true },
	{ .label = "mio_throttle",
	  .causes = { "bank-conflict", "atomic-contention", "constant-index" },
	  .is_queue = true },
	{ .label = "lg_throttle",
	  .causes = { MEMORY_CAUSES },
	  .is_for_memory = true,
	  .is_queue = true },
	{ .label = "tex_throttle", .is_queue = true },
	{ .label = "math_pipe_throttle", .causes = { "double-precision" }, .is_queue = true },
	{ .label = "wait", .causes = { "double-precision" } },
	{ .label = "branch_resolving", .causes = { "divergence" } },
	{ .label = "no_instructions", .other_label = "no_instruction" },
	{ .label = "imc_miss" },
	{ .label = "drain",
	  .causes = { "uncoalesced", "atomic-contention" },
	  .is_for_memory = true },
	{ .label = "membar", .causes = { "atomic-contention" } },
	{ .label = "sleeping" },
	{ .label = "gmma" },
	{ .label = "warpgroup_arrive" },
	{ .label = "dispatch_stall", .other_label = "dispatch" },
};
enum { REASONS = sizeof reasons / sizeof *reasons };

static double percent_of_reason(const struct kernel *kernel, const struct reason *reason)
{
	double percent = kernel_stall(kernel, reason->label);

	if (!(percent > 0) && reason->other_label)
		percent = kernel_stall(kernel, reason->other_label);
	return percent;
}

static const struct reason *dominant(const struct kernel *kernel)
{
	const struct reason *most = NULL;

	for (int i = 0; i < REASONS; i++) {
		double percent = percent_of_reason(kernel, &reasons[i]);

		if (percent > 0 && (!most || percent > percent_of_reason(kernel, most)))
			most = &reasons[i];
	}
	return most;
}

/* Blocks on each SM that has any, of so many. */
static double blocks_on_sm(double blocks, int multiprocessors)
{
	return fmax(blocks / multiprocessors, 1);
}

/* Other launches share its SMs, most of the time. Counters are of a launch alone, so that they say
 * nothing of how busy the schedulers are in the run; samples are of the run. */
static bool shares_sms(const struct check *check, const struct kernel *kernel)
{
	const struct launch *launch;

	if (kernel->profile->shape == NONE)
		return false;
	launch = &check->survey->launches[kernel->profile->shape];
	return launch->launches &&
	       blocks_on_sm(launch->blocks_beside, launch->multiprocessors) >=
	               thresholds[OTHERS].value *
	                       blocks_on_sm((double)launch->blocks, launch->multiprocessors);
}

/*
 * Cycles in which a scheduler issued, in percent: counted, or from the samples in which it did not.
 * NAN: unknown.
 */
static double issuing(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return is_measured(p->issue_active) && !shares_sms(check, kernel)
	               ? p->issue_active
	               : kernel_profile_sampled_issue(p);
}

/* Whether a rule predicts what more resident warps would win, which hides waits of any reason, or
 * is sure that they are missing: with a few on a GPU of thousands, nothing hides any. */
static bool is_for_want_of_warps(const struct check *check, uint32_t function)
{
	static const char *const rule_ids[] = { "low-occupancy", "tiny-blocks", "oversized-grid",
		                                "low-achieved-occupancy" };

	for (size_t i = 0; i < sizeof rule_ids / sizeof *rule_ids; i++) {
		const struct finding *f = check_finding_of(check, rule_ids[i], function);

		/* A warning without prediction: SMs without work, or blocks of little. */
		if (f && (!f->not_predicted || f->severity == FINDING_WARNING))
			return true;
	}
	return check_finding_of(check, "small-grid", function);
}

/* The kernel or its blocks are so short that warps do little else than start, load and end. */
static bool is_start_and_end(const struct check *check, const struct kernel *kernel,
                             const struct reason *reason)
{
	return reason->is_for_memory &&
	       (kernel_is_start_and_end(check, kernel->profile) ||
	        (kernel_has_short_blocks(check, kernel->profile) &&
	         check_finding_of(check, "low-achieved-occupancy", kernel->function)));
}

static bool has_known_cause(const struct check *check, const struct kernel *kernel,
                            const struct reason *reason)
{
	for (size_t i = 0; i < sizeof reason->causes / sizeof *reason->causes; i++)
		if (reason->causes[i] &&
		    check_finding_of(check, reason->causes[i], kernel->function))
			return true;
	return is_for_want_of_warps(check, kernel->function);
}

/* Whether a unit is so busy that its kernel is as fast as that lets it be, waits or not. */
static bool is_at_peak(const struct kernel *kernel, const struct reason *reason)
{
	return kernel_profile_known_peak(kernel->profile) >=
	       (reason->is_for_warps ? thresholds[BARRIER_PEAK].value : peak_threshold->value);
}

/* Whether the kernel's blocks are all there at once and wait for one another, at a barrier of the
 * whole grid, which looks as one of a block does. */
static bool is_cooperative(const struct check *check, const struct kernel *kernel)
{
	const struct trace *trace = check->trace;
	const uint32_t id = kernel->profile->longest;
	const uint32_t call = id == NONE ? NONE : trace->operations.call[id];

	return call != NONE &&
	       strstr(trace->call_names[trace->calls.name[call]].name, "Cooperative");
}

/* Whether its warps wait for REASON for so long that it is to be said. */
static bool is_stalled(const struct check *check, const struct kernel *kernel,
                       const struct reason *reason)
{
	const bool is_pipe = reason && strcmp(reason->label, "math_pipe_throttle") == 0;

	/* Without samples all that is known is of a launch alone. */
	if (shares_sms(check, kernel) && !kernel->profile->samples)
		return false;
	if (reason && reason->is_for_warps && is_cooperative(check, kernel))
		return false;
	return reason && percent_of_reason(kernel, reason) >= thresholds[DOMINANT].value &&
	       !(issuing(check, kernel) >= thresholds[is_pipe ? PIPE : ISSUING].value) &&
	       !is_at_peak(kernel, reason) && !is_start_and_end(check, kernel, reason) &&
	       !has_known_cause(check, kernel, reason);
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct reason *reason = dominant(kernel);

	if (is_for_want_of_warps(check, kernel->function))
		return NULL; /* whatever they wait for */
	if (p->samples > 0 && p->samples < SAMPLES_MIN)
		return "more samples of its warps (record with a smaller --stall-period)";
	if (reason && reason->is_for_memory &&
	    !is_measured(fmax(p->dram_percent, p->memory_throughput)) &&
	    !kernel_is_one_thread(kernel) && is_stalled(check, kernel, reason))
		return "counters that tell whether memory is busy, which its warps wait for "
		       "(record with --stalls --metrics)";
	return p->stalls_count ? NULL : NEEDS_STALLS;
}

/* What warps wait for REASON. Atomic operations fill a queue that loads and stores wait in, too: of
 * a kernel that has some, for any of these. */
static double waiting_percent(const struct kernel *kernel, const struct reason *reason)
{
	double percent = percent_of_reason(kernel, reason);

	if (!reason->is_for_memory || refuted_atomics(kernel) ||
	    !(kernel->profile->global_atomics + kernel->profile->global_reductions > 0))
		return percent;
	for (int i = 0; i < REASONS; i++)
		if (&reasons[i] != reason && reasons[i].is_for_memory)
			percent += fmax(percent_of_reason(kernel, &reasons[i]), 0);
	return percent;
}

/* What warps wait for others of their block, in percent, where these wait for REASON. */
static double behind_percent(const struct kernel *kernel, const struct reason *reason)
{
	return reason->is_for_warps ? 0 : fmax(kernel_stall(kernel, "barrier"), 0);
}

/* Cycles in which it waits for REASON, or for warps that may, and issues nothing, at most, in
 * percent. */
static double idle_percent(const struct check *check, const struct kernel *kernel,
                           const struct reason *reason)
{
	/* fmin() passes over NAN */
	return fmin(waiting_percent(kernel, reason) + behind_percent(kernel, reason),
	            100 - issuing(check, kernel));
}

/* How busy what is so however waits are hidden keeps it, in percent: device memory, which has as
 * many bytes to move; where warps wait for one another, any unit, since others may have less to do
 * behind wider accesses and unrolled loops. NAN: not known, or a queue to a unit is what is full,
 * which less work for that unit empties. */
static double busy_percent(const struct check *check, const struct kernel *kernel,
                           const struct reason *reason)
{
	if (reason->is_queue || shares_sms(check, kernel))
		return NAN;
	return reason->is_for_warps ? kernel_profile_known_peak(kernel->profile)
	                            : kernel->profile->dram_percent;
}

/* Says what bounds the cost, where that is not the waits. */
static void say_busy(const struct check *check, struct finding *f, const struct kernel *kernel,
                     const struct reason *reason)
{
	const double busy = busy_percent(check, kernel, reason);

	if (100 - busy < idle_percent(check, kernel, reason))
		finding_fact(f, "limit",
		             "%s is in use for %.0f %% of its time, which hiding waits does not "
		             "shorten",
		             reason->is_for_warps ? "its busiest unit" : "device memory", busy);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct reason *reason = dominant(kernel);

	/* A kernel that is there to pass time waits for its clock. */
	if ((kernel->code && kernel->code->waits_for_clock) || !is_stalled(check, kernel, reason))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = fmin(idle_percent(check, kernel, reason),
		             100 - busy_percent(check, kernel, reason)) /
		        100,
		.saved = NAN,
		.why_not = "samples say what warps wait for, not how much of it can be avoided",
	};
}

static double samples_of_reason(const struct kernel_lines *lines, const struct kernel_line *line,
                                const void *context)
{
	const struct reason *reason = context;
	const char *const labels[] = { reason->label, NULL };

	return kernel_line_samples(lines, line, labels);
}

/* ---- what a scoreboard is waited for ---- */

/* Samples of REASON by the kinds that the code at their instructions waits for. */
static void weigh_kinds(double weights[INSTRUCTION_KINDS], const struct kernel_lines *lines,
                        const struct reason *reason, const struct kernel_code *code)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct kernel_line *line = &lines->items[i];
		const struct code_instruction *instruction = kernel_code_at(code, line);
		const double samples = samples_of_reason(lines, line, reason);

		for (int k = 0; instruction && k < INSTRUCTION_KINDS; k++)
			if (instruction->awaits >> k & 1 &&
			    instruction_is_short((enum instruction_kind)k))
				weights[k] += samples;
	}
}

/*
 * The name of what warps of KERNEL wait for most behind the short scoreboard, as its code says.
 * NULL: the code is not known, or says nothing of where they wait.
 */
static const char *short_kind(struct check *check, const struct kernel *kernel,
                              const struct reason *reason)
{
	double weights[INSTRUCTION_KINDS] = { 0 };
	struct kernel_lines lines = { 0 };
	struct kernel_code code = { 0 };
	int most = 0, err;

	if (strcmp(reason->label, "short_scoreboard") != 0)
		return NULL;
	err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);
	if (!err)
		err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
		                        kernel->function);
	if (!err)
		weigh_kinds(weights, &lines, reason, &code);
	for (int k = 1; k < INSTRUCTION_KINDS; k++)
		if (weights[k] > weights[most])
			most = k;
	kernel_lines_release(&lines);
	free(code.items);
	check_failed(check, err);
	return weights[most] > 0 ? instruction_kind_name((enum instruction_kind)most) : NULL;
}

/* ---- what is said ---- */

static const char *note_on(const struct check *check, enum rule_section list, const char *name)
{
	const char *note = rule_note(check->rule, list, name);

	return note ? note : name;
}

/* "long_scoreboard" as people read it. */
static void write_words(char *text, size_t size, const char *label)
{
	snprintf(text, size, "%s", label);
	for (char *p = text; *p; p++)
		if (*p == '_')
			*p = ' ';
}

/* Where the grid alone keeps SMs from having more warps, which would hide more. */
static void say_grid(const struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct launch *launch;

	if (kernel->profile->shape == NONE)
		return;
	launch = &check->survey->launches[kernel->profile->shape];
	if (launch->launches && launch->waves < 1 && launch->blocks >= launch->multiprocessors)
		finding_fact(f, "grid",
		             "%s, and the GPU holds %s at a time: a larger grid has more warps to "
		             "hide waits with",
		             name_count(NAME, launch->blocks, "block", "blocks"),
		             format_count(FORMAT, launch->wave_blocks));
}

/* What its warps wait for besides REASON. */
static void say_others(struct finding *f, const struct kernel_profile *p,
                       const struct reason *reason)
{
	struct name_list others = { 0 };

	for (size_t i = 0; i < p->stalls_count && others.count < OTHERS_SHOWN; i++) {
		const char *label = p->stalls[i].label;
		char text[NAME_MAX_BYTES], words[64];

		if (p->stalls[i].percent < 1 || strcmp(label, reason->label) == 0 ||
		    strcmp(label, "selected") == 0 || strcmp(label, "not_selected") == 0 ||
		    (reason->other_label && strcmp(label, reason->other_label) == 0))
			continue;
		write_words(words, sizeof words, label);
		snprintf(text, sizeof text, "%s %.0f %%", words, p->stalls[i].percent);
		name_list_add(&others, text);
	}
	if (others.count)
		finding_fact(f, "also", "%s", name_list_end(&others));
}

/* What to do about REASON, of which WHAT is told: what counters or code refute is left out. */
static void advise(const struct check *check, struct finding *f, const struct kernel *kernel,
                   const struct reason *reason, const char *what)
{
	static const struct {
		const char *note;
		bool (*is_refuted)(const struct kernel *kernel);
		const char *except; /* of this reason it says nothing */
	} more[] = {
		{ "loops", refuted_loops, "drain" },
		{ "scattered", refuted_scattered, "" },
		{ "local_memory", refuted_local_memory, "drain" },
		{ "atomics", refuted_atomics, "" },
	};

	finding_advice(f, "%s",
	               refuted_note(check, kernel, reason->is_for_memory ? reason->label : what));
	for (size_t i = 0; reason->is_for_memory && i < sizeof more / sizeof *more; i++)
		if (strcmp(more[i].except, reason->label) != 0 && !more[i].is_refuted(kernel))
			finding_advice_then(f, note_on(check, RULE_ADVICE, more[i].note));
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct reason *reason = dominant(kernel);
	const char *kind = short_kind(check, kernel, reason);
	const char *what = kind ? kind : reason->label;
	double issues = issuing(check, kernel);
	char words[64];

	if (kernel->alike > 0 && !kernel_is_one_thread(kernel)) {
		finding_headline(
		        f, "%s and %s: warps wait for %s, %.0f %% of the time in the first",
		        f->subject,
		        name_count(NAME, kernel->alike, "other kernel", "other kernels"),
		        note_on(check, RULE_REASONS, what), percent_of_reason(kernel, reason));
		advise(check, f, kernel, reason, what);
	} else if (kernel_is_one_thread(kernel)) {
		finding_headline(f,
		                 "%s runs with one thread, which waits for %s %.0f %% of the time",
		                 f->subject, note_on(check, RULE_REASONS, what),
		                 percent_of_reason(kernel, reason));
		finding_advice(
		        f, "Give the work to many threads: the GPU hides the waits of some "
		           "behind the work of others, and has nothing else to do meanwhile. "
		           "Work that is serial by nature is faster on the host, if its data need "
		           "not be copied there.");
	} else {
		finding_headline(f, "%s: warps wait for %s %.0f %% of the time", f->subject,
		                 note_on(check, RULE_REASONS, what),
		                 percent_of_reason(kernel, reason));
		advise(check, f, kernel, reason, what);
	}
	if (reason->is_for_memory && !kernel_is_one_thread(kernel))
		finding_advice_instead(f, slow_loop_say(check, f, kernel->function));
	write_words(words, sizeof words, reason->label);
	finding_fact(f, "reason", "%s", words);
	if (strcmp(reason->label, "long_scoreboard") == 0)
		kernel_name_loads(check, f, kernel);
	if (strcmp(reason->label, "barrier") == 0) {
		barrier_steps_say(check, f, kernel, thresholds[AT_WORK].value);
		kernel_name_barriers(check, f, kernel, "waits at", samples_of_reason, reason);
	} else
		kernel_name_lines(check, f, kernel, "waits at", samples_of_reason, reason);
	say_others(f, p, reason);
	if (is_measured(issues))
		finding_fact(f, "issuing", "in %.0f %% of the cycles", issues);
	say_busy(check, f, kernel, reason);
	say_grid(check, f, kernel);
	if (kernel->profile->shape != NONE)
		sparse_steps_say(f, &check->survey->launches[kernel->profile->shape]);
	if (p->verdict == VERDICT_UNKNOWN)
		finding_fact(f, "unknown",
		             "whether memory or an arithmetic unit is busy: record "
		             "with --stalls --metrics=default,roofline");
}

/* Other advice, another finding. */
static const char *cause(struct check *check, const struct kernel *kernel)
{
	(void)check;
	return kernel_is_one_thread(kernel) ? "one thread" : dominant(kernel)->label;
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.cause = cause,
};

static void check_stall(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_stall = {
	.id = "stall",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, start_and_end_threshold, peak_threshold, samples_threshold,
	                kernel_threshold, resident_threshold, worth_threshold },
	.yields_to = { "uncoalesced", "bank-conflict", "atomic-contention", "local-memory",
	               "divergence", "low-achieved-occupancy", "low-occupancy", "tiny-blocks",
	               "small-grid", "cache-bound", "double-precision", "constant-index",
	               "oversized-grid" },
	.check = check_stall,
	.is_about_code = true,
	.is_symptom = true,
};
