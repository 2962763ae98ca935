// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: far more dynamic shared memory than a block uses. Few blocks fit on an SM, and the
 * few warps that they have cannot hide the latency of their loads.
 *
 * bad:   every block asks for 100 KiB, whatever it needs.
 * fixed: it asks for what it needs: 4 bytes per thread.
 *
 * warpwise should find: low-occupancy (limited by shared memory); in fixed nothing.
 */
#include "list.h"

enum { BLOCK = 256, WALKERS = 1 << 15 /* warps */, STEPS = 1000, LAUNCHES = 5 };
#ifdef FIXED
enum { SHARED_BYTES = BLOCK * sizeof(uint32_t) };
#else
enum { SHARED_BYTES = 100 << 10 };
#endif

static __global__ void walk(const uint32_t *next, uint32_t *ends)
{
	extern __shared__ uint32_t found[];
	int walker = (blockIdx.x * BLOCK + threadIdx.x) / 32;

	found[threadIdx.x] = list_walk(next, list_start(walker), STEPS);
	__syncthreads();
	if (threadIdx.x < BLOCK / 32)
		ends[blockIdx.x * (BLOCK / 32) + threadIdx.x] = found[threadIdx.x * 32];
}

int main(void)
{
	uint32_t *next = list_new(), *ends;

	CHECK(cudaMalloc(&ends, WALKERS * sizeof(*ends)));
	CHECK(cudaFuncSetAttribute(walk, cudaFuncAttributeMaxDynamicSharedMemorySize,
	                           SHARED_BYTES));
	walk<<<1, BLOCK, SHARED_BYTES>>>(next, ends);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		walk<<<WALKERS * 32 / BLOCK, BLOCK, SHARED_BYTES>>>(next, ends);
	CHECK(cudaGetLastError());
	measure_end();

	list_check(ends, WALKERS, STEPS);
	CHECK(cudaFree(ends));
	CHECK(cudaFree(next));
	return 0;
}
