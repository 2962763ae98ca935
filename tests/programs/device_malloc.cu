// SPDX-License-Identifier: MIT
// Every thread takes its scratch memory from the device heap.
// must: device-malloc
// may: stall, uncoalesced, divergence, low-achieved-occupancy, local-memory, atomic-contention, predication
// first: device-malloc
#include "program.cuh"

__global__ void work(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float *mine = (float *)malloc(16 * sizeof(float)), sum = 0;
	if (!mine)
		return;
	for (int k = 0; k < 16; k++)
		mine[k] = i + k;
	for (int k = 0; k < 16; k++)
		sum += mine[(k * 7 + i) & 15];
	out[i] = sum;
	free(mine);
}

int main()
{
	const int n = 132 * 1024;
	float *out = device_array<float>(n);
	CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 256 << 20));
	for (int i = 0; i < 20; i++)
		work<<<n / 256, 256>>>(out, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
