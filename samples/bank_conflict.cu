// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a warp reads a column of a 32 x 32 tile in shared memory. All words of a column lie
 * in the same one of the 32 banks, and are served one after another.
 *
 * bad:   rows of 32 words.
 * fixed: rows of 33 words, the last one unused: a column now touches every bank once.
 *
 * warpwise should find: bank-conflict (counters); in fixed nothing.
 */
#include "sample.h"

#ifdef FIXED
enum { PADDING = 1 };
#else
enum { PADDING = 0 };
#endif
enum { TILE = 32, BLOCK_ROWS = 8, SIDE = 2048, LAUNCHES = 200 };

static __global__ void transpose(const int *in, int *out)
{
	__shared__ int tile[TILE][TILE + PADDING];
	int x = blockIdx.x * TILE, y = blockIdx.y * TILE; /* the tile's place in the input */

	for (int row = threadIdx.y; row < TILE; row += BLOCK_ROWS)
		tile[row][threadIdx.x] = in[(y + row) * SIDE + x + threadIdx.x];
	__syncthreads();
	for (int row = threadIdx.y; row < TILE; row += BLOCK_ROWS)
		out[(x + row) * SIDE + y + threadIdx.x] = tile[threadIdx.x][row];
}

int main(void)
{
	static int host[SIDE * SIDE];
	const dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE, BLOCK_ROWS);
	int *in, *out;

	for (int i = 0; i < SIDE * SIDE; i++)
		host[i] = i;
	CHECK(cudaMalloc(&in, sizeof(host)));
	CHECK(cudaMalloc(&out, sizeof(host)));
	CHECK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
	transpose<<<1, block>>>(in, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		transpose<<<grid, block>>>(in, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			REQUIRE(host[y * SIDE + x] == x * SIDE + y);
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
