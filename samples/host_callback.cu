// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a host function in the middle of every stream's work. The device stops that stream
 * until a thread of the driver has been woken up and has run the function; one thread serves all.
 *
 * bad:   cudaLaunchHostFunc() between two kernels of each step, only to count the step.
 * fixed: an event in its place; the host asks for the oldest one and counts, which stops no stream.
 *
 * warpwise should find: host-callback; in fixed nothing.
 */
#include "sample.h"

enum { STREAMS = 4, STEPS = 50, KERNEL_NS = 30000 };

struct progress {
	int steps_done;
	cudaEvent_t reached[STEPS];
};

#ifdef FIXED
static void put_count(cudaStream_t stream, struct progress *progress, int step)
{
	CHECK(cudaEventRecord(progress->reached[step], stream));
}

/* Counts the steps that the stream has come to since it was called last. */
static void count_steps(struct progress *progress, int steps)
{
	while (progress->steps_done < steps) {
		cudaError_t reached = cudaEventQuery(progress->reached[progress->steps_done]);

		if (reached == cudaErrorNotReady) {
			cudaGetLastError(); /* it is kept as an error, which it is not */
			return;
		}
		CHECK(reached);
		progress->steps_done++;
	}
}
#else
/* Runs on a thread of the driver; must not call CUDA. */
static void CUDART_CB count_step(void *argument)
{
	((struct progress *)argument)->steps_done++;
}

static void put_count(cudaStream_t stream, struct progress *progress, int step)
{
	(void)step;
	CHECK(cudaLaunchHostFunc(stream, count_step, progress));
}

/* It counts itself. */
static void count_steps(struct progress *progress, int steps)
{
	(void)progress;
	(void)steps;
}
#endif

int main(void)
{
	cudaStream_t streams[STREAMS];
	struct progress progress[STREAMS];

	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	for (int s = 0; s < STREAMS; s++) {
		for (int step = 0; step < STEPS; step++)
			CHECK(cudaEventCreateWithFlags(&progress[s].reached[step],
			                               cudaEventDisableTiming));
		busy<<<1, 1, 0, streams[s]>>>(1000);
		CHECK(cudaGetLastError());
		put_count(streams[s], &progress[s], 0);
	}
	CHECK(cudaDeviceSynchronize());
	for (int s = 0; s < STREAMS; s++)
		progress[s].steps_done = 0;

	measure_begin();
	for (int step = 0; step < STEPS; step++) {
		for (int s = 0; s < STREAMS; s++) {
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
			put_count(streams[s], &progress[s], step);
			busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
			CHECK(cudaGetLastError());
			count_steps(&progress[s], step + 1);
		}
	}
	measure_end();

	for (int s = 0; s < STREAMS; s++) {
		count_steps(&progress[s], STEPS);
		REQUIRE(progress[s].steps_done == STEPS);
		for (int step = 0; step < STEPS; step++)
			CHECK(cudaEventDestroy(progress[s].reached[step]));
	}
	streams_destroy(streams, STREAMS);
	return 0;
}
