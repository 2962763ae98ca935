// SPDX-License-Identifier: MIT
// A graph that is captured and instantiated anew for every step, which costs more than the launches it saves.
// must: graph-recapture
// may: launch-bound, gpu-idle, needless-sync, small-grid
// first: graph-recapture
#include "program.cuh"

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.99f + 1;
}

int main()
{
	float *x = device_array<float>(1056 * 256);
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	for (int s = 0; s < 200; s++) {
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
		for (int i = 0; i < 60; i++)
			step<<<1056, 256, 0, stream>>>(x);
		CHECK(cudaStreamEndCapture(stream, &graph));
		CHECK(cudaGraphInstantiate(&exec, graph, 0));
		CHECK(cudaGraphLaunch(exec, stream));
		CHECK(cudaStreamSynchronize(stream));
		CHECK(cudaGraphExecDestroy(exec));
		CHECK(cudaGraphDestroy(graph));
	}
	return 0;
}
