// SPDX-License-Identifier: MIT
// A kernel whose code was compiled away (an #ifdef around its body, say) is launched all the same.
// must: empty-kernel
// may: launch-bound, small-grid
// first: empty-kernel, launch-bound
#include "program.cuh"

__global__ void check(const float *x, int n)
{
#ifdef DEBUG
	if (x[blockIdx.x * blockDim.x + threadIdx.x] != x[0])
		printf("wrong\n");
#endif
}

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.99f + 1;
}

int main()
{
	const int n = 1056 * 256;
	float *x = device_array<float>(n);
	for (int i = 0; i < 4000; i++) {
		step<<<1056, 256>>>(x);
		check<<<1056, 256>>>(x, n);
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
