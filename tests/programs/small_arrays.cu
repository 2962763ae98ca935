// SPDX-License-Identifier: MIT
// Arrays that fit into the L2 cache, each value used once in each step: the cache is busy, and no tile changes that. Several steps in
// one launch would spare gaps.
// clean
// may: short-kernels
#include "program.cuh"

__global__ void triad(const float4 *a, const float4 *b, float4 *c, float s)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 x = a[i], y = b[i];
	c[i] = make_float4(x.x + s * y.x, x.y + s * y.y, x.z + s * y.z, x.w + s * y.w);
}

int main()
{
	const int n = 1 << 19;
	float4 *a = device_array<float4>(n), *b = device_array<float4>(n), *c = device_array<float4>(n);
	CHECK(cudaMemset(a, 0, n * sizeof(float4)));
	CHECK(cudaMemset(b, 0, n * sizeof(float4)));
	CHECK(cudaMemset(c, 0, n * sizeof(float4)));
	for (int i = 0; i < 4000; i++) {
		triad<<<n / 256, 256>>>(a, b, c, 0.5f);
		float4 *t = a;
		a = c, c = t;
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
