// SPDX-License-Identifier: MIT
// A sum of 268 million floats, 150 times: bound by GPU memory; the second kernel has one block and does not
// matter.
// clean
#include "program.cuh"

#include <vector>

const size_t N = 256u * 1024u * 1024u;
const int PASSES = 150;
const int THREADS = 256;

__global__ void fill(float4 *data, size_t n4)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
		float v = (float)(i % 7) * 0.125f;
		data[i] = make_float4(v, v + 0.25f, 0.5f - v, 1.0f);
	}
}

__device__ __forceinline__ float block_sum(float v)
{
	__shared__ float part[32];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	for (int o = 16; o > 0; o >>= 1)
		v += __shfl_down_sync(0xffffffffu, v, o);
	if (lane == 0)
		part[warp] = v;
	__syncthreads();
	if (warp == 0) {
		v = lane < (int)(blockDim.x >> 5) ? part[lane] : 0.0f;
		for (int o = 16; o > 0; o >>= 1)
			v += __shfl_down_sync(0xffffffffu, v, o);
	}
	return v;
}

__global__ void __launch_bounds__(THREADS)
        reduce_stage1(const float4 *__restrict__ in, size_t n4, float *partial)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;
	float a = 0.0f, b = 0.0f;
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	for (; i + stride < n4; i += 2 * stride) {
		float4 p = in[i];
		float4 q = in[i + stride];
		a += (p.x + p.y) + (p.z + p.w);
		b += (q.x + q.y) + (q.z + q.w);
	}
	if (i < n4) {
		float4 p = in[i];
		a += (p.x + p.y) + (p.z + p.w);
	}
	float s = block_sum(a + b);
	if (threadIdx.x == 0)
		partial[blockIdx.x] = s;
}

__global__ void reduce_stage2(const float *partial, int n, float *out)
{
	float v = 0.0f;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v += partial[i];
	float s = block_sum(v);
	if (threadIdx.x == 0)
		*out = s;
}

int main()
{
	int sms = 0;
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	int blocks = sms * 8;

	float4 *d_in;
	float *d_partial, *d_out;
	CHECK(cudaMalloc(&d_in, N * sizeof(float)));
	CHECK(cudaMalloc(&d_partial, blocks * sizeof(float)));
	CHECK(cudaMalloc(&d_out, PASSES * sizeof(float)));
	fill<<<blocks, THREADS>>>(d_in, N / 4);

	for (int p = 0; p < PASSES; p++) {
		reduce_stage1<<<blocks, THREADS>>>(d_in, N / 4, d_partial);
		reduce_stage2<<<1, 512>>>(d_partial, blocks, d_out + p);
	}
	CHECK(cudaGetLastError());

	std::vector<float> out(PASSES);
	CHECK(cudaMemcpy(out.data(), d_out, PASSES * sizeof(float), cudaMemcpyDeviceToHost));
	int bad = 0;
	for (int p = 1; p < PASSES; p++)
		bad += out[p] != out[0];
	printf("reduction: sum %.6e, %d passes differ\n", out[0], bad);
	cudaFree(d_in);
	cudaFree(d_partial);
	cudaFree(d_out);
	return 0;
}
