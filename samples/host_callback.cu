// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a host function in the middle of every stream's work. The device stops that stream
 * until a thread of the driver has been woken up and has run the function; one thread serves all.
 *
 * bad:   cudaLaunchHostFunc() between two kernels of each step, only to count the step.
 * fixed: the same counting at the end of each stream, in one call for all of its steps.
 *
 * warpwise should find: host-callback; in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 4, STEPS = 50, KERNEL_NS = 20000 };

struct progress {
	int steps_done;
	int steps_per_call;
};

/* Runs on a thread of the driver; must not call CUDA. */
static void CUDART_CB count_steps(void *argument)
{
	struct progress *progress = (struct progress *)argument;

	progress->steps_done += progress->steps_per_call;
}

int main(void)
{
	cudaStream_t streams[STREAMS];
	struct progress progress[STREAMS];

	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	for (int s = 0; s < STREAMS; s++) {
		progress[s] = (struct progress){ .steps_done = 0, .steps_per_call = 0 };
		busy<<<1, 1, 0, streams[s]>>>(1000);
		CHECK(cudaGetLastError());
		CHECK(cudaLaunchHostFunc(streams[s], count_steps, &progress[s]));
	}
	CHECK(cudaDeviceSynchronize());

	measure_begin();
	for (int step = 0; step < STEPS; step++) {
		for (int s = 0; s < STREAMS; s++) {
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
#ifndef FIXED
			progress[s].steps_per_call = 1;
			CHECK(cudaLaunchHostFunc(streams[s], count_steps, &progress[s]));
#endif
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
			CHECK(cudaGetLastError());
		}
	}
#ifdef FIXED
	for (int s = 0; s < STREAMS; s++) {
		progress[s].steps_per_call = STEPS;
		CHECK(cudaLaunchHostFunc(streams[s], count_steps, &progress[s]));
	}
#endif
	measure_end();

	for (int s = 0; s < STREAMS; s++)
		REQUIRE(progress[s].steps_done == STEPS);
	streams_destroy(streams, STREAMS);
	return 0;
}
