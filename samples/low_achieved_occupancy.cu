// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: very unequal work within a block. A block keeps its place on the SM until its last
 * warp ends; the other warps' slots are empty for most of the time.
 *
 * bad:   the first warp of each block walks nine times as far as the seven others.
 * fixed: the same number of steps, dealt evenly to the eight warps.
 *
 * warpwise should find: low-achieved-occupancy (counters: far below the theoretical one, which is
 * the same in both); in fixed nothing.
 */
#include "list.h"

enum { BLOCK = 256, WARPS = BLOCK / 32, WALKERS = 1 << 15 /* warps */, LAUNCHES = 5 };
enum { SHORT_STEPS = 100, LONG_STEPS = 9 * SHORT_STEPS };
enum { EVEN_STEPS = (LONG_STEPS + (WARPS - 1) * SHORT_STEPS) / WARPS };

static __host__ __device__ inline int steps_of(int walker)
{
#ifdef FIXED
	(void)walker;
	return EVEN_STEPS;
#else
	return walker % WARPS == 0 ? LONG_STEPS : SHORT_STEPS;
#endif
}

static __global__ void walk(const uint32_t *next, uint32_t *ends)
{
	int walker = (blockIdx.x * BLOCK + threadIdx.x) / 32;
	uint32_t at = list_walk(next, list_start(walker), steps_of(walker));

	if (threadIdx.x % 32 == 0)
		ends[walker] = at;
}

int main(void)
{
	static uint32_t result[WALKERS];
	uint32_t *next = list_new(), *ends;

	CHECK(cudaMalloc(&ends, sizeof(result)));
	walk<<<1, BLOCK>>>(next, ends);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		walk<<<WALKERS / WARPS, BLOCK>>>(next, ends);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, ends, sizeof(result), cudaMemcpyDeviceToHost));
	for (int walker = 0; walker < WALKERS; walker += 101)
		REQUIRE(result[walker] == list_end(walker, steps_of(walker)));
	CHECK(cudaFree(ends));
	CHECK(cudaFree(next));
	return 0;
}
