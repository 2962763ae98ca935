// SPDX-License-Identifier: MIT
// Endless streams of empty kernels, one for each thread, as far as they get.
// usage: empty_kernels [THREADS [LAUNCHES]]: 1 thread and 200,000 launches, all threads together. Prints us per launch.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

__global__ void empty()
{
}

static double now_us()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

static void launch(cudaStream_t stream, int launches)
{
	for (int i = 0; i < launches; i++)
		empty<<<1, 1, 0, stream>>>();
	cudaStreamSynchronize(stream);
}

int main(int count, char **arguments)
{
	const int threads = count > 1 ? atoi(arguments[1]) : 1;
	const int launches = (count > 2 ? atoi(arguments[2]) : 200000) / threads;
	std::vector<cudaStream_t> streams(threads);
	std::vector<std::thread> running;

	for (cudaStream_t &stream : streams) {
		if (cudaStreamCreate(&stream))
			return 1;
		launch(stream, 1000 / threads);
	}
	double start = now_us();
	for (cudaStream_t stream : streams)
		running.emplace_back(launch, stream, launches);
	for (std::thread &thread : running)
		thread.join();
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("result: %.4f\n", (now_us() - start) / (1.0 * launches * threads));
}
