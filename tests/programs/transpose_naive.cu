// SPDX-License-Identifier: MIT
// A transpose that reads rows and writes columns.
// must: uncoalesced
// may: stall
// first: uncoalesced
#include "program.cuh"

__global__ void transpose(const float *in, float *out, int n)
{
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		out[(size_t)x * n + y + j] = in[(size_t)(y + j) * n + x];
}

int main()
{
	const int n = 8192;
	float *a = device_array<float>((size_t)n * n), *b = device_array<float>((size_t)n * n);
	CHECK(cudaMemset(a, 0, (size_t)n * n * sizeof(float)));
	for (int i = 0; i < 10; i++)
		transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(a, b, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
