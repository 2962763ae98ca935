// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: an array of a thread that is indexed by data. Registers have no addresses, so that
 * the array lies in local memory, and every use of it is a load or a store.
 *
 * bad:   counts of 16 kinds in an array, indexed by the kind.
 * fixed: the same array in shared memory, a column for each thread, so that the lanes of a warp never share a bank.
 *
 * warpwise should find: local-memory (the array is said, not registers); in fixed nothing.
 */
#include "sample.h"

enum { BLOCK = 128, GRID = 2048, LAUNCHES = 10, KINDS = 16, ROUNDS = 400 };

static __host__ __device__ inline uint32_t kind_of(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 28;
}

static __host__ inline uint32_t count_on_host(uint32_t seed)
{
	uint32_t counts[KINDS] = { 0 }, state = seed, sum = 0;

	for (int round = 0; round < ROUNDS; round++)
		counts[kind_of(&state)] += round;
	for (int i = 0; i < KINDS; i++)
		sum = sum * 31 + counts[i];
	return sum;
}

static __global__ void count_kinds(uint32_t *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t state = i, sum = 0;
#ifdef FIXED
	__shared__ uint32_t columns[KINDS][BLOCK];
#define COUNTS(kind) columns[kind][threadIdx.x]
#else
	uint32_t counts[KINDS];
#define COUNTS(kind) counts[kind]
#endif

	for (int kind = 0; kind < KINDS; kind++)
		COUNTS(kind) = 0;
	for (int round = 0; round < ROUNDS; round++)
		COUNTS(kind_of(&state)) += round;
	for (int kind = 0; kind < KINDS; kind++)
		sum = sum * 31 + COUNTS(kind);
	out[i] = sum;
}

int main(void)
{
	static uint32_t result[GRID * BLOCK];
	uint32_t *out;

	CHECK(cudaMalloc(&out, sizeof(result)));
	count_kinds<<<1, BLOCK>>>(out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		count_kinds<<<GRID, BLOCK>>>(out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < GRID * BLOCK; i += 1009)
		REQUIRE(result[i] == count_on_host(i));
	CHECK(cudaFree(out));
	return 0;
}
