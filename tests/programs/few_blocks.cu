// SPDX-License-Identifier: MIT
// 24 blocks on a GPU with five times as many SMs, for most of the run.
// must: small-grid
// may: stall
// first: small-grid
#include "program.cuh"

__global__ void work(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < rounds; k++)
		v = v * 0.9999f + 0.1f;
	x[i] = v;
}

int main()
{
	float *x = device_array<float>(24 * 1024);
	for (int i = 0; i < 20; i++)
		work<<<24, 1024>>>(x, 200000);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
