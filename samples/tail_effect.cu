// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a grid slightly larger than what the device holds at a time. The few blocks that
 * are left over run alone in a second wave, which lasts as long as the first.
 *
 * bad:   every block does an equal share of the walks; there are four blocks more than fit.
 * fixed: exactly as many blocks as fit; they stride over the same walks, so that each does a little
 *        more.
 *
 * warpwise should find: tail-effect; in fixed nothing.
 */
#include "list.h"

enum { BLOCK = 256, WARPS = BLOCK / 32, LEFT_OVER = 4 /* blocks */ };
enum { WALKS_PER_WARP = 16, STEPS = 60, LAUNCHES = 10 };

static __global__ void walk(const uint32_t *next, uint32_t *ends, int walkers)
{
	int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;

	for (int walker = warp; walker < walkers; walker += gridDim.x * WARPS) {
		uint32_t at = list_walk(next, list_start(walker), STEPS);

		if (threadIdx.x % 32 == 0)
			ends[walker] = at;
	}
}

/* How many blocks of walk() the device holds at a time. */
static int wave_blocks(void)
{
	int sms, per_sm;

	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, walk, BLOCK, 0));
	return sms * per_sm;
}

int main(void)
{
	const int walkers = (wave_blocks() + LEFT_OVER) * WARPS * WALKS_PER_WARP;
#ifdef FIXED
	const int grid = wave_blocks();
#else
	const int grid = wave_blocks() + LEFT_OVER;
#endif
	uint32_t *next = list_new(), *ends;

	CHECK(cudaMalloc(&ends, walkers * sizeof(*ends)));
	walk<<<1, BLOCK>>>(next, ends, 1);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		walk<<<grid, BLOCK>>>(next, ends, walkers);
	CHECK(cudaGetLastError());
	measure_end();

	list_check(ends, walkers, STEPS);
	CHECK(cudaFree(ends));
	CHECK(cudaFree(next));
	return 0;
}
