/* SPDX-License-Identifier: MIT */
/*
 * Rule stall: what the warps of a kernel wait for most, where that keeps the schedulers idle. What
 * another rule has found the cause of is not said again. Any thread.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { SHARE_PERCENT = 30, ISSUE_PERCENT = 60, PIPE_ISSUE_PERCENT = 50 };
enum { OTHERS_SHOWN = 2 }; /* reasons beside the dominant one */

static const struct rule_threshold thresholds[] = {
	{ "dominant", SHARE_PERCENT, "% of the warps' time",
	  "Nsight Compute reports a stall reason above this" },
	{ "issuing", ISSUE_PERCENT, "% of the issue slots",
	  "below this share of its peak Nsight Compute calls a kernel latency-bound. Where a warp "
	  "is "
	  "ready in nearly every cycle, other warps' waits cost nothing" },
	{ "pipe", PIPE_ISSUE_PERCENT, "% of the issue slots, for math pipe throttle",
	  "pipes that take an instruction every second cycle are full at half of the slots: the "
	  "kernel is bound by computing. Only a slower pipe is full below" },
	THRESHOLD_SAMPLES,
	THRESHOLD_KERNEL,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/*
 * The states in which a warp waits: the name in samples, and in counters where that is another; for
 * what; what to do; the rules that find causes. REASON(label, other label, what, advice, causes
 * ...)
 */
#define REASONS_LIST(REASON)                                                                       \
	REASON("long_scoreboard", NULL, "data from global, local or texture memory",               \
	       "Have more loads under way: unroll loops so that loads come before uses, load "     \
	       "wider types, prefetch the next item (cp.async), have more warps resident. Ask "    \
	       "for less: reuse data in shared memory or registers, coalesce.",                    \
	       "uncoalesced", "atomic-contention", "register-spill")                               \
	REASON("short_scoreboard", NULL,                                                           \
	       "data from shared memory, or a result of the special function or double units",     \
	       "Load from shared memory earlier and in wider types, avoid bank conflicts; use "    \
	       "fewer sin(), exp(), divisions and conversions.",                                   \
	       "bank-conflict", "atomic-contention")                                               \
	REASON("barrier", NULL, "the other warps of their block, at __syncthreads()",              \
	       "Deal the work between barriers evenly; synchronise less often, or only the "       \
	       "warp (__syncwarp()) where no other needs it; use smaller blocks, so that other"    \
	       " blocks run meanwhile.",                                                           \
	       "low-achieved-occupancy")                                                           \
	REASON("mio_throttle", NULL,                                                               \
	       "room in the queue to shared memory and special functions (MIO), which is full",    \
	       "Use fewer, wider accesses to shared memory and fewer shuffles, special "           \
	       "functions and dynamic branches; spread them among arithmetic.",                    \
	       "bank-conflict", "atomic-contention")                                               \
	REASON("lg_throttle", NULL,                                                                \
	       "room in the queue to local and global memory (LG), which is full",                 \
	       "Use fewer, wider accesses (float4 instead of four floats), coalesce, avoid "       \
	       "local memory and one atomic for each thread.",                                     \
	       "uncoalesced", "atomic-contention", "register-spill")                               \
	REASON("tex_throttle", NULL, "room in the queue to the texture unit, which is full",       \
	       "Fetch fewer or wider texels, or read with plain loads.", NULL)                     \
	REASON("math_pipe_throttle", NULL, "an arithmetic pipe that is busy",                      \
	       "Use less of what this pipe does: double precision, special functions, integer "    \
	       "division, conversions; use single precision, intrinsics, shifts, or other "        \
	       "pipes (tensor cores).",                                                            \
	       NULL)                                                                               \
	REASON("wait", NULL, "an earlier instruction of their own, of fixed latency",              \
	       "Give each thread independent work (unroll, several items a thread), or have "      \
	       "more warps resident.",                                                             \
	       NULL)                                                                               \
	REASON("branch_resolving", NULL, "the target of a branch",                                 \
	       "Branch less: unroll loops, replace short branches by selections, avoid "           \
	       "indirect calls.",                                                                  \
	       "divergence")                                                                       \
	REASON("no_instructions", "no_instruction", "the next instruction to come from the cache", \
	       "Make the code smaller: less unrolling and inlining in loops, kernels split. In"    \
	       " a kernel of very few warps it is the start.",                                     \
	       NULL)                                                                               \
	REASON("imc_miss", NULL, "a constant that was not in the cache",                           \
	       "Let all lanes read the same constants, few of them, or move tables that are "      \
	       "indexed by the thread into shared or global memory.",                              \
	       NULL)                                                                               \
	REASON("drain", NULL, "their stores to end, so that they can exit",                        \
	       "Coalesce the last stores and write less at the end; let fewer threads do more "    \
	       "each.",                                                                            \
	       "uncoalesced", "atomic-contention")                                                 \
	REASON("membar", NULL, "a memory fence",                                                   \
	       "Use fewer __threadfence(), and of the smallest scope: __threadfence_block() "      \
	       "where only the block must see it.",                                                \
	       "atomic-contention")                                                                \
	REASON("sleeping", NULL, "the end of their own __nanosleep()",                             \
	       "Sleep for a shorter time, or wait for what is needed in another way.", NULL)       \
	REASON("gmma", NULL, "the tensor cores of the warp group",                                 \
	       "Issue the next matrix operations before waiting for the last, so that they "       \
	       "overlap.",                                                                         \
	       NULL)                                                                               \
	REASON("warpgroup_arrive", NULL, "the other warps of their warp group",                    \
	       "Deal the work evenly within the warp group, and let it arrive as late as it "      \
	       "can.",                                                                             \
	       NULL)                                                                               \
	REASON("dispatch_stall", "dispatch", "the dispatcher, which held the instruction back",    \
	       "Nothing in the code asks for it directly: see what its neighbours in the code "    \
	       "wait for.",                                                                        \
	       NULL)

static const struct reason {
	const char *label, *other_label, *what, *advice;
	const char *causes[3];
} reasons[] = {
#define REASON_ROW(label, other, what, advice, ...) { label, other, what, advice, { __VA_ARGS__ } },
	REASONS_LIST(REASON_ROW)
#undef REASON_ROW
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

static const char *lacks(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	if (p->samples > 0 && p->samples < SAMPLES_MIN)
		return "more samples of its warps (record with a smaller --stall-period)";
	return p->stalls_count ? NULL : NEEDS_STALLS;
}

/*
 * Cycles in which a scheduler issued, in percent: counted, or from the samples in which it did not.
 * NAN: unknown.
 */
static double issuing(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	int64_t idle = 0;

	if (is_measured(p->issue_active))
		return p->issue_active;
	for (size_t i = 0; i < p->stalls_count; i++)
		idle += p->stalls[i].not_issued;
	return p->samples > 0 ? 100 * (1 - (double)idle / (double)p->samples) : NAN;
}

static bool is_found_by(const struct check *check, const char *rule_id, uint32_t function)
{
	const struct findings *all = check->findings;

	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->items[i]->rule->id, rule_id) == 0 &&
		    all->items[i]->function == function)
			return true;
	return false;
}

/* Whether a rule predicts what more resident warps would win, which hides waits of any reason. */
static bool is_for_want_of_warps(const struct check *check, uint32_t function)
{
	static const char *const rule_ids[] = { "low-occupancy", "tiny-blocks",
		                                "low-achieved-occupancy" };
	const struct findings *all = check->findings;

	for (size_t i = 0; i < all->count; i++)
		for (size_t r = 0; r < sizeof rule_ids / sizeof *rule_ids; r++)
			if (strcmp(all->items[i]->rule->id, rule_ids[r]) == 0 &&
			    !all->items[i]->not_predicted && all->items[i]->function == function)
				return true;
	return false;
}

static bool has_known_cause(const struct check *check, const struct kernel *kernel,
                            const struct reason *reason)
{
	for (size_t i = 0; i < sizeof reason->causes / sizeof *reason->causes; i++)
		if (reason->causes[i] && is_found_by(check, reason->causes[i], kernel->function))
			return true;
	return is_for_want_of_warps(check, kernel->function);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct reason *reason = dominant(kernel);
	enum kernel_verdict verdict = kernel->profile->verdict;
	double percent = reason ? percent_of_reason(kernel, reason) : 0, issues = issuing(kernel);
	bool is_pipe = reason && strcmp(reason->label, "math_pipe_throttle") == 0;

	if (!reason || percent < SHARE_PERCENT ||
	    issues >= (is_pipe ? PIPE_ISSUE_PERCENT : ISSUE_PERCENT) ||
	    (verdict != VERDICT_UNKNOWN && verdict != VERDICT_LATENCY) ||
	    has_known_cause(check, kernel, reason))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		/* fmin() passes over NAN */
		.cost = fmin(percent, 100 - issues) / 100,
		.saved = NAN,
		.why_not = "samples say what warps wait for, not how much of it can be avoided",
	};
}

/* ---- what is said ---- */

static double samples_of_reason(const struct kernel_lines *lines, const struct kernel_line *line,
                                const void *context)
{
	const struct reason *reason = context;
	const struct trace *trace = lines->hotspots.trace;
	struct hotspot_reason at_line[32];
	size_t count = 0;

	if (line->hotspot.count)
		count = hotspot_reasons(&lines->hotspots, &line->hotspot, at_line,
		                        sizeof at_line / sizeof *at_line);
	for (size_t i = 0; i < count; i++)
		if (strcmp(trace->stall_reasons[at_line[i].reason].label, reason->label) == 0)
			return (double)at_line[i].samples;
	return 0;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct reason *reason = dominant(kernel);
	double issues = issuing(kernel);
	struct name_list others = { 0 };

	finding_headline(f, "%s: warps wait for %s %.0f %% of the time", f->subject, reason->what,
	                 percent_of_reason(kernel, reason));
	finding_advice(f, "%s", reason->advice);
	finding_fact(f, "reason", "%s", reason->label);
	kernel_name_lines(check, f, kernel, "waits at", samples_of_reason, reason);
	for (size_t i = 0; i < p->stalls_count && others.count < OTHERS_SHOWN; i++) {
		const char *label = p->stalls[i].label;
		char text[NAME_MAX_BYTES];

		if (p->stalls[i].percent < 1 || strcmp(label, reason->label) == 0 ||
		    strcmp(label, "selected") == 0 ||
		    (reason->other_label && strcmp(label, reason->other_label) == 0))
			continue;
		snprintf(text, sizeof text, "%s %.0f %%", label, p->stalls[i].percent);
		name_list_add(&others, text);
	}
	if (others.count)
		finding_fact(f, "also", "%s", name_list_end(&others));
	if (is_measured(issues))
		finding_fact(f, "issuing", "in %.0f %% of the cycles", issues);
	if (p->verdict == VERDICT_UNKNOWN)
		finding_fact(f, "unknown",
		             "whether memory or an arithmetic unit is busy: record "
		             "with --stalls --metrics=default,roofline");
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_stall(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_stall = {
	.id = "stall",
	.title = "Warps wait, and the schedulers have nothing to issue",
	.severity = FINDING_NOTE,
	.meaning =
	        "A sample says what a warp was doing: issuing (selected), ready but another warp "
	        "was taken (not_selected: good news, there is enough work), or waiting, and for "
	        "what. Waits cost nothing as long as some other warp can issue. What each reason "
	        "means stands with what to do about it.",
	.decision =
	        "From samples of warps (--stalls) or counters (--metrics=stalls): the reason with "
	        "the largest share of the warps' time. It is reported from `dominant` on, if "
	        "schedulers issue in less than `issuing` of the cycles (for math_pipe_throttle, "
	        "`pipe`), as counted or as sampled; if neither memory nor computing is at 60 % of "
	        "its peak, where that was measured; and if no other rule has found its cause in "
	        "that kernel: uncoalesced, bank-conflict, atomic-contention, register-spill, "
	        "divergence, low-achieved-occupancy; or low-occupancy and tiny-blocks, where their "
	        "gain is predicted. The cost is the share, at most the cycles in "
	        "which nothing was issued. Samples in the code by which CUPTI times blocks count "
	        "for "
	        "no kernel; --stalls-alone takes none. Kernels with fewer than `samples` are not "
	        "judged; "
	        "launches must last at least `duration`, and the loss must be worth "
	        "`share`. " LEAVES_OUT_NCCL,
	.fix_text =
	        "There are two ways: wait less (fewer, wider, closer accesses; fewer barriers), "
	        "or have something else to do meanwhile (more independent instructions in a "
	        "thread, more warps on an SM). By reason:"
#define REASON_TEXT(label, other, what, advice, ...) "\n\n" label ": waiting for " what ". " advice
	REASONS_LIST(REASON_TEXT),
#undef REASON_TEXT
	.before = "for (i = 0; i < n; i++) sum += in[i * stride]; /* one load at a time */\n",
	.after = "#pragma unroll 8\n"
	         "for (i = 0; i < n; i++) sum += in[i * stride]; /* eight loads under way */\n",
	.prediction = "None: where the waits for one reason are gone, another often takes their "
	              "place.",
	.thresholds = thresholds,
	.check = check_stall,
};
