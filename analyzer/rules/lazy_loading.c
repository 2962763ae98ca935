/* SPDX-License-Identifier: MIT */
/*
 * Rule lazy-loading: functions that were loaded at their first launch while other work was under
 * way. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "kernel/kernel_library.h"
#include "rules/shared/held.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { PASSES };

static const struct threshold thresholds[] = {
	[PASSES] = { "passes", REPEATS_MIN, "launches" },
	{ .name = NULL },
};

/* Functions that were loaded later than the first one. */
struct loaded {
	size_t count;
	size_t of_libraries; /* that a library brings, which nobody can ask for */
};

/*
 * Counts what was launched on DEVICE for the first time, but for the first of all, and adds the
 * calls to FINDING, which may be NULL: loading before any other GPU work is start-up and holds
 * nothing back. Returns 0 or -ENOMEM.
 */
static int find_loaded(struct loaded *loaded, const struct check *check, uint32_t device,
                       struct finding *finding)
{
	const struct trace_operations *o = &check->trace->operations;
	bool *is_loaded = calloc(check->trace->functions_count + 1, sizeof *is_loaded);

	*loaded = (struct loaded){ 0 };
	if (!is_loaded)
		return -ENOMEM;
	for (size_t i = 0; i < o->count; i++) {
		uint32_t id = check->graph->issue_order[i], function;

		if (o->type[id] != OPERATION_KERNEL)
			continue;
		function = operation_function(check->trace, id);
		if (!is_loaded[function] && i > 0 && o->call[id] != NONE &&
		    operation_device(check->trace, id) == device) {
			if (finding)
				finding_target(finding, o->call[id]);
			loaded->count++;
			loaded->of_libraries +=
			        kernel_library(check->trace->functions[function].name) != NULL;
		}
		is_loaded[function] = true;
	}
	free(is_loaded);
	return 0;
}

/* Whether what was loaded on DEVICE is launched again and again: it was loaded in a first pass. */
static bool is_first_pass(const struct check *check, uint32_t device, size_t loaded)
{
	const struct trace_operations *o = &check->trace->operations;
	size_t launches = 0;

	for (uint32_t i = 0; i < o->count; i++)
		launches += o->type[i] == OPERATION_KERNEL &&
		            operation_device(check->trace, i) == device;
	return (double)launches >= thresholds[PASSES].value * (double)loaded;
}

/*
 * Takes out what waited for nothing but its own load while kernels had not yet run for as long as
 * that load took: that is a program starting, not one at work.
 */
static int drop_start_up(struct held *held, const struct check *check, uint32_t device)
{
	const struct trace *trace = check->trace;
	int64_t busy_ns = 0, last_ns = INT64_MIN;
	size_t next = 0, kept = 0;

	for (uint32_t i = 0; i < trace->operations.count && next < held->count; i++) {
		int64_t start_ns = trace->operations.start_ns[i],
		        end_ns = trace->operations.end_ns[i];

		if (operation_device(trace, i) != device)
			continue;
		if (held->operations[next] == i) {
			if (check->graph->blocker[i] != NONE ||
			    busy_ns > graph_wait_ns(check->graph, i))
				held->operations[kept++] = i;
			next++;
		}
		if (trace->operations.type[i] == OPERATION_KERNEL && end_ns > last_ns) {
			busy_ns += end_ns - (start_ns > last_ns ? start_ns : last_ns);
			last_ns = end_ns;
		}
	}
	held->count = kept;
	return held_measure(held, check);
}

/* Whether NS, which passes once, is too little of the run: nothing is left of it in a longer one.
 */
static bool is_little(const struct check *check, int64_t ns)
{
	const int64_t run_ns = check->trace->last_ns - check->trace->first_ns;

	return percent_of(ns, run_ns) < worth_threshold->value;
}

static int report(struct check *check, uint32_t device, const struct held *held)
{
	const struct trace *trace = check->trace;
	const char *mode = trace_environment(trace, "CUDA_MODULE_LOADING");
	bool is_start_up = !is_worth(check, held->behind_ns);
	char kernels[NAME_MAX_BYTES];
	struct finding *finding;
	struct loaded loaded;
	int err = name_kernels(kernels, trace, held->operations, held->count);

	if (err)
		return err;
	finding = finding_add_device(check, device);
	held_report(held, check, finding);
	err = find_loaded(&loaded, check, device, finding);
	finding->parameter = check->graph->launch_call_ns;
	if (is_first_pass(check, device, finding->targets_count)) {
		finding->severity = FINDING_NOTE;
		finding_fact(finding, "once",
		             "in the first pass: the program launches the same functions again and "
		             "again, and a longer run waits no longer");
		finding_not_predicted(finding, "it happens once, and loading before takes time, "
		                               "too: at most the whole cost");
	}
	if (is_start_up) {
		finding->severity = FINDING_NOTE;
		finding_headline(finding,
		                 "the GPU waited %s in all for functions that were loaded at their "
		                 "first launch",
		                 format_duration(FORMAT, held->cost_ns));
	} else {
		finding_headline(
		        finding,
		        "%s waited up to %s for others because functions were loaded in between",
		        name_count(NAME, (int64_t)held->count, "operation", "operations"),
		        format_duration(FORMAT, held->worst_ns));
	}
	finding_fact(finding, "held back", "%s", kernels);
	finding_fact(finding, "functions loaded after the start", "%s",
	             format_count(FORMAT, (int64_t)finding->targets_count));
	finding_fact(finding, "CUDA_MODULE_LOADING", "%s",
	             mode ? mode : "not set: LAZY is the default since CUDA 12.2");
	finding_advice(
	        finding, "%s",
	        rule_note(finding->rule, RULE_ADVICE,
	                  2 * loaded.of_libraries > finding->targets_count ? "library" : "own"));
	return err;
}

static void check_device(struct check *check, uint32_t device)
{
	struct held held;
	struct loaded loaded;
	int err = held_collect(&held, check, device, CAUSE_LOADING);

	if (!err)
		err = drop_start_up(&held, check, device);
	if (!err)
		err = find_loaded(&loaded, check, device, NULL);
	if (!err && is_worth(check, held.cost_ns) &&
	    !(is_first_pass(check, device, loaded.count) && is_little(check, held.cost_ns)))
		err = report(check, device, &held);
	held_release(&held);
	check_failed(check, err);
}

static void check_lazy_loading(struct check *check)
{
	for (uint32_t device = 0; device < check->trace->devices_count; device++)
		check_device(check, device);
}

/* No barriers, and a first launch takes no longer than the others. */
static void fix_lazy_loading(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	scenario_without_on(scenario, finding->device, CAUSE_LOADING);
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t call = finding->targets[i];

		if (call_length_ns(check->trace, call) > finding->parameter)
			scenario_call_duration(scenario, call, finding->parameter);
	}
}

const struct rule rule_lazy_loading = {
	.id = "lazy-loading",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, wait_threshold, worth_threshold },
	.wait = SHARE_LOADING,
	.check = check_lazy_loading,
	.fix = fix_lazy_loading,
	.gain_limits_cost = true,
};
