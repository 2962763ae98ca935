// SPDX-License-Identifier: MIT
// Managed memory, and a wait behind every kernel although the host looks at the result only at the end.
// must: needless-sync
// may: managed-memory, launch-bound, gpu-idle, tail-effect
// first: needless-sync, managed-memory
#include "program.cuh"

__global__ void decay(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float value = x[i];
	for (int k = 0; k < rounds; k++)
		value = value * 1.0001f + 0.5f;
	x[i] = value;
}

int main()
{
	const int n = 1 << 20;
	float *x;
	CHECK(cudaMallocManaged(&x, n * sizeof *x));
	for (int i = 0; i < n; i++)
		x[i] = (float)i;
	for (int step = 0; step < 2000; step++) {
		decay<<<n / 256, 256>>>(x, 40);
		CHECK(cudaDeviceSynchronize());
	}
	REQUIRE(x[5] > x[4]);
	return 0;
}
