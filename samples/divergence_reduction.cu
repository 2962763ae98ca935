// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a reduction of neighboured pairs. In step after step the working threads are spread
 * over all warps of the block: half of the lanes work, then a quarter, but every warp runs.
 *
 * bad:   threads 0, 2, 4 ..., then 0, 4, 8 ... add their neighbour's sum.
 * fixed: the lower half of the threads adds the upper half's sums; whole warps retire early.
 *
 * warpwise should find: divergence (counters); in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 8 << 20, BLOCK = 1024, GRID = VALUES / BLOCK, LAUNCHES = 60 };

static __global__ void reduce(const int *values, int *block_sums)
{
	__shared__ int sum[BLOCK];
	int thread = threadIdx.x;

	sum[thread] = values[blockIdx.x * BLOCK + thread];
	__syncthreads();
#ifdef FIXED
#pragma unroll
	for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
		if (thread < stride)
			sum[thread] += sum[thread + stride];
		__syncthreads();
	}
#else
#pragma unroll
	for (int stride = 1; stride < BLOCK; stride *= 2) {
		if (thread % (2 * stride) == 0)
			sum[thread] += sum[thread + stride];
		__syncthreads();
	}
#endif
	if (thread == 0)
		block_sums[blockIdx.x] = sum[0];
}

int main(void)
{
	static int host[VALUES], result[GRID];
	int *values, *block_sums;

	for (int i = 0; i < VALUES; i++)
		host[i] = scramble(i, 2) % 1000;
	CHECK(cudaMalloc(&values, sizeof(host)));
	CHECK(cudaMalloc(&block_sums, sizeof(result)));
	CHECK(cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice));
	reduce<<<GRID, BLOCK>>>(values, block_sums);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		reduce<<<GRID, BLOCK>>>(values, block_sums);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, block_sums, sizeof(result), cudaMemcpyDeviceToHost));
	for (int b = 0; b < GRID; b++) {
		int expected = 0;

		for (int i = 0; i < BLOCK; i++)
			expected += host[b * BLOCK + i];
		REQUIRE(result[b] == expected);
	}
	CHECK(cudaFree(values));
	CHECK(cudaFree(block_sums));
	return 0;
}
