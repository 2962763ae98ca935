/* SPDX-License-Identifier: MIT */
/* Kernels for source_test.c: nested inlined calls, and a device function that is not inlined. */
#include "lines.cuh"

static __device__ __noinline__ float called(float x, int n)
{
	for (int i = 0; i < n; i++)
		x = x * x + leaf(x); // CALLED
	return x;
}

__global__ void first(float *p)
{
	p[threadIdx.x] = middle(p[threadIdx.x]); // FIRST
}

__global__ void second(float *p, int n)
{
	p[threadIdx.x] = called(p[threadIdx.x], n);
	__syncthreads();
	p[threadIdx.x] += middle(p[threadIdx.x + 1]); // SECOND
	p[threadIdx.x] += called(p[threadIdx.x + 2], n + 1);
}

extern "C" __global__ void third(float *p)
{
	p[threadIdx.x] *= 2; // THIRD
}

__global__ void fifth(double *p)
{
	p[threadIdx.x] /= p[threadIdx.x + 1]; // FIFTH
}
