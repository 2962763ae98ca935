// SPDX-License-Identifier: MIT
// Twenty thousand kernels of 2 us, one after the other: the host cannot launch as fast as the GPU works.
// must: launch-bound
// may: small-grid, gpu-idle
// first: launch-bound
#include "program.cuh"

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.99f + 1;
}

int main()
{
	float *x = device_array<float>(132 * 256);
	CHECK(cudaMemset(x, 0, 132 * 256 * sizeof(float)));
	for (int i = 0; i < 20000; i++)
		step<<<132, 256>>>(x);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
