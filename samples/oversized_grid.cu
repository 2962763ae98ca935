// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a thread for each item, and a warp for each block: the GPU starts blocks one after
 * another, and these are over as soon as they have started.
 *
 * bad:   two million blocks of a warp, each thread adds one to one item.
 * fixed: as many blocks of 256 threads as fit at a time, which stride over the items.
 *
 * warpwise should find: oversized-grid (the time between the starts of blocks); in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 26, LAUNCHES = 10 };

static __global__ void add(uint32_t *items)
{
#ifdef FIXED
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ITEMS; i += gridDim.x * blockDim.x)
		items[i] += 1;
#else
	items[blockIdx.x * blockDim.x + threadIdx.x] += 1;
#endif
}

static void add_all(uint32_t *items)
{
#ifdef FIXED
	int multiprocessors;

	CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
	add<<<8 * multiprocessors, 256>>>(items);
#else
	add<<<ITEMS / 32, 32>>>(items);
#endif
	CHECK(cudaGetLastError());
}

int main(void)
{
	uint32_t *items, last;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	add_all(items);

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		add_all(items);
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == LAUNCHES + 1);
	CHECK(cudaFree(items));
	return 0;
}
