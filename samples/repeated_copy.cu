// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a table that never changes goes to the device in each step.
 *
 * bad:   copies the table before each kernel that reads it.
 * fixed: copies the table once, before the loop.
 *
 * warpwise should find: repeated-copy; in fixed nothing.
 */
#include "sample.h"

/* More than fits into the L2 cache, so that the kernels take as long in both. */
enum { ITEMS = 1 << 24, BLOCK = 256, STEPS = 10 };

static __global__ void add(uint32_t *items, const uint32_t *table)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	items[i] += table[i];
}

int main(void)
{
	const size_t size_bytes = ITEMS * sizeof(uint32_t);
	uint32_t *host, *table, *items, last;

	CHECK(cudaMallocHost(&host, size_bytes)); /* pinned */
	for (int i = 0; i < ITEMS; i++)
		host[i] = i;
	CHECK(cudaMalloc(&table, size_bytes));
	CHECK(cudaMalloc(&items, size_bytes));
	CHECK(cudaMemset(items, 0, size_bytes));
	CHECK(cudaMemset(table, 0, size_bytes));
	add<<<ITEMS / BLOCK, BLOCK>>>(items, table);
	CHECK(cudaGetLastError());

	measure_begin();
#ifdef FIXED
	CHECK(cudaMemcpyAsync(table, host, size_bytes, cudaMemcpyHostToDevice));
#endif
	for (int i = 0; i < STEPS; i++) {
#ifndef FIXED
		CHECK(cudaMemcpyAsync(table, host, size_bytes, cudaMemcpyHostToDevice));
#endif
		add<<<ITEMS / BLOCK, BLOCK>>>(items, table);
	}
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == STEPS * (uint32_t)(ITEMS - 1));
	CHECK(cudaFree(items));
	CHECK(cudaFree(table));
	CHECK(cudaFreeHost(host));
	return 0;
}
