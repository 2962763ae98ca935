// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a CUDA graph that is captured and instantiated anew for each launch, which costs
 * more than the launches that it saves.
 *
 * bad:   captures, instantiates, launches and destroys a graph in each round.
 * fixed: captures and instantiates the graph once, before the loop.
 *
 * warpwise should find: graph-recapture; in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 18, BLOCK = 256, NODES = 20, ROUNDS = 40 };

static __global__ void step(uint32_t *items)
{
	items[blockIdx.x * BLOCK + threadIdx.x] += 1;
}

static cudaGraphExec_t make_graph(cudaStream_t stream, uint32_t *items)
{
	cudaGraph_t graph;
	cudaGraphExec_t executable;

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < NODES; i++)
		step<<<ITEMS / BLOCK, BLOCK, 0, stream>>>(items);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
	CHECK(cudaGraphDestroy(graph));
	return executable;
}

static void launch(cudaGraphExec_t executable, cudaStream_t stream)
{
	CHECK(cudaGraphLaunch(executable, stream));
	CHECK(cudaStreamSynchronize(stream));
}

int main(void)
{
	uint32_t *items, last;
	cudaStream_t stream;
	cudaGraphExec_t executable;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	CHECK(cudaStreamCreate(&stream));
	executable = make_graph(stream, items);
	launch(executable, stream);

	measure_begin();
	for (int i = 0; i < ROUNDS; i++) {
#ifndef FIXED
		CHECK(cudaGraphExecDestroy(executable));
		executable = make_graph(stream, items);
#endif
		launch(executable, stream);
	}
	measure_end();

	CHECK(cudaGraphExecDestroy(executable));
	CHECK(cudaStreamDestroy(stream));
	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == NODES * (ROUNDS + 1));
	CHECK(cudaFree(items));
	return 0;
}
