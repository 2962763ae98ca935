// SPDX-License-Identifier: MIT
// Pi by random points: integer arithmetic in one kernel, an atomic operation for each block.
// clean
#include "program.cuh"

const int THREADS = 256;
const int SAMPLES = 200000; // per thread

__device__ __forceinline__ unsigned xorshift32(unsigned &s)
{
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	return s;
}

__device__ __forceinline__ unsigned hash32(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	x ^= x >> 16;
	return x | 1u;
}

__global__ void __launch_bounds__(THREADS) count_hits(unsigned long long *total, int samples)
{
	unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned sx = hash32(2u * tid + 1u);
	unsigned sy = hash32(2u * tid + 2u);
	const float scale = 1.0f / 4294967296.0f;

	unsigned hits = 0;
	for (int i = 0; i < samples; i++) {
		float x = (float)xorshift32(sx) * scale;
		float y = (float)xorshift32(sy) * scale;
		hits += (x * x + y * y <= 1.0f) ? 1u : 0u;
	}

	// block reduction
	for (int o = 16; o > 0; o >>= 1)
		hits += __shfl_down_sync(0xffffffffu, hits, o);

	__shared__ unsigned warp_sum[THREADS / 32];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	if (lane == 0)
		warp_sum[warp] = hits;
	__syncthreads();
	if (warp == 0) {
		unsigned v = lane < THREADS / 32 ? warp_sum[lane] : 0u;
		for (int o = 16; o > 0; o >>= 1)
			v += __shfl_down_sync(0xffffffffu, v, o);
		if (lane == 0)
			atomicAdd(total, (unsigned long long)v);
	}
}

int main()
{
	int sms = 0;
	CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
	int blocks = sms * 8;

	unsigned long long *d_total, hits = 0;
	CHECK(cudaMalloc(&d_total, sizeof(*d_total)));
	CHECK(cudaMemset(d_total, 0, sizeof(*d_total)));

	count_hits<<<blocks, THREADS>>>(d_total, SAMPLES);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(&hits, d_total, sizeof(hits), cudaMemcpyDeviceToHost));

	double n = (double)blocks * THREADS * SAMPLES;
	printf("mcpi: %.4e samples, pi ~ %.8f\n", n, 4.0 * (double)hits / n);
	cudaFree(d_total);
	return 0;
}
