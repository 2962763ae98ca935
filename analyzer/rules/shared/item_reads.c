/* SPDX-License-Identifier: MIT */
/* Finds numbers that are taken from the GPU one by one in loops. Any thread. */
#include "rules/shared/item_reads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { READS, BETWEEN, PART };

const struct threshold item_reads_thresholds[] = {
	[READS] = { "reads", 10, "copies" },
	[BETWEEN] = { "between", 1, "kernels" },
	[PART] = { "read part", 5, "%" },
	{ .name = NULL },
};

/* Reads one behind the other, of one thread. */
struct row {
	uint32_t first, last; /* the first call, and the one that waited for the last number */
	int64_t reads;
	int between;   /* kernels since the last one */
	bool is_ended; /* something came between that the next number may need */
};

struct search {
	const struct trace *trace;
	uint32_t *issued;     /* by call: its operation; NONE: it has none */
	struct row *rows;     /* by thread: the one that is open */
	bool *are_operations; /* by function: a framework's, on elements */
	struct interval_set time;
	int64_t reads, rows_count;
	struct host_evidence code;
};

static int search_init(struct search *search, const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	size_t end = o->count; /* what is behind the last kernel is no loop */

	*search = (struct search){
		.trace = trace,
		.issued = malloc((trace->calls.count + 1) * sizeof *search->issued),
		.rows = calloc(trace->threads_count + 1, sizeof *search->rows),
		.are_operations =
		        calloc(trace->functions_count + 1, sizeof *search->are_operations),
	};
	host_evidence_init(&search->code, check);
	if (!search->issued || !search->rows || !search->are_operations)
		return -ENOMEM;
	for (size_t c = 0; c < trace->calls.count; c++)
		search->issued[c] = NONE;
	while (end && o->type[end - 1] != OPERATION_KERNEL)
		end--;
	for (size_t i = check->survey->start_up.end; i < end; i++)
		if (o->call[i] != NONE)
			search->issued[o->call[i]] = (uint32_t)i;
	for (size_t f = 0; f < trace->functions_count; f++)
		search->are_operations[f] = kernel_is_elementwise(trace->functions[f].name);
	return 0;
}

static void search_release(struct search *search)
{
	free(search->issued);
	free(search->rows);
	free(search->are_operations);
	interval_set_release(&search->time);
}

static int close_row(struct search *search, struct row *row)
{
	const struct trace_calls *calls = &search->trace->calls;
	int err = 0;

	if ((double)row->reads >= item_reads_thresholds[READS].value) {
		search->reads += row->reads;
		search->rows_count++;
		host_evidence_before(&search->code, row->last, calls->start_ns[row->first],
		                     calls->end_ns[row->last]);
		err = interval_set_add(&search->time, calls->start_ns[row->first],
		                       calls->end_ns[row->last]);
	}
	*row = (struct row){ 0 };
	return err;
}

/* CALL copies a number to the host, which waits for it in call WAITING. */
static int add_read(struct search *search, struct row *row, uint32_t call, uint32_t waiting)
{
	const struct trace_calls *calls = &search->trace->calls;
	int err = 0;

	if (!row->reads || row->is_ended || row->between > item_reads_thresholds[BETWEEN].value ||
	    !item_copies_goes_on(calls->start_ns[call] - calls->end_ns[row->last]))
		err = close_row(search, row);
	if (!row->reads)
		row->first = call;
	row->last = waiting;
	row->reads++;
	row->between = 0;
	return err;
}

/* Whether OPERATION is a framework's on single elements. */
static bool is_on_items(const struct search *search, uint32_t operation)
{
	const struct trace *trace = search->trace;

	return trace->operations.type[operation] == OPERATION_KERNEL &&
	       !(trace->operations.flags[operation] & OPERATION_GRAPH) &&
	       search->are_operations[operation_function(trace, operation)] &&
	       recorded_volume(operation_shape(trace, operation)->grid) == 1;
}

static int find_rows(struct search *search)
{
	const struct trace *trace = search->trace;
	int err = 0;

	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const uint32_t id = search->issued[c];
		struct row *row = &search->rows[trace->calls.thread[c]];
		const uint32_t waiting = id != NONE && copy_direction(trace, id) == COPY_OUT &&
		                                         item_copies_is_one(copy_bytes(trace, id))
		                                 ? item_copies_waiting_call(trace, id)
		                                 : NONE;

		if (waiting != NONE)
			err = add_read(search, row, c, waiting);
		else if (id != NONE && is_on_items(search, id))
			row->between++;
		else if (id != NONE || call_class(trace, c) == CALL_GRAPH_LAUNCH)
			row->is_ended = true;
	}
	for (size_t t = 0; t < trace->threads_count && !err; t++)
		err = close_row(search, &search->rows[t]);
	interval_set_unite(&search->time);
	return err;
}

/* Whether another finding says the same: copies with nothing between them, or gaps of which most
 * are between such. */
static bool is_said(const struct check *check)
{
	const struct finding *gaps = check_finding_of(check, "gpu-idle", NONE);

	for (size_t i = 0; gaps && i < gaps->cases_count; i++)
		if (strcmp(gaps->cases[i], "items") == 0)
			return true;
	return check_subject_of(check, "small-copies", "device to host");
}

static int report(struct check *check, struct search *search, int64_t idle_ns)
{
	const bool has_gaps = check_finding_of(check, "gpu-idle", NONE) != NULL;
	struct finding *f = finding_add(check, "numbers one by one");
	const int err = host_evidence_end(&search->code, f);

	f->cost_ns = idle_ns;
	f->occurrences = search->reads;
	f->is_own_work = true;
	finding_headline(
	        f,
	        "the GPU idled %s while numbers were taken from it one by one: %s, some %s "
	        "in a row, each waited for%s%s",
	        format_duration(FORMAT, f->cost_ns),
	        name_count(NAME, search->reads, "copy", "copies"),
	        format_count(FORMAT, search->reads / search->rows_count),
	        *search->code.most ? ", " : "", search->code.most);
	finding_fact(f, "rows",
	             "%s, in which one operation on single elements comes between two "
	             "numbers, or none",
	             format_count(FORMAT, search->rows_count));
	if (has_gaps)
		finding_fact(f, "also in", "the cost of the other finding of gpu-idle");
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, "reads"));
	finding_case(f, "items");
	finding_not_predicted(f, "what the same takes on whole arrays is not known: at most the "
	                         "whole cost");
	return err;
}

int item_reads_check(struct check *check)
{
	struct search search;
	struct interval_set busy = { 0 };
	int64_t idle_ns = 0;
	int err = search_init(&search, check);

	if (!err)
		err = find_rows(&search);
	if (!err && search.reads)
		err = gpus_busy(&busy, check->trace);
	if (!err && search.reads)
		idle_ns = interval_set_length(&search.time) -
		          interval_set_intersection(&search.time, &busy);
	if (!err && search.reads && !is_said(check) &&
	    percent_of(idle_ns, check->graph->program_ns) >= item_reads_thresholds[PART].value)
		err = report(check, &search, idle_ns);
	else
		host_evidence_end_waits(&search.code, NULL, "");
	interval_set_release(&busy);
	search_release(&search);
	return err;
}
