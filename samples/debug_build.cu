// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: device code that was compiled for the debugger. Nearly nothing of it is optimised,
 * and every variable lives in local memory.
 *
 * bad:   compiled with nvcc -G.
 * fixed: the same code, compiled with -lineinfo, which is enough for a profiler.
 *
 * warpwise should find: debug-build; in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 20, BLOCK = 256, ROUNDS = 100, LAUNCHES = 10 };

static __global__ void scramble_all(uint32_t *items)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	items[i] = scramble(items[i], ROUNDS);
}

int main(void)
{
	uint32_t *items, last;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	scramble_all<<<ITEMS / BLOCK, BLOCK>>>(items);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		scramble_all<<<ITEMS / BLOCK, BLOCK>>>(items);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == scramble(0, ROUNDS * (LAUNCHES + 1)));
	CHECK(cudaFree(items));
	return 0;
}
