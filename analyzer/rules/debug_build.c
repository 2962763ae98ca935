/* SPDX-License-Identifier: MIT */
/* Rule debug-build: device code that was compiled for the debugger takes the time. */
#include <errno.h>

#include "base/format.h"
#include "base/interval.h"
#include "code/code.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

/* The kernels whose code is a debug build: their time united, and which functions they are. */
static int collect(const struct check *check, const struct code *codes, struct finding *f,
                   struct interval_set *time)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	int err = 0;

	for (uint32_t i = 0; i < o->count && !err; i++) {
		if (o->type[i] != OPERATION_KERNEL || !codes[operation_function(trace, i)].is_debug)
			continue;
		err = interval_set_add(time, o->start_ns[i], o->end_ns[i]);
		if (f) {
			finding_target(f, i);
			finding_example(f, i, operation_length_ns(trace, i));
		}
	}
	interval_set_unite(time);
	return err;
}

static int report(struct check *check, const struct code *codes, int64_t cost_ns)
{
	struct finding *f = finding_add(check, "device code");
	struct interval_set time = { 0 };
	char names[NAME_MAX_BYTES] = "";
	int err = collect(check, codes, f, &time);

	interval_set_release(&time);
	if (!err)
		err = name_kernels(names, check->trace, f->targets, f->targets_count);
	for (uint32_t i = 0; i < check->trace->functions_count; i++)
		if (codes[i].is_debug)
			check_explains(check, i);
	f->cost_ns = cost_ns;
	f->occurrences = (int64_t)f->targets_count;
	finding_headline(f, "kernels compiled for the debugger, without optimisation, ran for %s",
	                 format_duration(FORMAT, cost_ns));
	finding_advice(f, "Compile without -G (CMake: a Release build). For source lines in a "
	                  "profiler -lineinfo is enough: it changes no code.");
	finding_fact(f, "kernels", "%s", names);
	finding_not_predicted(f, "how much faster the optimised code is depends on the code; "
	                         "measure that before anything else here");
	return err;
}

static void check_debug_build(struct check *check)
{
	struct interval_set time = { 0 };
	const struct code *codes = check->survey->codes;
	int err = collect(check, codes, NULL, &time);

	if (!err && is_worth(check, interval_set_length(&time)))
		err = report(check, codes, interval_set_length(&time));
	interval_set_release(&time);
	check_failed(check, err);
}

const struct rule rule_debug_build = {
	.id = "debug-build",
	.severity = FINDING_WARNING,
	.thresholds = { worth_threshold },
	.check = check_debug_build,
};
