// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a chain of short conditions of which each thread needs one. The compiler makes
 * predicated instructions of them: every warp executes all, with most lanes switched off, though
 * no branch is seen.
 *
 * bad:   one condition for each of four kinds, in every round.
 * fixed: multiplier and addend of the kind are chosen before the loop; one computation for all.
 *
 * warpwise should find: predication (counters: about a quarter of the lanes not switched off); in
 * fixed nothing.
 */
#include "sample.h"

enum { THREADS = 1 << 20, BLOCK = 256, LAUNCHES = 10, ROUNDS = 1000, KINDS = 4 };

static __host__ __device__ inline uint32_t multiplier_of(int kind)
{
	return kind == 0 ? 0x2c1b3c6du : kind == 1 ? 0x297a2d39u : kind == 2 ? 0x1b56c4e9u : 0x7feb352du;
}

static __host__ __device__ inline uint32_t grown(uint32_t x, int kind)
{
#ifdef FIXED
	const uint32_t multiplier = multiplier_of(kind), addend = 2 * kind + 1;

	for (int i = 0; i < ROUNDS; i++)
		x = x * multiplier + addend;
#else
	for (int i = 0; i < ROUNDS; i++) {
		if (kind == 0)
			x = x * multiplier_of(0) + 1;
		if (kind == 1)
			x = x * multiplier_of(1) + 3;
		if (kind == 2)
			x = x * multiplier_of(2) + 5;
		if (kind == 3)
			x = x * multiplier_of(3) + 7;
	}
#endif
	return x;
}

static __global__ void grow(const int *kinds, uint32_t *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	out[i] = grown(i, kinds[i]);
}

int main(void)
{
	static int host_kinds[THREADS];
	static uint32_t result[THREADS];
	uint32_t *out;
	int *kinds;

	for (int i = 0; i < THREADS; i++)
		host_kinds[i] = scramble(i, 3) % KINDS;
	CHECK(cudaMalloc(&kinds, sizeof(host_kinds)));
	CHECK(cudaMalloc(&out, sizeof(result)));
	CHECK(cudaMemcpy(kinds, host_kinds, sizeof(host_kinds), cudaMemcpyHostToDevice));
	grow<<<1, BLOCK>>>(kinds, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		grow<<<THREADS / BLOCK, BLOCK>>>(kinds, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < THREADS; i += 1009)
		REQUIRE(result[i] == grown(i, host_kinds[i]));
	CHECK(cudaFree(kinds));
	CHECK(cudaFree(out));
	return 0;
}
