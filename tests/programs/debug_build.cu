// SPDX-License-Identifier: MIT
// flags: -G
// Device code that was compiled for the debugger, and then timed.
// must: debug-build
// may: stall, local-memory, predication, low-occupancy, uncoalesced
// first: debug-build
#include "program.cuh"

__global__ void work(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = x[i];
		for (int k = 0; k < 100; k++)
			v = v * 0.99f + 0.01f;
		x[i] = v;
	}
}

int main()
{
	const int n = 1 << 24;
	float *x = device_array<float>(n);
	for (int i = 0; i < 10; i++)
		work<<<1056, 256>>>(x, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
