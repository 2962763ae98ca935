// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: data that goes to the device and back for every step, although the host does
 * nothing with it in between. The run is as fast as the bus, not as the device.
 *
 * bad:   copies in, computes one step, copies out, and so on.
 * fixed: copies in once, computes all steps, copies out once.
 *
 * warpwise should find: copy-bound; in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 4 << 20, BLOCK = 256, STEPS = 20, ROUNDS = 500 };

static __global__ void step(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

int main(void)
{
	const size_t size_bytes = VALUES * sizeof(uint32_t);
	cudaStream_t stream;
	uint32_t *host, *device;

	CHECK(cudaMallocHost(&host, size_bytes));
	CHECK(cudaMalloc(&device, size_bytes));
	for (int i = 0; i < VALUES; i++)
		host[i] = i;
	streams_create(&stream, 1, cudaStreamNonBlocking);
	step<<<1, BLOCK, 0, stream>>>(device);
	CHECK(cudaGetLastError());

	measure_begin();
#ifdef FIXED
	CHECK(cudaMemcpyAsync(device, host, size_bytes, cudaMemcpyHostToDevice, stream));
	for (int i = 0; i < STEPS; i++)
		step<<<VALUES / BLOCK, BLOCK, 0, stream>>>(device);
	CHECK(cudaMemcpyAsync(host, device, size_bytes, cudaMemcpyDeviceToHost, stream));
#else
	for (int i = 0; i < STEPS; i++) {
		CHECK(cudaMemcpyAsync(device, host, size_bytes, cudaMemcpyHostToDevice, stream));
		step<<<VALUES / BLOCK, BLOCK, 0, stream>>>(device);
		CHECK(cudaMemcpyAsync(host, device, size_bytes, cudaMemcpyDeviceToHost, stream));
	}
#endif
	CHECK(cudaGetLastError());
	measure_end();

	for (int i = 0; i < VALUES; i += 10007)
		REQUIRE(host[i] == scramble(i, STEPS * ROUNDS));
	streams_destroy(&stream, 1);
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(host));
	return 0;
}
