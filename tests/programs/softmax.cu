// SPDX-License-Identifier: MIT
// Softmax of rows that fill shared memory: one block of four warps on an SM.
// must: low-occupancy
// may: stall
// first: low-occupancy
#include "program.cuh"

#include <cfloat>
#include <vector>

#define ROWS   4096
#define COLS   40000
#define BLOCK  128
#define REPEAT 50

__global__ void init(float *data, size_t n)
{
	size_t stride = (size_t)gridDim.x * blockDim.x;
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
		unsigned h = (unsigned)i * 2654435761u;
		h ^= h >> 15;
		data[i] = (float)(h & 4095u) * (1.0f / 512.0f) - 4.0f;
	}
}

__device__ float blockMax(float v, float *buf)
{
	buf[threadIdx.x] = v;
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s >>= 1) {
		if (threadIdx.x < s)
			buf[threadIdx.x] = fmaxf(buf[threadIdx.x], buf[threadIdx.x + s]);
		__syncthreads();
	}
	float r = buf[0];
	__syncthreads();
	return r;
}

__device__ float blockSum(float v, float *buf)
{
	buf[threadIdx.x] = v;
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s >>= 1) {
		if (threadIdx.x < s)
			buf[threadIdx.x] += buf[threadIdx.x + s];
		__syncthreads();
	}
	float r = buf[0];
	__syncthreads();
	return r;
}

__global__ void softmaxRows(const float *in, float *out, int cols)
{
	extern __shared__ float row[];
	__shared__ float buf[BLOCK];
	const float *src = in + (size_t)blockIdx.x * cols;
	float *dst = out + (size_t)blockIdx.x * cols;

	// load the row and find its maximum
	float m = -FLT_MAX;
	for (int i = threadIdx.x; i < cols; i += BLOCK) {
		float v = src[i];
		row[i] = v;
		m = fmaxf(m, v);
	}
	m = blockMax(m, buf);

	// exponentials and their sum
	float sum = 0.0f;
	for (int i = threadIdx.x; i < cols; i += BLOCK) {
		float e = expf(row[i] - m);
		row[i] = e;
		sum += e;
	}
	sum = blockSum(sum, buf);

	for (int i = threadIdx.x; i < cols; i += BLOCK)
		dst[i] = row[i] / sum;
}

int main()
{
	size_t n = (size_t)ROWS * COLS;
	float *d_in, *d_out;
	CHECK(cudaMalloc(&d_in, n * sizeof(float)));
	CHECK(cudaMalloc(&d_out, n * sizeof(float)));
	init<<<2048, 256>>>(d_in, n);

	size_t shared = COLS * sizeof(float);
	CHECK(cudaFuncSetAttribute(softmaxRows, cudaFuncAttributeMaxDynamicSharedMemorySize,
	                           (int)shared));
	for (int r = 0; r < REPEAT; r++)
		softmaxRows<<<ROWS, BLOCK, shared>>>(d_in, d_out, COLS);
	CHECK(cudaGetLastError());

	std::vector<float> h(COLS);
	CHECK(cudaMemcpy(h.data(), d_out + (size_t)(ROWS - 1) * COLS, COLS * sizeof(float),
	                 cudaMemcpyDeviceToHost));
	double sum = 0.0;
	float top = 0.0f;
	for (float v : h) {
		sum += v;
		if (v > top)
			top = v;
	}
	printf("softmax: last row sums to %.6f, largest entry %.6e\n", sum, top);
	cudaFree(d_in);
	cudaFree(d_out);
	return 0;
}
