// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: copy in, compute, copy out, chunk after chunk in one stream. Both copy engines and
 * the SMs take turns, although chunks are independent of each other.
 *
 * bad:   all chunks in one stream.
 * fixed: chunks dealt to four streams, so that one is copied in while others are computed and
 *        copied out.
 *
 * warpwise should find: no-overlap; in fixed nothing.
 */
#include "sample.h"

#ifdef FIXED
enum { STREAMS = 4 };
#else
enum { STREAMS = 1 };
#endif
enum { CHUNKS = 12, CHUNK = 2 << 20 /* elements */, BLOCK = 256, ROUNDS = 500 };

static __global__ void scramble_all(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

int main(void)
{
	const size_t chunk_bytes = CHUNK * sizeof(uint32_t);
	cudaStream_t streams[STREAMS];
	uint32_t *in, *out, *device;

	CHECK(cudaMallocHost(&in, CHUNKS * chunk_bytes));
	CHECK(cudaMallocHost(&out, CHUNKS * chunk_bytes));
	CHECK(cudaMalloc(&device, CHUNKS * chunk_bytes));
	for (int i = 0; i < CHUNKS * CHUNK; i++)
		in[i] = i;
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	scramble_all<<<1, BLOCK>>>(device);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int c = 0; c < CHUNKS; c++) {
		cudaStream_t stream = streams[c % STREAMS];
		size_t first = (size_t)c * CHUNK;

		CHECK(cudaMemcpyAsync(device + first, in + first, chunk_bytes,
		                      cudaMemcpyHostToDevice, stream));
		scramble_all<<<CHUNK / BLOCK, BLOCK, 0, stream>>>(device + first);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(out + first, device + first, chunk_bytes,
		                      cudaMemcpyDeviceToHost, stream));
	}
	measure_end();

	for (int i = 0; i < CHUNKS * CHUNK; i += 10007)
		REQUIRE(out[i] == scramble(i, ROUNDS));
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(in));
	CHECK(cudaFreeHost(out));
	return 0;
}
