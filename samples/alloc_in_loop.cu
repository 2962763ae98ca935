// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: device memory allocated and freed in every iteration. Both calls are slow, and
 * cudaFree() waits for the device.
 *
 * bad:   cudaMalloc() and cudaFree() of the scratch buffer inside the loop.
 * fixed: once, around it. (Where sizes vary: cudaMallocAsync(), which takes memory from a pool.)
 *
 * warpwise should find: alloc-in-loop; in fixed nothing.
 */
#include "sample.h"

enum { ITERATIONS = 100, SCRATCH = 8 << 20 /* elements */, BLOCK = 256 };

static __global__ void fill(int *scratch, int value)
{
	scratch[blockIdx.x * BLOCK + threadIdx.x] = value;
}

static __global__ void accumulate(int *total, const int *scratch)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	total[i] += scratch[i];
}

int main(void)
{
	const size_t size_bytes = SCRATCH * sizeof(int);
	int *total, *scratch, *result = (int *)malloc(size_bytes);

	REQUIRE(result != NULL);
	CHECK(cudaMalloc(&total, size_bytes));
	CHECK(cudaMalloc(&scratch, size_bytes));
	fill<<<1, BLOCK>>>(scratch, 0);
	accumulate<<<1, BLOCK>>>(total, scratch);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(total, 0, size_bytes));
#ifndef FIXED
	CHECK(cudaFree(scratch));
#endif

	measure_begin();
	for (int i = 0; i < ITERATIONS; i++) {
#ifndef FIXED
		CHECK(cudaMalloc(&scratch, size_bytes));
#endif
		fill<<<SCRATCH / BLOCK, BLOCK>>>(scratch, i);
		accumulate<<<SCRATCH / BLOCK, BLOCK>>>(total, scratch);
		CHECK(cudaGetLastError());
#ifndef FIXED
		CHECK(cudaFree(scratch));
#endif
	}
	measure_end();

#ifdef FIXED
	CHECK(cudaFree(scratch));
#endif
	CHECK(cudaMemcpy(result, total, size_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < SCRATCH; i++)
		REQUIRE(result[i] == ITERATIONS * (ITERATIONS - 1) / 2);
	CHECK(cudaFree(total));
	free(result);
	return 0;
}
