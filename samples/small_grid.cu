// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a grid with fewer blocks than the device has SMs. The other SMs have nothing to do.
 *
 * bad:   16 blocks.
 * fixed: eight blocks for each SM. The kernel (a grid-stride loop) and its work are the same.
 *
 * warpwise should find: small-grid; in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 1 << 20, BLOCK = 256, LAUNCHES = 8, ROUNDS = 2000 };

static __global__ void scramble_all(uint32_t *out)
{
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < VALUES; i += gridDim.x * BLOCK)
		out[i] = scramble(i, ROUNDS);
}

static int grid_blocks(void)
{
#ifdef FIXED
	int sms;

	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	return 8 * sms;
#else
	return 16;
#endif
}

int main(void)
{
	static uint32_t result[VALUES];
	const int grid = grid_blocks();
	uint32_t *out;

	CHECK(cudaMalloc(&out, sizeof(result)));
	scramble_all<<<grid, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		scramble_all<<<grid, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i += 1009)
		REQUIRE(result[i] == scramble(i, ROUNDS));
	CHECK(cudaFree(out));
	return 0;
}
