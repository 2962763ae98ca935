// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: launch bounds that leave the compiler fewer registers than the kernel needs. What
 * does not fit is spilled to local memory, and every use of it becomes a load or a store.
 *
 * bad:   __launch_bounds__(1024, 2): 64 warps per SM, thus at most 32 registers per thread.
 * fixed: bounds that say how the kernel is really launched. (nvcc -Xptxas -v prints the spills.)
 *
 * warpwise should find: local-memory; in fixed nothing.
 */
#include "sample.h"

enum { BLOCK = 256, GRID = 2048, LAUNCHES = 10, STATE = 40, ROUNDS = 200 };

#ifdef FIXED
#define BOUNDS __launch_bounds__(BLOCK)
#else
#define BOUNDS __launch_bounds__(1024, 2)
#endif

/* Needs the whole state in every round; unrolled on the device, so that it lies in registers. */
static __host__ __device__ inline uint32_t mix(uint32_t seed)
{
	uint32_t state[STATE], sum = 0;

#pragma unroll
	for (int i = 0; i < STATE; i++)
		state[i] = seed + i;
#pragma unroll 1
	for (int round = 0; round < ROUNDS; round++) {
#pragma unroll
		for (int i = 0; i < STATE; i++)
			state[i] = state[i] * 0x2c1b3c6du + state[(i + STATE / 2) % STATE];
	}
#pragma unroll
	for (int i = 0; i < STATE; i++)
		sum ^= state[i];
	return sum;
}

static __global__ BOUNDS void mix_all(uint32_t *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = mix(i);
}

int main(void)
{
	static uint32_t result[GRID * BLOCK];
	uint32_t *out;

	CHECK(cudaMalloc(&out, sizeof(result)));
	mix_all<<<1, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		mix_all<<<GRID, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < GRID * BLOCK; i += 1009)
		REQUIRE(result[i] == mix(i));
	CHECK(cudaFree(out));
	return 0;
}
