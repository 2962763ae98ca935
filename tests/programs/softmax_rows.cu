// SPDX-License-Identifier: MIT
// Softmax of rows, fused, a warp a row: bound by memory.
// clean
#include "program.cuh"

__global__ void softmax(const float *in, float *out, int rows, int width)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;
	const float *r = in + (size_t)row * width;
	float v[16], high = -1e30f, sum = 0;
#pragma unroll
	for (int k = 0; k < 16; k++)
		high = fmaxf(high, v[k] = r[k * 32 + lane]);
	for (int s = 16; s; s /= 2)
		high = fmaxf(high, __shfl_xor_sync(0xffffffff, high, s));
#pragma unroll
	for (int k = 0; k < 16; k++)
		sum += v[k] = __expf(v[k] - high);
	for (int s = 16; s; s /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, s);
#pragma unroll
	for (int k = 0; k < 16; k++)
		out[(size_t)row * width + k * 32 + lane] = v[k] / sum;
}

int main()
{
	const int rows = 1 << 18, width = 512;
	float *in = device_array<float>((size_t)rows * width), *out = device_array<float>((size_t)rows * width);
	CHECK(cudaMemset(in, 0, (size_t)rows * width * sizeof(float)));
	for (int i = 0; i < 30; i++)
		softmax<<<rows / 8, 256>>>(in, out, rows, width);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
