// SPDX-License-Identifier: MIT
// Forty independent jobs of four kernels, each job in its own stream, issued job by job, with the eight queues of a
// program's default.
// must: false-dependency
// may: small-grid, lazy-loading, serial-kernels, partial-warp, tiny-blocks
// first: false-dependency, lazy-loading
#include "program.cuh"

__global__ void part(float *x, int rounds)
{
	float v = x[threadIdx.x];
	for (int i = 0; i < rounds; i++)
		v = v * 0.9999f + 0.1f;
	x[threadIdx.x] = v;
}

int main()
{
	const int jobs = 40;
	cudaStream_t stream[jobs];
	float *data[jobs];
	for (int j = 0; j < jobs; j++) {
		CHECK(cudaStreamCreateWithFlags(&stream[j], cudaStreamNonBlocking));
		data[j] = device_array<float>(256);
	}
	for (int j = 0; j < jobs; j++)
		for (int k = 0; k < 4; k++)
			part<<<1, 256, 0, stream[j]>>>(data[j], 300000);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
