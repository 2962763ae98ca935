/* SPDX-License-Identifier: MIT */
/* Rule empty-kernel: kernels whose code does nothing are launched all the same. */
#include <errno.h>

#include "base/format.h"
#include "base/interval.h"
#include "code/code.h"
#include "kernel/kernel_library.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { PROLOGUE, TIMES };

static const struct threshold thresholds[] = {
	[PROLOGUE] = { "prologue", 2, "instructions" },
	[TIMES] = { "times", REPEATS_MIN, "launches" },
	{ .name = NULL },
};

static bool is_empty(const struct code *code)
{
	return code->is_known && code->exit_at >= 0 && code->exit_at <= thresholds[PROLOGUE].value;
}

/*
 * What launching FUNCTION costs: the time in its launch calls and of its kernels, united. Each of
 * them becomes a target of F unless that is NULL. Kernels in graphs have no call of their own.
 */
static int measure(const struct check *check, uint32_t function, struct finding *f,
                   int64_t *cost_ns, int64_t *launches)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	struct interval_set time = { 0 };
	int err = 0;

	*launches = 0;
	for (uint32_t i = 0; i < o->count && !err; i++) {
		const uint32_t call = o->call[i];

		if (o->type[i] != OPERATION_KERNEL || operation_function(trace, i) != function)
			continue;
		++*launches;
		err = interval_set_add(&time, o->start_ns[i], o->end_ns[i]);
		if (!err && call != NONE && !(o->flags[i] & OPERATION_GRAPH))
			err = interval_set_add(&time, trace->calls.start_ns[call],
			                       trace->calls.end_ns[call]);
		if (f) {
			finding_target(f, i);
			finding_example(f, i, operation_length_ns(trace, i));
		}
	}
	interval_set_unite(&time);
	*cost_ns = interval_set_length(&time);
	interval_set_release(&time);
	return err;
}

static int judge(struct check *check, uint32_t function)
{
	const struct library *library = kernel_library(check->trace->functions[function].name);
	const bool is_generated = library && library->kind == LIBRARY_COMPILERS;
	int64_t cost_ns, launches;
	struct finding *f;
	int err = measure(check, function, NULL, &cost_ns, &launches);

	if (err || launches < thresholds[TIMES].value || !is_worth(check, cost_ns))
		return err;
	f = finding_add_function(check, function);
	err = measure(check, function, f, &cost_ns, &launches);
	check_explains(check, function);
	f->cost_ns = cost_ns;
	f->occurrences = launches;
	finding_headline(f, "%s does nothing, and was launched %s", f->subject,
	                 name_count(NAME, launches, "time", "times"));
	finding_advice(f, "%s",
	               rule_note(check->rule, RULE_ADVICE, is_generated ? "generated" : "own"));
	finding_fact(f, "code", "it ends with its first instructions, in every thread");
	return err;
}

static void check_empty_kernel(struct check *check)
{
	const struct code *codes = check->survey->codes;
	int err = 0;

	for (uint32_t i = 0; !err && i < check->trace->functions_count; i++)
		if (is_empty(&codes[i]))
			err = judge(check, i);
	check_failed(check, err);
}

const struct rule rule_empty_kernel = {
	.id = "empty-kernel",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_empty_kernel,
	.fix = finding_drop_targets,
};
