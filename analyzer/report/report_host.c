/* SPDX-License-Identifier: MIT */
/* Names the host's code: what ran between calls of CUDA, and what launched kernels. Any thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/autograd_nodes.h"
#include "code/host_launches.h"
#include "kernel/kernel_library.h"
#include "report/host_named.h"
#include "report/report_parts.h"
#include "rules/shared/long_rounds.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum {
	WAIT_MIN_PERCENT =
	        10, /* of the program's own work: a shorter wait is not what to ask about */
	NAMELESS_PERCENT = 50,       /* of it: its functions are not what to look at */
	STILL_PERCENT = 25,          /* of it: who uses managed memory may wait for its pages */
	COMPILING_MIN_PERCENT = 5,   /* of the program time: compiling gets a line, */
	COMPILING_SAID_PERCENT = 90, /* unless the lines of spans have said so much of it, */
	COMPILING_MOST_PERCENT = 25, /* and it is less than this, which comes first in any case */
	ADVISED_MIN_PERCENT = 10,    /* of the run: what makes less of the own work is worth it */
};

#define XLA_TUNER "XLA's autotuner"

/* ---- who launched the kernels ---- */

enum { KERNELS_MIN_PERCENT = 25 }; /* of the main part: less does not take it */

/* By operation, which are kernels; *NS is how long they ran, added up. NULL: no memory. */
static bool *find_kernels(const struct trace *trace, int64_t *ns)
{
	bool *is_kernel = calloc(trace->operations.count + 1, sizeof *is_kernel);

	*ns = 0;
	for (size_t i = 0; is_kernel && i < trace->operations.count; i++) {
		is_kernel[i] = trace->operations.type[i] == OPERATION_KERNEL;
		if (is_kernel[i])
			*ns = sum_saturated(*ns, operation_length_ns(trace, i));
	}
	return is_kernel;
}

/* Adds what the kernels that backward() launches are the gradients of. */
static int name_gradients(struct host_named *named, struct report *report,
                          const struct launch_callers *callers, const bool *is_kernel,
                          int64_t kernels_ns)
{
	struct autograd_nodes nodes;
	char text[AUTOGRAD_NODES_TEXT];
	int err = autograd_nodes_find(&nodes, callers, is_kernel, NODES_BY_NS);

	if (!err && *autograd_nodes_text(text, &nodes, (double)kernels_ns))
		named->code = report_text(report, "%s; gradients, by PyTorch's nodes: %s",
		                          named->code, text);
	autograd_nodes_release(&nodes);
	return err;
}

static int name_launches(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct host_code *host)
{
	const int64_t whole_ns = process->rest_ns ? process->rest_ns : graph->program_ns;
	struct host_named named = { .code = "", .of = "" };
	struct host_launches launches = { 0 };
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	size_t count = 0;
	int64_t kernels_ns;
	bool *is_kernel = find_kernels(graph->trace, &kernels_ns);
	int err = is_kernel ? 0 : -ENOMEM;

	if (!err && percent_of(kernels_ns, whole_ns) < KERNELS_MIN_PERCENT)
		goto out;
	if (!err)
		err = host_launches_init(&launches, host, OF_FUNCTIONS);
	if (!err)
		err = host_time_init(&time, host);
	if (!err) {
		host_launches_add(&time, &launches, is_kernel);
		err = host_time_spots(&time, &spots, &count);
	}
	/* Nobody knows who launched the others. */
	if (!err && time.sampled_sum_ns > time.unknown_ns && count &&
	    host->places[spots->site.own].line > 0)
		host_named_write(&named, report, host, spots, count);
	if (*named.code && !err)
		err = name_gradients(&named, report, &launches.callers, is_kernel, kernels_ns);
	if (*named.code &&
	    percent_of((int64_t)time.unknown_ns, kernels_ns) >= HOST_SPOT_MIN_PERCENT)
		named.code = report_text(report, "%s; of %.0f %% it is not known", named.code,
		                         percent_of((int64_t)time.unknown_ns, kernels_ns));
out:
	process->launched_from = named.code;
	free(spots);
	free(is_kernel);
	host_time_release(&time);
	host_launches_release(&launches);
	return err;
}

/* *COMPILING_NS: how much of the spans the compiler took that took most of each. */
static int name_spans(double *compiling_ns, struct report *report, struct report_process *process,
                      const struct graph *graph, const struct findings *findings)
{
	int64_t advised_ns = graph->run.wall_ns / 100 * ADVISED_MIN_PERCENT;
	int err = 0;

	for (int span = 0; span < OWN_SPANS && !err; span++) {
		struct interval_set set = { 0 };
		struct host_named named = { .code = "", .of = " of it" };

		if (!process->own[span].ns)
			continue;
		err = report_own_span(&set, (enum report_own)span, process, graph, findings);
		if (!err)
			err = host_named_make(&named, report, graph, findings->host, &set);
		process->own[span].code = named.code;
		if (!err && *named.advice && process->own[span].ns >= advised_ns) {
			advised_ns = process->own[span].ns;
			process->own_advice = report_text(report, "Most of its own work %s %s",
			                                  report_own_times[span], named.advice);
		}
		if (!report_own_is_outside((enum report_own)span))
			*compiling_ns += named.imported.compiling.ns;
		interval_set_release(&set);
	}
	return err;
}

/* Nobody should add up what COMPILER took in all, and in spans of which that is said. */
static void name_compiled_parts(struct report *report, struct report_process *process,
                                const char *compiler)
{
	char name[HOST_PLACE_TEXT];

	snprintf(name, sizeof name, "compiling (%s)", compiler);
	for (int span = 0; span < OWN_SPANS; span++)
		if (process->own[span].ns && strstr(process->own[span].code, name) &&
		    !report_own_is_outside((enum report_own)span))
			process->own[span].code =
			        report_text(report, "%s; the compiling is part of the %s",
			                    process->own[span].code,
			                    format_duration(FORMAT, process->compiling.ns));
}

/* "; 15.10 s of it (58.8 %) is XLA's autotuner ...", which is native; "": not much is. */
static const char *say_tuning(struct report *report, int64_t tuning_ns, int64_t compiling_ns)
{
	if (!tuning_ns)
		return "";
	return report_text(report,
	                   "; %s of it (%s) is " XLA_TUNER
	                   ", which compiles and times variants of kernels: "
	                   "XLA_FLAGS=--xla_gpu_autotune_level=0 leaves that out, for kernels that "
	                   "may be slower, and --xla_gpu_per_fusion_autotune_cache_dir=DIRECTORY "
	                   "keeps what it chose, for changed code, too",
	                   format_duration(FORMAT, tuning_ns),
	                   format_percent(FORMAT, percent_of(tuning_ns, compiling_ns)));
}

/* What was compiled all through the run, for each shape and each kind of data, in pauses that are
 * short. SAID_NS: how much of it the lines of spans say. */
static int name_compiling(struct report *report, struct report_process *process,
                          const struct graph *graph, const struct findings *findings,
                          double said_ns)
{
	struct host_named named = { .code = "", .of = "", .asks_compiler = true };
	const struct host_import *it = &named.imported.compiling;
	char text[HOST_IMPORT_TEXT], at[HOST_BRANCH_TEXT] = "";
	struct interval_set steps = { 0 };
	int64_t tuning_ns = 0;
	int err = report_own_steps(&steps, graph);

	if (!err)
		err = host_named_make(&named, report, graph, findings->host, &steps);
	if (!err && it->compiler && strcmp(it->compiler, "XLA") == 0)
		err = report_tuning(&tuning_ns, graph, &steps, (int64_t)it->ns);
	interval_set_release(&steps);
	if (err || percent_of((int64_t)it->ns, graph->program_ns) < COMPILING_MIN_PERCENT ||
	    (100 * said_ns >= COMPILING_SAID_PERCENT * it->ns &&
	     percent_of((int64_t)it->ns, graph->program_ns) < COMPILING_MOST_PERCENT))
		return err;
	if (named.compiling_at.count)
		host_branch_times(at, findings->host, &named.compiling_at, it->ns);
	process->compiling = (struct report_own_work){
		.ns = (int64_t)it->ns,
		.code = report_text(report, "%s%s%s%s%s%s",
		                    host_import_text(text, findings->host, it), *at ? ", " : "", at,
		                    it->kept ? ": " : "", it->kept ? it->kept : "",
		                    say_tuning(report, tuning_ns, (int64_t)it->ns)),
	};
	name_compiled_parts(report, process, it->compiler);
	return 0;
}

/* What the host was at when the program was killed, in a call that had not ended, too. */
static int name_cut(struct report *report, struct report_process *process,
                    const struct graph *graph, const struct findings *findings)
{
	const int64_t last_ns = graph->trace->last_ns;
	struct interval_set set = { 0 };
	struct host_named named = { .code = "", .of = " of it" };
	int err = process->cut.ns ? interval_set_add(&set, last_ns, last_ns + process->cut.ns) : 0;

	if (!err && set.count)
		err = host_named_make(&named, report, graph, findings->host, &set);
	process->cut.code = named.code;
	interval_set_release(&set);
	return err;
}

/* Whether anything is known by line: Python is, and code with debug information. */
static bool has_lines(const struct host_code *host)
{
	for (uint32_t i = 0; i < host->trace->host_frames_count; i++)
		if (host->places[i].is_own && host->places[i].line)
			return true;
	return false;
}

/* How to learn more of what NAMED has places for. */
static const char *hint_of(const struct host_code *host, const struct host_named *named)
{
	static const char *const hints[][2] = {
		{ "warpwise stats --by host tells it by function; by line once the program is "
		  "compiled with -g",
		  "warpwise stats --by host tells it by function, warpwise source --host by line" },
		{ "most of it is in libraries whose functions have no names here; once the program "
		  "is compiled with -g, warpwise source --host tells by line what calls them",
		  "most of it is in libraries whose functions have no names here; warpwise source "
		  "--host tells by line what calls them" },
	};

	return hints[100 * named->nameless >= NAMELESS_PERCENT][has_lines(host)];
}

/* What is done while no GPU works, from the first operation to the last kernel, as far as that is
 * not done before loops. */
static int name_wait(struct report *report, struct report_process *process,
                     const struct graph *graph, const struct findings *findings)
{
	const struct report_own_work *most_own = &process->most_own;
	struct report_wait *wait = &process->largest_wait;
	const struct trace *trace = graph->trace;
	struct interval_set other = { 0 }, rest = { 0 };
	struct host_named named = { .code = "", .of = "" };
	int err = start_up_pauses(&other, &findings->survey->start_up, trace);

	if (!err)
		err = gpus_busy(&other, trace);
	if (!err && trace->operations.count)
		err = interval_set_add_outside(&rest, trace->operations.start_ns[0],
		                               report_kernels_end_ns(trace), &other);
	if (!err)
		err = host_named_make(&named, report, graph, findings->host, &rest);
	wait->code = named.code;
	if (100 * named.still >= STILL_PERCENT && waits_pages_unrecorded(trace))
		wait->hint = "record it with --managed: where the program waits for pages of "
		             "managed memory, that is its own work otherwise";
	else if (named.has_places ||
	         (*most_own->code && percent_of(wait->ns, most_own->ns) < WAIT_MIN_PERCENT))
		wait->hint = hint_of(findings->host, &named);
	else if (*named.code)
		wait->hint =
		        "NVTX ranges around the program's steps, or a profiler of the whole system "
		        "such as perf, tell what it does there";
	else if (trace->timed_samples)
		wait->hint = "NVTX ranges around the program's steps tell what it does there: too "
		             "few samples of the host (--host) are in it";
	if (!err)
		report_wait_leave(wait, named.setups[SETUP_COMPILING]);
	interval_set_release(&other);
	interval_set_release(&rest);
	return err;
}

/* How much of OWN_NS, of a program in Python, are neither imports nor compilers nor the like, as
 * samples of Python show. */
static int64_t without_setups(int64_t own_ns, const struct host_named *named)
{
	double part = 1 - named->imports;

	for (int kind = SETUP_NONE + 1; kind < SETUP_KINDS; kind++)
		part -= named->setups[kind];
	return (int64_t)(part *
	                 (named->sampled_ns < (double)own_ns ? named->sampled_ns : (double)own_ns));
}

/* How much of STEPS, of a program in Python, is neither before its loops nor set-up of another
 * kind. */
static int in_loops_ns(int64_t *ns, const struct interval_set *steps, struct report *report,
                       const struct graph *graph, const struct findings *findings)
{
	struct interval_set once = { 0 }, rest = { 0 };
	struct host_named named = { .code = "", .of = "" };
	int err = start_up_pauses(&once, &findings->survey->start_up, graph->trace);

	interval_set_unite(&once);
	for (size_t i = 0; i < steps->count && !err; i++)
		err = interval_set_add_outside(&rest, steps->items[i].start_ns,
		                               steps->items[i].end_ns, &once);
	if (!err)
		err = host_named_make(&named, report, graph, findings->host, &rest);
	*ns = without_setups(interval_set_length(&rest), &named);
	interval_set_release(&once);
	interval_set_release(&rest);
	return err;
}

/* Notes whether most of the run is the program's own work, and what that is. */
static int judge_run(struct report *report, struct report_process *process,
                     const struct graph *graph, const struct findings *findings)
{
	struct interval_set steps = { 0 };
	struct host_named named = { .code = "", .of = " of it" };
	const char *lock = "";
	int64_t own_ns, known_ns;
	int err = 0;

	process->most_own.code = "";
	if (!report_own_is_most(process, graph, findings, process->run.share_ns[SHARE_HOST]))
		return 0;
	err = report_own_steps(&steps, graph);
	if (!err && graph->trace->host_samples_count)
		err = host_named_make(&named, report, graph, findings->host, &steps);
	if (!err && *named.code)
		err = report_name_lock(&lock, report, findings->host, &steps);
	known_ns = own_ns = interval_set_length(&steps);
	if (!err && report_is_python(graph->trace))
		err = in_loops_ns(&known_ns, &steps, report, graph, findings);
	interval_set_release(&steps);
	if (err || !report_own_is_most(process, graph, findings, known_ns))
		return err;
	process->most_own = (struct report_own_work){
		own_ns, *lock ? report_text(report, "%s%s", named.code, lock) : named.code
	};
	return 0;
}

/* Of an interpreter samples begin as CUDA starts: of what was before, others tell. */
static bool is_never_sampled(const struct trace *trace, enum report_own span)
{
	return span == OWN_OUT_BEFORE && report_is_python(trace);
}

static void say_never_sampled(struct report_process *process, const struct trace *trace)
{
	struct report_own_work *own = &process->own[OWN_OUT_BEFORE];

	if (own->ns && !*own->code && is_never_sampled(trace, OWN_OUT_BEFORE))
		own->code = "imports, and what the program prepares, of which there are no "
		            "samples: python3 -X importtime lists the imports";
}

/* NULL: there is nothing to learn, or the largest wait tells how. */
static const char *own_hint_of(const struct report_process *process, const struct trace *trace)
{
	bool has_own = process->most_own.ns > 0;

	for (int span = 0; span < OWN_SPANS; span++)
		has_own |= process->own[span].ns > 0 &&
		           !is_never_sampled(trace, (enum report_own)span);
	if (!has_own || report_waits_for_host(process))
		return NULL;
	return waits_pages_unrecorded(trace)
	               ? report_pages_hint
	               : "record it with --host, which names the program's functions and lines";
}

int report_add_host_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	struct report_wait *wait = &process->largest_wait;
	double compiling_ns = 0;
	int err = judge_run(report, process, graph, findings);

	wait->code = process->launched_from = process->compiling.code = process->idle_code.code =
	        process->loader.code = process->repeated.code = process->recurring.code =
	                process->benchmark.code = "";
	if (err)
		return err;
	if (!graph->trace->host_samples_count) {
		process->own_hint = own_hint_of(process, graph->trace);
		say_never_sampled(process, graph->trace);
		return 0;
	}
	err = name_spans(&compiling_ns, report, process, graph, findings);
	say_never_sampled(process, graph->trace);
	if (!err && report_is_python(graph->trace))
		err = name_compiling(report, process, graph, findings, compiling_ns);
	if (!err && report_is_python(graph->trace))
		err = report_add_idle_code(report, process, graph, findings);
	if (!err && report_is_python(graph->trace))
		err = report_add_loader(report, process, graph, findings);
	if (!err && report_is_python(graph->trace))
		err = report_add_repeated(report, process, graph, findings);
	if (!err && report_is_python(graph->trace))
		err = report_add_benchmark(report, process, findings->host);
	if (!err)
		err = name_cut(report, process, graph, findings);
	if (!err)
		err = report_add_recurring(report, process, graph, findings);
	if (!err)
		err = name_launches(report, process, graph, findings->host);
	if (!err && report_waits_for_host(process))
		err = name_wait(report, process, graph, findings);
	return err;
}

static const char *place_of(struct report *report, const struct host_code *host, uint32_t frame)
{
	char text[HOST_PLACE_TEXT];

	if (frame == NONE)
		return "";
	return report_text(report, "%s", host_place_text(text, &host->places[frame]));
}

static void add_lines(struct report *report, struct report_kernel *kernel,
                      const struct host_launches *launches)
{
	struct host_launch_line lines[HOST_LAUNCH_LINES];
	const size_t count = host_launches_lines(lines, launches, kernel->launch_shape);

	if (kernel_is_of_tuner(kernel->mangled)) {
		kernel->lines = report_array(report, 1, sizeof *kernel->lines);
		if (kernel->lines)
			kernel->lines[kernel->lines_count++] = (struct report_launch_line){
				.code = XLA_TUNER,
				.caller = "",
				.percent = 100,
				.known_percent = 100,
			};
		return;
	}
	if (!count)
		return;
	kernel->lines = report_array(report, count, sizeof *kernel->lines);
	for (size_t i = 0; kernel->lines && i < count; i++)
		kernel->lines[kernel->lines_count++] = (struct report_launch_line){
			.code = place_of(report, launches->code, lines[i].site.own),
			.caller = place_of(report, launches->code, lines[i].site.caller),
			.percent = lines[i].percent,
			.known_percent = lines[i].known_percent,
		};
}

int report_add_launch_lines(struct report *report, struct report_process *process,
                            const struct host_code *host)
{
	struct host_launches launches;
	int err = host_launches_init(&launches, host, OF_SHAPES);

	for (size_t i = 0; !err && i < process->kernels_count; i++)
		add_lines(report, &process->kernels[i], &launches);
	host_launches_release(&launches);
	return err;
}
