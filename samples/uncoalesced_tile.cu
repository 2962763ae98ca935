// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: tiles that are narrower than a sector. A transpose through shared memory reads and
 * writes rows of a tile; with elements of one byte, a row of 16 is half of a 32-byte sector.
 *
 * bad:   tiles of 16 x 16 elements: a warp touches two half sectors for each load and store.
 * fixed: tiles of 32 x 32 elements: one whole sector. Blocks have 256 threads in both.
 *
 * warpwise should find: uncoalesced (counters: about half of each sector used); in fixed nothing.
 */
#include "sample.h"

#ifdef FIXED
enum { TILE = 32 };
#else
enum { TILE = 16 };
#endif
enum { BLOCK_ROWS = 256 / TILE, SIDE = 8192, LAUNCHES = 20 };

static __global__ void transpose(const uint8_t *in, uint8_t *out)
{
	__shared__ uint8_t tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE, y = blockIdx.y * TILE; /* the tile's place in the input */

	for (int row = threadIdx.y; row < TILE; row += BLOCK_ROWS)
		tile[row][threadIdx.x] = in[(y + row) * SIDE + x + threadIdx.x];
	__syncthreads();
	for (int row = threadIdx.y; row < TILE; row += BLOCK_ROWS)
		out[(x + row) * SIDE + y + threadIdx.x] = tile[threadIdx.x][row];
}

static uint8_t value_at(int x, int y)
{
	return (x * 7 + y * 13) % 251;
}

int main(void)
{
	static uint8_t host[SIDE * SIDE];
	const dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE, BLOCK_ROWS);
	uint8_t *in, *out;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			host[y * SIDE + x] = value_at(x, y);
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
			REQUIRE(host[y * SIDE + x] == value_at(y, x));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
