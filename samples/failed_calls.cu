// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: CUDA calls whose errors nobody looks at. The program runs to its end, fast, and its
 * result is wrong. (None of these errors is sticky: later calls work as usual.)
 *
 * bad:   launches blocks of 2048 threads, more than any device takes, and copies to nowhere; both
 *        calls fail every time. The data stay as they were, and nothing says so.
 * fixed: blocks of 256 threads, a valid copy, every call checked.
 *
 * warpwise should find: failed-calls (with the names of the calls and of the errors); in fixed
 * nothing. This is the one sample whose bad flavour is not slower: it does not do its work.
 */
#include "sample.h"

enum { VALUES = 1 << 20, STEPS = 100 };
#ifdef FIXED
enum { BLOCK = 256, EXPECTED = STEPS };
#else
enum { BLOCK = 2048, EXPECTED = 0 };
#endif

static __global__ void increment(int *data)
{
	data[blockIdx.x * BLOCK + threadIdx.x] += 1;
}

int main(void)
{
	static int result[VALUES];
	int *data, *first;

	CHECK(cudaMalloc(&data, sizeof(result)));
	CHECK(cudaMallocHost(&first, sizeof(*first)));
	increment<<<1, 32>>>(data);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(data, 0, sizeof(result)));

	measure_begin();
	for (int i = 0; i < STEPS; i++) {
		increment<<<VALUES / BLOCK, BLOCK>>>(data);
#ifdef FIXED
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpyAsync(first, data, sizeof(*first), cudaMemcpyDeviceToHost));
#else
		cudaMemcpyAsync(NULL, data, sizeof(*first), cudaMemcpyDeviceToHost);
#endif
	}
	cudaGetLastError(); /* drops the error */
	measure_end();

	CHECK(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i++)
		REQUIRE(result[i] == EXPECTED);
	CHECK(cudaFree(data));
	CHECK(cudaFreeHost(first));
	return 0;
}
