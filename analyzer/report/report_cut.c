/* SPDX-License-Identifier: MIT */
/*
 * The end of a program that was killed, or crashed: what it was at then has no record, since CUPTI
 * tells of calls, kernels and copies once they have ended. Any thread.
 */
#include "report/report_parts.h"

#include <signal.h>
#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/host_code.h"
#include "rules/shared/survey.h"

enum {
	HOW_TEXT = 64,
	SEEN_TEXT = HOST_PLACE_TEXT + 16,
	CUT_MIN_NS = 2000000000, /* the last second or so is missing in any case */
	CUT_MIN_PERCENT = 5,     /* of all that the process was there for */
};

int64_t report_last_sample_ns(const struct trace *trace)
{
	int64_t last_ns = INT64_MIN;

	for (size_t i = 0; i < trace->timed_samples; i++)
		if (trace->host_samples[i].time_ns > last_ns)
			last_ns = trace->host_samples[i].time_ns;
	return last_ns;
}

/* When the process was there at the latest, as far as its trace tells; 0: it does not. */
static int64_t end_ns(const struct trace *trace)
{
	const int64_t sampled_ns = report_last_sample_ns(trace);

	return sampled_ns > trace->alive_ns ? sampled_ns : trace->alive_ns;
}

bool report_is_mostly_cut(const struct report_process *process)
{
	return process->cut.ns > process->run.wall_ns;
}

void report_add_cut(struct report_process *process, const struct trace *trace)
{
	const int64_t ns = end_ns(trace) - trace->last_ns;

	process->cut.code = process->cut_kernel = "";
	if (trace->is_complete || trace->part.name || report_ended_early(process) ||
	    ns < CUT_MIN_NS || percent_of(ns, ns + process->run.wall_ns) < CUT_MIN_PERCENT)
		return;
	process->cut.ns = ns;
	if (report_is_mostly_cut(process)) /* what is in the trace waits for little */
		process->largest_wait = (struct report_wait){ .code = "" };
}

void report_add_cut_kernel(struct report_process *process)
{
	const struct report_profile *most = NULL;

	for (size_t i = 0; i < process->profiles_count && process->cut.ns; i++) {
		const struct report_profile *row = &process->profiles[i];

		if (!row->profile.launches && row->profile.samples > 0 &&
		    (!most || row->profile.samples > most->profile.samples))
			most = row;
	}
	if (most)
		process->cut_kernel = most->name;
}

/* Signals that a program's own faults raise, rather than who ends it. */
static bool is_crash(int number)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };

	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i] == number)
			return true;
	return false;
}

/* The last sample of the host, of the main thread if there are several; NULL: there is none. */
static const struct trace_host_sample *last_sample(const struct trace *trace)
{
	const int64_t last_ns = report_last_sample_ns(trace);
	const struct trace_host_sample *last = NULL;

	for (size_t i = 0; i < trace->timed_samples; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];

		if (sample->time_ns == last_ns &&
		    (!last || trace->threads[sample->thread].system_thread_id == trace->pid))
			last = sample;
	}
	return last;
}

/* ", last seen in main() train.py:83"; "": the host was not sampled, or where it was has no name.
 */
static const char *write_seen(char text[SEEN_TEXT], const struct trace *trace,
                              const struct host_code *host)
{
	const struct trace_host_sample *last = last_sample(trace);
	struct host_site site = { .own = NONE };
	char place[HOST_PLACE_TEXT];

	*text = '\0';
	if (last && host)
		site = host_site_of(host, last->stack);
	if (site.own != NONE && host->places[site.own].is_own)
		snprintf(text, SEEN_TEXT, ", last seen in %s",
		         host_place_text(place, &host->places[site.own]));
	return text;
}

static const char *write_how(char text[HOW_TEXT], const struct report_process *process,
                             const struct trace *trace)
{
	if (!process->end_signal)
		return "was killed, still runs or is in Go";
	snprintf(text, HOW_TEXT, is_crash(trace->end_signal) ? "crashed (%s)" : "was ended by %s",
	         process->end_signal);
	return text;
}

void report_add_ending(struct report *report, struct report_process *process,
                       const struct trace *trace, const struct findings *findings)
{
	const int64_t kernels = process->summary.operations[OPERATION_KERNEL];
	char how[HOW_TEXT], seen[SEEN_TEXT] = "", number[FORMAT_MAX];

	process->ending = "";
	if (trace->is_complete || process->cut.ns || report_ended_early(process))
		return;
	if (is_crash(trace->end_signal)) {
		write_seen(seen, trace, findings->host);
		process->is_start_alone = !findings->survey->start_up.has_loops;
	}
	if (process->is_start_alone)
		process->ending = report_text(
		        report,
		        "The program %s%s, after %s kernel%s, none of them in a loop: this is its "
		        "start alone, and what its loops would take is not known",
		        write_how(how, process, trace), seen, format_count(number, kernels),
		        kernels == 1 ? "" : "s");
	else
		process->ending =
		        report_text(report, "The program %s%s: the last second may be missing",
		                    write_how(how, process, trace), seen);
}
