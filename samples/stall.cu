// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a barrier for the whole block where only the lanes of a warp exchange values. In
 * each step one warp has more to do; all others wait for it at the barrier.
 *
 * bad:   __syncthreads() in each step.
 * fixed: __syncwarp(): warps run ahead of each other, and all of them have as much to do.
 *
 * warpwise should find: stall (barrier) with samples of warps; in fixed nothing.
 */
#include "sample.h"

enum { BLOCK = 1024, WARPS = BLOCK / 32, GRID = 1056, STEPS = 2 * WARPS, LAUNCHES = 10 };
enum { SHORT_ROUNDS = 4, LONG_ROUNDS = 256 };

static __host__ __device__ inline int rounds_of(int warp, int step)
{
	return step % WARPS == warp ? LONG_ROUNDS : SHORT_ROUNDS;
}

static __global__ void exchange(uint32_t *out)
{
	__shared__ uint32_t values[BLOCK];
	const int thread = threadIdx.x, warp = thread / 32;
	const int neighbour = warp * 32 + (thread + 1) % 32;
	uint32_t x = blockIdx.x * BLOCK + thread;

	for (int step = 0; step < STEPS; step++) {
		values[thread] = scramble(x, rounds_of(warp, step));
#ifdef FIXED
		__syncwarp();
		x ^= values[neighbour];
		__syncwarp();
#else
		__syncthreads();
		x ^= values[neighbour];
		__syncthreads();
#endif
	}
	out[blockIdx.x * BLOCK + thread] = x;
}

/* What the lanes of one warp compute. */
static void expect(uint32_t *x, int first_thread)
{
	const int warp = first_thread % BLOCK / 32;
	uint32_t values[32];

	for (int lane = 0; lane < 32; lane++)
		x[lane] = first_thread + lane;
	for (int step = 0; step < STEPS; step++) {
		for (int lane = 0; lane < 32; lane++)
			values[lane] = scramble(x[lane], rounds_of(warp, step));
		for (int lane = 0; lane < 32; lane++)
			x[lane] ^= values[(lane + 1) % 32];
	}
}

int main(void)
{
	static uint32_t result[GRID * BLOCK];
	uint32_t *out, expected[32];

	CHECK(cudaMalloc(&out, sizeof(result)));
	exchange<<<1, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		exchange<<<GRID, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int first = 0; first < GRID * BLOCK; first += 32 * 1009) {
		expect(expected, first);
		for (int lane = 0; lane < 32; lane++)
			REQUIRE(result[first + lane] == expected[lane]);
	}
	CHECK(cudaFree(out));
	return 0;
}
