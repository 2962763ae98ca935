/* SPDX-License-Identifier: MIT */
/*
 * Rule integer-division: a kernel spends much of its time on divisions of integers whose divisor
 * the compiler did not know: it is busy with their instructions, or each thread waits for their
 * chain of results. Any thread.
 */
#include <math.h>
#include <string.h>

#include "code/code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { REASONS_MAX = 64 };

enum { PART, ISSUING, CHAIN };

static const struct threshold thresholds[] = {
	[PART] = { "part", 10, "%" },
	[ISSUING] = { "issuing", 60, "%" },
	[CHAIN] = { "own chain", 30, "%" },
	{ .name = NULL },
};

static const struct code_instruction *division_at(const struct kernel_code *code,
                                                  const struct kernel_line *line)
{
	const uint64_t at = (uint64_t)line->pc_offset_bytes / CODE_INSTRUCTION_BYTES;

	return at < code->count && code->items[at].divides ? &code->items[at] : NULL;
}

static double samples_dividing(const struct kernel_lines *lines, const struct kernel_line *line,
                               const void *context)
{
	(void)lines;
	return division_at(context, line) ? (double)line->samples : 0;
}

/* Whether a warp at INSTRUCTION, in the state with that LABEL, has only the division to wait for:
 * its turn, a result of fixed latency, a conversion or the reciprocal. */
static bool is_of_its_own(const struct code_instruction *instruction, const char *label)
{
	static const char *const own[] = { "selected", "not_selected",       "wait",
		                           "dispatch", "math_pipe_throttle", "dispatch_stall" };
	const uint32_t results =
	        UINT32_C(1) << INSTRUCTION_CONVERSION | UINT32_C(1) << INSTRUCTION_SPECIAL_FUNCTION;

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strcmp(label, own[i]) == 0)
			return true;
	return strcmp(label, "short_scoreboard") == 0 && !(instruction->awaits & ~results);
}

static double samples_of_chain(const struct kernel_lines *lines, const struct kernel_line *line,
                               const void *context)
{
	const struct code_instruction *instruction = division_at(context, line);
	const struct trace_stall_reason *all = lines->hotspots.trace->stall_reasons;
	struct hotspot_reason reasons[REASONS_MAX];
	size_t count = 0;
	double samples = 0;

	if (instruction && line->hotspot.count)
		count = hotspot_reasons(&lines->hotspots, &line->hotspot, reasons, REASONS_MAX);
	for (size_t i = 0; i < count; i++)
		if (is_of_its_own(instruction, all[reasons[i].reason].label))
			samples += (double)reasons[i].samples;
	return samples;
}

static bool is_issuing(const struct kernel *kernel)
{
	return kernel->profile->issue_active >= thresholds[ISSUING].value;
}

static bool is_memory_measured(const struct kernel_profile *p)
{
	return is_measured(p->memory_throughput) || is_measured(p->l2_throughput);
}

/* Whether nothing has much to do: then a kernel takes as long as its threads' own steps. */
static bool is_latency_bound(const struct kernel_profile *p)
{
	return is_memory_measured(p) && kernel_profile_known_peak(p) < peak_threshold->value;
}

/*
 * The part of the kernel's samples in divisions, 0 to 1: in all that they do where the schedulers
 * are busy, and else in what waits for nothing but the division itself.
 */
static double part_dividing(struct check *check, const struct kernel *kernel)
{
	return kernel_weigh_code(check, kernel,
	                         is_issuing(kernel) ? samples_dividing : samples_of_chain) /
	       (double)kernel->profile->samples;
}

static const char *lacks(const struct check *check, const struct kernel *kernel)
{
	(void)check;
	if (!kernel->code || !kernel->code->divides)
		return NULL;
	if (kernel->profile->samples < SAMPLES_MIN)
		return NEEDS_STALLS;
	if (!is_measured(kernel->profile->issue_active))
		return NEEDS_COUNTERS;
	return is_issuing(kernel) || is_memory_measured(kernel->profile) ? NULL : NEEDS_MEMORY;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	double part;

	/* What waits for something else has time for them. */
	if (!kernel->code || !kernel->code->divides ||
	    !(is_issuing(kernel) || is_latency_bound(kernel->profile)))
		return (struct kernel_loss){ 0 };
	part = part_dividing(check, kernel);
	if (100 * part < thresholds[is_issuing(kernel) ? PART : CHAIN].value)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = fmax(fmin(part, 1 - kernel_traffic_part(kernel)), 0),
		.saved = NAN,
		.why_not = "what takes the place of the divisions has some instructions of its own",
	};
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	finding_headline(f, "%s: divisions and remainders of integers take %.0f %% of its time",
	                 f->subject, 100 * part_dividing(check, kernel));
	finding_advice(
	        f, "A division of integers (and %%) takes about twenty instructions, of 64 bits "
	           "eighty, where the "
	           "compiler does not know the divisor. Make the divisor a constant or a "
	           "template parameter; where it is a power of two, use shifts and masks "
	           "(i & (n - 1)). Take indices from blockIdx and threadIdx in two or three "
	           "dimensions instead of dividing one number; in a reduction, let thread i "
	           "work on item 2 * stride * i instead of asking for tid %% (2 * stride). "
	           "Divide once, outside of the loop; where an index goes round, compare it "
	           "with its end and begin anew (if (++i == n) i = 0).");
	kernel_name_code(check, f, kernel, "divides at", samples_dividing);
	finding_fact(f, "issuing", "in %.0f %% of the cycles", kernel->profile->issue_active);
	if (!is_issuing(kernel))
		finding_fact(f, "chain",
		             "no unit has much to do, and each thread waits for one result of the "
		             "division after the other");
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
};

static void check_integer_division(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_integer_division = {
	.id = "integer-division",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, peak_threshold, samples_threshold, kernel_threshold,
	                worth_threshold },
	.check = check_integer_division,
	.is_symptom = true,
};
