// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: kernels of one thread in a few streams. They run at the same time, but all of them
 * together are four threads on a GPU that runs a quarter of a million.
 *
 * bad:   four streams, one thread each, which walks over its quarter of the items.
 * fixed: four streams, a thread for each item of its quarter.
 *
 * warpwise should find: small-grid; in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 4, ITEMS = 1 << 18, LAUNCHES = 2, ROUNDS = 40, BLOCK = 256 };

static __global__ void update(uint32_t *items, int count)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
		items[i] = scramble(items[i], ROUNDS);
}

int main(void)
{
	const int part = ITEMS / STREAMS;
	static uint32_t host[ITEMS];
	cudaStream_t streams[STREAMS];
	uint32_t *items;

	CHECK(cudaMalloc(&items, sizeof(host)));
	CHECK(cudaMemset(items, 0, sizeof(host)));
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	update<<<1, 1>>>(items, 0);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int launch = 0; launch < LAUNCHES; launch++) {
		for (int s = 0; s < STREAMS; s++) {
#ifdef FIXED
			update<<<part / BLOCK, BLOCK, 0, streams[s]>>>(items + s * part, part);
#else
			update<<<1, 1, 0, streams[s]>>>(items + s * part, part);
#endif
		}
	}
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, items, sizeof(host), cudaMemcpyDeviceToHost));
	REQUIRE(host[0] == scramble(0, ROUNDS * LAUNCHES));
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(items));
	return 0;
}
