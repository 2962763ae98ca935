/* SPDX-License-Identifier: MIT */
/*
 * Rule double-precision: values that are loaded and stored as floats are computed as doubles in
 * between. Any thread.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "code/code.h"
#include "kernel/kernel_verdict.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { NARROWED, COMPUTED };

static const struct threshold thresholds[] = {
	[NARROWED] = { "narrowed", 25, "%" },
	[COMPUTED] = { "computed", 2, "operations" },
	{ .name = NULL },
};

/* Of the innermost loops in which it computes in doubles, or of what is in no loop; all 0: it does
 * not. */
static struct code_doubles innermost(const struct code *code)
{
	int depth = CODE_DEPTHS - 1;

	while (depth > 0 && !code->doubles[depth].compute)
		depth--;
	return code->doubles[depth];
}

/* Whether doubles become floats anywhere, as where a loop's result is stored. */
static bool goes_back(const struct code *code)
{
	for (int depth = 0; depth < CODE_DEPTHS; depth++)
		if (code->doubles[depth].narrow)
			return true;
	return false;
}

/* A sum of floats in a double is meant: an addition for each of them, and hardly anything goes
 * back. */
static bool goes_there_and_back(const struct code *code)
{
	const struct code_doubles doubles = innermost(code);
	const double widen = (double)doubles.widen, narrow = (double)doubles.narrow;

	return doubles.compute && doubles.widen && goes_back(code) &&
	       (100 * narrow > thresholds[NARROWED].value * widen ||
	        (double)doubles.compute > thresholds[COMPUTED].value * widen);
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	(void)check;
	return goes_there_and_back(kernel->code) && kernel->profile->samples < SAMPLES_MIN
	               ? NEEDS_STALLS
	               : NULL;
}

/* ---- samples that go with doubles ---- */

/* What warps wait for at any instruction, whatever it computes. */
static const char *const other_waits[] = {
	"long_scoreboard", "barrier", "membar", "lg_throttle", "tex_throttle", "sleeping", NULL,
};

static bool awaits_doubles_alone(const struct code_instruction *instruction)
{
	for (int k = 0; k < INSTRUCTION_KINDS; k++)
		if (k != INSTRUCTION_DOUBLE && instruction->awaits >> k & 1 &&
		    instruction_is_short((enum instruction_kind)k))
			return false;
	return instruction->awaits >> INSTRUCTION_DOUBLE & 1;
}

/* Whether warps that are at an instruction in the state STALL compute doubles, or wait for one. */
static double goes_with_doubles(const struct trace_stall_reason *stall, const void *context)
{
	const struct code_instruction *instruction = context;

	if (stall->is_subset)
		return false;
	if (strcmp(stall->label, "short_scoreboard") == 0)
		return awaits_doubles_alone(instruction);
	return instruction->kind == INSTRUCTION_DOUBLE &&
	       !text_is_one_of(stall->label, other_waits);
}

static double samples_with_doubles(const struct kernel_lines *lines, const struct kernel_line *line,
                                   const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	return instruction ? kernel_line_stalls(lines, line, goes_with_doubles, instruction) : 0;
}

/* ---- judging ---- */

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const double traffic = kernel_traffic_part(kernel);
	double part;

	if (!goes_there_and_back(kernel->code))
		return (struct kernel_loss){ 0 };
	part = kernel_weigh_code(check, kernel, samples_with_doubles, NULL) /
	       (double)kernel->profile->samples;
	return (struct kernel_loss){
		.cost = fmax(fmin(part, 1 - traffic), 0), /* fmin() passes over NAN */
		.saved = NAN,
		.why_not = "computing in floats takes some of that time, too",
	};
}

/* ---- what is said ---- */

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct code_doubles doubles = innermost(kernel->code);
	const uint32_t d = kernel->profile->device;
	double part, peaks;

	part = kernel_weigh_code(check, kernel, samples_with_doubles, NULL) /
	       (double)kernel->profile->samples;
	finding_headline(f,
	                 "%s: floats are made doubles and back, which takes %.0f %% of its warps' "
	                 "time",
	                 f->subject, 100 * part);
	finding_advice(
	        f, "A constant without f (0.5) is a double, and makes one of all that it meets: "
	           "write 0.5f, call the functions for floats (sqrtf(), expf()), and declare "
	           "as double only what has to be one, as a sum. nvcc -Xptxas "
	           "-warn-double-usage says where doubles are used. Where the precision is "
	           "needed, keep doubles throughout.");
	kernel_name_code(check, f, kernel, "in doubles at", samples_with_doubles, NULL);
	finding_fact(f, "code",
	             "%s in doubles between %s of floats to doubles and %s back, in its innermost "
	             "loop",
	             name_count(NAME, doubles.compute, "operation", "operations"),
	             name_count(NAME, doubles.widen, "conversion", "conversions"),
	             format_count(FORMAT, doubles.narrow));
	if (d == NONE)
		return;
	peaks = device_peak_flops_per_s(&check->trace->devices[d], FLOP_32) /
	        device_peak_flops_per_s(&check->trace->devices[d], FLOP_64);
	if (is_measured(peaks))
		finding_fact(f, "peak rates", "floats %.0f times as fast as doubles", peaks);
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_double_precision(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_double_precision = {
	.id = "double-precision",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, kernel_threshold, worth_threshold },
	.check = check_double_precision,
	.is_about_code = true,
};
