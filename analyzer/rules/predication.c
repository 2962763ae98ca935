/* SPDX-License-Identifier: MIT */
/* Rule predication: instructions that a predicate switches off for many lanes. Any thread. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/instruction_mix.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES_OF = 32 };

enum { LANES, ISSUE, ISSUING, DENORMALS, SPECIAL, TURNS, TREE };

static const struct threshold thresholds[] = {
	[LANES] = { "lanes", 26, "of 32 lanes" },
	[ISSUE] = { "issue", 50, "%" },
	[ISSUING] = { "issuing", 60, "%" },
	[DENORMALS] = { "denormals", 10, "%" },
	[SPECIAL] = { "special functions", VERDICT_BOUND_PERCENT, "%" },
	[TURNS] = { "turns", 10, "times" },
	[TREE] = { "tree", 50, "%" },
	{ .name = NULL },
};

/* Of the active lanes, the part that a predicate switched off; NAN where that was not counted. */
static double off_part(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct kernel_counts *c = &kernel->counts;

	if (p->threads_per_inst > 0 && is_measured(p->threads_pred_on_per_inst))
		return 1 - p->threads_pred_on_per_inst / p->threads_per_inst;
	if (c->thread_instructions > 0)
		return 1 - c->thread_instructions_pred_on / c->thread_instructions;
	return NAN;
}

/* More lanes are switched off than what the compiler does by itself. */
static bool is_much(double off)
{
	return off > 1 - thresholds[LANES].value / LANES_OF;
}

/* How busy issuing and executing keeps the SMs, in percent; NAN: not measured. */
static double executing(const struct kernel *kernel)
{
	return fmax(kernel->profile->issue_active, kernel->profile->compute_throughput);
}

static bool is_suspect(const struct kernel *kernel)
{
	/* In a kernel that waits, they hide behind its waits. */
	return is_much(off_part(kernel)) && executing(kernel) >= thresholds[ISSUE].value;
}

/* ---- denormal numbers: predicates that are no condition of the program's ---- */

static bool scales_denormals(const struct kernel *kernel)
{
	return kernel->code && kernel->code->scales_denormals;
}

/* Whether the instructions that scale can take much of its time, whatever part of the lanes they
 * switch off: they are few of what it executes, and each of them takes an issue slot. */
static bool may_scale_much(const struct kernel *kernel)
{
	return scales_denormals(kernel) &&
	       (is_suspect(kernel) || kernel->profile->issue_active >= thresholds[ISSUING].value);
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	(void)check;
	if (kernel_is_one_warp(kernel))
		return NULL; /* it issues on one of the SM's schedulers, at most */
	if (!is_measured(off_part(kernel)))
		return NEEDS_COUNTERS;
	return may_scale_much(kernel) && !is_measured(kernel->counts.instructions) &&
	                       kernel->profile->samples_issued < SAMPLES_MIN
	               ? NEEDS_STALLS
	               : NULL;
}

/* The lanes that are switched off otherwise. The scaling is off in all lanes, nearly always. */
static double own_part(const struct kernel *kernel, const struct instruction_mix *mix)
{
	return fmax(off_part(kernel) - mix->scales_denormals, 0);
}

/* The part of its instructions that is there for denormal numbers. */
static double denormals_part(const struct instruction_mix *mix)
{
	return mix->tests_denormals + mix->scales_denormals;
}

/*
 * What is left to win where nothing has to be scaled, and what allows no more: the special-function
 * unit and the memory stay as busy as they are.
 */
static struct kernel_loss judge_denormals(const struct check *check, const struct kernel *kernel,
                                          const struct instruction_mix *mix)
{
	const double special = instruction_mix_special_part(check, kernel, mix);
	const double saved = kernel_saved_by_instructions(kernel, denormals_part(mix));
	const double most = is_measured(saved) ? saved : 1;
	const char *why_not = "how much of them hides behind other instructions and waits, a trace "
	                      "does not show: the cost is the most there is to win";

	if (!(100 * denormals_part(mix) >= thresholds[DENORMALS].value) ||
	    100 * special >= thresholds[SPECIAL].value)
		return (struct kernel_loss){ 0 };
	if (1 - special < most)
		why_not = "how close to its peak the special-function unit comes then, a trace "
		          "does not show: the cost is the most there is to win";
	else if (most >= 1 - kernel_traffic_part(kernel))
		why_not = "memory moves as much without them, and leaves little time: the cost is "
		          "the most there is to win";
	return (struct kernel_loss){
		.cost = fmin(most, 1 - special),
		.saved = NAN,
		.why_not = why_not,
	};
}

/* ---- blocks that put few items of each thread together ---- */

/* Samples from the first barrier to the last atomic operation on global memory: behind that are
 * routines that come before. */
static double samples_of_tree(const struct kernel_lines *lines, const struct kernel_line *line,
                              const void *context)
{
	const struct kernel_code *code = context;
	const uint64_t at = (uint64_t)line->pc_offset_bytes / CODE_INSTRUCTION_BYTES;
	size_t first = 0, last = code->count;

	(void)lines;
	while (first < code->count && !code->items[first].is_barrier)
		first++;
	while (last > 0 && code->items[last - 1].kind != INSTRUCTION_GLOBAL_ATOMIC)
		last--;
	return at >= first && at < last ? (double)line->samples : 0;
}

/*
 * The part of its time in which blocks only put together what their threads have, in steps, where a
 * thread has no more than a few items: no loop of it accesses global memory, to which all goes by
 * atomic operations. 0: it is none, or has few blocks.
 */
static double tree_part(struct check *check, const struct kernel *kernel)
{
	const struct code *code = kernel->code;
	const int64_t samples = check->profiles->functions[kernel->function].samples;
	double part;

	if (!is_suspect(kernel) || !code || !code->meets_in_loops || code->global_in_loops ||
	    !code->global_atomics || code->stores.all || samples < SAMPLES_MIN ||
	    !(kernel->profile->waves >= thresholds[TURNS].value))
		return 0;
	part = kernel_weigh_code(check, kernel, samples_of_tree, NULL) / (double)samples;
	return 100 * part >= thresholds[TREE].value ? part : 0;
}

static void report_tree(struct check *check, struct finding *f, const struct kernel *kernel)
{
	finding_headline(
	        f,
	        "%s: for %.0f %% of its time, blocks put together what their threads have, "
	        "a few items each",
	        f->subject, 100 * tree_part(check, kernel));
	finding_advice(f,
	               "Launch as many blocks as the GPU holds at a time, and let each thread add "
	               "up many items before its block puts them together: for (i = index; i < n; "
	               "i += gridDim.x * blockDim.x). Then there are as many times fewer of these "
	               "steps, in which half of the threads drop out each time, and of atomic "
	               "operations. Put warps together by shuffles (__shfl_down_sync()), which "
	               "need no barrier.");
	kernel_name_code(check, f, kernel, "put together at", samples_of_tree, NULL);
	finding_fact(f, "switched off", "%.0f %% of the active lanes, on average",
	             100 * off_part(kernel));
	finding_fact(f, "turns", "its blocks are %s times as many as the GPU holds at a time",
	             format_count(FORMAT, (int64_t)fmin(kernel->profile->waves, 1e15)));
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	struct instruction_mix mix = { 0 };
	double off, saved, tree;

	if (may_scale_much(kernel))
		mix = instruction_mix(check, kernel);
	if (!is_suspect(kernel))
		return judge_denormals(check, kernel, &mix);
	tree = tree_part(check, kernel);
	if (tree > 0)
		return (struct kernel_loss){
			.cost = tree * (1 - 1 / kernel->profile->waves),
			.saved = NAN,
			.why_not = "the cost is what these steps take; how long it takes to add up "
			           "the items, a trace does not show",
		};
	off = is_measured(mix.special) ? own_part(kernel, &mix) : off_part(kernel);
	if (!is_much(off))
		return judge_denormals(check, kernel, &mix);
	saved = kernel_saved_by_instructions(kernel, off);
	return (struct kernel_loss){
		.cost = is_measured(saved) ? saved : off,
		.saved = NAN,
		.why_not =
		        "the instructions that set the predicates can go as well, and what takes "
		        "the place of the conditions has some of its own",
	};
}

static double executions_scaling(const struct kernel_lines *lines, const struct kernel_line *line,
                                 const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	(void)lines;
	return instruction && instruction->denormal == DENORMAL_SCALES
	               ? kernel_line_executions(line)
	               : 0;
}

static void report_denormals(struct check *check, struct finding *f, const struct kernel *kernel,
                             const struct instruction_mix *mix)
{
	const double special = instruction_mix_special_part(check, kernel, mix);
	const double traffic = kernel_traffic_part(kernel);
	const struct kernel_profile *p = kernel->profile;
	const bool is_of_l2 = p->l2_throughput >= 100 * traffic;

	f->severity = FINDING_NOTE;
	finding_headline(f, "%s: %.0f %% of its instructions test and scale for denormal numbers",
	                 f->subject, 100 * denormals_part(mix));
	finding_advice(f, "Compile with -ftz=true (--use_fast_math has it, too), if numbers below "
	                  "1.2e-38 may count as zero. The compiler scales operands and results of "
	                  "roots, reciprocals, logarithms and exponentials for their sake, with "
	                  "instructions that are switched off for all others. These are no "
	                  "conditions of the source.");
	kernel_name_code(check, f, kernel, "scales at", executions_scaling, NULL);
	if (special > 0)
		finding_fact(f, "special functions",
		             "their unit is in use for %.0f %% of the time at least: that stays",
		             100 * special);
	if (traffic > special)
		finding_fact(f, "memory",
		             "%s is at %.0f %% of its peak, which moves as much without them",
		             is_of_l2 ? "the L2 cache" : "GPU memory",
		             is_of_l2 ? p->l2_throughput : p->dram_percent);
}

static double lanes_off(const struct kernel_lines *lines, const struct kernel_line *line,
                        const void *context)
{
	(void)lines;
	(void)context;
	return line->thread_inst_executed - line->thread_inst_executed_pred_on;
}

/* Of a kernel that waits at barriers. */
static const char drop_out[] =
        "Where half of the threads drop out at each step of a sum, in shared memory with a barrier "
        "behind each, let each thread add up several items first, then warps by shuffles "
        "(__shfl_down_sync()), which need neither. ";

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	double part = kernel_instruction_part(kernel);
	struct instruction_mix mix = { 0 };

	if (tree_part(check, kernel) > 0) {
		report_tree(check, f, kernel);
		return;
	}
	if (scales_denormals(kernel))
		mix = instruction_mix(check, kernel);
	if (is_measured(mix.special) && !is_much(own_part(kernel, &mix))) {
		report_denormals(check, f, kernel, &mix);
		return;
	}
	finding_headline(f, "%s: predicates switch off %.0f %% of the active lanes, on average",
	                 f->subject, 100 * off_part(kernel));
	finding_advice(
	        f,
	        "%sReplace chains of short conditions by one computation on values that are chosen "
	        "beforehand (a table of coefficients, a selected operand); sort items so that "
	        "warps agree, and put a real branch around what a whole warp skips.",
	        kernel_stall(kernel, "barrier") > 0 ? drop_out : "");
	kernel_name_lines(check, f, kernel, "switched off at", lanes_off, NULL);
	if (is_measured(part))
		finding_fact(f, "limit", "%.0f %% of its time goes with the instructions executed",
		             100 * part);
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_predication(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_predication = {
	.id = "predication",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, kernel_threshold, worth_threshold },
	.check = check_predication,
	.is_about_code = true,
};
