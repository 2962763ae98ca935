// SPDX-License-Identifier: MIT
/*
 * No anti-pattern: the usual boundary check. It splits one warp of the whole grid and costs
 * nothing, so a tool that reports every divergent branch would raise a false alarm here.
 *
 * bad and fixed: the same code; both are built so that this sample is like all others.
 *
 * warpwise should find: nothing but notes, in bad and in fixed.
 */
#include "sample.h"

/* Not a multiple of the block size: the last block has 17 threads too many. */
enum { BLOCK = 256, VALUES = 4096 * BLOCK - 17, LAUNCHES = 10, ROUNDS = 2000 };

static __global__ void scramble_all(uint32_t *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	if (i < VALUES)
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
		scramble_all<<<(VALUES + BLOCK - 1) / BLOCK, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i += 1009)
		REQUIRE(result[i] == scramble(i, ROUNDS));
	CHECK(cudaFree(out));
	return 0;
}
