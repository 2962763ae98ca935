// SPDX-License-Identifier: MIT
// A convolution of an image with 11 x 11 weights, each thread loads all that it needs from global memory: neighbours
// load nearly the same, and the caches are what it waits for.
// must: cache-bound|stall
// may: cache-bound, stall
// first: cache-bound
#include "program.cuh"

__global__ void convolve(const float *in, const float *weight, float *out, int n, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < r || y < r || x >= n - r || y >= n - r)
		return;
	float sum = 0;
	for (int dy = -r; dy <= r; dy++)
		for (int dx = -r; dx <= r; dx++)
			sum += in[(y + dy) * n + x + dx] * weight[(dy + r) * (2 * r + 1) + dx + r];
	out[y * n + x] = sum;
}

int main()
{
	const int n = 4096, r = 5;
	float *in = device_array<float>(n * n), *out = device_array<float>(n * n), *weight = device_array<float>(128);
	CHECK(cudaMemset(in, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(weight, 0, 128 * sizeof(float)));
	for (int i = 0; i < 20; i++)
		convolve<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in, weight, out, n, r);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
