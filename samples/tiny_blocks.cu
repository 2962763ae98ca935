// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: blocks of a single warp. An SM holds a limited number of blocks (32 on many chips),
 * so that tiny blocks cannot fill its warp slots, and nothing else hides latency.
 *
 * bad:   32 threads per block.
 * fixed: 256 threads per block, the same number of threads altogether.
 *
 * warpwise should find: tiny-blocks (occupancy limited by blocks); in fixed nothing.
 */
#include "list.h"

#ifdef FIXED
enum { BLOCK = 256 };
#else
enum { BLOCK = 32 };
#endif
enum { WALKERS = 1 << 15 /* warps */, STEPS = 1000, LAUNCHES = 5 };

static __global__ void walk(const uint32_t *next, uint32_t *ends)
{
	int walker = (blockIdx.x * BLOCK + threadIdx.x) / 32;
	uint32_t at = list_walk(next, list_start(walker), STEPS);

	if (threadIdx.x % 32 == 0)
		ends[walker] = at;
}

int main(void)
{
	uint32_t *next = list_new(), *ends;

	CHECK(cudaMalloc(&ends, WALKERS * sizeof(*ends)));
	walk<<<1, BLOCK>>>(next, ends);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		walk<<<WALKERS * 32 / BLOCK, BLOCK>>>(next, ends);
	CHECK(cudaGetLastError());
	measure_end();

	list_check(ends, WALKERS, STEPS);
	CHECK(cudaFree(ends));
	CHECK(cudaFree(next));
	return 0;
}
