// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: every thread launches a small kernel of its own from the device. A nested launch
 * costs about as much as one from the host, and thousands of tiny grids queue for the scheduler.
 *
 * bad:   each of 1024 threads launches one block for its own item.
 * fixed: one thread launches one grid with a block for each item.
 *
 * warpwise should find: dynamic-parallelism; in fixed nothing. (CUPTI gives no records of kernels
 * that the device launched, so the timeline shows only the parent.)
 */
#include "sample.h"

enum { ITEMS = 1024, ITEM = 32 /* elements */, PARENT_BLOCK = 256, LAUNCHES = 5, ROUNDS = 100 };

static __global__ void child(uint32_t *data)
{
	int i = blockIdx.x * ITEM + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

static __global__ void parent(uint32_t *data)
{
	int item = blockIdx.x * PARENT_BLOCK + threadIdx.x;

#ifdef FIXED
	if (item == 0)
		child<<<ITEMS, ITEM>>>(data);
#else
	child<<<1, ITEM>>>(data + item * ITEM);
#endif
}

int main(void)
{
	static uint32_t result[ITEMS * ITEM];
	uint32_t *data;

	for (int i = 0; i < ITEMS * ITEM; i++)
		result[i] = i;
	CHECK(cudaMalloc(&data, sizeof(result)));
	parent<<<ITEMS / PARENT_BLOCK, PARENT_BLOCK>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(data, result, sizeof(result), cudaMemcpyHostToDevice));

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		parent<<<ITEMS / PARENT_BLOCK, PARENT_BLOCK>>>(data);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < ITEMS * ITEM; i += 13)
		REQUIRE(result[i] == scramble(i, LAUNCHES * ROUNDS));
	CHECK(cudaFree(data));
	return 0;
}
