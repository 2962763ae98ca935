// SPDX-License-Identifier: MIT
// Vector products and a rank-2 update of a matrix of 256 MB: bound by GPU memory.
// clean
#include "program.cuh"

constexpr int N = 8192, ROWS = 32, CHUNKS = N / ROWS, ROUNDS = 150;
constexpr float ALPHA = 0.5f, BETA = 0.25f;

__global__ void init(float *A, float *u1, float *u2, float *v1, float *y, float *z, float *w)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x,
	       step = (size_t)gridDim.x * blockDim.x;
	for (size_t k = i; k < (size_t)N * N; k += step)
		A[k] = (((unsigned)k * 2654435761u) >> 8) * (1.0f / 16777216.0f / N);
	if (i < N) {
		float f = (float)i / N;
		u1[i] = f / N;
		u2[i] = (1 - f) / N;
		v1[i] = 0.01f * f;
		y[i] = 0.5f + f;
		z[i] = 1 - f;
		w[i] = 0;
	}
}

// rank-2 update of a strip of 1024 columns x ROWS rows, and its share of A^T y
__global__ void __launch_bounds__(256)
        update_aty(float4 *__restrict__ A, const float *__restrict__ u1,
                   const float *__restrict__ u2, const float4 *__restrict__ v1,
                   const float4 *__restrict__ w, const float *__restrict__ y,
                   float4 *__restrict__ part)
{
	int c = blockIdx.x * 256 + threadIdx.x, r0 = blockIdx.y * ROWS;
	float4 p = v1[c], q = w[c], s = make_float4(0, 0, 0, 0);
	q.x *= 0.01f;
	q.y *= 0.01f;
	q.z *= 0.01f;
	q.w *= 0.01f;
#pragma unroll 8
	for (int r = r0; r < r0 + ROWS; r++) {
		size_t k = (size_t)r * (N / 4) + c;
		float a = u1[r], b = u2[r], yy = y[r];
		float4 v = A[k];
		v.x += a * p.x + b * q.x;
		v.y += a * p.y + b * q.y;
		v.z += a * p.z + b * q.z;
		v.w += a * p.w + b * q.w;
		A[k] = v;
		s.x += v.x * yy;
		s.y += v.y * yy;
		s.z += v.z * yy;
		s.w += v.w * yy;
	}
	part[(size_t)blockIdx.y * (N / 4) + c] = s;
}

// x = beta * sum of the partial sums + z; 32 columns per block, 16 slices
__global__ void reduce_x(const float *__restrict__ part, const float *__restrict__ z,
                         float *__restrict__ x)
{
	__shared__ float sh[16][33];
	int c = blockIdx.x * 32 + threadIdx.x;
	float s = 0;
#pragma unroll
	for (int k = 0; k < CHUNKS / 16; k++)
		s += part[(size_t)(k * 16 + threadIdx.y) * N + c];
	sh[threadIdx.y][threadIdx.x] = s;
	__syncthreads();
	if (threadIdx.y == 0) {
		s = 0;
		for (int k = 0; k < 16; k++)
			s += sh[k][threadIdx.x];
		x[c] = BETA * s + z[c];
	}
}

// four rows per block, so that each piece of x is loaded once for four rows
__global__ void __launch_bounds__(256)
        ax(const float4 *__restrict__ A, const float4 *__restrict__ x, float *__restrict__ w)
{
	__shared__ float sh[4][8];
	const float4 *row = A + (size_t)blockIdx.x * N;
	float s[4] = { 0, 0, 0, 0 };
#pragma unroll 4
	for (int k = threadIdx.x; k < N / 4; k += 256) {
		float4 b = x[k];
#pragma unroll
		for (int r = 0; r < 4; r++) {
			float4 a = row[r * (N / 4) + k];
			s[r] += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
		}
	}
#pragma unroll
	for (int r = 0; r < 4; r++) {
		for (int o = 16; o; o >>= 1)
			s[r] += __shfl_down_sync(~0u, s[r], o);
		if (threadIdx.x % 32 == 0)
			sh[r][threadIdx.x / 32] = s[r];
	}
	__syncthreads();
	if (threadIdx.x < 4) {
		float t = 0;
		for (int k = 0; k < 8; k++)
			t += sh[threadIdx.x][k];
		w[blockIdx.x * 4 + threadIdx.x] = ALPHA * t;
	}
}

int main()
{
	float *A, *part, *v;
	CHECK(cudaMalloc(&A, sizeof(float) * N * N));
	CHECK(cudaMalloc(&part, sizeof(float) * N * CHUNKS));
	CHECK(cudaMalloc(&v, sizeof(float) * N * 7));
	float *u1 = v, *u2 = v + N, *v1 = v + 2 * N, *y = v + 3 * N, *z = v + 4 * N, *w = v + 5 * N,
	      *x = v + 6 * N;
	init<<<132 * 16, 256>>>(A, u1, u2, v1, y, z, w);
	for (int r = 0; r < ROUNDS; r++) {
		update_aty<<<dim3(N / 1024, CHUNKS), 256>>>((float4 *)A, u1, u2, (float4 *)v1,
		                                            (float4 *)w, y, (float4 *)part);
		reduce_x<<<N / 32, dim3(32, 16)>>>(part, z, x);
		ax<<<N / 4, 256>>>((float4 *)A, (float4 *)x, w);
	}
	CHECK(cudaGetLastError());
	static float h[N];
	CHECK(cudaMemcpy(h, w, sizeof(h), cudaMemcpyDeviceToHost));
	double sum = 0;
	for (int i = 0; i < N; i++)
		sum += h[i];
	printf("gemver: sum(w)=%.5e\n", sum);
	cudaFree(A);
	cudaFree(part);
	cudaFree(v);
	return 0;
}
