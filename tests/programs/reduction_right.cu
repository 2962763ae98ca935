// SPDX-License-Identifier: MIT
// A reduction as it should be: grid-stride loop, warp shuffles, one atomic a block. Bound by memory.
// clean
#include "program.cuh"

__global__ void reduce(const float4 *data, int n, float *sum)
{
	float s = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float4 v = data[i];
		s += v.x + v.y + v.z + v.w;
	}
	for (int lane = 16; lane; lane /= 2)
		s += __shfl_down_sync(0xffffffff, s, lane);
	__shared__ float warps[8];
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < 8; w++)
			s += warps[w];
		atomicAdd(sum, s);
	}
}

int main()
{
	const int n = 1 << 27;
	float *data = device_array<float>(n), *sum = device_array<float>(1);
	CHECK(cudaMemset(data, 0, (size_t)n * sizeof(float)));
	CHECK(cudaMemset(sum, 0, sizeof(float)));
	for (int i = 0; i < 50; i++)
		reduce<<<132 * 8, 256>>>((float4 *)data, n / 4, sum);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
