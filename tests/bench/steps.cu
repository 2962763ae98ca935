// SPDX-License-Identifier: MIT
// Short steps, each a few kernels and a wait, for half a second: prints how many us the slowest step took longer
// than one usually does. Whatever a tool does in the program's threads now and then shows here, and in no average.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

__global__ void busy(long long duration_ns)
{
	long long begin_ns, now_ns;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin_ns));
	do
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
	while (now_ns - begin_ns < duration_ns);
}

static double now_us()
{
	timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

int main()
{
	std::vector<double> steps_us;

	busy<<<1, 1>>>(1000);
	cudaDeviceSynchronize();
	for (double start = now_us(), begin = start; begin - start < 5e5; begin = now_us()) {
		for (int i = 0; i < 5; i++)
			busy<<<1, 1>>>(20000);
		if (cudaDeviceSynchronize() != cudaSuccess)
			return 1;
		steps_us.push_back(now_us() - begin);
	}
	std::sort(steps_us.begin(), steps_us.end());
	printf("result: %.4f\n", steps_us.back() - steps_us[steps_us.size() / 2]);
}
