/* SPDX-License-Identifier: MIT */
/* Names the host's code: what ran between calls of CUDA, and what launched kernels. Any thread. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/interval.h"
#include "code/host_imports.h"
#include "code/host_launches.h"
#include "code/host_spots.h"
#include "report/report_parts.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum {
	SAMPLED_MIN_PERCENT = 90,
	WAIT_MIN_PERCENT =
	        10, /* of the program's own work: a shorter wait is not what to ask about */
};

static bool ends_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* What THREAD did in OWN, and came to CALL by it (NONE: to none any more); of it what is within
 * PAUSES, which are united. */
static void add_own(struct host_time *time, const struct interval_set *pauses, uint32_t thread,
                    uint32_t call, const struct interval *own)
{
	size_t i;

	i = lower_bound(&own->start_ns, pauses->items, pauses->count, sizeof *pauses->items,
	                ends_before);
	for (; i < pauses->count && pauses->items[i].start_ns < own->end_ns; i++) {
		const struct interval *pause = &pauses->items[i];
		const int64_t from_ns =
		        pause->start_ns > own->start_ns ? pause->start_ns : own->start_ns;
		const int64_t to_ns = pause->end_ns < own->end_ns ? pause->end_ns : own->end_ns;

		host_time_add_own(time, thread, from_ns, to_ns);
		host_time_add_call(time, call, to_ns - from_ns);
	}
}

/* Threads of the host, in order of their calls. */
struct between {
	struct host_time *time;
	const struct interval_set *pauses;
	int64_t *ended_ns;   /* by thread: its last call */
	int64_t *sampled_ns; /* by thread: its first sample of Python by time; INT64_MAX: none */
	int64_t called_ns;   /* the last call of a thread with such samples, or of one before it */
	struct interval *holes; /* before that: when the thread that called was not there yet; one
	                           for each thread at most */
	size_t holes_count;
};

/* What THREAD did before CALL, or behind its last one, while others that have called since were not
 * there. */
static void fill_holes(struct between *between, uint32_t thread, uint32_t call, int64_t from_ns)
{
	for (size_t i = 0; i < between->holes_count; i++) {
		struct interval *hole = &between->holes[i];
		const int64_t start_ns = hole->start_ns > from_ns ? hole->start_ns : from_ns;

		if (start_ns >= hole->end_ns)
			continue;
		add_own(between->time, between->pauses, thread, call,
		        &(struct interval){ start_ns, hole->end_ns });
		hole->end_ns = start_ns;
	}
}

/*
 * What THREAD did up to NS, when it makes CALL (NONE: none any more). Samples of Python show
 * threads that sleep, too: of two that are sampled so, the one that is the next to call CUDA keeps
 * it waiting.
 */
static void add_up_to(struct between *between, uint32_t thread, uint32_t call, int64_t ns)
{
	const int64_t sampled_ns = between->sampled_ns[thread];
	struct interval own = { between->ended_ns[thread], ns };

	if (sampled_ns < ns) {
		if (own.start_ns < sampled_ns)
			own.start_ns = sampled_ns;
		fill_holes(between, thread, call, own.start_ns);
		if (own.start_ns < between->called_ns)
			own.start_ns = between->called_ns;
		else if (sampled_ns > between->called_ns)
			between->holes[between->holes_count++] =
			        (struct interval){ between->called_ns, sampled_ns };
		if (ns > between->called_ns) /* it never falls: a thread leaves one hole at most */
			between->called_ns = ns;
	}
	if (own.start_ns < own.end_ns)
		add_own(between->time, between->pauses, thread, call, &own);
}

/* What threads did outside of their calls. */
static void add_all_between(struct between *between, const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t most = between->time->most_sampled;

	between->called_ns = trace->first_ns;
	for (size_t t = 0; t < trace->threads_count; t++) {
		between->ended_ns[t] = trace->first_ns;
		between->sampled_ns[t] = INT64_MAX;
	}
	for (size_t i = trace->timed_samples; i-- > 0 && !between->time->is_native;)
		between->sampled_ns[trace->host_samples[i].thread] =
		        trace->host_samples[i].since_ns;
	for (uint32_t c = 0; c < calls->count; c++) {
		int64_t *end_ns = &between->ended_ns[calls->thread[c]];

		add_up_to(between, calls->thread[c], c, calls->start_ns[c]);
		*end_ns = calls->end_ns[c] > *end_ns ? calls->end_ns[c] : *end_ns;
	}
	for (uint32_t t = 0; t < trace->threads_count; t++)
		if (between->sampled_ns[t] == INT64_MAX || t == most)
			add_up_to(between, t, NONE, trace->last_ns);
}

/* ... within PAUSES. */
static int add_between_calls(struct host_time *time, const struct graph *graph,
                             const struct interval_set *pauses)
{
	const size_t threads = graph->trace->threads_count + 1;
	struct between between = {
		.time = time,
		.pauses = pauses,
		.ended_ns = malloc(threads * sizeof *between.ended_ns),
		.sampled_ns = malloc(threads * sizeof *between.sampled_ns),
		.holes = malloc(threads * sizeof *between.holes),
	};
	const int err = between.ended_ns && between.sampled_ns && between.holes ? 0 : -ENOMEM;

	if (!err)
		add_all_between(&between, graph->trace);
	free(between.ended_ns);
	free(between.sampled_ns);
	free(between.holes);
	return err;
}

/* Whether nearly all of PAUSES before the first call is of the recording, which begins at 0: before
 * that nothing is sampled. */
static bool is_sampled_before(const struct trace *trace, const struct interval_set *pauses)
{
	int64_t all_ns = 0, sampled_ns = 0;

	for (size_t i = 0; i < pauses->count; i++) {
		const struct interval *pause = &pauses->items[i];

		if (pause->end_ns > trace->first_ns)
			continue;
		all_ns += pause->end_ns - pause->start_ns;
		sampled_ns += pause->start_ns >= 0 ? pause->end_ns - pause->start_ns : 0;
	}
	return percent_of(sampled_ns, all_ns) >= SAMPLED_MIN_PERCENT;
}

/* What the thread that was sampled most did before the first call, and behind the last, within
 * PAUSES: no call tells. */
static void add_outside_calls(struct host_time *time, const struct graph *graph,
                              const struct interval_set *pauses)
{
	const struct trace *trace = graph->trace;
	const bool is_sampled = is_sampled_before(trace, pauses);

	for (size_t i = 0; i < pauses->count && time->most_sampled != NONE; i++) {
		const struct interval *pause = &pauses->items[i];

		if (pause->start_ns >= trace->last_ns ||
		    (is_sampled && pause->start_ns >= 0 && pause->end_ns <= trace->first_ns))
			host_time_add_own(time, time->most_sampled, pause->start_ns, pause->end_ns);
	}
}

/* More places make a line that nobody reads. */
enum { PLACES_SHOWN = 2 };

static const char still_text[] =
        "not running, or in the operating system (page faults, for example)";

/* What is known of the host's code in some time. */
struct named {
	const char *of; /* what the first share is said to be of: " of it", or "" */
	const char *code;
	double sampled_ns;        /* as far as samples account for it */
	double imports;           /* ... how much of that imports Python modules, from 0 to 1, */
	double setups[SETUP_ALL]; /* and sets something up */
	struct host_import import;
	double still;    /* of all: the thread did not run, or was in the kernel; from 0 to 1 */
	bool has_places; /* samples show some of it */
};

/* Adds a share and what it is to the others of NAMED. */
static void add_share(struct named *named, struct report *report, double share, const char *text)
{
	const bool is_first = !*named->code;

	named->code = report_text(report, "%s%s%.0f %%%s %s", named->code, is_first ? "" : "; ",
	                          100 * share, is_first ? named->of : "", text);
}

static void add_spot(struct named *named, struct report *report, const struct host_code *host,
                     const struct host_spot *spot)
{
	const bool is_first = !*named->code;
	char text[HOST_SPOT_TEXT];

	named->code = report_text(report, "%s%s%s", named->code, is_first ? "" : "; ",
	                          host_spot_text(text, host, spot, is_first ? named->of : ""));
}

/* The largest first. */
static void write_code(struct named *named, struct report *report, const struct host_code *host,
                       const struct host_spot *spots, size_t count)
{
	const double least = HOST_SPOT_MIN_PERCENT / 100.0;
	double still = named->still, import = named->import.share;
	size_t next = 0, shown = 0;
	char text[HOST_IMPORT_TEXT];

	for (;;) {
		const double spot = next < count && shown < PLACES_SHOWN ? spots[next].share : 0;

		if (shown == PLACES_SHOWN)
			import = 0;
		if (still >= least && still >= spot && still >= import) {
			add_share(named, report, still, still_text);
			still = 0;
		} else if (import >= least && import >= spot) {
			add_share(named, report, import,
			          host_import_text(text, host, &named->import));
			import = 0;
			shown++;
			named->has_places = true;
		} else if (spot >= least) {
			add_spot(named, report, host, &spots[next++]);
			shown++;
			named->has_places = true;
		} else {
			return;
		}
	}
}

/* The code that threads were in between their calls, within PAUSES. */
static int name_code(struct named *named, struct report *report, const struct graph *graph,
                     const struct host_code *host, const struct interval_set *pauses)
{
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	double still_ns = 0;
	size_t count = 0;
	int err = host_time_init(&time, host);

	if (!err)
		err = add_between_calls(&time, graph, pauses);
	if (!err) {
		add_outside_calls(&time, graph, pauses);
		err = host_time_setups(named->setups, &time);
	}
	if (!err) {
		named->sampled_ns = time.sampled_sum_ns;
		time.unknown_ns = still_ns = host_time_still(&time);
		if (still_ns > 0)
			named->still = still_ns / time.wanted_sum_ns;
		err = host_imports_take(&named->import, &time);
	}
	if (!err && named->sampled_ns > 0)
		named->imports = (time.unknown_ns - still_ns) / named->sampled_ns;
	if (!err)
		err = host_time_spots(&time, &spots, &count);
	if (!err)
		write_code(named, report, host, spots, count);
	free(spots);
	host_time_release(&time);
	return err;
}

/* ---- who launched the kernels ---- */

enum {
	KERNELS_MIN_PERCENT = 25
}; /* of the run without the program's start and end: less does not take it */

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

static int name_launches(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct host_code *host)
{
	const int64_t whole_ns = process->rest_ns ? process->rest_ns : graph->program_ns;
	struct named named = { .code = "", .of = "" };
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
		write_code(&named, report, host, spots, count);
out:
	process->launched_from = named.code;
	free(spots);
	free(is_kernel);
	host_time_release(&time);
	host_launches_release(&launches);
	return err;
}

static int name_spans(struct report *report, struct report_process *process,
                      const struct graph *graph, const struct findings *findings)
{
	int err = 0;

	for (int span = 0; span < OWN_SPANS && !err; span++) {
		struct interval_set set = { 0 };
		struct named named = { .code = "", .of = " of it" };

		if (!process->own[span].ns)
			continue;
		err = report_own_span(&set, (enum report_own)span, process, graph, findings);
		if (!err)
			err = name_code(&named, report, graph, findings->host, &set);
		process->own[span].code = named.code;
		interval_set_release(&set);
	}
	return err;
}

/* What the host was at when the program was killed, in a call that had not ended, too. */
static int name_cut(struct report *report, struct report_process *process,
                    const struct graph *graph, const struct findings *findings)
{
	const int64_t last_ns = graph->trace->last_ns;
	struct interval_set set = { 0 };
	struct named named = { .code = "", .of = " of it" };
	int err = process->cut.ns ? interval_set_add(&set, last_ns, last_ns + process->cut.ns) : 0;

	if (!err && set.count)
		err = name_code(&named, report, graph, findings->host, &set);
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

/* What is done while no GPU works, from the first operation to the last kernel, as far as that is
 * not done before loops. */
static int name_wait(struct report *report, struct report_process *process,
                     const struct graph *graph, const struct findings *findings)
{
	const struct report_own_work *most_own = &process->most_own;
	struct report_wait *wait = &process->largest_wait;
	const struct trace *trace = graph->trace;
	struct interval_set other = { 0 }, rest = { 0 };
	struct named named = { .code = "", .of = "" };
	int err = start_up_pauses(&other, &findings->survey->start_up, trace);

	if (!err)
		err = gpus_busy(&other, trace);
	if (!err && trace->operations.count)
		err = interval_set_add_outside(&rest, trace->operations.start_ns[0],
		                               report_kernels_end_ns(trace), &other);
	if (!err)
		err = name_code(&named, report, graph, findings->host, &rest);
	wait->code = named.code;
	if (named.has_places ||
	    (*most_own->code && percent_of(wait->ns, most_own->ns) < WAIT_MIN_PERCENT))
		wait->hint =
		        has_lines(findings->host)
		                ? "warpwise stats --by host tells it by function, warpwise "
		                  "source --host by line"
		                : "warpwise stats --by host tells it by function; by line once "
		                  "the program is compiled with -g";
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
static int64_t without_setups(int64_t own_ns, const struct named *named)
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
	struct named named = { .code = "", .of = "" };
	int err = start_up_pauses(&once, &findings->survey->start_up, graph->trace);

	interval_set_unite(&once);
	for (size_t i = 0; i < steps->count && !err; i++)
		err = interval_set_add_outside(&rest, steps->items[i].start_ns,
		                               steps->items[i].end_ns, &once);
	if (!err)
		err = name_code(&named, report, graph, findings->host, &rest);
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
	struct named named = { .code = "", .of = " of it" };
	int64_t own_ns, known_ns;
	int err = 0;

	process->most_own.code = "";
	if (!report_own_is_most(process, graph, findings, process->run.share_ns[SHARE_HOST]))
		return 0;
	err = report_own_steps(&steps, graph);
	if (!err && graph->trace->host_samples_count)
		err = name_code(&named, report, graph, findings->host, &steps);
	known_ns = own_ns = interval_set_length(&steps);
	if (!err && report_is_python(graph->trace))
		err = in_loops_ns(&known_ns, &steps, report, graph, findings);
	interval_set_release(&steps);
	if (err || !report_own_is_most(process, graph, findings, known_ns))
		return err;
	process->most_own = (struct report_own_work){ own_ns, named.code };
	return 0;
}

/* NULL: there is nothing to learn, or the largest wait tells how. */
static const char *own_hint_of(const struct report_process *process)
{
	bool has_own = process->most_own.ns > 0;

	for (int span = 0; span < OWN_SPANS; span++)
		has_own |= process->own[span].ns > 0;
	return !has_own || report_waits_for_host(process)
	               ? NULL
	               : "record it with --host, which names the program's functions and lines";
}

int report_add_host_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	struct report_wait *wait = &process->largest_wait;
	int err = judge_run(report, process, graph, findings);

	wait->code = process->launched_from = "";
	if (err)
		return err;
	if (!graph->trace->host_samples_count) {
		process->own_hint = own_hint_of(process);
		return 0;
	}
	err = name_spans(report, process, graph, findings);
	if (!err)
		err = name_cut(report, process, graph, findings);
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

	if (!count)
		return;
	kernel->lines = report_array(report, count, sizeof *kernel->lines);
	for (size_t i = 0; kernel->lines && i < count; i++)
		kernel->lines[kernel->lines_count++] = (struct report_launch_line){
			.code = place_of(report, launches->code, lines[i].site.own),
			.caller = place_of(report, launches->code, lines[i].site.caller),
			.percent = lines[i].percent,
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
