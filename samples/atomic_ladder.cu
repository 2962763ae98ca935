// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a sum by one atomic operation per value, and the ladder of improvements on it.
 *
 * bad:   every thread adds to the total in global memory; three passes, as many as in fixed.
 * fixed: one pass each of: atomics on a word in shared memory; a tree in shared memory; warp
 *        shuffles. Each block then adds to the total once.
 *
 * warpwise should find: atomic-contention in global_atomics() (counters); in fixed nothing.
 */
#include "sample.h"

enum { VALUES = 16 << 20, BLOCK = 256, GRID = 1024, LAUNCHES = 10 };

/* Each thread's part of the values, added up in a register. */
static __device__ inline int thread_sum(const int *values)
{
	int sum = 0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < VALUES; i += GRID * BLOCK)
		sum += values[i];
	return sum;
}

__global__ void global_atomics(const int *values, int *total)
{
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < VALUES; i += GRID * BLOCK)
		atomicAdd(total, values[i]);
}

__global__ void shared_atomics(const int *values, int *total)
{
	__shared__ int block_sum;

	if (threadIdx.x == 0)
		block_sum = 0;
	__syncthreads();
	atomicAdd(&block_sum, thread_sum(values));
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, block_sum);
}

__global__ void shared_tree(const int *values, int *total)
{
	__shared__ int sum[BLOCK];

	sum[threadIdx.x] = thread_sum(values);
	__syncthreads();
	for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
		if (threadIdx.x < stride)
			sum[threadIdx.x] += sum[threadIdx.x + stride];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(total, sum[0]);
}

__global__ void warp_shuffles(const int *values, int *total)
{
	__shared__ int block_sum;
	int sum = thread_sum(values);

	if (threadIdx.x == 0)
		block_sum = 0;
	__syncthreads();
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, offset);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&block_sum, sum);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, block_sum);
}

static void (*const passes[])(const int *, int *) = {
#ifdef FIXED
	shared_atomics,
	shared_tree,
	warp_shuffles,
#else
	global_atomics,
	global_atomics,
	global_atomics,
#endif
};

int main(void)
{
	int *host = (int *)malloc(VALUES * sizeof(*host)), *values, *total, result, expected = 0;

	REQUIRE(host != NULL);
	for (int i = 0; i < VALUES; i++) {
		host[i] = scramble(i, 2) % 4;
		expected += host[i];
	}
	CHECK(cudaMalloc(&values, VALUES * sizeof(*values)));
	CHECK(cudaMalloc(&total, sizeof(*total)));
	CHECK(cudaMemcpy(values, host, VALUES * sizeof(*host), cudaMemcpyHostToDevice));
	for (int p = 0; p < ARRAY_LENGTH(passes); p++) { /* warms up, and checks each alone */
		CHECK(cudaMemset(total, 0, sizeof(*total)));
		passes[p]<<<GRID, BLOCK>>>(values, total);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(&result, total, sizeof(result), cudaMemcpyDeviceToHost));
		REQUIRE(result == expected);
	}
	CHECK(cudaMemset(total, 0, sizeof(*total)));

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		for (int p = 0; p < ARRAY_LENGTH(passes); p++)
			passes[p]<<<GRID, BLOCK>>>(values, total);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&result, total, sizeof(result), cudaMemcpyDeviceToHost));
	REQUIRE(result == LAUNCHES * ARRAY_LENGTH(passes) * expected);
	CHECK(cudaFree(values));
	CHECK(cudaFree(total));
	free(host);
	return 0;
}
