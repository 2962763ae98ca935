// SPDX-License-Identifier: MIT
// Stream compaction, staged in shared memory, an atomic operation for each 4,096 items: bound by GPU memory.
// clean
#include "program.cuh"

constexpr int N = 64 << 20, THREADS = 256, VEC = 4, TILE = THREADS * 4 * VEC, PASSES = 256;

__global__ void init(int *a)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N;
	     i += gridDim.x * blockDim.x) {
		unsigned h = i * 2654435761u;
		h ^= h >> 15;
		h *= 2246822519u;
		h ^= h >> 13;
		a[i] = h >> 12; // 0 .. 2^20 - 1
	}
}

__global__ void __launch_bounds__(THREADS)
        compact(const int4 *__restrict__ in, int *__restrict__ out, unsigned *__restrict__ counter,
                int limit)
{
	__shared__ int stage[TILE];
	__shared__ unsigned warp_sum[THREADS / 32], base;
	int4 v[VEC];
	const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	unsigned n = 0;
#pragma unroll
	for (int k = 0; k < VEC; k++)
		v[k] = __ldcs(&in[(size_t)blockIdx.x * (TILE / 4) + k * THREADS + threadIdx.x]);
#pragma unroll
	for (int k = 0; k < VEC; k++)
		n += (v[k].x < limit) + (v[k].y < limit) + (v[k].z < limit) + (v[k].w < limit);

	unsigned inc = n;
#pragma unroll
	for (int o = 1; o < 32; o <<= 1) {
		unsigned t = __shfl_up_sync(~0u, inc, o);
		if (lane >= o)
			inc += t;
	}
	if (lane == 31)
		warp_sum[warp] = inc;
	__syncthreads();
	unsigned pos = inc - n, total = 0;
#pragma unroll
	for (int k = 0; k < THREADS / 32; k++) {
		unsigned t = warp_sum[k];
		if (k < warp)
			pos += t;
		total += t;
	}
	if (threadIdx.x == 0)
		base = atomicAdd(counter, total);
#pragma unroll
	for (int k = 0; k < VEC; k++) {
		if (v[k].x < limit)
			stage[pos++] = v[k].x;
		if (v[k].y < limit)
			stage[pos++] = v[k].y;
		if (v[k].z < limit)
			stage[pos++] = v[k].z;
		if (v[k].w < limit)
			stage[pos++] = v[k].w;
	}
	__syncthreads();
	int *dst = out + base;
	for (unsigned i = threadIdx.x; i < total; i += THREADS)
		dst[i] = stage[i];
}

int main()
{
	int *in, *out;
	unsigned *counter;
	static unsigned h[PASSES];
	CHECK(cudaMalloc(&in, sizeof(int) * (size_t)N));
	CHECK(cudaMalloc(&out, sizeof(int) * (size_t)N));
	CHECK(cudaMalloc(&counter, sizeof(h)));
	CHECK(cudaMemset(counter, 0, sizeof(h)));
	init<<<132 * 16, 256>>>(in);
	for (int p = 0; p < PASSES; p++)
		compact<<<N / TILE, THREADS>>>((const int4 *)in, out, counter + p,
		                               (p + 1) << 11); // up to one half is kept
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(h, counter, sizeof(h), cudaMemcpyDeviceToHost));
	unsigned long long kept = 0;
	for (unsigned c : h)
		kept += c;
	printf("compact: %llu values kept in %d passes\n", kept, PASSES);
	cudaFree(in);
	cudaFree(out);
	cudaFree(counter);
	return 0;
}
