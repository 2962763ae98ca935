// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: threads launch into the default stream, which is the same for all of them.
 *
 * bad:   copies and launches name no stream.
 * fixed: they name cudaStreamPerThread, as nvcc --default-stream per-thread has all do.
 *
 * warpwise should find: shared-stream; in fixed nothing.
 */
#include "sample.h"

#include <thread>

enum { THREADS = 4, REQUESTS = 50, ELEMENTS = 16384, BLOCK = 256, ROUNDS = 32000 };

#ifdef FIXED
static const cudaStream_t stream = cudaStreamPerThread;
#else
static const cudaStream_t stream = cudaStreamLegacy;
#endif

/* A request: its data are changed in place. */
struct worker {
	uint32_t *host, *device;
};

static __global__ void answer(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

static void serve(struct worker *worker)
{
	CHECK(cudaMemcpyAsync(worker->device, worker->host, ELEMENTS * sizeof *worker->host,
	                      cudaMemcpyHostToDevice, stream));
	answer<<<ELEMENTS / BLOCK, BLOCK, 0, stream>>>(worker->device);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(worker->host, worker->device, ELEMENTS * sizeof *worker->host,
	                      cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
}

static void run(struct worker *worker)
{
	for (int r = 0; r < REQUESTS; r++)
		serve(worker);
}

int main(void)
{
	struct worker workers[THREADS];
	std::thread threads[THREADS];

	for (int t = 0; t < THREADS; t++) {
		struct worker *worker = &workers[t];

		CHECK(cudaMallocHost(&worker->host, ELEMENTS * sizeof *worker->host));
		CHECK(cudaMalloc(&worker->device, ELEMENTS * sizeof *worker->device));
		for (int i = 0; i < ELEMENTS; i++)
			worker->host[i] = i + t;
		serve(worker);
	}

	measure_begin();
	for (int t = 0; t < THREADS; t++)
		threads[t] = std::thread(run, &workers[t]);
	for (int t = 0; t < THREADS; t++)
		threads[t].join();
	measure_end();

	for (int t = 0; t < THREADS; t++) {
		for (int i = 0; i < ELEMENTS; i += 8191)
			REQUIRE(workers[t].host[i] == scramble(i + t, (REQUESTS + 1) * ROUNDS));
		CHECK(cudaFreeHost(workers[t].host));
		CHECK(cudaFree(workers[t].device));
	}
	return 0;
}
