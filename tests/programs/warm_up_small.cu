// SPDX-License-Identifier: MIT
// A warm-up launch of one thread, then the same kernel at its real size: the warm-up says nothing about it.
// clean
// may: stall
#include "program.cuh"

__global__ void scale(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] = x[i] * 2 + 1;
}

int main()
{
	const int n = 1 << 27;
	float *x = device_array<float>(n);
	CHECK(cudaMemset(x, 0, (size_t)n * sizeof(float)));
	for (int i = 0; i < 5; i++)
		scale<<<1, 1>>>(x, 1);
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < 60; i++)
		scale<<<132 * 8, 256>>>(x, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
