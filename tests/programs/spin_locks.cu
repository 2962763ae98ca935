// SPDX-License-Identifier: MIT
// Sums under 4,096 locks that a million threads spin for; an atomicAdd() needs none. Warps go through the loop until the
// last of their lanes has had its turn, and every round is an exchange in L2.
// must: atomic-contention|divergence
// may: stall, uncoalesced, predication, low-achieved-occupancy, cache-bound
// first: atomic-contention, divergence
#include "program.cuh"

__global__ void add(int *locks, volatile float *sums, int n, int places)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int place = (i * 2654435761u) % places;
	bool done = false;
	while (!done) {
		if (atomicCAS(&locks[place], 0, 1) == 0) {
			sums[place] = sums[place] + 1;
			__threadfence();
			atomicExch(&locks[place], 0);
			done = true;
		}
	}
}

int main()
{
	const int n = 1 << 20, places = 4096;
	int *locks = device_array<int>(places);
	float *sums = device_array<float>(places), first;
	CHECK(cudaMemset(locks, 0, places * sizeof *locks));
	CHECK(cudaMemset(sums, 0, places * sizeof *sums));
	for (int i = 0; i < 20; i++)
		add<<<n / 256, 256>>>(locks, sums, n, places);
	CHECK(cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost));
	REQUIRE(first == 20.0f * n / places);
	return 0;
}
