// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the device waits while the host computes, and the host waits while the device does.
 *
 * bad:   prepares a batch, launches it, waits for it, prepares the next one.
 * fixed: prepares the next batch while the device works on this one.
 *
 * warpwise should find: gpu-idle (held by `issue`: the host's own time); in fixed nothing.
 */
#include "sample.h"

enum { BATCHES = 30, KERNEL_NS = 400000, HOST_ROUNDS = 100000 /* some 200 us */ };

/* Stands for the host's work on a batch: takes half as long as the kernel, so that a slow host is in time. */
static uint32_t prepare(uint32_t batch)
{
	return scramble(batch, HOST_ROUNDS);
}

static __global__ void consume(uint32_t *total, uint32_t batch, int64_t duration_ns)
{
	spin(duration_ns);
	*total += batch;
}

int main(void)
{
	uint32_t *total, result, expected = 0;

	CHECK(cudaMalloc(&total, sizeof(*total)));
	consume<<<1, 1>>>(total, 0, 1000);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(total, 0, sizeof(*total)));

	measure_begin();
#ifdef FIXED
	uint32_t batch = prepare(0);

	for (int i = 0; i < BATCHES; i++) {
		consume<<<1, 1>>>(total, batch, KERNEL_NS);
		CHECK(cudaGetLastError());
		expected += batch;
		if (i + 1 < BATCHES)
			batch = prepare(i + 1);
		CHECK(cudaDeviceSynchronize());
	}
#else
	for (int i = 0; i < BATCHES; i++) {
		uint32_t batch = prepare(i);

		consume<<<1, 1>>>(total, batch, KERNEL_NS);
		CHECK(cudaGetLastError());
		expected += batch;
		CHECK(cudaDeviceSynchronize());
	}
#endif
	measure_end();

	CHECK(cudaMemcpy(&result, total, sizeof(result), cudaMemcpyDeviceToHost));
	REQUIRE(result == expected);
	CHECK(cudaFree(total));
	return 0;
}
