// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: two GPUs share items that are sorted by what they take, half of them each.
 *
 * bad:   the first half goes to one GPU, the second half, which takes three times as long, to the other one.
 * fixed: even items go to one GPU, odd ones to the other one.
 *
 * warpwise should find: gpu-imbalance (takes two GPUs); in fixed nothing.
 */
#include "sample.h"

enum { STEPS = 30, GPUS = 2, ITEMS = 1 << 25, SHARE = ITEMS / GPUS, BLOCK = 256, MOST_ROUNDS = 512, CHECKED = 1009 };
#ifdef FIXED
enum { STRIDE = GPUS };
#else
enum { STRIDE = 1 };
#endif

/* The item that is number I of the share of GPU. */
static __host__ __device__ int item_of(int gpu, int i)
{
	return STRIDE == 1 ? gpu * SHARE + i : i * STRIDE + gpu;
}

/* The later the item, the longer. */
static __host__ __device__ int rounds_of(int item)
{
	return item / (ITEMS / MOST_ROUNDS) + 1;
}

static __global__ void step(uint32_t *data, int gpu, uint32_t seed)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	int item = item_of(gpu, i);

	data[i] = scramble(item ^ seed, rounds_of(item));
}

int main(void)
{
	cudaStream_t stream[GPUS];
	uint32_t *data[GPUS], *results, seed = 0, last_seed = 0;
	uint32_t *last = (uint32_t *)malloc(CHECKED * sizeof *last);

	REQUIRE(last != NULL);
	sample_needs_gpus(GPUS);
	CHECK(cudaMallocHost(&results, GPUS * sizeof *results));
	for (int gpu = 0; gpu < GPUS; gpu++) {
		CHECK(cudaSetDevice(gpu));
		CHECK(cudaMalloc(&data[gpu], SHARE * sizeof *data[gpu]));
		streams_create(&stream[gpu], 1, cudaStreamNonBlocking);
		step<<<1, BLOCK, 0, stream[gpu]>>>(data[gpu], gpu, 0);
		CHECK(cudaStreamSynchronize(stream[gpu]));
	}

	measure_begin();
	for (int s = 0; s < STEPS; s++) {
		for (int gpu = 0; gpu < GPUS; gpu++) {
			CHECK(cudaSetDevice(gpu));
			step<<<SHARE / BLOCK, BLOCK, 0, stream[gpu]>>>(data[gpu], gpu, seed);
			CHECK(cudaMemcpyAsync(&results[gpu], data[gpu], sizeof *results, cudaMemcpyDeviceToHost, stream[gpu]));
		}
		for (int gpu = 0; gpu < GPUS; gpu++)
			CHECK(cudaStreamSynchronize(stream[gpu]));
		last_seed = seed;
		seed = results[0] + results[1]; /* the next step needs what both have found */
	}
	measure_end();

	for (int gpu = 0; gpu < GPUS; gpu++) {
		CHECK(cudaMemcpy(last, data[gpu] + SHARE - CHECKED, CHECKED * sizeof *last, cudaMemcpyDeviceToHost));
		for (int i = 0; i < CHECKED; i++) {
			int item = item_of(gpu, SHARE - CHECKED + i);

			REQUIRE(last[i] == scramble(item ^ last_seed, rounds_of(item)));
		}
		streams_destroy(&stream[gpu], 1);
		CHECK(cudaFree(data[gpu]));
	}
	CHECK(cudaFreeHost(results));
	free(last);
	return 0;
}
