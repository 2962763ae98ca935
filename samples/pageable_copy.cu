// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: asynchronous copies from and to pageable host memory. The driver has to stage them
 * through a pinned buffer of its own: they are slow, and the host waits although the call says
 * Async.
 *
 * bad:   host buffers from malloc().
 * fixed: host buffers from cudaMallocHost() (pinned).
 *
 * warpwise should find: pageable-copy; in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 4, CHUNKS = 12, CHUNK = 2 << 20 /* elements */, BLOCK = 256 };

static __global__ void scale(float *data)
{
	data[blockIdx.x * BLOCK + threadIdx.x] *= 2.0f;
}

static float *host_new(size_t size_bytes)
{
	float *memory;

#ifdef FIXED
	CHECK(cudaMallocHost(&memory, size_bytes));
#else
	memory = (float *)malloc(size_bytes);
	REQUIRE(memory != NULL);
#endif
	return memory;
}

static void host_free(float *memory)
{
#ifdef FIXED
	CHECK(cudaFreeHost(memory));
#else
	free(memory);
#endif
}

int main(void)
{
	const size_t chunk_bytes = CHUNK * sizeof(float);
	cudaStream_t streams[STREAMS];
	float *device, *in = host_new(CHUNKS * chunk_bytes), *out = host_new(CHUNKS * chunk_bytes);

	for (int i = 0; i < CHUNKS * CHUNK; i++) {
		in[i] = i % 1000;
		out[i] = 0; /* also touches the page */
	}
	CHECK(cudaMalloc(&device, CHUNKS * chunk_bytes));
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	scale<<<1, BLOCK>>>(device);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(device, in, chunk_bytes, cudaMemcpyHostToDevice));

	measure_begin();
	for (int c = 0; c < CHUNKS; c++) {
		cudaStream_t stream = streams[c % STREAMS];
		float *chunk = device + (size_t)c * CHUNK;

		CHECK(cudaMemcpyAsync(chunk, in + (size_t)c * CHUNK, chunk_bytes,
		                      cudaMemcpyHostToDevice, stream));
		scale<<<CHUNK / BLOCK, BLOCK, 0, stream>>>(chunk);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(out + (size_t)c * CHUNK, chunk, chunk_bytes,
		                      cudaMemcpyDeviceToHost, stream));
	}
	measure_end();

	for (int i = 0; i < CHUNKS * CHUNK; i++)
		REQUIRE(out[i] == 2.0f * in[i]);
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(device));
	host_free(in);
	host_free(out);
	return 0;
}
