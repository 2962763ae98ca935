// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: neighbouring threads loop for very different numbers of rounds. A warp runs until
 * its longest lane is done; the others are switched off and wait.
 *
 * bad:   items in the order in which they came, short and long mixed.
 * fixed: the same items sorted by length, so that the lanes of a warp end together.
 *
 * warpwise should find: divergence (counters); in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 20, MAX_ROUNDS = 4000, BLOCK = 256, LAUNCHES = 8 };

static __global__ void scramble_items(const int *rounds, uint32_t *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	out[i] = scramble(i, rounds[i]);
}

static int longest_first(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}

int main(void)
{
	static int host_rounds[ITEMS];
	static uint32_t result[ITEMS];
	uint32_t *out;
	int *rounds;

	for (int i = 0; i < ITEMS; i++)
		host_rounds[i] = scramble(i, 3) % MAX_ROUNDS;
#ifdef FIXED
	qsort(host_rounds, ITEMS, sizeof(host_rounds[0]), longest_first);
#else
	(void)longest_first;
#endif
	CHECK(cudaMalloc(&rounds, sizeof(host_rounds)));
	CHECK(cudaMalloc(&out, sizeof(result)));
	CHECK(cudaMemcpy(rounds, host_rounds, sizeof(host_rounds), cudaMemcpyHostToDevice));
	scramble_items<<<1, BLOCK>>>(rounds, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		scramble_items<<<ITEMS / BLOCK, BLOCK>>>(rounds, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < ITEMS; i += 1009)
		REQUIRE(result[i] == scramble(i, host_rounds[i]));
	CHECK(cudaFree(rounds));
	CHECK(cudaFree(out));
	return 0;
}
