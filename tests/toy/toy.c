/* SPDX-License-Identifier: MIT */
/*
 * A rule for the test that a new rule needs no more than its file, its text and one line in the
 * list: kernels that run for a second. small-grid, which comes later in the list, goes first. Any
 * thread.
 */
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "trace/trace.h"

enum { LONG };

static const struct threshold thresholds[] = {
	[LONG] = { "long", 1e9, "ns" },
	{ .name = NULL },
};

static void check_toy(struct check *check)
{
	const struct trace_operations *o = &check->trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		struct finding *f;

		if (o->type[i] != OPERATION_KERNEL ||
		    (double)(o->end_ns[i] - o->start_ns[i]) < thresholds[LONG].value ||
		    check_finding_of(check, "small-grid", operation_function(check->trace, i)))
			continue;
		f = finding_add_function(check, operation_function(check->trace, i));
		f->cost_ns = o->end_ns[i] - o->start_ns[i];
		f->occurrences = 1;
		finding_headline(f, "%s runs for long", f->subject);
		finding_advice(f, "Wait for it.");
		finding_not_predicted(f, "it is a toy");
	}
}

const struct rule rule_toy = {
	.id = "toy",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds },
	.yields_to = { "small-grid" },
	.check = check_toy,
};
