// SPDX-License-Identifier: MIT
// The host prepares every batch for 20 ms in plain C, and the GPU needs 2 ms for it: nothing on the GPU's side helps.
// must: gpu-idle
// may: needless-sync, pageable-copy, sync-copy
// first: gpu-idle
#include "program.cuh"
#include <cmath>

__global__ void work(float *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = data[i];
		for (int k = 0; k < 3000; k++)
			x = x * 0.999f + 0.001f;
		data[i] = x;
	}
}

int main()
{
	const int n = 1 << 20;
	float *host = pinned_array<float>(n), *data = device_array<float>(n);
	for (int b = 0; b < 40; b++) {
		for (int i = 0; i < n; i++)
			host[i] = sinf((float)i * b) + cosf((float)i);
		CHECK(cudaMemcpyAsync(data, host, n * sizeof(float), cudaMemcpyHostToDevice, 0));
		work<<<1056, 256>>>(data, n);
		CHECK(cudaStreamSynchronize(0));
	}
	return 0;
}
