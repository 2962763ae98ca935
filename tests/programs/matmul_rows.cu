// SPDX-License-Identifier: MIT
// The first matrix product of every course: coalesced, one element a thread, all from global memory. The L1 cache
// delivers what it can.
// must: cache-bound
// may: stall, tensor-cores
// first: cache-bound
#include "program.cuh"

__global__ void product(const float *a, const float *b, float *c, int n)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}

int main()
{
	const int n = 3072;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *c = device_array<float>(n * n);
	CHECK(cudaMemset(a, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(b, 0, n * n * sizeof(float)));
	for (int i = 0; i < 3; i++)
		product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
