// SPDX-License-Identifier: MIT
// flags: -maxrregcount=32
// A kernel that needs ninety registers, compiled for thirty-two.
// must: local-memory
// may: stall, uncoalesced, pageable-copy
// first: local-memory
#include "program.cuh"

__global__ void mix(float *x, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[64];
#pragma unroll
	for (int k = 0; k < 64; k++)
		v[k] = x[(size_t)k * n + i];
	for (int r = 0; r < rounds; r++)
#pragma unroll
		for (int k = 0; k < 64; k++)
			v[k] = v[k] * 0.99f + v[(k * 5 + 1) & 63];
#pragma unroll
	for (int k = 0; k < 64; k++)
		x[(size_t)k * n + i] = v[k];
}

int main()
{
	const int n = 132 * 2048;
	float *x = device_array<float>((size_t)64 * n);
	CHECK(cudaMemset(x, 0, (size_t)64 * n * sizeof(float)));
	for (int i = 0; i < 5; i++)
		mix<<<n / 256, 256>>>(x, n, 50);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
