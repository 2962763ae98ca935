/* SPDX-License-Identifier: MIT */
/*
 * What a program in Python was at while its GPU waited, whatever made it wait: one line of it may
 * be behind several findings, of which each has a part. Any thread.
 */
#include "report/host_named.h"

#include <stdlib.h>

#include "base/statistics.h"
#include "code/host_spots.h"
#include "report/report_parts.h"
#include "rules/shared/survey.h"

enum {
	IDLE_MIN_PERCENT = 25 /* of the main part: less is not what
	                         the run is about */
};

/* What of GAP is in none of the PAUSES, of which other lines tell. */
static int add_gap(struct host_time *time, int64_t *ns, const struct interval_set *pauses,
                   uint32_t thread, const struct interval *gap)
{
	struct interval_set rest = { 0 };
	int err = interval_set_add_outside(&rest, gap->start_ns, gap->end_ns, pauses);

	for (size_t i = 0; i < rest.count && !err; i++) {
		host_time_add(time, thread, rest.items[i].start_ns, rest.items[i].end_ns);
		*ns += rest.items[i].end_ns - rest.items[i].start_ns;
	}
	interval_set_release(&rest);
	return err;
}

/* The gaps of all GPUs together: of each the thread that launched what ended it. */
static int add_gaps(struct host_time *time, int64_t *ns, const struct trace *trace,
                    const struct start_up *start_up, const struct interval_set *pauses)
{
	const struct trace_operations *o = &trace->operations;
	int64_t busy_ns = INT64_MIN;
	int err = 0;

	for (size_t i = 0; i < o->count && !err; i++) {
		const struct interval gap = { busy_ns, o->start_ns[i] };

		if (i > start_up->end && gap.start_ns < gap.end_ns && o->call[i] != NONE)
			err = add_gap(time, ns, pauses, trace->calls.thread[o->call[i]], &gap);
		busy_ns = o->end_ns[i] > busy_ns ? o->end_ns[i] : busy_ns;
	}
	return err;
}

/* Imports and compilers have lines of their own, and are none of the program's. */
static int leave_imports(struct host_time *time, int64_t *ns)
{
	const double all_ns = time->sampled_sum_ns;
	struct host_imports imports;
	int err = host_imports_take(&imports, time);

	if (!err && all_ns > 0)
		*ns = (int64_t)((double)*ns * (1 - time->unknown_ns / all_ns));
	time->unknown_ns = 0;
	return err;
}

int report_add_idle_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	const struct start_up *start_up = &findings->survey->start_up;
	const int64_t whole_ns = process->rest_ns ? process->rest_ns : graph->program_ns;
	struct host_named named = { .of = " of it", .code = "" };
	struct interval_set pauses = { 0 };
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	size_t count = 0;
	int64_t ns = 0;
	int err = host_time_init(&time, findings->host);

	if (!err && process->own[OWN_PAUSES].ns)
		err = report_own_span(&pauses, OWN_PAUSES, process, graph, findings);
	if (!err)
		err = start_up_pauses(&pauses, start_up, graph->trace);
	interval_set_unite(&pauses);
	if (!err)
		err = add_gaps(&time, &ns, graph->trace, start_up, &pauses);
	if (!err)
		err = leave_imports(&time, &ns);
	if (!err && percent_of(ns, whole_ns) >= IDLE_MIN_PERCENT)
		err = host_time_spots(&time, &spots, &count);
	if (!err && count)
		host_named_write(&named, report, findings->host, spots, count);
	if (process->is_start_alone) /* there was no loop */
		ns = 0;
	process->idle_code = (struct report_own_work){ *named.code ? ns : 0, named.code };
	free(spots);
	interval_set_release(&pauses);
	host_time_release(&time);
	return err;
}
