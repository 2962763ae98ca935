// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: independent streams whose work is issued depth-first into one hardware work queue.
 * A queue is served in order: while its head waits for its own stream, everything behind it waits,
 * too, although it belongs to other streams. (CUDA_DEVICE_MAX_CONNECTIONS=1 makes the effect as
 * large as it gets; see false_dependency_default.cu for the queues that a program has by default.)
 *
 * bad:   issues the whole chain of a stream before the next stream's.
 * fixed: issues breadth-first, the same step of every stream before the next step.
 *
 * warpwise should find: false-dependency (kernels held by `queue`); in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 16, ROUNDS = 3, CHAIN = 4, KERNEL_NS = 200000 };

static void issue(cudaStream_t *streams)
{
#ifdef FIXED
	for (int step = 0; step < CHAIN; step++)
		for (int s = 0; s < STREAMS; s++)
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
#else
	for (int s = 0; s < STREAMS; s++)
		for (int step = 0; step < CHAIN; step++)
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
#endif
	CHECK(cudaGetLastError());
}

int main(void)
{
	cudaStream_t streams[STREAMS];

	/* Read when CUDA initialises, so before the first call. */
	REQUIRE(setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 1) == 0);
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int round = 0; round < ROUNDS; round++)
		issue(streams);
	measure_end();

	streams_destroy(streams, STREAMS);
	return 0;
}
