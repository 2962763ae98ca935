// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a buffer copied in a thousand small pieces. Each copy has a fixed cost, whatever
 * its size, and here it is larger than the time to move the bytes.
 *
 * bad:   1024 copies of neighbouring 16 KiB pieces.
 * fixed: one copy of the whole buffer. (Pieces that are apart on the host: gather them into one
 *        pinned buffer first.)
 *
 * warpwise should find: small-copies; in fixed nothing.
 */
#include <string.h>

#include "sample.h"

enum { PIECES = 1024, PIECE = 4096 /* elements */ };

int main(void)
{
	const size_t piece_bytes = PIECE * sizeof(int), size_bytes = PIECES * piece_bytes;
	cudaStream_t stream;
	int *host, *device;

	CHECK(cudaMallocHost(&host, size_bytes));
	CHECK(cudaMalloc(&device, size_bytes));
	for (int i = 0; i < PIECES * PIECE; i++)
		host[i] = i;
	streams_create(&stream, 1, cudaStreamNonBlocking);
	CHECK(cudaMemcpyAsync(device, host, piece_bytes, cudaMemcpyHostToDevice, stream));

	measure_begin();
#ifdef FIXED
	CHECK(cudaMemcpyAsync(device, host, size_bytes, cudaMemcpyHostToDevice, stream));
#else
	for (int p = 0; p < PIECES; p++)
		CHECK(cudaMemcpyAsync(device + p * PIECE, host + p * PIECE, piece_bytes,
		                      cudaMemcpyHostToDevice, stream));
#endif
	measure_end();

	memset(host, 0, size_bytes);
	CHECK(cudaMemcpy(host, device, size_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < PIECES * PIECE; i++)
		REQUIRE(host[i] == i);
	streams_destroy(&stream, 1);
	CHECK(cudaFree(device));
	CHECK(cudaFreeHost(host));
	return 0;
}
