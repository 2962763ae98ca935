// SPDX-License-Identifier: MIT
// The same table, which never changes, goes to the GPU in every step, from pinned memory.
// must: repeated-copy
// may: copy-bound, sync-copy, no-overlap
// first: repeated-copy, copy-bound, no-overlap
#include "program.cuh"

__global__ void look_up(const float *table, float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i] += table[i];
}

int main()
{
	const int n = 1 << 23;
	float *host = pinned_array<float>(n), *table = device_array<float>(n), *x = device_array<float>(n);
	for (int i = 0; i < n; i++)
		host[i] = 1;
	CHECK(cudaMemset(x, 0, n * sizeof(float)));
	for (int s = 0; s < 60; s++) {
		CHECK(cudaMemcpy(table, host, n * sizeof(float), cudaMemcpyHostToDevice));
		look_up<<<1056, 256>>>(table, x, n);
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
