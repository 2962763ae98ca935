// SPDX-License-Identifier: MIT
// metrics MODE: kernels whose counters are known, from one stream, four streams, four threads, beside a
// capture, from memory of the host, or beside a kernel that must not run twice.
// Prints what they computed.
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>
#include <cuda_runtime.h>

enum { STREAMS = 4, BLOCKS = 1056, THREADS = 256, STEPS = 2000, BYTES = 64 << 20, HOST_BYTES = 16 << 20 };

static float *data;

__device__ float walk(float x, bool is_up)
{
	if (is_up)
		for (int i = 0; i < STEPS; i++)
			x = x * 1.01f + 1;
	else
		for (int i = 0; i < STEPS; i++)
			x = x * 0.99f - 1;
	return x;
}

// Half of the threads of each warp take each branch: 16 are active.
__global__ void odd_even(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = walk(x[threadIdx.x], threadIdx.x % 2);
}

// Whole warps take a branch: all 32 are.
__global__ void by_warp(float *x)
{
	x[blockIdx.x * blockDim.x + threadIdx.x] = walk(x[threadIdx.x], threadIdx.x / 32 % 2);
}

// Four warps, on one SM.
__global__ void one_block(float *x)
{
	x[threadIdx.x] = walk(x[threadIdx.x], true);
}

// Each word of the host's memory, over the bus.
__global__ void from_host(const float *host, float *x)
{
	float sum = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < HOST_BYTES / 4; i += gridDim.x * blockDim.x)
		sum += host[i];
	x[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// How often it ran, where CUPTI does not restore it.
__global__ void counts(int *host)
{
	atomicAdd_system(host, 1);
}

static void launch(cudaStream_t stream)
{
	odd_even<<<BLOCKS, THREADS, 0, stream>>>(data);
	by_warp<<<BLOCKS, THREADS, 0, stream>>>(data);
	one_block<<<1, 128, 0, stream>>>(data);
}

static void from_threads(cudaStream_t *streams)
{
	std::vector<std::thread> threads;

	for (int t = 0; t < STREAMS; t++)
		threads.emplace_back([=] {
			for (int i = 0; i < 50; i++)
				launch(streams[t]);
			cudaStreamSynchronize(streams[t]);
		});
	for (auto &thread : threads)
		thread.join();
	for (int i = 0; i < 10; i++) // all others may have met another thread's
		launch(streams[0]);
}

// Kernels that may run several times and one that may not, in turns, beginning with either.
static void mixed(bool is_once_first)
{
	int *host;

	cudaHostAlloc(&host, sizeof *host, cudaHostAllocMapped);
	*host = 0;
	for (int i = 0; i < 3; i++) {
		if (i > 0 || !is_once_first)
			launch(0);
		counts<<<1, 1>>>(host);
		cudaDeviceSynchronize();
	}
	launch(0);
	printf("ran %d of 3 times, ", *host);
}

static void captured(cudaStream_t *streams)
{
	cudaGraphExec_t run;
	cudaGraph_t graph;

	cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
	launch(streams[0]);
	if (cudaStreamEndCapture(streams[0], &graph) || cudaGraphInstantiate(&run, graph, 0)) {
		printf("the capture failed\n");
		return;
	}
	for (int i = 0; i < 5; i++)
		cudaGraphLaunch(run, streams[0]);
	cudaStreamSynchronize(streams[0]);
	launch(streams[1]);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "alone";
	cudaStream_t streams[STREAMS];
	float first = 0;

	cudaMalloc(&data, BYTES);
	cudaMemset(data, 0, BYTES);
	for (auto &stream : streams)
		cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	for (int i = 0; i < 6 && strcmp(mode, "alone") == 0; i++)
		launch(0);
	for (int i = 0; i < 6 && strcmp(mode, "streams") == 0; i++)
		for (auto stream : streams)
			launch(stream);
	if (strcmp(mode, "threads") == 0)
		from_threads(streams);
	if (strcmp(mode, "capture") == 0)
		captured(streams);
	if (strncmp(mode, "mixed", 5) == 0)
		mixed(strcmp(mode, "mixed-once") == 0);
	if (strcmp(mode, "mapped") == 0) {
		float *host;

		cudaHostAlloc(&host, HOST_BYTES, cudaHostAllocMapped);
		memset(host, 0, HOST_BYTES);
		for (int i = 0; i < 6; i++)
			from_host<<<BLOCKS, THREADS>>>(host, data);
	}
	cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
	printf("%s: %s\n", mode, cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
