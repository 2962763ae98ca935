// SPDX-License-Identifier: MIT
// A benchmark: warm-up, events around forty launches, one wait at the end. Measuring needs that wait.
// clean
#include "program.cuh"

__global__ void triad(const float4 *a, const float4 *b, float4 *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float4 x = a[i], y = b[i];
		c[i] = make_float4(x.x + 3 * y.x, x.y + 3 * y.y, x.z + 3 * y.z, x.w + 3 * y.w);
	}
}

int main()
{
	const int n = 1 << 24;
	float4 *a = device_array<float4>(n), *b = device_array<float4>(n), *c = device_array<float4>(n);
	cudaEvent_t begin, end;
	float ms;
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cudaMemset(a, 0, n * sizeof(float4)));
	CHECK(cudaMemset(b, 0, n * sizeof(float4)));
	triad<<<132 * 8, 256>>>(a, b, c, n);
	CHECK(cudaEventRecord(begin));
	for (int i = 0; i < 40; i++)
		triad<<<132 * 8, 256>>>(a, b, c, n);
	CHECK(cudaEventRecord(end));
	CHECK(cudaEventSynchronize(end));
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	printf("%.1f GB/s\n", 40 * 3.0 * n * sizeof(float4) / ms / 1e6);
	return 0;
}
