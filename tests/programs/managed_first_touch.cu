// SPDX-License-Identifier: MIT
// Managed memory filled by the host and used by kernels without a prefetch: pages move by faults, first there, then back.
// must: managed-memory
// may: stall, uncoalesced, low-achieved-occupancy, gpu-idle
// first: managed-memory
#include "program.cuh"

__global__ void scale(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] *= 2;
}

int main()
{
	const int n = 1 << 25;
	float *x;
	CHECK(cudaMallocManaged(&x, n * sizeof(float)));
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < n; i++)
			x[i] = (float)round;
		scale<<<1056, 256>>>(x, n);
		CHECK(cudaDeviceSynchronize());
		REQUIRE(x[n - 1] == 2.0f * round);
	}
	cudaFree(x);
	return 0;
}
