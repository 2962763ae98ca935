// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: two GPUs that each do half of every step, and wait for each other's half.
 *
 * bad:   a whole batch goes through one GPU, then through the other one.
 * fixed: the batch is cut into parts: one GPU does a part while the other does the next one.
 *
 * warpwise should find: gpus-in-turn (takes two GPUs); in fixed nothing.
 */
#include "sample.h"

enum { STEPS = 20, BATCH = 16 << 20 /* elements */, CHECKED = 1 << 16, BLOCK = 256, ROUNDS = 300 };
#ifdef FIXED
enum { PARTS = 16 };
#else
enum { PARTS = 1 };
#endif
enum { PART = BATCH / PARTS };

static __global__ void number(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = i;
}

static __global__ void first_half(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

static __global__ void second_half(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

/* What comes next in AFTER waits for what is in BEFORE now, on whichever GPU each is. */
static void follow(cudaStream_t after, cudaStream_t before, cudaEvent_t event)
{
	CHECK(cudaEventRecord(event, before));
	CHECK(cudaStreamWaitEvent(after, event));
}

int main(void)
{
	cudaStream_t first, copies, second;
	cudaEvent_t made[PARTS], copied[PARTS], done;
	uint32_t *source, *target, *result = (uint32_t *)malloc(CHECKED * sizeof *result);

	REQUIRE(result != NULL);
	sample_needs_gpus(2);
	CHECK(cudaSetDevice(1));
	CHECK(cudaMalloc(&target, BATCH * sizeof *target));
	streams_create(&second, 1, cudaStreamNonBlocking);
	CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
	second_half<<<1, BLOCK, 0, second>>>(target);
	CHECK(cudaSetDevice(0));
	CHECK(cudaMalloc(&source, BATCH * sizeof *source));
	streams_create(&first, 1, cudaStreamNonBlocking);
	streams_create(&copies, 1, cudaStreamNonBlocking);
	first_half<<<1, BLOCK, 0, first>>>(source);
	for (int p = 0; p < PARTS; p++) {
		CHECK(cudaEventCreateWithFlags(&made[p], cudaEventDisableTiming));
		CHECK(cudaEventCreateWithFlags(&copied[p], cudaEventDisableTiming));
	}
	CHECK(cudaDeviceEnablePeerAccess(1, 0));
	CHECK(cudaMemcpyPeerAsync(target, 1, source, 0, BATCH * sizeof *source, first));
	CHECK(cudaStreamSynchronize(first));
	number<<<BATCH / BLOCK, BLOCK, 0, first>>>(source);
	CHECK(cudaStreamSynchronize(first));

	measure_begin();
	for (int s = 0; s < STEPS; s++) {
		for (int p = 0; p < PARTS; p++) {
			uint32_t *from = source + (size_t)p * PART, *to = target + (size_t)p * PART;

			first_half<<<PART / BLOCK, BLOCK, 0, first>>>(from);
			follow(copies, first, made[p]);
			CHECK(cudaMemcpyPeerAsync(to, 1, from, 0, PART * sizeof *to, copies));
			follow(second, copies, copied[p]);
			CHECK(cudaSetDevice(1));
			second_half<<<PART / BLOCK, BLOCK, 0, second>>>(to);
			CHECK(cudaSetDevice(0));
		}
		follow(first, second, done); /* a step begins with what the last one learned */
	}
	CHECK(cudaStreamSynchronize(second));
	measure_end();

	/* The last of it, which the last part has. */
	CHECK(cudaMemcpy(result, target + BATCH - CHECKED, CHECKED * sizeof *result, cudaMemcpyDeviceToHost));
	for (int i = 0; i < CHECKED; i += 1009)
		REQUIRE(result[i] == scramble(BATCH - CHECKED + i, (STEPS + 1) * ROUNDS));
	for (int p = 0; p < PARTS; p++) {
		CHECK(cudaEventDestroy(made[p]));
		CHECK(cudaEventDestroy(copied[p]));
	}
	CHECK(cudaEventDestroy(done));
	streams_destroy(&first, 1);
	streams_destroy(&copies, 1);
	streams_destroy(&second, 1);
	CHECK(cudaFree(source));
	CHECK(cudaFree(target));
	free(result);
	return 0;
}
