/* SPDX-License-Identifier: MIT */
/*
 * Where most of a run is a benchmark: that it is, and what it measures. It repeats that for a given
 * time, and may clear the cache before each turn: that is no work of the program's. A tuner
 * measures its candidates in the same way. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/host_setup.h"
#include "code/host_time.h"
#include "code/launch_callers.h"
#include "report/report_parts.h"
#include "rules/shared/names.h"

enum {
	BENCHMARK_MIN_PERCENT = 50, /* of the run: it is what the run is about */
	TOOL_MIN_PERCENT = 10,      /* of the benchmark */
	KERNELS_SHOWN = 3,
	KERNEL_MIN_PERCENT = 10, /* of the time in kernels */
	KERNELS_TEXT = KERNELS_SHOWN * (NAME_MAX_BYTES + 32),
};

static const enum host_setup_kind measuring[] = { SETUP_TUNING, SETUP_MEASURING };
enum { MEASURING_KINDS = sizeof measuring / sizeof *measuring };

/* What each of these took, and whose it is. */
struct measured {
	double ns[MEASURING_KINDS];
	const char *tool[MEASURING_KINDS];
};

/* Whether something is compiled at STACK: a tuner does that, too. */
static bool compiles(const struct trace *trace, uint32_t stack)
{
	for (; stack != NONE; stack = trace->host_stacks[stack].parent)
		if (host_setup_of_frame(trace, trace->host_stacks[stack].frame).kind ==
		    SETUP_COMPILING)
			return true;
	return false;
}

/* How much of what the thread that was sampled most did is a benchmark, ns, and whose. */
static int measure(struct measured *measured, const struct host_code *code)
{
	const struct trace *trace = code->trace;
	struct host_setup *setups = host_setup_of_stacks(trace);
	struct host_time time;
	int err = host_time_init(&time, code);

	if (!setups)
		err = -ENOMEM;
	if (!err && time.most_sampled != NONE)
		host_time_add_own(&time, time.most_sampled, trace->first_ns, trace->last_ns);
	for (uint32_t i = 0; i < trace->host_stacks_count && !err; i++)
		for (size_t k = 0; k < MEASURING_KINDS; k++)
			if (setups[i].kind == measuring[k] && time.sampled_ns[i] > 0 &&
			    !compiles(trace, i)) {
				measured->ns[k] += time.sampled_ns[i];
				measured->tool[k] = setups[i].tool;
			}
	free(setups);
	host_time_release(&time);
	return err;
}

/* Whether the benchmark itself is at SAMPLE, and not what it calls: its code is the innermost in
 * Python. */
static bool is_its_own(const struct trace *trace, const struct trace_host_sample *sample)
{
	uint32_t stack = sample->stack, frame;

	while (stack != NONE && trace->host_frames[trace->host_stacks[stack].frame].binary != NONE)
		stack = trace->host_stacks[stack].parent;
	if (stack == NONE)
		return false;
	frame = trace->host_stacks[stack].frame;
	return text_matches("*clear_cache", trace->host_frames[frame].function) ||
	       host_setup_of_frame(trace, frame).kind == SETUP_MEASURING;
}

/* The time of kernels by function, without what fills memory for the benchmark itself, which is
 * *FILLS_NS. */
static int measure_kernels(double *ns, double *fills_ns, const struct host_code *code)
{
	const struct trace *trace = code->trace;
	struct launch_group group = { 0 };
	struct launch_callers callers;
	int err = launch_callers_init(&callers, code);

	while (!err && launch_callers_next(&group, &callers)) {
		const uint32_t function = group.items->function;
		double all_ns = 0, own_ns = 0;

		for (size_t i = 0; i < group.count; i++)
			all_ns += launch_caller_ns(&callers, &group.items[i]);
		for (size_t i = 0; i < group.known_count; i++)
			if (group.known[i].sample && is_its_own(trace, group.known[i].sample))
				own_ns += launch_caller_ns(&callers, &group.known[i]);
		if (group.known_ns > 0 &&
		    text_matches("*FillFunctor*", trace->functions[function].name))
			*fills_ns += all_ns * own_ns / group.known_ns;
		else
			own_ns = 0;
		ns[function] += all_ns - (own_ns > 0 ? all_ns * own_ns / group.known_ns : 0);
	}
	launch_callers_release(&callers);
	return err;
}

/* "; of the time in kernels 24 % is f() ...". */
static void write_kernels(char text[KERNELS_TEXT], double *ns, double fills_ns,
                          const struct trace *trace)
{
	double all_ns = fills_ns;
	size_t used = 0;

	*text = '\0';
	for (uint32_t i = 0; i < trace->functions_count; i++)
		all_ns += ns[i];
	for (int shown = 0; shown < KERNELS_SHOWN; shown++) {
		uint32_t most = 0;

		for (uint32_t i = 1; i < trace->functions_count; i++)
			most = ns[i] > ns[most] ? i : most;
		if (!trace->functions_count || 100 * ns[most] < KERNEL_MIN_PERCENT * all_ns ||
		    used >= KERNELS_TEXT)
			break;
		used += (size_t)snprintf(text + used, KERNELS_TEXT - used, "%s%s %s%s",
		                         shown ? ", " : ". Of the time in kernels ",
		                         format_percent(FORMAT, 100 * ns[most] / all_ns),
		                         shown ? "" : "is ", name_function(NAME, trace, most));
		ns[most] = 0;
	}
	if (used < KERNELS_TEXT && 100 * fills_ns >= KERNEL_MIN_PERCENT * all_ns)
		snprintf(text + used, KERNELS_TEXT - used,
		         "%s%s clears the cache before each turn, which is the benchmark's own",
		         used ? ", and " : ". Of the time in kernels ",
		         format_percent(FORMAT, 100 * fills_ns / all_ns));
}

/* "Triton's autotuner and Triton's do_bench()": of what took NS in all. */
static const char *write_tools(char text[NAME_MAX_BYTES], const struct measured *measured,
                               double ns)
{
	struct name_list list = { 0 };

	for (size_t k = 0; k < MEASURING_KINDS; k++)
		if (100 * measured->ns[k] >= TOOL_MIN_PERCENT * ns)
			name_list_add(&list, measured->tool[k]);
	snprintf(text, NAME_MAX_BYTES, "%s", name_list_end(&list));
	return text;
}

int report_add_benchmark(struct report *report, struct report_process *process,
                         const struct host_code *host)
{
	const struct trace *trace = host->trace;
	double *by_function = calloc(trace->functions_count + 1, sizeof *by_function);
	struct measured measured = { 0 };
	char kernels[KERNELS_TEXT];
	double ns = 0, fills_ns = 0;
	int err = by_function ? measure(&measured, host) : -ENOMEM;

	for (size_t k = 0; k < MEASURING_KINDS; k++)
		ns += measured.ns[k];
	if (!err &&
	    percent_of((int64_t)ns, trace->last_ns - trace->first_ns) >= BENCHMARK_MIN_PERCENT) {
		err = measure_kernels(by_function, &fills_ns, host);
		write_kernels(kernels, by_function, fills_ns, trace);
		process->benchmark = (struct report_own_work){
			.ns = (int64_t)ns,
			.code = report_text(report,
			                    "%s, which repeats what it measures for as long as it "
			                    "wants: faster kernels change its numbers, and hardly "
			                    "the run%s",
			                    write_tools(NAME, &measured, ns), kernels),
		};
	}
	free(by_function);
	return err;
}
