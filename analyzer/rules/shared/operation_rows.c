/* SPDX-License-Identifier: MIT */
/* Finds rows of a framework's operations. Any thread. */
#include "rules/shared/operation_rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/copies.h"
#include "rules/shared/norm_rows.h"

enum { LENGTH };

const struct threshold operation_rows_thresholds[] = {
	[LENGTH] = { "length", 16, "kernels" },
	{ .name = NULL },
};

/* Such kernels one behind the other in a stream. A pass over the data is one kernel, or of lists of
 * arrays all of one function. Between operations on elements it may be a copy, and the last one may
 * reduce them. */
struct row {
	enum operation_kind kind;
	int64_t passes, kernels, copies, total_ns;
	int64_t pass_ns, longest_ns; /* the last pass, and the longest one */
	uint32_t first, function;    /* operation; of the last pass, NONE: a copy */
	uint32_t copy;               /* behind the last pass; 0, which begins no row: none */
};

struct search {
	const struct trace *trace;
	uint8_t *kinds;                       /* by function */
	struct row *open;                     /* by stream */
	const bool *is_other, *is_copied_for; /* as the header has them */
	const bool *is_of_norm;               /* by operation: counted with a normalization */
	struct operation_rows *rows;
};

static int search_init(struct search *search, const struct trace *trace)
{
	search->kinds = calloc(trace->functions_count + 1, 1);
	search->open = calloc(trace->streams_count + 1, sizeof *search->open);
	if (!search->kinds || !search->open)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		search->kinds[i] =
		        kernel_is_elementwise(trace->functions[i].name) ? OPERATION_ON_ELEMENTS
		        : kernel_is_foreach(trace->functions[i].name)   ? OPERATION_ON_LISTS
		        : kernel_is_reduction(trace->functions[i].name) ? OPERATION_REDUCES
		                                                        : OPERATION_OF_OTHER;
	return 0;
}

static void end_row(struct search *search, struct row *row)
{
	struct operation_rows *rows = &search->rows[row->kind];

	if (row->passes > 1) {
		rows->count++;
		rows->kernels += row->kernels;
		rows->copies += row->copies;
		rows->total_ns = sum_saturated(rows->total_ns, row->total_ns);
		rows->spared_ns = sum_saturated(rows->spared_ns, row->total_ns - row->longest_ns);
	}
	*row = (struct row){ .kind = OPERATION_OF_OTHER };
}

static int keep(struct operation_rows *rows, uint32_t id)
{
	uint32_t *kept = ARRAY_ADD(&rows->found, &rows->found_count);

	if (!kept)
		return -ENOMEM;
	*kept = id;
	return 0;
}

static int add_to_row(struct search *search, struct row *row, enum operation_kind kind, uint32_t id)
{
	const bool is_kernel = search->trace->operations.type[id] == OPERATION_KERNEL;
	const uint32_t function = is_kernel ? operation_function(search->trace, id) : NONE;
	const int64_t ns = operation_length_ns(search->trace, id);
	const bool is_same =
	        row->kind == kind && kind == OPERATION_ON_LISTS && row->function == function;
	int err = 0;

	if (row->kind != kind ||
	    (!is_same && (double)row->passes >= operation_rows_thresholds[LENGTH].value))
		end_row(search, row);
	if (!row->passes)
		row->first = id;
	row->kernels += is_kernel;
	row->copies += !is_kernel;
	row->kind = kind;
	row->copy = 0;
	row->function = function;
	row->total_ns = sum_saturated(row->total_ns, ns);
	row->pass_ns = is_same ? sum_saturated(row->pass_ns, ns) : ns;
	row->passes += !is_same;
	if (row->pass_ns > row->longest_ns)
		row->longest_ns = row->pass_ns;
	if (row->passes == 2 && !is_same)
		err = keep(&search->rows[kind], row->first);
	if (!err && row->passes > 1)
		err = keep(&search->rows[kind], id);
	return err;
}

static enum operation_kind kind_of(const struct search *search, uint32_t id)
{
	const struct trace *trace = search->trace;

	if (search->is_other[id] || search->is_of_norm[id])
		return OPERATION_OF_OTHER;
	if (trace->operations.type[id] == OPERATION_KERNEL)
		return (enum operation_kind)search->kinds[operation_function(trace, id)];
	return copy_is_within_device(trace, id) ? OPERATION_COPIES : OPERATION_OF_OTHER;
}

/*
 * The next operation of a stream, whose row is ROW. A copy is of it only where an operation on
 * elements follows, and what reduces only behind two passes: a compiler computes elements where
 * they are added up.
 */
static int take(struct search *search, struct row *row, uint32_t id)
{
	const enum operation_kind kind = kind_of(search, id);
	int err = 0;

	if (kind == OPERATION_COPIES && row->kind == OPERATION_ON_ELEMENTS && !row->copy) {
		row->copy = id;
		return 0;
	}
	if (kind == OPERATION_ON_ELEMENTS && row->copy &&
	    !search->is_copied_for[operation_function(search->trace, id)])
		err = add_to_row(search, row, kind, row->copy);
	if (kind == OPERATION_ON_ELEMENTS || kind == OPERATION_ON_LISTS)
		return err ? err : add_to_row(search, row, kind, id);
	if (kind == OPERATION_REDUCES && row->kind == OPERATION_ON_ELEMENTS && row->passes > 1 &&
	    !row->copy)
		err = add_to_row(search, row, OPERATION_ON_ELEMENTS, id);
	end_row(search, row);
	return err;
}

static int search_rows(struct search *search)
{
	const struct trace_operations *o = &search->trace->operations;
	int err = 0;

	for (uint32_t i = 0; i < o->count && !err; i++)
		err = take(search, &search->open[o->stream[i]], i);
	for (size_t i = 0; i < search->trace->streams_count; i++)
		end_row(search, &search->open[i]);
	return err;
}

/* Those with a normalization are rows of operations on elements as well. */
static int add_norms(struct operation_rows *rows, const struct norm_rows *norms, size_t count)
{
	rows->count += norms->count;
	rows->norms = norms->count;
	rows->kernels += norms->kernels;
	rows->total_ns = sum_saturated(rows->total_ns, norms->total_ns);
	rows->spared_ns = sum_saturated(rows->spared_ns, norms->spared_ns);
	for (uint32_t i = 0; i < count; i++)
		if (norms->is_of[i] && keep(rows, i))
			return -ENOMEM;
	return 0;
}

int operation_rows_find(struct operation_rows rows[OPERATION_ROW_KINDS], const struct check *check,
                        const bool *is_other, const bool *is_copied_for)
{
	const struct trace *trace = check->trace;
	struct search search = {
		.trace = trace, .is_other = is_other, .is_copied_for = is_copied_for, .rows = rows
	};
	struct norm_rows norms;
	int err = norm_rows_find(&norms, trace, is_other);

	memset(rows, 0, OPERATION_ROW_KINDS * sizeof *rows);
	search.is_of_norm = norms.is_of;
	if (!err)
		err = search_init(&search, trace);
	if (!err)
		err = search_rows(&search);
	if (!err)
		err = add_norms(&rows[OPERATION_ON_ELEMENTS], &norms, trace->operations.count);
	norm_rows_release(&norms);
	free(search.kinds);
	free(search.open);
	return err;
}

void operation_rows_release(struct operation_rows rows[OPERATION_ROW_KINDS])
{
	for (int kind = 0; kind < OPERATION_ROW_KINDS; kind++)
		free(rows[kind].found);
}
