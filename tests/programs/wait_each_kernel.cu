// SPDX-License-Identifier: MIT
// cudaDeviceSynchronize() after every kernel "to be safe", none of which the host needs.
// must: needless-sync
// may: launch-bound, gpu-idle
// first: needless-sync
#include "program.cuh"

__global__ void step(float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.99f + 1;
}

int main()
{
	float *x = device_array<float>(1056 * 256);
	for (int i = 0; i < 5000; i++) {
		step<<<1056, 256>>>(x);
		CHECK(cudaDeviceSynchronize());
	}
	return 0;
}
