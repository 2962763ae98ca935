// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: kernels in the legacy null stream between kernels of other streams. The null stream
 * waits for all blocking streams, and they wait for it: each launch without a stream is a barrier.
 *
 * bad:   streams as cudaStreamCreate() makes them (blocking).
 * fixed: streams made with cudaStreamNonBlocking. (Equally good: a stream of its own for the
 *        kernels in between, or nvcc --default-stream per-thread.)
 *
 * warpwise should find: default-stream-barrier; in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 8, ROUNDS = 12, KERNEL_NS = 200000, NULL_KERNEL_NS = 15000 };

#ifdef FIXED
static const unsigned stream_flags = cudaStreamNonBlocking;
#else
static const unsigned stream_flags = cudaStreamDefault;
#endif

int main(void)
{
	cudaStream_t streams[STREAMS];

	streams_create(streams, STREAMS, stream_flags);
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int round = 0; round < ROUNDS; round++) {
		for (int s = 0; s < STREAMS; s++) {
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
			busy<<<1, 1>>>(NULL_KERNEL_NS); /* independent, but in the null stream */
		}
	}
	CHECK(cudaGetLastError());
	measure_end();

	streams_destroy(streams, STREAMS);
	return 0;
}
