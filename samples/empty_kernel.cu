// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a kernel whose body was compiled away is launched all the same, in each step.
 *
 * bad:   launches the empty kernel between the steps.
 * fixed: launches the steps alone.
 *
 * warpwise should find: empty-kernel; in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 20, BLOCK = 256, STEPS = 300 };

static __global__ void step(uint32_t *items)
{
	items[blockIdx.x * BLOCK + threadIdx.x] += 1;
}

#ifndef FIXED
static __global__ void verify(const uint32_t *items)
{
	(void)items;
#ifdef VERIFY
	if (items[blockIdx.x * BLOCK + threadIdx.x] != items[0])
		__trap();
#endif
}
#endif

static void run_step(uint32_t *items)
{
	step<<<ITEMS / BLOCK, BLOCK>>>(items);
#ifndef FIXED
	verify<<<ITEMS / BLOCK, BLOCK>>>(items);
#endif
}

int main(void)
{
	uint32_t *items, last;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	run_step(items);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < STEPS; i++)
		run_step(items);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == STEPS + 1);
	CHECK(cudaFree(items));
	return 0;
}
