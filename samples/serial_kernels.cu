// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: independent kernels with small grids, one after another in one stream. Each leaves
 * most SMs idle, and all of them would fit side by side.
 *
 * bad:   five parts of the data, all launched into one stream.
 * fixed: a stream for each part. Steps of the same part still follow one another.
 *
 * warpwise should find: serial-kernels; in fixed nothing about order (the grids stay small).
 */
#include "sample.h"

#ifdef FIXED
enum { STREAMS = 5 };
#else
enum { STREAMS = 1 };
#endif
enum { PARTS = 5, STEPS = 40, GRID = 8, BLOCK = 256, PART = GRID * BLOCK, ROUNDS = 8000 };

static __global__ void scramble_part(uint32_t *part)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	part[i] = scramble(part[i], ROUNDS);
}

int main(void)
{
	cudaStream_t streams[STREAMS];
	uint32_t *data, result[PARTS * PART];

	CHECK(cudaMalloc(&data, sizeof(result)));
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	scramble_part<<<1, BLOCK>>>(data);
	CHECK(cudaGetLastError());
	for (int i = 0; i < PARTS * PART; i++)
		result[i] = i;
	CHECK(cudaMemcpy(data, result, sizeof(result), cudaMemcpyHostToDevice));

	measure_begin();
	for (int step = 0; step < STEPS; step++)
		for (int p = 0; p < PARTS; p++)
			scramble_part<<<GRID, BLOCK, 0, streams[p % STREAMS]>>>(data + p * PART);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < PARTS * PART; i += 511)
		REQUIRE(result[i] == scramble(i, STEPS * ROUNDS));
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(data));
	return 0;
}
