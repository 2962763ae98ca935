// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a kernel that holds many values in registers across a long wait, and lets them
 * decide how many warps fit on an SM. Few warps then wait for memory, with none left to run
 * meanwhile.
 *
 * bad:   no launch bounds: the compiler keeps everything in registers.
 * fixed: __launch_bounds__ that ask for six blocks per SM. The compiler stores values before the
 *        long loop and loads them after it, once: cheap, unlike the spills in local_memory.cu,
 *        which are inside of the loop. (nvcc -Xptxas -v prints registers and spills.)
 *
 * warpwise should find: low-occupancy (limited by registers); in fixed nothing worth its cost.
 */
#include "list.h"

enum { BLOCK = 256, WARPS = BLOCK / 32, WALKERS = 1 << 15 /* warps */, STEPS = 1000, LAUNCHES = 5 };
enum { STATE = 96 /* words that a thread holds while it walks */ };

#ifdef FIXED
#define BOUNDS __launch_bounds__(BLOCK, 6)
#else
#define BOUNDS
#endif

/* volatile: read before the walk, as a kernel does that needs the values later but not to walk. */
static __global__ BOUNDS void walk(const uint32_t *next, const volatile uint32_t *table,
                                   uint32_t *ends)
{
	int walker = (blockIdx.x * BLOCK + threadIdx.x) / 32;
	uint32_t state[STATE];

#pragma unroll
	for (int i = 0; i < STATE; i++)
		state[i] = table[i * 32 + threadIdx.x % 32];

	uint32_t at = list_walk(next, list_start(walker), STEPS);

#pragma unroll
	for (int i = 0; i < STATE; i++)
		at = at * 3 + state[i];
	ends[blockIdx.x * BLOCK + threadIdx.x] = at;
}

static uint32_t expected(int thread, const uint32_t *table)
{
	uint32_t at = list_end(thread / 32, STEPS);

	for (int i = 0; i < STATE; i++)
		at = at * 3 + table[i * 32 + thread % 32];
	return at;
}

int main(void)
{
	static uint32_t result[WALKERS * 32], host_table[STATE * 32];
	uint32_t *next = list_new(), *table, *ends;

	for (int i = 0; i < STATE * 32; i++)
		host_table[i] = scramble(i, 3);
	CHECK(cudaMalloc(&table, sizeof(host_table)));
	CHECK(cudaMalloc(&ends, sizeof(result)));
	CHECK(cudaMemcpy(table, host_table, sizeof(host_table), cudaMemcpyHostToDevice));
	walk<<<1, BLOCK>>>(next, table, ends);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		walk<<<WALKERS / WARPS, BLOCK>>>(next, table, ends);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, ends, sizeof(result), cudaMemcpyDeviceToHost));
	for (int thread = 0; thread < WALKERS * 32; thread += 1009)
		REQUIRE(result[thread] == expected(thread, host_table));
	CHECK(cudaFree(table));
	CHECK(cudaFree(ends));
	CHECK(cudaFree(next));
	return 0;
}
