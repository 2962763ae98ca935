// SPDX-License-Identifier: MIT
// Managed memory that is prefetched before it is used, both ways.
// clean
// may: copy-bound, gpu-idle
#include "program.cuh"

__global__ void scale(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = x[i];
		for (int k = 0; k < 2000; k++)
			v = v * 0.99f + 0.01f;
		x[i] = v;
	}
}

int main()
{
	const int n = 1 << 24;
	float *x;
	cudaMemLocation gpu = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
	CHECK(cudaMallocManaged(&x, n * sizeof(float)));
	for (int i = 0; i < n; i++)
		x[i] = 1;
	CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), gpu, 0, 0));
	for (int i = 0; i < 20; i++)
		scale<<<1056, 256>>>(x, n);
	CHECK(cudaMemPrefetchAsync(x, n * sizeof(float), host, 0, 0));
	CHECK(cudaDeviceSynchronize());
	REQUIRE(x[n - 1] > 0.5f);
	cudaFree(x);
	return 0;
}
