/* SPDX-License-Identifier: MIT */
/*
 * Work of the host that the end of the recording cut off, and that belongs to the program's loop:
 * it was done between the GPU's work before. Whoever records an epoch and a half, and has each of
 * them end in an evaluation on the host, sees half of these evaluations behind the GPU's last work,
 * as if the program did there what it does once. Any thread.
 */
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "report/host_named.h"
#include "rules/shared/worth.h"

enum {
	END_MIN_PERCENT = 5,    /* of the run with it: what is done at the end is worth a line */
	SAME_MIN_PERCENT = 50,  /* of that: the code is what the program was at there */
	BEFORE_MIN_PERCENT = 1, /* of the run: a pause of that length before is no chance */
};

/* What is done behind the GPU's last work: up to the last call, and up to the last sample. */
static int add_end(struct interval_set *end, const struct trace *trace)
{
	const int64_t work_ns = trace_work_end_ns(trace), sampled_ns = report_last_sample_ns(trace);
	int err = 0;

	if (trace->last_ns > work_ns)
		err = interval_set_add(end, work_ns, trace->last_ns);
	if (!err && sampled_ns > trace->last_ns)
		err = interval_set_add(end, trace->last_ns, sampled_ns);
	return err;
}

/* What is done while no GPU works, from its first work on to its last kernel. */
static int add_before(struct interval_set *before, const struct trace *trace)
{
	struct interval_set busy = { 0 };
	int err = gpus_busy(&busy, trace);

	if (!err)
		err = interval_set_add_outside(before, trace->operations.start_ns[0],
		                               report_kernels_end_ns(trace), &busy);
	interval_set_release(&busy);
	return err;
}

static bool is_same_function(const struct host_code *host, uint32_t a, uint32_t b)
{
	if (a == NONE || b == NONE)
		return a == b;
	return strcmp(host->places[a].function, host->places[b].function) == 0 &&
	       strcmp(host->places[a].file, host->places[b].file) == 0;
}

/* Whether END was at a line of the program's own, and in a library's function that it called, that
 * BEFORE was at as well: a program gets there twice in a loop alone. */
static bool is_same_code(const struct host_code *host, const struct host_spot *end,
                         const struct host_spot *before)
{
	const struct host_place *place = &host->places[end->site.own];

	return place->is_own && place->line > 0 && before->site.own != NONE &&
	       host->places[before->site.own].line == place->line &&
	       is_same_function(host, end->site.own, before->site.own) &&
	       is_same_function(host, end->site.inner, before->site.inner);
}

/* How much of the run was spent where the END was. */
static double time_before(const struct host_code *host, const struct host_spot *end,
                          const struct host_named *before)
{
	for (size_t i = 0; i < before->spots_count; i++)
		if (before->spots[i].site.own != NONE && is_same_code(host, end, &before->spots[i]))
			return before->spots[i].ns;
	return 0;
}

int report_add_recurring(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	const struct trace *trace = graph->trace;
	struct interval_set end = { 0 }, before = { 0 };
	struct host_named named_end = { .code = "", .of = " of it", .keeps_spots = true };
	struct host_named named_before = { .code = "", .of = "", .keeps_spots = true };
	const struct host_spot *spot;
	int64_t end_ns;
	double ns = 0;
	int err = 0;

	process->recurring = (struct report_recurring){ .code = "" };
	if (!trace->timed_samples || !trace->operations.count || trace->part.name)
		return 0;
	err = add_end(&end, trace);
	end_ns = interval_set_length(&end);
	if (err || percent_of(end_ns, graph->program_ns + end_ns) < END_MIN_PERCENT)
		goto out;
	err = host_named_make(&named_end, report, graph, findings->host, &end);
	spot = named_end.spots;
	if (err || !named_end.spots_count || spot->site.own == NONE ||
	    100 * spot->ns < SAME_MIN_PERCENT * (double)end_ns)
		goto out;
	err = add_before(&before, trace);
	if (!err)
		err = host_named_make(&named_before, report, graph, findings->host, &before);
	if (!err)
		ns = time_before(findings->host, spot, &named_before);
	if (percent_of((int64_t)ns, graph->program_ns) >= BEFORE_MIN_PERCENT)
		process->recurring =
		        (struct report_recurring){ (int64_t)ns, (int64_t)spot->ns, named_end.code };
out:
	host_named_release(&named_end);
	host_named_release(&named_before);
	interval_set_release(&end);
	interval_set_release(&before);
	return err;
}
