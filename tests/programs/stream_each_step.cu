// SPDX-License-Identifier: MIT
// A stream and two events are made and destroyed in every step.
// must: stream-in-loop
// may: gpu-idle, launch-bound, needless-sync, small-grid
// first: stream-in-loop, needless-sync, gpu-idle
#include "program.cuh"

__global__ void work(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.99f + 1;
}

int main()
{
	float *x = device_array<float>(1056 * 256);
	for (int s = 0; s < 500; s++) {
		cudaStream_t stream;
		cudaEvent_t begin, end;
		CHECK(cudaStreamCreate(&stream));
		CHECK(cudaEventCreate(&begin));
		CHECK(cudaEventCreate(&end));
		CHECK(cudaEventRecord(begin, stream));
		work<<<1056, 256, 0, stream>>>(x);
		CHECK(cudaEventRecord(end, stream));
		CHECK(cudaEventSynchronize(end));
		CHECK(cudaEventDestroy(begin));
		CHECK(cudaEventDestroy(end));
		CHECK(cudaStreamDestroy(stream));
	}
	return 0;
}
