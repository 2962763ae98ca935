// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: thousands of kernels that are shorter than their own launch. The device waits for
 * the host's launch calls, one after another.
 *
 * bad:   40 rounds of 50 launches.
 * fixed: the launches of a round captured once in a CUDA graph, which one call launches in each
 *        round. The graph is built and instantiated before the measured part.
 *
 * warpwise should find: launch-bound; in fixed nothing.
 */
#include "sample.h"

enum { ROUNDS = 40, LAUNCHES = 50 };

static __global__ void increment(int *counter)
{
	*counter += 1;
}

static void issue(cudaStream_t stream, int *counter)
{
	for (int i = 0; i < LAUNCHES; i++)
		increment<<<1, 1, 0, stream>>>(counter);
	CHECK(cudaGetLastError());
}

int main(void)
{
	cudaStream_t stream;
	int *counter, result;

	CHECK(cudaMalloc(&counter, sizeof(*counter)));
	streams_create(&stream, 1, cudaStreamNonBlocking);
	increment<<<1, 1, 0, stream>>>(counter);
	CHECK(cudaGetLastError());
	CHECK(cudaMemsetAsync(counter, 0, sizeof(*counter), stream));

#ifdef FIXED
	cudaGraph_t graph;
	cudaGraphExec_t exec;

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	issue(stream, counter);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphUpload(exec, stream));

	measure_begin();
	for (int i = 0; i < ROUNDS; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	measure_end();

	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
#else
	measure_begin();
	for (int i = 0; i < ROUNDS; i++)
		issue(stream, counter);
	measure_end();
#endif

	CHECK(cudaMemcpy(&result, counter, sizeof(result), cudaMemcpyDeviceToHost));
	REQUIRE(result == ROUNDS * LAUNCHES);
	streams_destroy(&stream, 1);
	CHECK(cudaFree(counter));
	return 0;
}
