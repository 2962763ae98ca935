// SPDX-License-Identifier: MIT
// A stencil in three dimensions with eight neighbours in each direction, 49 loads from global memory for each point.
// must: cache-bound
// may: stall
// first: cache-bound
#include "program.cuh"

enum { R = 8 };

__global__ void step(const float *in, float *out, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z + R;
	if (x < R || y < R || x >= n - R || y >= n - R)
		return;
	size_t at = ((size_t)z * n + y) * n + x;
	float sum = in[at];
#pragma unroll
	for (int i = 1; i <= R; i++)
		sum += (in[at - i] + in[at + i] + in[at - i * n] + in[at + i * n] + in[at - (size_t)i * n * n] +
			in[at + (size_t)i * n * n]) * (0.1f / i);
	out[at] = sum;
}

int main()
{
	const int n = 320;
	size_t count = (size_t)n * n * n;
	float *a = device_array<float>(count), *b = device_array<float>(count);
	CHECK(cudaMemset(a, 0, count * sizeof(float)));
	CHECK(cudaMemset(b, 0, count * sizeof(float)));
	for (int s = 0; s < 50; s++) {
		step<<<dim3(n / 32, n / 8, n - 2 * R), dim3(32, 8)>>>(a, b, n);
		float *t = a;
		a = b, b = t;
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
