// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: thousands of kernels that are shorter than their own launch. The device waits for
 * the host's launch calls, one after another.
 *
 * bad:   2000 launches in a row.
 * fixed: the same launches captured once in a CUDA graph, which one call launches. The graph is
 *        built and instantiated before the measured part, as a program that launches it again and
 *        again would do.
 *
 * warpwise should find: launch-bound; in fixed nothing.
 */
#include "sample.h"

enum { LAUNCHES = 2000 };

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
	CHECK(cudaGraphLaunch(exec, stream));
	measure_end();

	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
#else
	measure_begin();
	issue(stream, counter);
	measure_end();
#endif

	CHECK(cudaMemcpy(&result, counter, sizeof(result), cudaMemcpyDeviceToHost));
	REQUIRE(result == LAUNCHES);
	streams_destroy(&stream, 1);
	CHECK(cudaFree(counter));
	return 0;
}
