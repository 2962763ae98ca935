// SPDX-License-Identifier: MIT
// Small copies in and out of 32 streams, each awaited, as array libraries do: prints us per copy.
#include <cstdio>
#include <ctime>

static double now_us()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

int main()
{
	const int count = 32, rounds = 1000;
	const size_t bytes = 16 << 10;
	cudaStream_t streams[count];
	void *host[count], *device[count];
	double start = 0;

	for (int i = 0; i < count; i++)
		if (cudaStreamCreate(&streams[i]) || cudaMallocHost(&host[i], bytes) || cudaMalloc(&device[i], bytes))
			return 1;
	for (int round = -50; round < rounds; round++) {
		if (round == 0)
			start = now_us();
		for (int i = 0; i < count; i++) {
			cudaMemcpyAsync(device[i], host[i], bytes, cudaMemcpyHostToDevice, streams[i]);
			cudaStreamSynchronize(streams[i]);
			cudaMemcpyAsync(host[i], device[i], bytes, cudaMemcpyDeviceToHost, streams[i]);
			cudaStreamSynchronize(streams[i]);
		}
	}
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	printf("result: %.4f\n", (now_us() - start) / (2.0 * count * rounds));
}
