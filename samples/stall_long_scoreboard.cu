// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: one load at a time. Each thread adds up values; it needs the one it has loaded
 * before it asks for the next, so that the memory has little to do at any time.
 *
 * bad:   a loop that is not unrolled, one word in each round.
 * fixed: four words in each load, four loads in each round before their values are used.
 *
 * warpwise should find: stall (long_scoreboard) with samples of warps; in fixed nothing, since
 * device memory is busy (counters).
 */
#include "sample.h"

enum { VALUES = 128 << 20, BLOCK = 256, GRID = 132 * 4, LAUNCHES = 5, LOADS = 4 };

static __global__ void sum_all(const uint32_t *values, uint32_t *sums)
{
	const int first = blockIdx.x * BLOCK + threadIdx.x, step = GRID * BLOCK;
	uint32_t sum = 0;

#ifdef FIXED
	const uint4 *wide = (const uint4 *)values;
	int i = first;

	for (; i + (LOADS - 1) * step < VALUES / 4; i += LOADS * step) {
		uint4 v[LOADS];

#pragma unroll
		for (int k = 0; k < LOADS; k++)
			v[k] = wide[i + k * step];
#pragma unroll
		for (int k = 0; k < LOADS; k++)
			sum += v[k].x + v[k].y + v[k].z + v[k].w;
	}
	for (; i < VALUES / 4; i += step)
		sum += wide[i].x + wide[i].y + wide[i].z + wide[i].w;
#else
#pragma unroll 1
	for (int i = first; i < VALUES; i += step)
		sum += values[i];
#endif
	sums[first] = sum;
}

int main(void)
{
	static uint32_t result[GRID * BLOCK];
	uint32_t *host = (uint32_t *)malloc(VALUES * sizeof(*host)), *values, *sums;
	uint32_t sum = 0, expected = 0;

	REQUIRE(host != NULL);
	for (int i = 0; i < VALUES; i++) {
		host[i] = i * 2654435761u;
		expected += host[i];
	}
	CHECK(cudaMalloc(&values, VALUES * sizeof(*values)));
	CHECK(cudaMalloc(&sums, sizeof(result)));
	CHECK(cudaMemcpy(values, host, VALUES * sizeof(*host), cudaMemcpyHostToDevice));
	sum_all<<<1, BLOCK>>>(values, sums);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		sum_all<<<GRID, BLOCK>>>(values, sums);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, sums, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < GRID * BLOCK; i++)
		sum += result[i];
	REQUIRE(sum == expected);
	CHECK(cudaFree(values));
	CHECK(cudaFree(sums));
	free(host);
	return 0;
}
