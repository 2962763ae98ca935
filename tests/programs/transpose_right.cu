// SPDX-License-Identifier: MIT
// The transpose with a padded tile: coalesced on both sides, no conflicts. Bound by memory.
// clean
#include "program.cuh"

__global__ void transpose(const float *in, float *out, int n)
{
	__shared__ float tile[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[(size_t)(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
	const int n = 8192;
	float *a = device_array<float>((size_t)n * n), *b = device_array<float>((size_t)n * n);
	CHECK(cudaMemset(a, 0, (size_t)n * n * sizeof(float)));
	for (int i = 0; i < 10; i++)
		transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(a, b, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
