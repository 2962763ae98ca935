// SPDX-License-Identifier: MIT
// Kernels that do not bear to run several times, or alone: `replay WHAT`. Exit status 1 where a result is wrong.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cooperative_groups.h>

enum { THREADS = 256, BLOCKS = 16, ROUNDS = 4 };

// Blocks of the device's heap that live from kernel to kernel.
__global__ void allocate(int **out)
{
	const int i = threadIdx.x + blockIdx.x * blockDim.x;

	out[i] = (int *)malloc(64);
	if (out[i])
		*out[i] = 0;
}

__global__ void use(int **out)
{
	const int i = threadIdx.x + blockIdx.x * blockDim.x;

	if (out[i])
		atomicAdd(out[i], 1);
}

__global__ void release(int **out, int *wrong)
{
	const int i = threadIdx.x + blockIdx.x * blockDim.x;

	if (!out[i] || *out[i] != 2)
		atomicAdd(wrong, 1);
	free(out[i]);
	out[i] = nullptr;
}

__global__ void say(int number)
{
	if (threadIdx.x == 0)
		printf("said %d\n", number);
}

__global__ void count(int *counter)
{
	atomicAdd(counter, 1);
}

__global__ void count_after_grid(int *counter)
{
	cooperative_groups::this_grid().sync();
	atomicAdd(counter, 1);
}

// Waits for the host, for two seconds at most.
__global__ void wait(volatile int *flag, int *result)
{
	long long begin, now;

	asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
	do
		asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
	while (!*flag && now - begin < 2000000000);
	*result = *flag;
}

static int heap()
{
	int **blocks, *wrong, host = -1;

	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
	cudaMalloc(&blocks, sizeof *blocks * THREADS * BLOCKS);
	cudaMalloc(&wrong, sizeof *wrong);
	cudaMemset(wrong, 0, sizeof *wrong);
	for (int i = 0; i < ROUNDS; i++) {
		allocate<<<BLOCKS, THREADS>>>(blocks);
		use<<<BLOCKS, THREADS>>>(blocks);
		use<<<BLOCKS, THREADS>>>(blocks);
		release<<<BLOCKS, THREADS>>>(blocks, wrong);
	}
	cudaMemcpy(&host, wrong, sizeof host, cudaMemcpyDeviceToHost);
	return host;
}

static int print()
{
	for (int i = 0; i < ROUNDS; i++)
		say<<<1, 32>>>(i);
	return cudaDeviceSynchronize();
}

// How far the counter is off.
static int counted(int *counter, bool is_grid)
{
	void *arguments[] = { &counter };
	int host = 0;

	for (int i = 0; i < ROUNDS; i++)
		if (is_grid)
			cudaLaunchCooperativeKernel((void *)count_after_grid, dim3(8), dim3(32), arguments, 0, nullptr);
		else
			count<<<8, 32>>>(counter);
	cudaDeviceSynchronize();
	cudaMemcpy(&host, counter, sizeof host, cudaMemcpyDefault);
	return host - ROUNDS * 8 * 32;
}

static int memory(const char *kind)
{
	int *counter;

	if (strcmp(kind, "managed") == 0)
		cudaMallocManaged(&counter, sizeof *counter);
	else if (strcmp(kind, "mapped") == 0)
		cudaHostAlloc(&counter, sizeof *counter, cudaHostAllocMapped);
	else
		cudaMalloc(&counter, sizeof *counter);
	if (strcmp(kind, "full") == 0) {
		size_t free_bytes, all_bytes;
		char *most;

		cudaMemGetInfo(&free_bytes, &all_bytes);
		cudaMalloc(&most, all_bytes / 4 * 3);
		cudaMemset(most, 0, all_bytes / 4 * 3);
	}
	cudaMemset(counter, 0, sizeof *counter);
	cudaDeviceSynchronize();
	return counted(counter, strcmp(kind, "grid") == 0);
}

static int host_flag()
{
	int *flag, *result, host = 0;

	cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
	cudaMalloc(&result, sizeof *result);
	*flag = 0;
	wait<<<1, 1>>>(flag, result);
	*(volatile int *)flag = 1;
	cudaMemcpy(&host, result, sizeof host, cudaMemcpyDefault);
	return host != 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int wrong;

	if (strcmp(what, "heap") == 0)
		wrong = heap();
	else if (strcmp(what, "print") == 0)
		wrong = print();
	else if (strcmp(what, "flag") == 0)
		wrong = host_flag();
	else
		wrong = memory(what);
	printf("%s: wrong by %d, %s\n", what, wrong, cudaGetErrorString(cudaGetLastError()));
	return wrong != 0;
}
