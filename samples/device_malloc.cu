// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: every thread takes its scratch memory from the device heap and gives it back. All
 * threads of the GPU share that heap.
 *
 * bad:   malloc() and free() in the kernel.
 * fixed: one buffer from the host; each thread has a part of it.
 *
 * warpwise should find: device-malloc with samples of warps; in fixed nothing.
 */
#include "sample.h"

enum { BLOCK = 256, THREADS = 264 * BLOCK, WORDS = 16, LAUNCHES = 5 };

static __global__ void work(uint32_t *out, uint32_t *scratch)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	uint32_t sum = 0;
#ifdef FIXED
	uint32_t *mine = scratch + i;
	const int step = THREADS;
#else
	uint32_t *mine = (uint32_t *)malloc(WORDS * sizeof(*mine));
	const int step = 1;

	if (!mine)
		return;
#endif
	for (int k = 0; k < WORDS; k++)
		mine[k * step] = i + k;
	for (int k = 0; k < WORDS; k++)
		sum += mine[(k * 7 + i) % WORDS * step];
	out[i] = sum;
#ifndef FIXED
	free(mine);
#endif
}

int main(void)
{
	const int last = THREADS - 1;
	uint32_t *out, *scratch = NULL, result;

	CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
	CHECK(cudaMalloc(&out, THREADS * sizeof(*out)));
#ifdef FIXED
	CHECK(cudaMalloc(&scratch, THREADS * WORDS * sizeof(*scratch)));
#endif
	work<<<THREADS / BLOCK, BLOCK>>>(out, scratch);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		work<<<THREADS / BLOCK, BLOCK>>>(out, scratch);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&result, out + last, sizeof(result), cudaMemcpyDeviceToHost));
	REQUIRE(result == (uint32_t)(WORDS * last + WORDS * (WORDS - 1) / 2));
	CHECK(cudaFree(scratch));
	CHECK(cudaFree(out));
	return 0;
}
