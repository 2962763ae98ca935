// SPDX-License-Identifier: MIT
// Counting into sixteen million bins: no two threads meet, but every reduction goes to another sector.
// must: uncoalesced
// may: stall
// first: uncoalesced
#include "program.cuh"

__global__ void count(int n, unsigned *bins, unsigned mask)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bins[(i * 2654435761u >> 3) & mask], 1);
}

int main()
{
	const int n = 1 << 26, bins = 1 << 26;
	unsigned *d = device_array<unsigned>(bins);
	CHECK(cudaMemset(d, 0, bins * sizeof(unsigned)));
	for (int i = 0; i < 3; i++)
		count<<<1056, 256>>>(n, d, bins - 1);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
