// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: threads with streams of their own hold a lock from their first copy until they have
 * waited.
 *
 * bad:   a mutex is held around copies, kernel and wait.
 * fixed: no mutex: each thread waits for its own stream.
 *
 * warpwise should find: threads-in-turn; in fixed nothing.
 */
#include "sample.h"

#include <mutex>
#include <thread>

enum { THREADS = 4, FRAMES = 40, FRAME = 1 << 20 /* elements */, BLOCK = 256, ROUNDS = 1200 };

/* The frame is filtered in place, again and again; the host adds up some of it each time. */
struct camera {
	cudaStream_t stream;
	uint32_t *host, *device;
	uint32_t sum;
};

#ifndef FIXED
static std::mutex gpu;
#endif

static __global__ void filter(uint32_t *data)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	data[i] = scramble(data[i], ROUNDS);
}

static void filter_frame(struct camera *camera)
{
#ifndef FIXED
	std::lock_guard<std::mutex> lock(gpu);
#endif
	CHECK(cudaMemcpyAsync(camera->device, camera->host, FRAME * sizeof *camera->host,
	                      cudaMemcpyHostToDevice, camera->stream));
	filter<<<FRAME / BLOCK, BLOCK, 0, camera->stream>>>(camera->device);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpyAsync(camera->host, camera->device, FRAME * sizeof *camera->host,
	                      cudaMemcpyDeviceToHost, camera->stream));
	CHECK(cudaStreamSynchronize(camera->stream));
}

static void run(struct camera *camera)
{
	for (int f = 0; f < FRAMES; f++) {
		filter_frame(camera);
		for (int i = 0; i < FRAME; i += 8)
			camera->sum += camera->host[i];
	}
}

int main(void)
{
	struct camera cameras[THREADS];
	std::thread threads[THREADS];

	for (int t = 0; t < THREADS; t++) {
		struct camera *camera = &cameras[t];

		CHECK(cudaStreamCreateWithFlags(&camera->stream, cudaStreamNonBlocking));
		CHECK(cudaMallocHost(&camera->host, FRAME * sizeof *camera->host));
		CHECK(cudaMalloc(&camera->device, FRAME * sizeof *camera->device));
		for (int i = 0; i < FRAME; i++)
			camera->host[i] = i + t;
		camera->sum = 0;
		filter_frame(camera);
	}

	measure_begin();
	for (int t = 0; t < THREADS; t++)
		threads[t] = std::thread(run, &cameras[t]);
	for (int t = 0; t < THREADS; t++)
		threads[t].join();
	measure_end();

	for (int t = 0; t < THREADS; t++) {
		for (int i = 0; i < FRAME; i += 10007)
			REQUIRE(cameras[t].host[i] == scramble(i + t, (FRAMES + 1) * ROUNDS));
		CHECK(cudaStreamDestroy(cameras[t].stream));
		CHECK(cudaFreeHost(cameras[t].host));
		CHECK(cudaFree(cameras[t].device));
	}
	return 0;
}
