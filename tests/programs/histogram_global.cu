// SPDX-License-Identifier: MIT
// A histogram of few values, counted in global memory: all warps add to the same words.
// must: atomic-contention
// may: stall
// first: atomic-contention
#include "program.cuh"

__global__ void count(const unsigned char *data, int n, unsigned *bins)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[data[i] & 3], 1);
}

int main()
{
	const int n = 1 << 26;
	unsigned char *data = device_array<unsigned char>(n);
	unsigned *bins = device_array<unsigned>(256);
	CHECK(cudaMemset(data, 1, n));
	CHECK(cudaMemset(bins, 0, 256 * sizeof(unsigned)));
	count<<<1056, 256>>>(data, n, bins);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
