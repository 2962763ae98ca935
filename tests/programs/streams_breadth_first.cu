// SPDX-License-Identifier: MIT
// The same jobs in eight streams, issued step by step: all that can overlap does.
// clean
// may: small-grid, lazy-loading
#include "program.cuh"

__global__ void part(float *x, int rounds)
{
	float v = x[blockIdx.x * blockDim.x + threadIdx.x];
	for (int i = 0; i < rounds; i++)
		v = v * 0.9999f + 0.1f;
	x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main()
{
	const int jobs = 8;
	cudaStream_t stream[jobs];
	float *data[jobs];
	for (int j = 0; j < jobs; j++) {
		CHECK(cudaStreamCreateWithFlags(&stream[j], cudaStreamNonBlocking));
		data[j] = device_array<float>(32 * 256);
	}
	for (int k = 0; k < 16; k++)
		for (int j = 0; j < jobs; j++)
			part<<<32, 256, 0, stream[j]>>>(data[j], 100000);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
