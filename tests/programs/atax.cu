// SPDX-License-Identifier: MIT
// Matrix-vector products with a thread for each row, and for each column: 32 blocks.
// must: small-grid, uncoalesced
// may: needless-sync, stall
// first: small-grid
#include "program.cuh"

#define NX     8192
#define NY     8192
#define REPEAT 30

#define DIM_THREAD_BLOCK_X 256
#define DIM_THREAD_BLOCK_Y 1

#ifndef M_PI
#define M_PI 3.14159
#endif

typedef float DATA_TYPE;

#define gpuErrchk(ans)                                \
	{                                             \
		gpuAssert((ans), __FILE__, __LINE__); \
	}
static void gpuAssert(cudaError_t code, const char *file, int line)
{
	if (code != cudaSuccess) {
		fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
		exit(code);
	}
}

__global__ void init_array_kernel(DATA_TYPE *x, DATA_TYPE *A)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int i = blockIdx.y;
	if (j < NY) {
		A[i * NY + j] = ((DATA_TYPE)((i + 3) % 977) * (j % 1013)) / (NX * 1000.0f);
		if (i == 0)
			x[j] = j * (DATA_TYPE)M_PI / NY;
	}
}

__global__ void clear_kernel(DATA_TYPE *y, DATA_TYPE *tmp)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < NY)
		y[i] = 0.0f;
	if (i < NX)
		tmp[i] = 0.0f;
}

__global__ void atax_kernel1(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *tmp)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < NX) {
		int j;
		for (j = 0; j < NY; j++) {
			tmp[i] += A[i * NY + j] * x[j];
		}
	}
}

__global__ void atax_kernel2(DATA_TYPE *A, DATA_TYPE *y, DATA_TYPE *tmp)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;

	if (j < NY) {
		int i;
		for (i = 0; i < NX; i++) {
			y[j] += A[i * NY + j] * tmp[i];
		}
	}
}

int main()
{
	DATA_TYPE *A_gpu, *x_gpu, *y_gpu, *tmp_gpu;
	DATA_TYPE *y = (DATA_TYPE *)malloc(NY * sizeof(DATA_TYPE));

	gpuErrchk(cudaMalloc((void **)&A_gpu, sizeof(DATA_TYPE) * NX * NY));
	gpuErrchk(cudaMalloc((void **)&x_gpu, sizeof(DATA_TYPE) * NY));
	gpuErrchk(cudaMalloc((void **)&y_gpu, sizeof(DATA_TYPE) * NY));
	gpuErrchk(cudaMalloc((void **)&tmp_gpu, sizeof(DATA_TYPE) * NX));

	dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
	dim3 grid1((NX + block.x - 1) / block.x, 1);
	dim3 grid2((NY + block.x - 1) / block.x, 1);
	init_array_kernel<<<dim3(grid2.x, NX), block>>>(x_gpu, A_gpu);

	for (int r = 0; r < REPEAT; r++) {
		clear_kernel<<<grid2, block>>>(y_gpu, tmp_gpu);
		atax_kernel1<<<grid1, block>>>(A_gpu, x_gpu, tmp_gpu);
		cudaDeviceSynchronize();
		atax_kernel2<<<grid2, block>>>(A_gpu, y_gpu, tmp_gpu);
		cudaDeviceSynchronize();
	}
	gpuErrchk(cudaGetLastError());

	gpuErrchk(cudaMemcpy(y, y_gpu, sizeof(DATA_TYPE) * NY, cudaMemcpyDeviceToHost));
	double sum = 0.0;
	for (int j = 0; j < NY; j++)
		sum += y[j];
	printf("atax: sum of y %.6e\n", sum);

	cudaFree(A_gpu);
	cudaFree(x_gpu);
	cudaFree(y_gpu);
	cudaFree(tmp_gpu);
	free(y);
	return 0;
}
