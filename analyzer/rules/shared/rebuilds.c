/* SPDX-License-Identifier: MIT */
/* Kernels that are made again. */
#include "rules/shared/rebuilds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The loads of a thread since its last launch; first_load NONE: there are none. */
struct pending {
	uint32_t first_load, last_load, before;
};

struct search {
	const struct graph *graph;
	struct rebuilds *rebuilds;
	size_t others;
	bool *is_load;           /* by call name */
	struct pending *pending; /* by thread */
	uint32_t *launched;      /* by function: its last launch, counted from 1 */
	uint32_t *made;          /* by function: the count of launches when it was loaded last */
	uint32_t launches;       /* so far */
	size_t next_operation;   /* in order of issue */
};

bool is_code_load(const struct trace_call_name *name)
{
	return strstr(name->name, "ModuleLoad") || strstr(name->name, "LibraryLoad");
}

static void release(struct search *search)
{
	free(search->is_load);
	free(search->pending);
	free(search->launched);
	free(search->made);
}

static int init(struct search *search)
{
	const struct trace *trace = search->graph->trace;

	search->is_load = calloc(trace->call_names_count + 1, sizeof *search->is_load);
	search->pending = calloc(trace->threads_count + 1, sizeof *search->pending);
	search->launched = calloc(trace->functions_count + 1, sizeof *search->launched);
	search->made = calloc(trace->functions_count + 1, sizeof *search->made);
	if (!search->is_load || !search->pending || !search->launched || !search->made)
		return -ENOMEM;
	for (size_t t = 0; t < trace->threads_count; t++)
		search->pending[t].first_load = NONE;
	for (size_t n = 0; n < trace->call_names_count; n++)
		search->is_load[n] = is_code_load(&trace->call_names[n]);
	return 0;
}

/* The function of the first kernel that CALL launched, or NONE. Calls are asked for in their
 * order. */
static uint32_t function_of(struct search *search, uint32_t call)
{
	const struct trace_operations *operations = &search->graph->trace->operations;
	uint32_t function = NONE;

	for (; search->next_operation < operations->count; search->next_operation++) {
		const uint32_t id = search->graph->issue_order[search->next_operation];

		if (operations->call[id] == NONE || operations->call[id] < call)
			continue;
		if (operations->call[id] > call)
			break;
		if (function == NONE && operations->type[id] == OPERATION_KERNEL)
			function = operation_function(search->graph->trace, id);
	}
	return function;
}

/* Whether kernels of enough other functions, which were not loaded meanwhile, were launched since
 * FUNCTION was loaded last. */
static bool is_between_work(const struct search *search, uint32_t function)
{
	size_t others = 0;

	for (uint32_t f = 0; f < search->graph->trace->functions_count; f++) {
		others += f != function && search->launched[f] > search->made[function] &&
		          search->made[f] < search->made[function];
		if (others >= search->others)
			return true;
	}
	return false;
}

/* CALL launches FUNCTION behind the PENDING loads. */
static int add(struct search *search, const struct pending *pending, uint32_t call,
               uint32_t function)
{
	struct rebuild *rebuild;

	if (!search->made[function] || !is_between_work(search, function))
		return 0;
	rebuild = ARRAY_ADD(&search->rebuilds->items, &search->rebuilds->count);
	if (!rebuild)
		return -ENOMEM;
	*rebuild = (struct rebuild){ .function = function,
		                     .first_load = pending->first_load,
		                     .last_load = pending->last_load,
		                     .launch = call,
		                     .before = pending->before };
	return 0;
}

static int look_at(struct search *search, uint32_t call)
{
	const struct graph *graph = search->graph;
	struct pending *pending = &search->pending[graph->trace->calls.thread[call]];
	uint32_t function;
	int err = 0;

	if (search->is_load[graph->trace->calls.name[call]]) {
		if (pending->first_load == NONE)
			*pending = (struct pending){ call, call, graph_previous_call(graph, call) };
		pending->last_load = call;
		return 0;
	}
	function = function_of(search, call);
	if (function == NONE)
		return 0;
	search->launches++;
	if (pending->first_load != NONE) {
		err = add(search, pending, call, function);
		search->made[function] = search->launches;
		pending->first_load = NONE;
	}
	search->launched[function] = search->launches;
	return err;
}

int rebuilds_init(struct rebuilds *rebuilds, const struct graph *graph, int others)
{
	struct search search = { .graph = graph,
		                 .rebuilds = rebuilds,
		                 .others = others > 0 ? (size_t)others : 0 };
	int err;

	*rebuilds = (struct rebuilds){ 0 };
	err = init(&search);
	for (uint32_t call = 0; call < graph->trace->calls.count && !err; call++)
		err = look_at(&search, call);
	release(&search);
	return err;
}

void rebuilds_release(struct rebuilds *rebuilds)
{
	free(rebuilds->items);
	*rebuilds = (struct rebuilds){ 0 };
}

int64_t rebuild_start_ns(const struct trace *trace, const struct rebuild *rebuild)
{
	return rebuild->before != NONE ? trace->calls.end_ns[rebuild->before]
	                               : trace->calls.start_ns[rebuild->first_load];
}

int64_t rebuild_end_ns(const struct trace *trace, const struct rebuild *rebuild)
{
	return trace->calls.start_ns[rebuild->launch];
}
