// SPDX-License-Identifier: MIT
// A kernel that reads pinned host memory over and over, at the speed of the bus.
// must: mapped-memory
// may: stall
// first: mapped-memory
#include "program.cuh"

__global__ void sum(const float *x, int n, float *out)
{
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s += x[i];
	atomicAdd(&out[threadIdx.x], s);
}

int main()
{
	const int n = 1 << 24;
	float *host, *mapped, *out = device_array<float>(256);
	CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocMapped));
	CHECK(cudaHostGetDevicePointer(&mapped, host, 0));
	for (int i = 0; i < n; i++)
		host[i] = 1;
	for (int i = 0; i < 10; i++)
		sum<<<1056, 256>>>(mapped, n, out);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
