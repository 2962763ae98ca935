// SPDX-License-Identifier: MIT
// Primes by trial division, a thread for each number, even ones included.
// must: divergence
// first: divergence
#include "program.cuh"

#include <stdio.h>
#include <stdlib.h>

#define LIMIT             40000000u
#define THREADS_PER_BLOCK 256

__device__ int isPrime(unsigned int n)
{
	if (n < 2)
		return 0;
	if (n == 2)
		return 1;
	if (n % 2 == 0)
		return 0;
	for (unsigned int d = 3; d * d <= n; d += 2) {
		if (n % d == 0)
			return 0;
	}
	return 1;
}

__global__ void findPrimes(unsigned char *flags, unsigned int *count, unsigned int limit)
{
	unsigned int n = blockIdx.x * blockDim.x + threadIdx.x;
	if (n >= limit)
		return;

	int prime = isPrime(n);
	flags[n] = prime;
	if (prime)
		atomicAdd(count, 1);
}

// largest prime of the table, searched from the end of it
__global__ void largestPrime(const unsigned char *flags, unsigned int limit, unsigned int *result)
{
	unsigned int n = limit - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
	if (n < limit && flags[n])
		atomicMax(result, n);
}

int main(void)
{
	unsigned char *d_flags;
	unsigned int *d_count, *d_largest;
	unsigned int count = 0, largest = 0;

	cudaError_t err = cudaMalloc((void **)&d_flags, LIMIT * sizeof(unsigned char));
	if (err != cudaSuccess) {
		fprintf(stderr, "cudaMalloc failed: %s\n", cudaGetErrorString(err));
		return 1;
	}
	cudaMalloc((void **)&d_count, sizeof(unsigned int));
	cudaMalloc((void **)&d_largest, sizeof(unsigned int));
	cudaMemcpy(d_count, &count, sizeof(unsigned int), cudaMemcpyHostToDevice);
	cudaMemcpy(d_largest, &largest, sizeof(unsigned int), cudaMemcpyHostToDevice);

	unsigned int blocks = (LIMIT + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
	findPrimes<<<blocks, THREADS_PER_BLOCK>>>(d_flags, d_count, LIMIT);
	largestPrime<<<16, THREADS_PER_BLOCK>>>(d_flags, LIMIT, d_largest);

	cudaMemcpy(&count, d_count, sizeof(unsigned int), cudaMemcpyDeviceToHost);
	err = cudaMemcpy(&largest, d_largest, sizeof(unsigned int), cudaMemcpyDeviceToHost);
	if (err != cudaSuccess) {
		fprintf(stderr, "kernel failed: %s\n", cudaGetErrorString(err));
		return 1;
	}

	printf("primes: %u primes below %u, the largest is %u\n", count, LIMIT, largest);

	cudaFree(d_flags);
	cudaFree(d_count);
	cudaFree(d_largest);
	return 0;
}
