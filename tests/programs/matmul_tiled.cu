// SPDX-License-Identifier: MIT
// The tiled product of every book, in shared memory: nothing is wrong with its accesses, though a thread could compute more. It runs on the FP32 units
// of a GPU with tensor cores, which a library would use.
// clean
// may: tensor-cores, stall, cache-bound
#include "program.cuh"

enum { TILE = 32 };

__global__ void product(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < n / TILE; t++) {
		as[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
		bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + column];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
		__syncthreads();
	}
	c[row * n + column] = sum;
}

int main()
{
	const int n = 4096;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *c = device_array<float>(n * n);
	CHECK(cudaMemset(a, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(b, 0, n * n * sizeof(float)));
	for (int i = 0; i < 4; i++)
		product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
