// SPDX-License-Identifier: MIT
// Nine small arrays go to the GPU one by one in every iteration; one copy of all would do.
// must: small-copies
// may: launch-bound, pageable-copy, sync-copy, gpu-idle, small-grid
// first: small-copies, launch-bound, sync-copy
#include "program.cuh"

__global__ void use(const float *p, float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * p[i % 9 * 64] + 1;
}

int main()
{
	float *host = pinned_array<float>(9 * 64), *p = device_array<float>(9 * 64), *x = device_array<float>(1056 * 256);
	for (int i = 0; i < 9 * 64; i++)
		host[i] = 0.5f;
	for (int s = 0; s < 400; s++) {
		for (int k = 0; k < 9; k++)
			CHECK(cudaMemcpyAsync(p + 64 * k, host + 64 * k, 64 * sizeof(float), cudaMemcpyHostToDevice, 0));
		use<<<1056, 256>>>(p, x);
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
