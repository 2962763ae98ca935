/* SPDX-License-Identifier: MIT */
/*
 * The end of a program that was killed: what it was at then has no record, since CUPTI tells of
 * calls, kernels and copies once they have ended. Any thread.
 */
#include "report/report_parts.h"

#include "base/statistics.h"

enum {
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
