// SPDX-License-Identifier: MIT
// A matrix product with tiles in shared memory and 8 x 8 elements in each thread, as libraries have it.
// clean
// may: tensor-cores, stall, bank-conflict
#include "program.cuh"

enum { TILE = 128, DEPTH = 8, PART = 8 };

__global__ __launch_bounds__(256) void product(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[DEPTH][TILE + 4], bs[DEPTH][TILE];
	int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	float sum[PART][PART] = {};
	for (int k = 0; k < n; k += DEPTH) {
		for (int i = threadIdx.x; i < TILE * DEPTH; i += 256) {
			as[i % DEPTH][i / DEPTH] = a[(row0 + i / DEPTH) * n + k + i % DEPTH];
			bs[i / TILE][i % TILE] = b[(k + i / TILE) * n + col0 + i % TILE];
		}
		__syncthreads();
#pragma unroll
		for (int d = 0; d < DEPTH; d++) {
			float l[PART], r[PART];
#pragma unroll
			for (int i = 0; i < PART; i++)
				l[i] = as[d][ty * PART + i], r[i] = bs[d][tx + 16 * i];
#pragma unroll
			for (int i = 0; i < PART; i++)
#pragma unroll
				for (int j = 0; j < PART; j++)
					sum[i][j] += l[i] * r[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < PART; i++)
#pragma unroll
		for (int j = 0; j < PART; j++)
			c[(row0 + ty * PART + i) * n + col0 + tx + 16 * j] = sum[i][j];
}

int main()
{
	const int n = 4096;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *c = device_array<float>(n * n);
	CHECK(cudaMemset(a, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(b, 0, n * n * sizeof(float)));
	for (int i = 0; i < 4; i++)
		product<<<dim3(n / TILE, n / TILE), 256>>>(a, b, c, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
