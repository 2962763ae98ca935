/* SPDX-License-Identifier: MIT */
/*
 * Rule load-in-loop: the program loads code again and again, since it compiles it or makes a
 * library's plan in a loop.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { TIMES };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", REPEATS_MIN, "times" },
	{ .name = NULL },
};

/* What the program asks for. The runtime's own cuLibraryLoadData() loads what was compiled into it,
 * once. */
static bool is_load(const struct trace *trace, uint32_t call)
{
	const char *name = trace->call_names[trace->calls.name[call]].name;

	return strstr(name, "LoadData") && strncmp(name, "cuLibrary", strlen("cuLibrary")) != 0;
}

static bool is_launch(const struct trace *trace, uint32_t call)
{
	return trace->call_names[trace->calls.name[call]].class == CALL_LAUNCH;
}

struct loads {
	int64_t count;
	uint32_t first; /* call */
	struct interval_set time;
};

static int add_call(struct loads *loads, const struct trace *trace, uint32_t call,
                    struct finding *f)
{
	if (f)
		finding_target(f, call);
	return interval_set_add(&loads->time, trace->calls.start_ns[call],
	                        trace->calls.end_ns[call]);
}

/* The loads, and of each thread the first launch behind one, where it takes longer than launches
 * do: that brings the function to the GPU. */
static int find_loads(struct loads *loads, const struct graph *graph, struct finding *f)
{
	const struct trace *trace = graph->trace;
	bool *has_loaded = calloc(trace->threads_count + 1, sizeof *has_loaded);
	int err = has_loaded ? 0 : -ENOMEM;

	*loads = (struct loads){ .first = NONE };
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		bool *is_behind = &has_loaded[trace->calls.thread[c]];

		if (is_load(trace, c)) {
			if (!loads->count++)
				loads->first = c;
			*is_behind = true;
			err = add_call(loads, trace, c, f);
		} else if (is_launch(trace, c)) {
			if (*is_behind && call_length_ns(trace, c) > graph->launch_call_ns)
				err = add_call(loads, trace, c, f);
			*is_behind = false;
		}
	}
	interval_set_unite(&loads->time);
	free(has_loaded);
	return err;
}

static int report(struct check *check)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "");
	struct loads loads;
	int err = find_loads(&loads, check->graph, f);

	f->cost_ns = interval_set_length(&loads.time);
	f->occurrences = loads.count;
	if (loads.first != NONE)
		finding_headline(
		        f, "code was loaded %s in %s, of %s in all: %s",
		        name_count(NAME, loads.count, "time", "times"),
		        name_call(NAME, trace, loads.first),
		        name_count(NAME, (int64_t)trace->functions_count, "kernel", "kernels"),
		        format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Load code once and keep it: make plans (cuFFT) before the loop, and use "
	                  "them again for each piece of the same size; keep modules that were "
	                  "compiled at run time (NVRTC) by their options, and give kernels what "
	                  "varies as arguments instead of compiling it in.");
	finding_fact(f, "counted",
	             "the calls that load, and each first launch behind one, where it takes longer "
	             "than other launches");
	interval_set_release(&loads.time);
	return err;
}

static void check_load_in_loop(struct check *check)
{
	struct loads loads;
	int err = find_loads(&loads, check->graph, NULL);
	const size_t kernels = check->trace->functions_count;
	const double least = thresholds[TIMES].value * (double)(kernels ? kernels : 1);
	const bool is_finding = !err && (double)loads.count >= least &&
	                        is_worth(check, interval_set_length(&loads.time));

	interval_set_release(&loads.time);
	if (is_finding)
		err = report(check);
	check_failed(check, err);
}

/* Nothing is loaded, and a first launch takes no longer than the others. */
static void fix_load_in_loop(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		if (is_launch(check->trace, call))
			scenario_call_duration(scenario, call, check->graph->launch_call_ns);
		else
			scenario_change_call(scenario, call, CALL_DROPPED);
	}
}

const struct rule rule_load_in_loop = {
	.id = "load-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_load_in_loop,
	.fix = fix_load_in_loop,
};
