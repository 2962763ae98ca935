/* SPDX-License-Identifier: MIT */
/*
 * The host's time by function and as a tree of calls, as much of both as a page shows: the largest.
 * What a node calls is never larger than the node, so that what is left out of a tree is whole
 * branches; their time is told where they were.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "report/host_rows.h"
#include "report/host_tree.h"
#include "report/report_parts.h"

/* Something and its size. */
struct sized {
	double ns;
	uint32_t index;
};

/* The largest first; of equals the first, which is a caller before those it calls. */
static int compare_sizes(const void *a, const void *b)
{
	const struct sized *left = a, *right = b;

	if (left->ns != right->ns)
		return left->ns > right->ns ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

struct work {
	struct report *report;
	struct report_host_time *to;
	const struct host_rows *rows;
	const struct host_tree *tree;
	uint32_t *function_of; /* by row: its function in the report; NONE: left out */
	uint32_t *node_of;     /* by node: likewise; of what was left out: the node it was below */
	bool *is_cut;          /* by node: it was left out */
	struct sized *sizes;   /* of all rows or nodes */
};

static size_t room(size_t max, size_t all_max, size_t used)
{
	const size_t left = used < all_max ? all_max - used : 0;

	return left < max ? left : max;
}

/* ---- functions ---- */

static void add_function(struct work *work, uint32_t row)
{
	const struct host_row *from = &work->rows->items[row];
	struct report_host_function *to = &work->to->functions[work->to->functions_count];

	work->function_of[row] = (uint32_t)work->to->functions_count++;
	*to = (struct report_host_function){
		.name = report_text(work->report, "%s", host_rows_name(from->place, false)),
		.file = report_text(work->report, "%s", from->place->file),
		.line = from->place->line,
		.is_own = from->place->is_own,
		.self_ns = llround(from->self_ns),
		.total_ns = llround(from->total_ns),
		.samples = from->samples,
	};
}

/* In the order of the rows. */
static void add_functions(struct work *work)
{
	const size_t count = work->rows->count;
	const size_t most = room(REPORT_HOST_FUNCTIONS, REPORT_ALL_HOST_FUNCTIONS,
	                         work->report->host_functions_count);

	for (uint32_t i = 0; i < count; i++) {
		work->sizes[i] = (struct sized){ work->rows->items[i].total_ns, i };
		work->function_of[i] = NONE;
	}
	if (count)
		qsort(work->sizes, count, sizeof *work->sizes, compare_sizes);
	for (size_t i = 0; i < count && i < most; i++)
		work->function_of[work->sizes[i].index] = 0;
	work->to->functions = report_array(work->report, most, sizeof *work->to->functions);
	for (uint32_t i = 0; i < count && work->to->functions; i++)
		if (work->function_of[i] != NONE)
			add_function(work, i);
	work->to->functions_left_out = count - work->to->functions_count;
	work->report->host_functions_count += work->to->functions_count;
}

/* ---- the tree ---- */

/* The time at a node is of the program's own code, of a library's, or of CUDA's. */
static void add_whose(struct work *work, const struct host_node *node, int64_t self_ns)
{
	struct report_host_time *to = work->to;

	if (node->row == NONE)
		to->cuda_ns += self_ns;
	else if (work->rows->items[node->row].place->is_own)
		to->own_ns += self_ns;
	else
		to->library_ns += self_ns;
}

static void add_node(struct work *work, uint32_t index, size_t most)
{
	const struct host_node *node = &work->tree->nodes[index];
	const int64_t self_ns = llround(node->self_ns);
	const uint32_t above = node->parent == NONE ? NONE : work->node_of[node->parent];
	const bool is_branch = node->parent == NONE || !work->is_cut[node->parent];
	struct report_host_time *to = work->to;
	const uint32_t function = node->row == NONE ? NONE : work->function_of[node->row];

	add_whose(work, node, self_ns);
	if (is_branch && to->nodes_count < most && (node->row == NONE || function != NONE)) {
		work->node_of[index] = (uint32_t)to->nodes_count;
		to->nodes[to->nodes_count++] =
		        (struct report_host_node){ function, above, self_ns, 0, 0 };
		return;
	}
	work->is_cut[index] = true;
	work->node_of[index] = above;
	to->nodes_left_out++;
	*(above == NONE ? &to->other_ns : &to->nodes[above].other_ns) += self_ns;
}

/* Callers come before those they call, so that totals are added up from the end. */
static void add_nodes(struct work *work)
{
	const size_t count = work->tree->count;
	const size_t most =
	        room(REPORT_HOST_NODES, REPORT_ALL_HOST_NODES, work->report->host_nodes_count);
	struct report_host_time *to = work->to;

	for (uint32_t i = 0; i < count; i++)
		work->sizes[i] = (struct sized){ work->tree->nodes[i].total_ns, i };
	if (count)
		qsort(work->sizes, count, sizeof *work->sizes, compare_sizes);
	to->nodes = report_array(work->report, most, sizeof *to->nodes);
	for (size_t i = 0; i < count && to->nodes; i++)
		add_node(work, work->sizes[i].index, most);
	for (size_t i = to->nodes ? to->nodes_count : 0; i-- > 0;) {
		struct report_host_node *node = &to->nodes[i];

		node->total_ns += node->self_ns + node->other_ns;
		*(node->parent == NONE ? &to->total_ns : &to->nodes[node->parent].total_ns) +=
		        node->total_ns;
	}
	to->total_ns += to->other_ns;
	work->report->host_nodes_count += to->nodes_count;
}

/* ---- all of it ---- */

static size_t count_threads(const struct host_rows *rows)
{
	const struct trace *trace = rows->code->trace;
	size_t threads = 0;

	for (size_t i = 0; i < trace->timed_samples; i++) /* in order of threads */
		threads += !i || trace->host_samples[i].thread != trace->host_samples[i - 1].thread;
	return threads;
}

static struct report_host_time *make(struct report *report, const struct host_rows *rows,
                                     const struct host_tree *tree)
{
	const size_t room = (rows->count > tree->count ? rows->count : tree->count) + 1;
	struct report_host_time *to = report_array(report, 1, sizeof *to);
	struct work work = {
		.report = report,
		.to = to,
		.rows = rows,
		.tree = tree,
		.function_of = malloc(room * sizeof *work.function_of),
		.node_of = malloc(room * sizeof *work.node_of),
		.is_cut = calloc(room, sizeof *work.is_cut),
		.sizes = malloc(room * sizeof *work.sizes),
	};

	if (to && work.function_of && work.node_of && work.is_cut && work.sizes) {
		to->kind = rows->time.is_native ? HOST_NATIVE
		           : rows->is_sampled   ? HOST_PYTHON
		                                : HOST_CALLS;
		to->samples = rows->is_sampled ? rows->time.samples : rows->time.calls;
		to->threads = count_threads(rows);
		add_functions(&work);
		add_nodes(&work);
	} else {
		report_keep(report, NULL);
	}
	free(work.function_of);
	free(work.node_of);
	free(work.is_cut);
	free(work.sizes);
	return to;
}

int report_add_host_time(struct report *report, struct report_process *process,
                         const struct host_code *host)
{
	struct host_rows rows;
	struct host_tree tree = { 0 };
	int err = host_rows_make(&rows, host, false);

	if (!err)
		err = host_tree_make(&tree, &rows);
	if (!err && rows.sum_ns > 0)
		process->host_time = make(report, &rows, &tree);
	host_tree_release(&tree);
	host_rows_release(&rows);
	return err;
}
