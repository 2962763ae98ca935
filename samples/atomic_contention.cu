// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: every thread adds to the same few words of global memory. Atomic operations on one
 * address are served one after another.
 *
 * bad:   a histogram of skewed data straight in global memory.
 * fixed: each block counts in shared memory first, and adds its counts once at the end.
 *
 * warpwise should find: atomic-contention (counters); in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 16 << 20, BINS = 16, BLOCK = 256, GRID = 1024, LAUNCHES = 4 };

static __global__ void histogram(const uint32_t *values, unsigned *bins)
{
	int step = GRID * BLOCK;

#ifdef FIXED
	__shared__ unsigned block_bins[BINS];

	if (threadIdx.x < BINS)
		block_bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < VALUES; i += step)
		atomicAdd(&block_bins[values[i]], 1);
	__syncthreads();
	if (threadIdx.x < BINS)
		atomicAdd(&bins[threadIdx.x], block_bins[threadIdx.x]);
#else
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < VALUES; i += step)
		atomicAdd(&bins[values[i]], 1);
#endif
}

/* Skewed, as real data is: seven of eight values fall into bin 0. */
static uint32_t value_of(int i)
{
	uint32_t x = scramble(i, 2);

	return x % 8 == 0 ? (x >> 8) % BINS : 0;
}

int main(void)
{
	uint32_t *host = (uint32_t *)malloc(VALUES * sizeof(*host)), *values;
	unsigned *bins, expected[BINS] = { 0 }, result[BINS];

	REQUIRE(host != NULL);
	for (int i = 0; i < VALUES; i++) {
		host[i] = value_of(i);
		expected[host[i]]++;
	}
	CHECK(cudaMalloc(&values, VALUES * sizeof(*values)));
	CHECK(cudaMalloc(&bins, sizeof(result)));
	CHECK(cudaMemcpy(values, host, VALUES * sizeof(*host), cudaMemcpyHostToDevice));
	histogram<<<GRID, BLOCK>>>(values, bins);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(bins, 0, sizeof(result)));

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		histogram<<<GRID, BLOCK>>>(values, bins);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, bins, sizeof(result), cudaMemcpyDeviceToHost));
	for (int b = 0; b < BINS; b++)
		REQUIRE(result[b] == LAUNCHES * expected[b]);
	CHECK(cudaFree(values));
	CHECK(cudaFree(bins));
	free(host);
	return 0;
}
