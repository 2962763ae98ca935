// SPDX-License-Identifier: MIT
// An endless stream of empty kernels, as far as it gets in 200,000 launches: prints us per launch.
#include <cstdio>
#include <ctime>

__global__ void empty()
{
}

static double now_us()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

int main()
{
	const int launches = 200000;

	for (int i = 0; i < 1000; i++)
		empty<<<1, 1>>>();
	cudaDeviceSynchronize();
	double start = now_us();
	for (int i = 0; i < launches; i++)
		empty<<<1, 1>>>();
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("result: %.4f\n", (now_us() - start) / launches);
}
