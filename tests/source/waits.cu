// SPDX-License-Identifier: MIT
// Kernels that can wait for what others write, in every way, and some that cannot.

__device__ __noinline__ int looks(const volatile int *flag)
{
	return *flag;
}

__global__ void spins(volatile int *flag)
{
	while (!*flag)
		;
}

__global__ void calls(int *flag, int *out)
{
	while (!looks(flag))
		out[threadIdx.x]++;
}

__global__ void exchanges(int *lock)
{
	while (atomicCAS(lock, 0, 1))
		;
}

__global__ void counts(int *next, int *out)
{
	out[threadIdx.x] = atomicAdd(next, 1);
}

__global__ void fences(int *flag, int *out)
{
	while (!*flag)
		__threadfence();
	*out = 1;
}

__global__ void sums(const int *x, int *out)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += x[i * blockDim.x + threadIdx.x];
	atomicAdd(out, sum);
}

__global__ void shares(const int *x, int *out)
{
	__shared__ int part[32];

	part[threadIdx.x] = x[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = part[31 - threadIdx.x];
}
