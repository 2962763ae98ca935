// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a branch that splits every warp. A warp executes both sides one after the other,
 * with half of its lanes switched off each time.
 *
 * bad:   even and odd threads take different sides.
 * fixed: even and odd warps do; every warp agrees with itself. As many threads take each side.
 *
 * warpwise should find: divergence (counters: about half of the lanes active); in fixed nothing.
 */
#include "sample.h"

enum { THREADS = 1 << 20, BLOCK = 256, LAUNCHES = 10, ROUNDS = 2000 };

/* The other side of the branch: as long as scramble(), but not the same instructions. */
static __host__ __device__ inline uint32_t stir(uint32_t x, int rounds)
{
	for (int i = 0; i < rounds; i++)
		x = (x ^ (x << 11)) * 0x297a2d39u + 3;
	return x;
}

static __host__ __device__ inline bool takes_left(int i)
{
#ifdef FIXED
	return (i / 32) % 2 == 0;
#else
	return i % 2 == 0;
#endif
}

static __global__ void branch(uint32_t *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	if (takes_left(i))
		out[i] = scramble(i, ROUNDS);
	else
		out[i] = stir(i, ROUNDS);
}

int main(void)
{
	static uint32_t result[THREADS];
	uint32_t *out;

	CHECK(cudaMalloc(&out, sizeof(result)));
	branch<<<1, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		branch<<<THREADS / BLOCK, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < THREADS; i += 1009)
		REQUIRE(result[i] == (takes_left(i) ? scramble(i, ROUNDS) : stir(i, ROUNDS)));
	CHECK(cudaFree(out));
	return 0;
}
