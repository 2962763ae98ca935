// SPDX-License-Identifier: MIT
// A loop that was moved to the GPU as it is: one thread does all of it.
// must: small-grid|partial-warp|tiny-blocks
// may: small-grid, partial-warp, tiny-blocks, stall, low-occupancy
// first: small-grid, partial-warp, tiny-blocks
#include "program.cuh"

__global__ void prefix(const float *in, float *out, int n)
{
	float sum = 0;
	for (int i = 0; i < n; i++) {
		sum += in[i];
		out[i] = sum;
	}
}

int main()
{
	const int n = 1 << 20;
	float *in = device_array<float>(n), *out = device_array<float>(n);
	CHECK(cudaMemset(in, 0, n * sizeof(float)));
	prefix<<<1, 1>>>(in, out, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
