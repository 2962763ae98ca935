// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a block size that is no multiple of 32. Warps have 32 lanes: the last warp of every
 * block takes a whole slot for the few threads that are left.
 *
 * bad:   33 threads per block, so that each second warp has a single thread.
 * fixed: 64 threads per block, the same number of elements.
 *
 * warpwise should find: partial-warp; in fixed nothing.
 */
#include "sample.h"

#ifdef FIXED
enum { BLOCK = 64 };
#else
enum { BLOCK = 33 };
#endif
enum { VALUES = 33 * 64 * 500, LAUNCHES = 10, ROUNDS = 2000 };

static __global__ void scramble_all(uint32_t *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	out[i] = scramble(i, ROUNDS);
}

int main(void)
{
	static uint32_t result[VALUES];
	uint32_t *out;

	CHECK(cudaMalloc(&out, sizeof(result)));
	scramble_all<<<1, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		scramble_all<<<VALUES / BLOCK, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i += 1009)
		REQUIRE(result[i] == scramble(i, ROUNDS));
	CHECK(cudaFree(out));
	return 0;
}
