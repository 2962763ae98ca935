// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a reduction of neighboured pairs. In step after step the working threads are spread
 * over all warps of the block: half of the lanes work, then a quarter, but every warp runs.
 *
 * bad:   threads 0, 2, 4 ..., then 0, 4, 8 ... multiply by their neighbour's product.
 * fixed: the lower half of the threads takes the upper half's products; whole warps retire early.
 *
 * warpwise should find: divergence (counters); in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 8 << 20, BLOCK = 256, GRID = VALUES / BLOCK, LAUNCHES = 60, PRIME = 1000000007 };

/* Costs enough for the lanes that are switched off to matter; a plain sum hides behind barriers. */
static __host__ __device__ inline uint32_t product(uint32_t a, uint32_t b)
{
	return (uint64_t)a * b % PRIME;
}

static __global__ void reduce(const uint32_t *values, uint32_t *products)
{
	__shared__ uint32_t part[BLOCK];
	int thread = threadIdx.x;

	part[thread] = values[blockIdx.x * BLOCK + thread];
	__syncthreads();
#ifdef FIXED
#pragma unroll
	for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
		if (thread < stride)
			part[thread] = product(part[thread], part[thread + stride]);
		__syncthreads();
	}
#else
#pragma unroll
	for (int stride = 1; stride < BLOCK; stride *= 2) {
		if (thread % (2 * stride) == 0)
			part[thread] = product(part[thread], part[thread + stride]);
		__syncthreads();
	}
#endif
	if (thread == 0)
		products[blockIdx.x] = part[0];
}

int main(void)
{
	static uint32_t host[VALUES], result[GRID];
	uint32_t *values, *products;

	for (int i = 0; i < VALUES; i++)
		host[i] = scramble(i, 2) % PRIME;
	CHECK(cudaMalloc(&values, sizeof(host)));
	CHECK(cudaMalloc(&products, sizeof(result)));
	CHECK(cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice));
	reduce<<<GRID, BLOCK>>>(values, products);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		reduce<<<GRID, BLOCK>>>(values, products);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, products, sizeof(result), cudaMemcpyDeviceToHost));
	for (int b = 0; b < GRID; b++) {
		uint32_t expected = 1;

		for (int i = 0; i < BLOCK; i++)
			expected = product(expected, host[b * BLOCK + i]);
		REQUIRE(result[b] == expected);
	}
	CHECK(cudaFree(values));
	CHECK(cudaFree(products));
	return 0;
}
