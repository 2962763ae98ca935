// SPDX-License-Identifier: MIT
// Two million blocks of one warp each, of which each thread does one addition: the time goes into starting blocks.
// must: oversized-grid
// may: tiny-blocks, low-occupancy, low-achieved-occupancy, stall
// first: oversized-grid, tiny-blocks
#include "program.cuh"

__global__ void add(float *x)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	x[i] += 1;
}

int main()
{
	const int blocks = 1 << 21;
	float *x = device_array<float>((size_t)blocks * 32);
	CHECK(cudaMemset(x, 0, (size_t)blocks * 32 * sizeof(float)));
	for (int i = 0; i < 10; i++)
		add<<<blocks, 32>>>(x);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
