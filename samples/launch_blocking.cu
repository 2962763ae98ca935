// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: CUDA_LAUNCH_BLOCKING=1, left behind from a search for a fault. Each launch waits
 * until its kernel has ended, so that the GPU has nothing to do while the host prepares the next.
 *
 * bad:   CUDA_LAUNCH_BLOCKING=1.
 * fixed: without it.
 *
 * warpwise should find: launch-blocking; in fixed nothing.
 */
#include "sample.h"

enum { STEPS = 200, KERNELS = 4, KERNEL_NS = 50000, PREPARE_NS = 30000 };

/* Stands for what the host does for a launch: it takes less time than the kernel. */
static void prepare(void)
{
	const double end_ms = host_now_ms() + PREPARE_NS * 1e-6;

	while (host_now_ms() < end_ms)
		;
}

int main(void)
{
	/* Read when CUDA initialises, so before the first call. */
#ifdef FIXED
	REQUIRE(unsetenv("CUDA_LAUNCH_BLOCKING") == 0);
#else
	REQUIRE(setenv("CUDA_LAUNCH_BLOCKING", "1", 1) == 0);
#endif
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int step = 0; step < STEPS; step++)
		for (int kernel = 0; kernel < KERNELS; kernel++) {
			prepare();
			busy<<<1, 1>>>(KERNEL_NS);
			CHECK(cudaGetLastError());
		}
	measure_end();
	return 0;
}
