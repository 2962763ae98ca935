// SPDX-License-Identifier: MIT
// The first reduction of the book: neighbouring pairs, so that in each step fewer lanes of every warp work.
// must: divergence
// may: stall, low-achieved-occupancy, pageable-copy, uncoalesced, atomic-contention, predication
// first: divergence
#include "program.cuh"

__global__ void reduce(int *data, int *sums)
{
	int *mine = data + blockIdx.x * blockDim.x;
	for (int stride = 1; stride < blockDim.x; stride *= 2) {
		if (threadIdx.x % (2 * stride) == 0)
			mine[threadIdx.x] += mine[threadIdx.x + stride];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		sums[blockIdx.x] = mine[0];
}

int main()
{
	const int n = 1 << 26, block = 512;
	int *data = device_array<int>(n), *sums = device_array<int>(n / block);
	CHECK(cudaMemset(data, 0, (size_t)n * sizeof(int)));
	for (int i = 0; i < 5; i++)
		reduce<<<n / block, block>>>(data, sums);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
