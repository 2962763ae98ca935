// SPDX-License-Identifier: MIT
// A table of a few KiB that every thread reads all of, four values at a time, and computes with: bound by arithmetic.
// clean
// may: stall
#include "program.cuh"

__global__ void evaluate(const float4 *table, int entries, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = i * 1e-6f, sum = 0;
	for (int k = 0; k < entries; k++) {
		float4 t = table[k];
		float d = x - t.x;
		sum += t.y * __expf(-d * d * t.z) + t.w * rsqrtf(d * d + 1.0f);
	}
	out[i] = sum;
}

int main()
{
	const int n = 1 << 22, entries = 256;
	float4 *table = device_array<float4>(entries);
	float *out = device_array<float>(n);
	CHECK(cudaMemset(table, 0, entries * sizeof(float4)));
	for (int i = 0; i < 20; i++)
		evaluate<<<n / 256, 256>>>(table, entries, out);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
