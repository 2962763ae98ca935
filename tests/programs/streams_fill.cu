// SPDX-License-Identifier: MIT
// Jobs of a few blocks, enough of them at the same time in streams to give each SM several: none is a small grid.
// clean
// may: lazy-loading
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
	const int jobs = 30, blocks = 33;
	cudaStream_t stream[jobs];
	float *data[jobs];
	for (int j = 0; j < jobs; j++) {
		CHECK(cudaStreamCreateWithFlags(&stream[j], cudaStreamNonBlocking));
		data[j] = device_array<float>(blocks * 256);
	}
	part<<<1, 32>>>(data[0], 1);
	CHECK(cudaDeviceSynchronize());
	for (int k = 0; k < 8; k++)
		for (int j = 0; j < jobs; j++)
			part<<<blocks, 256, 0, stream[j]>>>(data[j], 200000);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
