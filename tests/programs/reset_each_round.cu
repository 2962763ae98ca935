// SPDX-License-Identifier: MIT
// cudaDeviceReset() at the end of every round "to clean up": the context, the code and the memory are made anew.
// must: stream-in-loop
// may: alloc-in-loop, many-allocations, lazy-loading, gpu-idle, setup-in-loop
// first: stream-in-loop
#include "program.cuh"

__global__ void decay(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = x[i];
	for (int k = 0; k < rounds; k++)
		value = value * 0.999f + 1;
	x[i] = value;
}

int main()
{
	const int n = 1 << 22;
	for (int round = 0; round < 8; round++) {
		float *x = device_array<float>(n), first;
		CHECK(cudaMemset(x, 0, n * sizeof *x));
		for (int i = 0; i < 20; i++)
			decay<<<n / 256, 256>>>(x, 2000);
		CHECK(cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost));
		REQUIRE(first > 900);
		CHECK(cudaFree(x));
		CHECK(cudaDeviceReset());
	}
	return 0;
}
