// SPDX-License-Identifier: MIT
// A decode loop, as serving programs have: one CUDA graph of many short kernels for each token, launched and awaited.
// usage: decode [KERNELS [BLOCKS]]. Prints us per token, the mean over a second.
#include <cstdio>
#include <cstdlib>
#include <ctime>

__global__ void spin(long long cycles)
{
	const long long begin = clock64();

	while (clock64() - begin < cycles)
		;
}

static double now_us()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

int main(int count, char **arguments)
{
	static const int durations_us[] = { 2, 3, 4, 5, 10, 3, 2, 7, 4, 2 };
	const int kernels = count > 1 ? atoi(arguments[1]) : 170;
	const int blocks = count > 2 ? atoi(arguments[2]) : 132;
	int clock_khz, tokens = 0;
	cudaGraphExec_t executable;
	cudaStream_t stream;
	cudaGraph_t graph;
	double start_us = 0;

	if (cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0) || cudaStreamCreate(&stream))
		return 1;
	spin<<<1, 1, 0, stream>>>(1); // loads it: not while the stream is captured
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	for (int i = 0; i < kernels; i++)
		spin<<<blocks, 256, 0, stream>>>((long long)durations_us[i % 10] * clock_khz / 1000);
	if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&executable, graph, 0))
		return 1;
	for (; tokens < 100 || now_us() - start_us < 1e6; tokens++) {
		if (tokens == 50) // the first ones load the graph; and whatever records them
			start_us = now_us();
		if (cudaGraphLaunch(executable, stream) || cudaStreamSynchronize(stream))
			return 1;
	}
	printf("result: %.4f\n", (now_us() - start_us) / (tokens - 50));
}
