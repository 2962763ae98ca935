// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: more streams than hardware work queues, issued depth-first. By default a program
 * has 8 queues, and streams are dealt to them in turn: of 16 streams two share each queue, and the
 * second one's kernels wait behind the first one's chain.
 *
 * bad:   16 streams on the default number of queues.
 * fixed: the same order of issue with CUDA_DEVICE_MAX_CONNECTIONS=32, a queue for every stream.
 *
 * warpwise should find: false-dependency (kernels held by `queue`); in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 16, ROUNDS = 3, CHAIN = 4, KERNEL_NS = 200000 };

int main(void)
{
	cudaStream_t streams[STREAMS];

	/* Read when CUDA initialises, so before the first call. */
#ifdef FIXED
	REQUIRE(setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1) == 0);
#else
	REQUIRE(unsetenv("CUDA_DEVICE_MAX_CONNECTIONS") == 0);
#endif
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int round = 0; round < ROUNDS; round++)
		for (int s = 0; s < STREAMS; s++)
			for (int step = 0; step < CHAIN; step++)
				busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
	CHECK(cudaGetLastError());
	measure_end();

	streams_destroy(streams, STREAMS);
	return 0;
}
