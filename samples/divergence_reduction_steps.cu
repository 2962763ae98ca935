// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the reduction of divergence_reduction.cu, in the steps in which it is usually
 * improved, a kernel for each. Blocks reduce their part of global memory in place.
 *
 * bad:   neighboured pairs, first by every 2nd, 4th, 8th ... thread, then re-indexed so that the
 *        first threads of the block do the work (better, but its accesses are strided).
 * fixed: interleaved pairs, then the same with two parts of the data per block, added at first.
 *
 * warpwise should find: predication and uncoalesced in reindexed() (counters); in fixed nothing.
 * (The steps of neighboured() are so short that it keeps three quarters of its lanes, on average.)
 */
#include "sample.h"

enum { VALUES = 8 << 20, BLOCK = 512, LAUNCHES = 20 };

__global__ void neighboured(int *values, int *block_sums)
{
	int *part = values + blockIdx.x * BLOCK, thread = threadIdx.x;

#pragma unroll
	for (int stride = 1; stride < BLOCK; stride *= 2) {
		if (thread % (2 * stride) == 0)
			part[thread] += part[thread + stride];
		__syncthreads();
	}
	if (thread == 0)
		block_sums[blockIdx.x] = part[0];
}

__global__ void reindexed(int *values, int *block_sums)
{
	int *part = values + blockIdx.x * BLOCK, thread = threadIdx.x;

#pragma unroll
	for (int stride = 1; stride < BLOCK; stride *= 2) {
		int i = 2 * stride * thread;

		if (i < BLOCK)
			part[i] += part[i + stride];
		__syncthreads();
	}
	if (thread == 0)
		block_sums[blockIdx.x] = part[0];
}

__global__ void interleaved(int *values, int *block_sums)
{
	int *part = values + blockIdx.x * BLOCK, thread = threadIdx.x;

#pragma unroll
	for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
		if (thread < stride)
			part[thread] += part[thread + stride];
		__syncthreads();
	}
	if (thread == 0)
		block_sums[blockIdx.x] = part[0];
}

__global__ void unrolled(int *values, int *block_sums)
{
	int *part = values + blockIdx.x * 2 * BLOCK, thread = threadIdx.x;

	part[thread] += part[thread + BLOCK];
	__syncthreads();
#pragma unroll
	for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
		if (thread < stride)
			part[thread] += part[thread + stride];
		__syncthreads();
	}
	if (thread == 0)
		block_sums[blockIdx.x] = part[0];
}

static const struct step {
	void (*kernel)(int *values, int *block_sums);
	int values_per_block;
} steps[] = {
#ifdef FIXED
	{ .kernel = interleaved, .values_per_block = BLOCK },
	{ .kernel = unrolled, .values_per_block = 2 * BLOCK },
#else
	{ .kernel = neighboured, .values_per_block = BLOCK },
	{ .kernel = reindexed, .values_per_block = BLOCK },
#endif
};

/* The sum of one pass over untouched data. */
static void check(const struct step *step, int *values, int *block_sums, const int *host)
{
	static int result[VALUES / BLOCK];
	const int grid = VALUES / step->values_per_block;
	int sum = 0, expected = 0;

	CHECK(cudaMemcpy(values, host, VALUES * sizeof(*host), cudaMemcpyHostToDevice));
	step->kernel<<<grid, BLOCK>>>(values, block_sums);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(result, block_sums, grid * sizeof(*result), cudaMemcpyDeviceToHost));
	for (int b = 0; b < grid; b++)
		sum += result[b];
	for (int i = 0; i < VALUES; i++)
		expected += host[i];
	REQUIRE(sum == expected);
}

int main(void)
{
	static int host[VALUES];
	int *values, *block_sums;

	for (int i = 0; i < VALUES; i++)
		host[i] = scramble(i, 2) % 100;
	CHECK(cudaMalloc(&values, sizeof(host)));
	CHECK(cudaMalloc(&block_sums, VALUES / BLOCK * sizeof(int)));
	for (int s = 0; s < ARRAY_LENGTH(steps); s++)
		check(&steps[s], values, block_sums, host);

	CHECK(cudaMemset(values, 0, sizeof(host))); /* in place: sums would grow without end */
	measure_begin();
	for (int s = 0; s < ARRAY_LENGTH(steps); s++) {
		const int grid = VALUES / steps[s].values_per_block;

		for (int i = 0; i < LAUNCHES; i++)
			steps[s].kernel<<<grid, BLOCK>>>(values, block_sums);
	}
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaFree(values));
	CHECK(cudaFree(block_sums));
	return 0;
}
