// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a stream and an event are made for each step and destroyed after it. Both calls ask
 * the driver for memory and state of the hardware.
 *
 * bad:   cudaStreamCreate() and cudaEventCreate() in the loop.
 * fixed: once, before it.
 *
 * warpwise should find: stream-in-loop; in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 20, BLOCK = 256, STEPS = 100 };

struct tools {
	cudaStream_t stream;
	cudaEvent_t done;
};

static __global__ void step(uint32_t *items)
{
	items[blockIdx.x * BLOCK + threadIdx.x] += 1;
}

static void tools_make(struct tools *tools)
{
	CHECK(cudaStreamCreate(&tools->stream));
	CHECK(cudaEventCreateWithFlags(&tools->done, cudaEventDisableTiming));
}

static void tools_destroy(struct tools *tools)
{
	CHECK(cudaEventDestroy(tools->done));
	CHECK(cudaStreamDestroy(tools->stream));
}

static void run_step(const struct tools *tools, uint32_t *items)
{
	step<<<ITEMS / BLOCK, BLOCK, 0, tools->stream>>>(items);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(tools->done, tools->stream));
	CHECK(cudaEventSynchronize(tools->done));
}

int main(void)
{
	uint32_t *items, last;
	struct tools tools;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0, ITEMS * sizeof(*items)));
	tools_make(&tools);
	run_step(&tools, items);
#ifndef FIXED
	tools_destroy(&tools);
#endif

	measure_begin();
	for (int i = 0; i < STEPS; i++) {
#ifndef FIXED
		tools_make(&tools);
#endif
		run_step(&tools, items);
#ifndef FIXED
		tools_destroy(&tools);
#endif
	}
	measure_end();

#ifdef FIXED
	tools_destroy(&tools);
#endif
	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == STEPS + 1);
	CHECK(cudaFree(items));
	return 0;
}
