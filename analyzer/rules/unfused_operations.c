/* SPDX-License-Identifier: MIT */
/*
 * Rule unfused-operations: a framework runs a kernel for each operation on the elements of arrays,
 * and each writes what the next one reads.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"

enum { SPARED, LENGTH };

static const struct threshold thresholds[] = {
	[SPARED] = { "spared", 5, "%" },
	[LENGTH] = { "length", 16, "kernels" },
	{ .name = NULL },
};

/* Such kernels one behind the other in a stream. */
struct row {
	int64_t count, total_ns, longest_ns;
	uint32_t first; /* operation */
};

struct rows {
	const struct trace *trace;
	bool *is_elementwise; /* by function */
	struct row *open;     /* by stream */
	int64_t count, kernels, total_ns;
	int64_t spared_ns; /* all but the longest kernel of each row */
	uint32_t *found;   /* their kernels: operations */
	size_t found_count;
};

static int rows_init(struct rows *rows, const struct trace *trace)
{
	*rows = (struct rows){
		.trace = trace,
		.is_elementwise = calloc(trace->functions_count + 1, sizeof *rows->is_elementwise),
		.open = calloc(trace->streams_count + 1, sizeof *rows->open),
	};
	if (!rows->is_elementwise || !rows->open)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		rows->is_elementwise[i] = kernel_is_elementwise(trace->functions[i].name);
	return 0;
}

static void rows_release(struct rows *rows)
{
	free(rows->is_elementwise);
	free(rows->open);
	free(rows->found);
}

static void end_row(struct rows *rows, struct row *row)
{
	if (row->count > 1) {
		rows->count++;
		rows->kernels += row->count;
		rows->total_ns = sum_saturated(rows->total_ns, row->total_ns);
		rows->spared_ns = sum_saturated(rows->spared_ns, row->total_ns - row->longest_ns);
	}
	*row = (struct row){ 0 };
}

static int keep(struct rows *rows, uint32_t id)
{
	uint32_t *kept = ARRAY_ADD(&rows->found, &rows->found_count);

	if (!kept)
		return -ENOMEM;
	*kept = id;
	return 0;
}

static int add_to_row(struct rows *rows, struct row *row, uint32_t id)
{
	const int64_t ns = operation_length_ns(rows->trace, id);
	int err = 0;

	if ((double)row->count >= thresholds[LENGTH].value)
		end_row(rows, row);
	if (!row->count++)
		row->first = id;
	row->total_ns = sum_saturated(row->total_ns, ns);
	if (ns > row->longest_ns)
		row->longest_ns = ns;
	if (row->count == 2)
		err = keep(rows, row->first);
	if (!err && row->count > 1)
		err = keep(rows, id);
	return err;
}

static int rows_find(struct rows *rows)
{
	const struct trace_operations *o = &rows->trace->operations;
	int err = 0;

	for (uint32_t i = 0; i < o->count && !err; i++) {
		struct row *row = &rows->open[o->stream[i]];

		if (o->type[i] == OPERATION_KERNEL &&
		    rows->is_elementwise[operation_function(rows->trace, i)])
			err = add_to_row(rows, row, i);
		else
			end_row(rows, row);
	}
	for (size_t i = 0; i < rows->trace->streams_count; i++)
		end_row(rows, &rows->open[i]);
	return err;
}

static int report(struct check *check, const struct rows *rows)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "");
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (size_t i = 0; i < rows->found_count; i++) {
		const uint32_t id = rows->found[i];

		finding_example(f, id, operation_length_ns(trace, id));
		if (trace->operations.call[id] != NONE)
			host_evidence_call(&code, trace->operations.call[id]);
	}
	f->cost_ns = rows->spared_ns;
	f->occurrences = rows->kernels;
	finding_headline(
	        f, "%s of single operations on the elements of arrays follow one another: %s in %s",
	        name_count(NAME, rows->kernels, "kernel", "kernels"),
	        format_duration(FORMAT, rows->total_ns),
	        name_count(NAME, rows->count, "row", "rows"));
	finding_advice(f, "Let each row be one kernel, which keeps intermediate results in "
	                  "registers instead of writing them to memory for the next one to read.");
	finding_fact(f, "cost",
	             "all of a row's time but its longest kernel's, which has to read "
	             "and write as well");
	finding_not_predicted(f, "how long a fused kernel takes depends on how many arrays it has "
	                         "to read: at most the whole cost");
	return host_evidence_end(&code, f);
}

static void check_unfused_operations(struct check *check)
{
	struct rows rows;
	int err = rows_init(&rows, check->trace);

	if (!err)
		err = rows_find(&rows);
	if (!err && rows.spared_ns > 0 &&
	    percent_of(rows.spared_ns, check->survey->span_ns) >= thresholds[SPARED].value)
		err = report(check, &rows);
	rows_release(&rows);
	check_failed(check, err);
}

const struct rule rule_unfused_operations = {
	.id = "unfused-operations",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds },
	.check = check_unfused_operations,
};
