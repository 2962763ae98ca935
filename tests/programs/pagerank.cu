// SPDX-License-Identifier: MIT
// PageRank that pulls along random edges, eight lanes for each row: its gathers are as the data have it.
// clean
// may: pageable-copy
#include "program.cuh"

#include <vector>
constexpr int NV = 2 << 20, LANES = 8, ITERS = 200;
constexpr float DAMP = 0.85f;

__host__ __device__ inline unsigned mix(unsigned h)
{
	h ^= h >> 16;
	h *= 0x7feb352du;
	h ^= h >> 15;
	h *= 0x846ca68bu;
	h ^= h >> 16;
	return h;
}

__global__ void make_edges(int m, int *__restrict__ col, int *__restrict__ outdeg)
{
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < m; e += gridDim.x * blockDim.x) {
		int c = mix(e) % NV;
		col[e] = c;
		atomicAdd(&outdeg[c], 1);
	}
}

__global__ void start(const int *__restrict__ outdeg, float *__restrict__ inv,
                      float *__restrict__ contrib)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= NV)
		return;
	inv[v] = 1.0f / max(outdeg[v], 1);
	contrib[v] = inv[v] / NV;
}

// contrib holds rank / outdegree, so that a gather is all that an edge costs
__global__ void __launch_bounds__(256)
        pull(const int *__restrict__ row, const int *__restrict__ col,
             const float *__restrict__ inv, const float *__restrict__ contrib,
             float *__restrict__ next)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	int v = t / LANES, lane = t % LANES;
	int b = __ldg(&row[v]), e = __ldg(&row[v + 1]);
	float s = 0;
#pragma unroll 4
	for (int k = b + lane; k < e; k += LANES)
		s += __ldg(&contrib[__ldcs(&col[k])]);
#pragma unroll
	for (int o = LANES / 2; o; o >>= 1)
		s += __shfl_down_sync(~0u, s, o, LANES);
	if (lane == 0)
		next[v] = ((1 - DAMP) / NV + DAMP * s) * inv[v];
}

__global__ void total(const float *__restrict__ contrib, const int *__restrict__ outdeg,
                      double *part)
{
	__shared__ double sh[256];
	double s = 0;
	for (int v = blockIdx.x * 256 + threadIdx.x; v < NV; v += gridDim.x * 256)
		s += (double)contrib[v] * max(outdeg[v], 1);
	sh[threadIdx.x] = s;
	__syncthreads();
	for (int o = 128; o; o >>= 1) {
		if (threadIdx.x < o)
			sh[threadIdx.x] += sh[threadIdx.x + o];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		part[blockIdx.x] = sh[0];
}

int main()
{
	std::vector<int> row(NV + 1);
	row[0] = 0;
	for (int v = 0; v < NV; v++)
		row[v + 1] = row[v] + 8 + (mix(v + 77) & 15) + (v & 1); // 8 .. 24 incoming edges
	int m = row[NV];
	int *drow, *col, *outdeg;
	float *inv, *a, *b;
	double *dpart, part[264];
	CHECK(cudaMalloc(&drow, sizeof(int) * (NV + 1)));
	CHECK(cudaMalloc(&col, sizeof(int) * (size_t)m));
	CHECK(cudaMalloc(&outdeg, sizeof(int) * NV));
	CHECK(cudaMalloc(&inv, sizeof(float) * NV));
	CHECK(cudaMalloc(&a, sizeof(float) * NV));
	CHECK(cudaMalloc(&b, sizeof(float) * NV));
	CHECK(cudaMalloc(&dpart, sizeof(part)));
	CHECK(cudaMemcpy(drow, row.data(), sizeof(int) * (NV + 1), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(outdeg, 0, sizeof(int) * NV));
	make_edges<<<132 * 16, 256>>>(m, col, outdeg);
	start<<<NV / 256, 256>>>(outdeg, inv, a);
	for (int it = 0; it < ITERS; it++) {
		pull<<<NV / (256 / LANES), 256>>>(drow, col, inv, a, b);
		std::swap(a, b);
	}
	total<<<264, 256>>>(a, outdeg, dpart);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(part, dpart, sizeof(part), cudaMemcpyDeviceToHost));
	double sum = 0;
	for (double p : part)
		sum += p;
	printf("pagerank: %d vertices, %d edges, sum of ranks %.6f\n", NV, m, sum);
	return 0;
}
