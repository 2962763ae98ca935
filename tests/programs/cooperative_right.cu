// SPDX-License-Identifier: MIT
// One cooperative kernel whose blocks wait for each other at a grid barrier: no launch, no host in the loop.
// clean
// may: stall
#include "program.cuh"
#include <cooperative_groups.h>

__global__ void relax(float *a, float *b, int n, int steps)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	for (int s = 0; s < steps; s++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1; i += gridDim.x * blockDim.x)
			b[i] = 0.5f * (a[i - 1] + a[i + 1]);
		grid.sync();
		float *t = a;
		a = b, b = t;
	}
}

int main()
{
	int n = 1 << 24, steps = 100;
	float *a = device_array<float>(n), *b = device_array<float>(n);
	CHECK(cudaMemset(a, 0, n * sizeof(float)));
	CHECK(cudaMemset(b, 0, n * sizeof(float)));
	void *arguments[] = { &a, &b, &n, &steps };
	CHECK(cudaLaunchCooperativeKernel((void *)relax, dim3(132 * 4), dim3(256), arguments, 0, 0));
	CHECK(cudaDeviceSynchronize());
	return 0;
}
