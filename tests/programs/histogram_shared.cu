// SPDX-License-Identifier: MIT
// A histogram of 256 even bins: blocks count in shared memory and add up once.
// clean
// may: stall, pageable-copy
#include "program.cuh"

__global__ void count(const unsigned *data, int n, unsigned *bins)
{
	__shared__ unsigned mine[256];
	mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&mine[(data[i] + i * 2654435761u >> 13) & 255], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main()
{
	const int n = 1 << 27;
	unsigned *data = device_array<unsigned>(n), *bins = device_array<unsigned>(256);
	CHECK(cudaMemset(data, 0, (size_t)n * sizeof(unsigned)));
	CHECK(cudaMemset(bins, 0, 256 * sizeof(unsigned)));
	for (int i = 0; i < 20; i++)
		count<<<1056, 256>>>(data, n, bins);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
