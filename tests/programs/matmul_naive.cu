// SPDX-License-Identifier: MIT
// Matrix product with the indices the wrong way round: neighbouring threads walk down a column.
// must: uncoalesced
// may: stall, tensor-cores, pageable-copy, low-achieved-occupancy, cache-bound
// first: uncoalesced
#include "program.cuh"

__global__ void product(const float *a, const float *b, float *c, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}

int main()
{
	const int n = 2048;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *c = device_array<float>(n * n);
	CHECK(cudaMemset(a, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(b, 0, n * n * sizeof(float)));
	for (int i = 0; i < 3; i++)
		product<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, c, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
