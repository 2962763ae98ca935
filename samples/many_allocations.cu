// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the rows of a ragged array are allocated one by one, thousands of small pieces. Each
 * cudaMalloc() and cudaFree() takes microseconds, whatever its size.
 *
 * bad:   one cudaMalloc() for each row.
 * fixed: one for all of them, and pointers into it.
 *
 * warpwise should find: many-allocations; in fixed nothing.
 */
#include "sample.h"

enum { ROWS = 8448, ROW = 64 /* elements, at most */, BLOCK = 128, WARP = 32, LAUNCHES = 20, ROUNDS = 50000 };

// A warp for each row.
static __global__ void mix(unsigned *const *rows)
{
	int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
	unsigned value = row + 1;

	for (int i = 0; i < ROUNDS; i++) { // xorshift: no two rounds are one
		value ^= value << 13;
		value ^= value >> 17;
		value ^= value << 5;
	}
	for (int i = lane; i < row % ROW + 1; i += WARP)
		rows[row][i] = value;
}

int main(void)
{
	unsigned **rows = (unsigned **)malloc(ROWS * sizeof *rows), **device_rows, *warm;

	REQUIRE(rows != NULL);
	CHECK(cudaMalloc(&warm, sizeof *warm));
	CHECK(cudaMalloc(&device_rows, ROWS * sizeof *rows));
	measure_begin();
#ifdef FIXED
	size_t elements = 0;
	unsigned *all;

	for (int row = 0; row < ROWS; row++)
		elements += row % ROW + 1;
	CHECK(cudaMalloc(&all, elements * sizeof *all));
	for (int row = 0; row < ROWS; row++) {
		rows[row] = all;
		all += row % ROW + 1;
	}
#else
	for (int row = 0; row < ROWS; row++)
		CHECK(cudaMalloc(&rows[row], (row % ROW + 1) * sizeof **rows));
#endif
	CHECK(cudaMemcpy(device_rows, rows, ROWS * sizeof *rows, cudaMemcpyHostToDevice));
	for (int i = 0; i < LAUNCHES; i++)
		mix<<<ROWS * WARP / BLOCK, BLOCK>>>(device_rows);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
#ifdef FIXED
	CHECK(cudaFree(rows[0]));
#else
	for (int row = 0; row < ROWS; row++)
		CHECK(cudaFree(rows[row]));
#endif
	measure_end();
	CHECK(cudaFree(device_rows));
	CHECK(cudaFree(warm));
	free(rows);
	return 0;
}
