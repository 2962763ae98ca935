// SPDX-License-Identifier: MIT
// The same small kernels as a graph that is made once and launched again and again: as it should be.
// clean
// may: small-grid
#include "program.cuh"

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < 400; k++)
		v = v * 0.99f + 1;
	x[i] = v;
}

int main()
{
	float *x = device_array<float>(1056 * 256);
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamCreate(&stream));
	step<<<1056, 256, 0, stream>>>(x);
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < 100; i++)
		step<<<1056, 256, 0, stream>>>(x);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	for (int i = 0; i < 100; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	return 0;
}
