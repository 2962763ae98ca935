// SPDX-License-Identifier: MIT
// Gaussian elimination with 262,144 blocks of 16 threads in each step, and a wait after each kernel.
// must: oversized-grid, needless-sync
// may: tiny-blocks, partial-warp, pageable-copy
// first: oversized-grid
#include "program.cuh"

#include <cmath>

#define MAXBLOCKSIZE  512
#define BLOCK_SIZE_XY 4

int Size = 2048;
float *a, *b, *finalVec;
float *m;

__global__ void Fan1(float *m_cuda, float *a_cuda, int Size, int t)
{
	if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t)
		return;
	*(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
	        *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) /
	        *(a_cuda + Size * t + t);
}

__global__ void Fan2(float *m_cuda, float *a_cuda, float *b_cuda, int Size, int j1, int t)
{
	if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t)
		return;
	if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t)
		return;

	int xidx = blockIdx.x * blockDim.x + threadIdx.x;
	int yidx = blockIdx.y * blockDim.y + threadIdx.y;

	a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -=
	        m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
	if (yidx == 0)
		b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
}

void create_matrix(float *mat, int size)
{
	float lamda = -0.01f;
	float *coe = (float *)malloc(sizeof(float) * (2 * size - 1));
	for (int i = 0; i < size; i++) {
		float coe_i = 10 * exp(lamda * i);
		coe[size - 1 + i] = coe_i;
		coe[size - 1 - i] = coe_i;
	}
	for (int i = 0; i < size; i++)
		for (int j = 0; j < size; j++)
			mat[i * size + j] = coe[size - 1 - i + j];
	free(coe);
}

void ForwardSub()
{
	float *m_cuda, *a_cuda, *b_cuda;
	cudaMalloc((void **)&m_cuda, Size * Size * sizeof(float));
	cudaMalloc((void **)&a_cuda, Size * Size * sizeof(float));
	cudaMalloc((void **)&b_cuda, Size * sizeof(float));
	cudaMemcpy(m_cuda, m, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(a_cuda, a, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(b_cuda, b, Size * sizeof(float), cudaMemcpyHostToDevice);

	int block_size = MAXBLOCKSIZE;
	int grid_size = (Size / block_size) + (!(Size % block_size) ? 0 : 1);
	dim3 dimBlock(block_size);
	dim3 dimGrid(grid_size);

	int blockSize2d = BLOCK_SIZE_XY;
	int gridSize2d = (Size / blockSize2d) + (!(Size % blockSize2d ? 0 : 1));
	dim3 dimBlockXY(blockSize2d, blockSize2d);
	dim3 dimGridXY(gridSize2d, gridSize2d);

	for (int t = 0; t < (Size - 1); t++) {
		Fan1<<<dimGrid, dimBlock>>>(m_cuda, a_cuda, Size, t);
		cudaDeviceSynchronize();
		Fan2<<<dimGridXY, dimBlockXY>>>(m_cuda, a_cuda, b_cuda, Size, Size - t, t);
		cudaDeviceSynchronize();
	}
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess) {
		fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(err));
		exit(1);
	}

	cudaMemcpy(m, m_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(a, a_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(b, b_cuda, Size * sizeof(float), cudaMemcpyDeviceToHost);
	cudaFree(m_cuda);
	cudaFree(a_cuda);
	cudaFree(b_cuda);
}

void BackSub()
{
	finalVec = (float *)malloc(Size * sizeof(float));
	for (int i = 0; i < Size; i++) {
		finalVec[Size - i - 1] = b[Size - i - 1];
		for (int j = 0; j < i; j++)
			finalVec[Size - i - 1] -= *(a + Size * (Size - i - 1) + (Size - j - 1)) *
			                          finalVec[Size - j - 1];
		finalVec[Size - i - 1] =
		        finalVec[Size - i - 1] / *(a + Size * (Size - i - 1) + (Size - i - 1));
	}
}

int main()
{
	a = (float *)malloc(Size * Size * sizeof(float));
	b = (float *)malloc(Size * sizeof(float));
	m = (float *)calloc(Size * Size, sizeof(float));
	create_matrix(a, Size);
	for (int j = 0; j < Size; j++)
		b[j] = 1.0f;

	ForwardSub();
	BackSub();

	double sum = 0.0;
	for (int i = 0; i < Size; i++)
		sum += finalVec[i];
	printf("gaussian: sum of the solution %.5f\n", sum);
	free(m);
	free(a);
	free(b);
	free(finalVec);
	return 0;
}
