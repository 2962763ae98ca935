// SPDX-License-Identifier: MIT
// Scratch memory is allocated and freed in every step; cudaFree() waits for the GPU each time.
// must: alloc-in-loop
// may: gpu-idle, launch-bound
// first: alloc-in-loop
#include "program.cuh"

__global__ void work(float *x, float *scratch, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		scratch[i] = x[i] + 1;
		x[i] = scratch[i] * 0.5f;
	}
}

int main()
{
	const int n = 1 << 22;
	float *x = device_array<float>(n);
	for (int s = 0; s < 150; s++) {
		float *scratch;
		CHECK(cudaMalloc(&scratch, n * sizeof(float)));
		work<<<1056, 256>>>(x, scratch, n);
		CHECK(cudaFree(scratch));
	}
	return 0;
}
