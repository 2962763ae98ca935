// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the lanes of a warp read words that are far apart. Memory moves in sectors of 32
 * bytes, so that each lane pays for eight words and uses one.
 *
 * bad:   neighbouring threads read with a stride of 32 words.
 * fixed: neighbouring threads read neighbouring words. Every word is read once in both.
 *
 * warpwise should find: uncoalesced (counters); in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 64 << 20, BLOCK = 256, STRIDE = 32, LAUNCHES = 20 };

/* Which word thread i reads: a permutation of all words. */
static __host__ __device__ inline int source_of(int i)
{
#ifdef FIXED
	return i;
#else
	return i % (VALUES / STRIDE) * STRIDE + i / (VALUES / STRIDE);
#endif
}

static __global__ void gather(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	out[i] = in[source_of(i)];
}

int main(void)
{
	const size_t size_bytes = VALUES * sizeof(int);
	int *host = (int *)malloc(size_bytes), *in, *out;

	REQUIRE(host != NULL);
	for (int i = 0; i < VALUES; i++)
		host[i] = i;
	CHECK(cudaMalloc(&in, size_bytes));
	CHECK(cudaMalloc(&out, size_bytes));
	CHECK(cudaMemcpy(in, host, size_bytes, cudaMemcpyHostToDevice));
	gather<<<1, BLOCK>>>(in, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		gather<<<VALUES / BLOCK, BLOCK>>>(in, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, out, size_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i++)
		REQUIRE(host[i] == source_of(i));
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	free(host);
	return 0;
}
