// SPDX-License-Identifier: MIT
// One block more than fits: the last one runs alone, as long as all the others together.
// must: tail-effect
// may: stall, small-grid
// first: tail-effect
#include "program.cuh"

__global__ void __launch_bounds__(1024) work(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i];
	for (int k = 0; k < rounds; k++)
		v = v * 0.9999f + 0.1f;
	x[i] = v;
}

int main()
{
	int sms;
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	const int blocks = 2 * sms + 1;
	float *x = device_array<float>(blocks * 1024);
	for (int i = 0; i < 40; i++)
		work<<<blocks, 1024>>>(x, 100000);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
