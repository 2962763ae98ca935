// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: blocking copies between kernels that do not depend on them. cudaMemcpy() works in
 * the null stream and holds the host, so that copy, kernel, copy, kernel ... take turns.
 *
 * bad:   cudaMemcpy() of the next part while nothing else runs.
 * fixed: cudaMemcpyAsync() in streams: a part is copied while the one before it is computed.
 *
 * warpwise should find: sync-copy; in fixed nothing. (The host memory is pinned in both.)
 */
#include "sample.h"

enum { PARTS = 16, PART = 2 << 20 /* elements */, BLOCK = 256, ROUNDS = 500, STREAMS = 4 };

static __global__ void scramble_all(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

int main(void)
{
	const size_t part_bytes = PART * sizeof(uint32_t);
	cudaStream_t streams[STREAMS];
	uint32_t *host, *device;

	CHECK(cudaMallocHost(&host, PARTS * part_bytes));
	CHECK(cudaMalloc(&device, PARTS * part_bytes));
	for (int i = 0; i < PARTS * PART; i++)
		host[i] = i;
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	scramble_all<<<1, BLOCK>>>(device);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int p = 0; p < PARTS; p++) {
		uint32_t *from = host + (size_t)p * PART, *to = device + (size_t)p * PART;

#ifdef FIXED
		cudaStream_t stream = streams[p % STREAMS];

		CHECK(cudaMemcpyAsync(to, from, part_bytes, cudaMemcpyHostToDevice, stream));
		scramble_all<<<PART / BLOCK, BLOCK, 0, stream>>>(to);
#else
		CHECK(cudaMemcpy(to, from, part_bytes, cudaMemcpyHostToDevice));
		scramble_all<<<PART / BLOCK, BLOCK>>>(to);
#endif
		CHECK(cudaGetLastError());
	}
	measure_end();

	CHECK(cudaMemcpy(host, device, PARTS * part_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < PARTS * PART; i += 10007)
		REQUIRE(host[i] == scramble(i, ROUNDS));
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(host));
	return 0;
}
