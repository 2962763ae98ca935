/* SPDX-License-Identifier: MIT */
/* Executable graphs. */
#include <stdio.h>
#include <stdlib.h>

#include <cupti.h>

#include "libcuda.h"

enum { EXECUTABLES = 64 };

/* An executable graph; its place is another's once it is destroyed. */
static struct executable {
	unsigned nodes, id;
	atomic_bool is_used;
	bool is_born_whole; /* made while graphs were traced as one operation */
} executables[EXECUTABLES];
static atomic_uint executables_made;

static bool are_graphs_whole(void)
{
	return cupti.fake_graphs_are_whole && cupti.fake_graphs_are_whole();
}

/* CUPTI decides when the launch has begun: one record, or one for each node. */
static void run_graph(struct executable *executable, unsigned stream, unsigned correlation,
                      uint64_t start)
{
	const bool is_whole = are_graphs_whole();

	if (is_whole && !executable->is_born_whole) { /* as the real one: it crashes */
		fprintf(stderr,
		        "fake cuda: a graph made without GRAPH_TRACE is launched with it\n");
		abort();
	}
	if (is_whole)
		driver_statement("graph graph=%u stream=%u corr=%u start=%llu end=%llu",
		                 executable->id, stream, correlation, (unsigned long long)start,
		                 (unsigned long long)start + FAKE_OPERATION_NS * executable->nodes);
	for (unsigned i = 0; i < executable->nodes && !is_whole; i++)
		driver_statement("kernel name=node_%u graph=%u graph_node=%u stream=%u corr=%u "
		                 "start=%llu end=%llu",
		                 i % 3, executable->id, 1000 * executable->id + i, stream,
		                 correlation, (unsigned long long)start + FAKE_OPERATION_NS * i,
		                 (unsigned long long)start + FAKE_OPERATION_NS * (i + 1));
}

/* What a call does between its two callbacks. */
typedef void graph_work(struct executable *executable, unsigned stream, unsigned correlation,
                        uint64_t start);

static CUresult call_graph(const char *name, const void *parameters, graph_work *work,
                           struct executable *executable, CUstream stream)
{
	const uint64_t start = driver_now();
	struct fake_launch begun = {
		.call = name,
		.parameters = parameters,
		.context = driver_newest_context(),
		.result = CUDA_SUCCESS,
	};

	if (driver_check())
		return driver_check();
	begun.correlation_id = driver_record(name, start);
	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	work(executable, driver_stream_id(stream), begun.correlation_id, start + FAKE_CALL_NS);
	if (cupti.fake_launch_ends)
		cupti.fake_launch_ends(&begun);
	return CUDA_SUCCESS;
}

static void make(struct executable *executable, unsigned stream, unsigned correlation,
                 uint64_t start)
{
	(void)stream;
	(void)correlation;
	(void)start;
	executable->is_born_whole = are_graphs_whole();
}

/* It keeps its number, and how it was made. */
static void update(struct executable *executable, unsigned stream, unsigned correlation,
                   uint64_t start)
{
	(void)executable;
	(void)stream;
	(void)correlation;
	(void)start;
}

static void destroy(struct executable *executable, unsigned stream, unsigned correlation,
                    uint64_t start)
{
	(void)stream;
	(void)correlation;
	(void)start;
	executable->is_used = false;
}

/* A graph's handle is the number of its nodes. */
FAKE_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                              unsigned long long flags)
{
	cuGraphInstantiateWithFlags_params params = { executable, graph, flags };
	int place = 0;

	while (place < EXECUTABLES && atomic_exchange(&executables[place].is_used, true))
		place++;
	if (place == EXECUTABLES)
		return CUDA_ERROR_OUT_OF_MEMORY;
	executables[place].nodes = (unsigned)(uintptr_t)graph;
	executables[place].id = ++executables_made;
	*executable = (CUgraphExec)(void *)&executables[place];
	return call_graph("cuGraphInstantiateWithFlags", &params, make, &executables[place], NULL);
}

FAKE_API CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream)
{
	cuGraphLaunch_params params = { executable, stream };

	return call_graph("cuGraphLaunch", &params, run_graph, (void *)executable, stream);
}

FAKE_API CUresult cuGraphExecUpdate(CUgraphExec executable, CUgraph graph,
                                    CUgraphExecUpdateResultInfo *info)
{
	cuGraphExecUpdate_v2_params params = { executable, graph, info };
	struct executable *changed = (void *)executable;

	changed->nodes = (unsigned)(uintptr_t)graph;
	return call_graph("cuGraphExecUpdate_v2", &params, update, changed, NULL);
}

FAKE_API CUresult cuGraphExecDestroy(CUgraphExec executable)
{
	cuGraphExecDestroy_params params = { executable };

	return call_graph("cuGraphExecDestroy", &params, destroy, (void *)executable, NULL);
}
