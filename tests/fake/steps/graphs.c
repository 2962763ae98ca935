/* SPDX-License-Identifier: MIT */
/* Streams that are captured, and executable graphs. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "driver.h"
#include "launches.h"
#include "step.h"

/* So many launches into a stream that is captured, and one into another meanwhile. */
static void step_capture(const char *value)
{
	CUstream stream;
	CUgraph graph;

	if (!cuda_has_context)
		return;
	cuda_note(cuda.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	cuda_note(cuda.cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	for (int i = 0; i < atoi(value); i++)
		cuda_note(cuda.cuLaunchKernel(cuda_function, 8, 1, 1, 256, 1, 1, 0, stream, NULL,
		                              NULL));
	launch_kernels(1);
	cuda_note(cuda.cuStreamEndCapture(stream, &graph));
}

static CUstream captured;

static void step_begin_capture(const char *value)
{
	(void)value;
	cuda_note(cuda.cuStreamCreate(&captured, CU_STREAM_NON_BLOCKING));
	cuda_note(cuda.cuStreamBeginCapture(captured, CU_STREAM_CAPTURE_MODE_GLOBAL));
}

static void step_end_capture(const char *value)
{
	CUgraph graph;

	(void)value;
	cuda_note(cuda.cuStreamEndCapture(captured, &graph));
}

/* The newest: this thread's own, of any. */
static _Thread_local CUgraphExec executable;
static _Atomic(CUgraphExec) any_executable;

/* An executable graph of so many nodes. */
static void step_graph(const char *value)
{
	if (cuda_has_context)
		cuda_note(cuda.cuGraphInstantiate(&executable, (CUgraph)(uintptr_t)atol(value), 0));
	any_executable = executable;
}

static void step_replay(const char *value)
{
	for (long i = 0; cuda_has_context && i < atol(value); i++)
		cuda_note(cuda.cuGraphLaunch(executable ? executable : any_executable, NULL));
}

/* From now on it has so many nodes. */
static void step_update_graph(const char *value)
{
	CUgraphExecUpdateResultInfo info;

	if (cuda_has_context)
		cuda_note(
		        cuda.cuGraphExecUpdate(executable, (CUgraph)(uintptr_t)atol(value), &info));
}

static void step_destroy_graph(const char *value)
{
	(void)value;
	if (cuda_has_context)
		cuda_note(cuda.cuGraphExecDestroy(executable));
}

const struct step graph_steps[] = {
	{ "capture", step_capture },
	{ "begin-capture", step_begin_capture },
	{ "end-capture", step_end_capture },
	{ "graph", step_graph },
	{ "replay", step_replay },
	{ "update-graph", step_update_graph },
	{ "destroy-graph", step_destroy_graph },
	{ .name = NULL },
};
