// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: kernels read pinned host memory over the bus, the same data in each launch.
 *
 * bad:   each launch reads the mapped memory.
 * fixed: one copy to device memory, which each launch reads.
 *
 * warpwise should find: mapped-memory (counters); in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 22, BLOCK = 256, BLOCKS = 1056, LAUNCHES = 10 };

static __global__ void sum(const uint32_t *items, uint32_t *out)
{
	uint32_t mine = 0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < ITEMS; i += BLOCKS * BLOCK)
		mine += items[i];
	atomicAdd(out + threadIdx.x, mine);
}

int main(void)
{
	const size_t size_bytes = ITEMS * sizeof(uint32_t);
	uint32_t *host, *items, *out, results[BLOCK], total = 0;

	CHECK(cudaHostAlloc(&host, size_bytes, cudaHostAllocMapped));
	for (int i = 0; i < ITEMS; i++)
		host[i] = i % 3;
	CHECK(cudaMalloc(&out, sizeof(results)));
	CHECK(cudaMemset(out, 0, sizeof(results)));
#ifdef FIXED
	CHECK(cudaMalloc(&items, size_bytes));
#else
	CHECK(cudaHostGetDevicePointer(&items, host, 0));
#endif
	sum<<<1, BLOCK>>>(items, out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(out, 0, sizeof(results)));

	measure_begin();
#ifdef FIXED
	CHECK(cudaMemcpyAsync(items, host, size_bytes, cudaMemcpyHostToDevice));
#endif
	for (int i = 0; i < LAUNCHES; i++)
		sum<<<BLOCKS, BLOCK>>>(items, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(results, out, sizeof(results), cudaMemcpyDeviceToHost));
	for (int i = 0; i < ITEMS; i++)
		total += LAUNCHES * host[i];
	for (int i = 0; i < BLOCK; i++)
		total -= results[i];
	REQUIRE(total == 0);
#ifdef FIXED
	CHECK(cudaFree(items));
#endif
	CHECK(cudaFree(out));
	CHECK(cudaFreeHost(host));
	return 0;
}
