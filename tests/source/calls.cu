// SPDX-License-Identifier: MIT
// Kernels that reach malloc(), free() and printf() in every way: themselves, by new and delete, through others, through
// a pointer.
#include <cstdio>

struct thing {
	int words[4];
};

__device__ __noinline__ void *helper(int bytes)
{
	return malloc(bytes);
}

typedef void (*action)(void *);

__device__ void release(void *memory)
{
	free(memory);
}

__device__ action table[1] = { release };

__global__ void allocates(void **out)
{
	out[threadIdx.x] = malloc(64);
}

__global__ void through(void **out)
{
	out[threadIdx.x] = helper(threadIdx.x + 1);
}

__global__ void throws(void **out)
{
	out[threadIdx.x] = new thing;
}

__global__ void releases(void **out)
{
	delete (thing *)out[threadIdx.x];
}

__global__ void indirect(void **out)
{
	table[*(int *)out[0]](out[threadIdx.x]);
}

__global__ void says()
{
	printf("%d\n", threadIdx.x);
}

__global__ void plain(int *out)
{
	out[threadIdx.x] = 1;
}
