// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: kernels used for the first time in the middle of concurrent work. CUDA loads a
 * function when it is first launched, and loading puts a barrier into the device's order: what is
 * issued after it starts only when everything issued before it has ended.
 *
 * bad:   eight streams run; then each launches a function of its own that was never used before.
 * fixed: the functions are loaded beforehand. (Equally good: CUDA_MODULE_LOADING=EAGER.)
 *
 * warpwise should find: lazy-loading; in fixed nothing.
 */
#include "sample.h"

enum { KERNEL_NS = 1000000 };

template <int NUMBER> static __global__ void stage(int *done, int64_t duration_ns)
{
	spin(duration_ns);
	done[NUMBER] = NUMBER + 1;
}

/* One function per stream; they differ only in name, as far as the device's order is concerned. */
static void (*const stages[])(int *, int64_t) = {
	stage<0>, stage<1>, stage<2>, stage<3>, stage<4>, stage<5>, stage<6>, stage<7>,
};

enum { STREAMS = ARRAY_LENGTH(stages) };

int main(void)
{
	cudaStream_t streams[STREAMS];
	int *done, result[STREAMS];

	/* Otherwise the anti-pattern could not show. */
	REQUIRE(setenv("CUDA_MODULE_LOADING", "LAZY", 1) == 0);
	CHECK(cudaMalloc(&done, sizeof(result)));
	streams_create(streams, STREAMS, cudaStreamNonBlocking);
	busy<<<1, 1>>>(1000);
	CHECK(cudaGetLastError());
#ifdef FIXED
	for (int s = 0; s < STREAMS; s++) {
		cudaFuncAttributes attributes;

		/* Asking for its attributes loads a function without launching it. */
		CHECK(cudaFuncGetAttributes(&attributes, (const void *)stages[s]));
	}
#endif

	measure_begin();
	for (int s = 0; s < STREAMS; s++)
		busy<<<1, 1, 0, streams[s]>>>(KERNEL_NS);
	for (int s = 0; s < STREAMS; s++)
		stages[s]<<<1, 1, 0, streams[s]>>>(done, KERNEL_NS);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, done, sizeof(result), cudaMemcpyDeviceToHost));
	for (int s = 0; s < STREAMS; s++)
		REQUIRE(result[s] == s + 1);
	streams_destroy(streams, STREAMS);
	CHECK(cudaFree(done));
	return 0;
}
