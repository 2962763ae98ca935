// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: two GPUs that hand on their work, but were never told that they may reach each
 * other's memory. The driver copies each part to the host, and from there to the other GPU.
 *
 * bad:   cudaMemcpyPeerAsync() between GPUs without access.
 * fixed: cudaDeviceEnablePeerAccess() beforehand, once. Nothing else changes.
 *
 * warpwise should find: staged-peer-copy (takes two GPUs); in fixed nothing.
 */
#include "sample.h"

enum { PARTS = 16, PART = 2 << 20 /* elements */, BLOCK = 256, ROUNDS = 500 };

static __global__ void scramble_all(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

static void launch(uint32_t *data, int blocks, cudaStream_t stream)
{
	scramble_all<<<blocks, BLOCK, 0, stream>>>(data);
	CHECK(cudaGetLastError());
}

/* What comes next in AFTER waits for what is in BEFORE now, on whichever GPU each is. */
static void follow(cudaStream_t after, cudaStream_t before, cudaEvent_t event)
{
	CHECK(cudaEventRecord(event, before));
	CHECK(cudaStreamWaitEvent(after, event));
}

int main(void)
{
	const size_t part_bytes = PART * sizeof(uint32_t);
	cudaStream_t first, copies, second;
	cudaEvent_t made[PARTS], copied[PARTS];
	uint32_t *source, *target, *host = (uint32_t *)malloc(PARTS * part_bytes);

	REQUIRE(host != NULL);
	sample_needs_gpus(2);
	for (int i = 0; i < PARTS * PART; i++)
		host[i] = i;
	CHECK(cudaSetDevice(1));
	CHECK(cudaMalloc(&target, PARTS * part_bytes));
	streams_create(&second, 1, cudaStreamNonBlocking);
	launch(target, 1, second);
	CHECK(cudaSetDevice(0));
	CHECK(cudaMalloc(&source, PARTS * part_bytes));
	streams_create(&first, 1, cudaStreamNonBlocking);
	streams_create(&copies, 1, cudaStreamNonBlocking);
	launch(source, 1, first);
	for (int p = 0; p < PARTS; p++) {
		CHECK(cudaEventCreateWithFlags(&made[p], cudaEventDisableTiming));
		CHECK(cudaEventCreateWithFlags(&copied[p], cudaEventDisableTiming));
	}
#ifdef FIXED
	CHECK(cudaDeviceEnablePeerAccess(1, 0));
#endif
	CHECK(cudaMemcpyPeerAsync(target, 1, source, 0, part_bytes, first));
	CHECK(cudaStreamSynchronize(first));
	CHECK(cudaMemcpy(source, host, PARTS * part_bytes, cudaMemcpyHostToDevice));

	measure_begin();
	for (int p = 0; p < PARTS; p++) {
		uint32_t *from = source + (size_t)p * PART, *to = target + (size_t)p * PART;

		launch(from, PART / BLOCK, first);
		follow(copies, first, made[p]);
		CHECK(cudaMemcpyPeerAsync(to, 1, from, 0, part_bytes, copies));
		follow(second, copies, copied[p]);
		CHECK(cudaSetDevice(1));
		launch(to, PART / BLOCK, second);
		CHECK(cudaSetDevice(0));
	}
	CHECK(cudaStreamSynchronize(second));
	measure_end();

	CHECK(cudaMemcpy(host, target, PARTS * part_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < PARTS * PART; i += 10007)
		REQUIRE(host[i] == scramble(i, 2 * ROUNDS));
	for (int p = 0; p < PARTS; p++) {
		CHECK(cudaEventDestroy(made[p]));
		CHECK(cudaEventDestroy(copied[p]));
	}
	streams_destroy(&first, 1);
	streams_destroy(&copies, 1);
	streams_destroy(&second, 1);
	CHECK(cudaFree(source));
	CHECK(cudaFree(target));
	free(host);
	return 0;
}
