// SPDX-License-Identifier: MIT
// A sparse matrix in ELL times a vector, with random columns: its gather is as the data have it.
// clean
#include "program.cuh"

#include <vector>

const int ROWS = 1 << 20;
const int WIDTH = 32; // non-zeros per row
const int ITERS = 250;

__device__ __forceinline__ unsigned mix(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	x ^= x >> 16;
	return x;
}

// ELL stored column by column: entry k of row r is at k*ROWS + r
__global__ void build(int *cols, float *vals, float *b, float *x)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= ROWS)
		return;
	for (int k = 0; k < WIDTH; k++) {
		unsigned h = mix((unsigned)r * WIDTH + k + 1u);
		size_t e = (size_t)k * ROWS + r;
		cols[e] = (int)(h & (ROWS - 1));
		vals[e] = (float)((h >> 20) & 255u) * (1.0f / 8192.0f);
	}
	b[r] = 1.0f + (float)(r & 15) * 0.0625f;
	x[r] = 0.0f;
}

__global__ void __launch_bounds__(256)
        iterate(const int *__restrict__ cols, const float *__restrict__ vals,
                const float *__restrict__ b, const float *__restrict__ x, float *__restrict__ y,
                float a)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= ROWS)
		return;
	float sum = 0.0f;
#pragma unroll 8
	for (int k = 0; k < WIDTH; k++) {
		size_t e = (size_t)k * ROWS + r;
		sum += vals[e] * __ldg(x + cols[e]);
	}
	y[r] = b[r] + a * sum;
}

int main()
{
	int *cols;
	float *vals, *b, *x[2];
	size_t nnz = (size_t)ROWS * WIDTH;
	CHECK(cudaMalloc(&cols, nnz * sizeof(int)));
	CHECK(cudaMalloc(&vals, nnz * sizeof(float)));
	CHECK(cudaMalloc(&b, ROWS * sizeof(float)));
	CHECK(cudaMalloc(&x[0], ROWS * sizeof(float)));
	CHECK(cudaMalloc(&x[1], ROWS * sizeof(float)));

	const int threads = 256;
	const int blocks = (ROWS + threads - 1) / threads;
	build<<<blocks, threads>>>(cols, vals, b, x[0]);

	int cur = 0;
	for (int it = 0; it < ITERS; it++) {
		iterate<<<blocks, threads>>>(cols, vals, b, x[cur], x[1 - cur], 0.9f);
		cur = 1 - cur;
	}
	CHECK(cudaGetLastError());

	std::vector<float> h(ROWS);
	CHECK(cudaMemcpy(h.data(), x[cur], ROWS * sizeof(float), cudaMemcpyDeviceToHost));
	double sum = 0.0;
	for (float v : h)
		sum += v;
	printf("spmv: %d iterations, mean of x %.6f\n", ITERS, sum / ROWS);

	cudaFree(cols);
	cudaFree(vals);
	cudaFree(b);
	cudaFree(x[0]);
	cudaFree(x[1]);
	return 0;
}
