// SPDX-License-Identifier: MIT
// A correlation matrix with a thread for each of its rows: six blocks.
// must: small-grid, uncoalesced
// may: pageable-copy, stall
// first: small-grid
#include "program.cuh"

#include <cmath>

#define M 1536
#define N 1536

#define DIM_THREAD_BLOCK 256

#define FLOAT_N 1536.0f
#define EPS     0.005f

typedef float DATA_TYPE;

void init_arrays(DATA_TYPE *data)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			data[i * M + j] =
			        (DATA_TYPE)((i * j) % 1021) / 64.0f + (DATA_TYPE)((i + 3 * j) % 17);
}

__global__ void mean_kernel(DATA_TYPE *mean, DATA_TYPE *data)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;

	if (j < M) {
		mean[j] = 0.0;
		for (int i = 0; i < N; i++)
			mean[j] += data[i * M + j];
		mean[j] /= (DATA_TYPE)FLOAT_N;
	}
}

__global__ void std_kernel(DATA_TYPE *mean, DATA_TYPE *std, DATA_TYPE *data)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;

	if (j < M) {
		std[j] = 0.0;
		for (int i = 0; i < N; i++)
			std[j] += (data[i * M + j] - mean[j]) * (data[i * M + j] - mean[j]);
		std[j] /= (FLOAT_N);
		std[j] = sqrtf(std[j]);
		if (std[j] <= EPS)
			std[j] = 1.0;
	}
}

__global__ void reduce_kernel(DATA_TYPE *mean, DATA_TYPE *std, DATA_TYPE *data)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y * blockDim.y + threadIdx.y;

	if ((i < N) && (j < M)) {
		data[i * M + j] -= mean[j];
		data[i * M + j] /= (sqrtf(FLOAT_N) * std[j]);
	}
}

__global__ void corr_kernel(DATA_TYPE *symmat, DATA_TYPE *data)
{
	int j1 = blockIdx.x * blockDim.x + threadIdx.x;

	if (j1 < (M - 1)) {
		symmat[j1 * M + j1] = 1.0;

		for (int j2 = (j1 + 1); j2 < M; j2++) {
			symmat[j1 * M + j2] = 0.0;
			for (int i = 0; i < N; i++)
				symmat[j1 * M + j2] += data[i * M + j1] * data[i * M + j2];
			symmat[j2 * M + j1] = symmat[j1 * M + j2];
		}
	} else if (j1 == M - 1) {
		symmat[j1 * M + j1] = 1.0;
	}
}

int main()
{
	DATA_TYPE *data = (DATA_TYPE *)malloc(M * N * sizeof(DATA_TYPE));
	DATA_TYPE *symmat = (DATA_TYPE *)malloc(M * M * sizeof(DATA_TYPE));
	init_arrays(data);

	DATA_TYPE *data_gpu, *mean_gpu, *std_gpu, *symmat_gpu;
	cudaMalloc((void **)&data_gpu, sizeof(DATA_TYPE) * M * N);
	cudaMalloc((void **)&symmat_gpu, sizeof(DATA_TYPE) * M * M);
	cudaMalloc((void **)&std_gpu, sizeof(DATA_TYPE) * M);
	cudaMalloc((void **)&mean_gpu, sizeof(DATA_TYPE) * M);
	cudaMemcpy(data_gpu, data, sizeof(DATA_TYPE) * M * N, cudaMemcpyHostToDevice);

	dim3 block1(DIM_THREAD_BLOCK, 1);
	dim3 grid1((M + DIM_THREAD_BLOCK - 1) / DIM_THREAD_BLOCK, 1);
	dim3 block3(32, 8);
	dim3 grid3((M + block3.x - 1) / block3.x, (N + block3.y - 1) / block3.y);

	mean_kernel<<<grid1, block1>>>(mean_gpu, data_gpu);
	cudaDeviceSynchronize();
	std_kernel<<<grid1, block1>>>(mean_gpu, std_gpu, data_gpu);
	cudaDeviceSynchronize();
	reduce_kernel<<<grid3, block3>>>(mean_gpu, std_gpu, data_gpu);
	cudaDeviceSynchronize();
	corr_kernel<<<grid1, block1>>>(symmat_gpu, data_gpu);
	cudaDeviceSynchronize();

	if (cudaMemcpy(symmat, symmat_gpu, sizeof(DATA_TYPE) * M * M, cudaMemcpyDeviceToHost) !=
	    cudaSuccess) {
		fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	double sum = 0.0;
	for (int i = 0; i < M * M; i++)
		sum += fabs(symmat[i]);
	printf("correlation: mean |r| %.6f\n", sum / ((double)M * M));

	cudaFree(data_gpu);
	cudaFree(symmat_gpu);
	cudaFree(std_gpu);
	cudaFree(mean_gpu);
	free(data);
	free(symmat);
	return 0;
}
