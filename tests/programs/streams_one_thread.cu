// SPDX-License-Identifier: MIT
// Serial work in eight streams, one thread each: they run at the same time, and are eight threads.
// must: small-grid
// may: partial-warp, tiny-blocks, stall, low-occupancy
// first: small-grid
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
	const int n = 1 << 16, jobs = 8;
	float *in = device_array<float>(n * jobs), *out = device_array<float>(n * jobs);
	cudaStream_t stream[jobs];
	CHECK(cudaMemset(in, 0, n * jobs * sizeof(float)));
	for (int j = 0; j < jobs; j++)
		CHECK(cudaStreamCreateWithFlags(&stream[j], cudaStreamNonBlocking));
	for (int k = 0; k < 4; k++)
		for (int j = 0; j < jobs; j++)
			prefix<<<1, 1, 0, stream[j]>>>(in + j * n, out + j * n, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
