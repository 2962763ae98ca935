// SPDX-License-Identifier: MIT
// Speckle removal: in each iteration the image comes to the host for two sums, and goes back.
// must: gpu-idle, pageable-copy
// may: copy-bound
// first: gpu-idle, pageable-copy
#include "program.cuh"

#include <cmath>

#define BLOCK_SIZE 16

__global__ void srad_cuda_1(float *E_C, float *W_C, float *N_C, float *S_C, float *J_cuda,
                            float *C_cuda, int cols, int rows, float q0sqr)
{
	int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
	int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
	if (x >= cols || y >= rows)
		return;
	int index = y * cols + x;
	float jc = J_cuda[index];
	float n = (y > 0 ? J_cuda[index - cols] : jc) - jc;
	float s = (y < rows - 1 ? J_cuda[index + cols] : jc) - jc;
	float w = (x > 0 ? J_cuda[index - 1] : jc) - jc;
	float e = (x < cols - 1 ? J_cuda[index + 1] : jc) - jc;

	float g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
	float l = (n + s + w + e) / jc;
	float num = (0.5f * g2) - ((1.0f / 16.0f) * (l * l));
	float den = 1.0f + (0.25f * l);
	float qsqr = num / (den * den);
	den = (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr));
	float c = 1.0f / (1.0f + den);
	if (c < 0.0f)
		c = 0.0f;
	else if (c > 1.0f)
		c = 1.0f;

	C_cuda[index] = c;
	E_C[index] = e;
	W_C[index] = w;
	S_C[index] = s;
	N_C[index] = n;
}

__global__ void srad_cuda_2(float *E_C, float *W_C, float *N_C, float *S_C, float *J_cuda,
                            float *C_cuda, int cols, int rows, float lambda)
{
	int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
	int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
	if (x >= cols || y >= rows)
		return;
	int index = y * cols + x;
	float cc = C_cuda[index];
	float cs = y < rows - 1 ? C_cuda[index + cols] : cc;
	float ce = x < cols - 1 ? C_cuda[index + 1] : cc;
	float d_sum = cc * N_C[index] + cs * S_C[index] + cc * W_C[index] + ce * E_C[index];
	J_cuda[index] = J_cuda[index] + 0.25f * lambda * d_sum;
}

int main()
{
	const int rows = 2048, cols = 2048, niter = 40;
	const float lambda = 0.5f;
	const int size_I = cols * rows;
	const int size_R = size_I;

	float *J = (float *)malloc(sizeof(float) * size_I);
	unsigned seed = 7;
	for (int i = 0; i < size_I; i++) {
		seed = seed * 1103515245u + 12345u;
		J[i] = (float)exp((float)((seed >> 16) & 255) / 255.0f);
	}

	float *J_cuda, *C_cuda, *E_C, *W_C, *S_C, *N_C;
	cudaMalloc((void **)&J_cuda, sizeof(float) * size_I);
	cudaMalloc((void **)&C_cuda, sizeof(float) * size_I);
	cudaMalloc((void **)&E_C, sizeof(float) * size_I);
	cudaMalloc((void **)&W_C, sizeof(float) * size_I);
	cudaMalloc((void **)&S_C, sizeof(float) * size_I);
	cudaMalloc((void **)&N_C, sizeof(float) * size_I);

	dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
	dim3 dimGrid(cols / BLOCK_SIZE, rows / BLOCK_SIZE);

	float q0sqr = 0.0f;
	for (int iter = 0; iter < niter; iter++) {
		float sum = 0, sum2 = 0;
		for (int i = 0; i < rows; i++) {
			for (int j = 0; j < cols; j++) {
				float tmp = J[i * cols + j];
				sum += tmp;
				sum2 += tmp * tmp;
			}
		}
		float meanROI = sum / size_R;
		float varROI = (sum2 / size_R) - meanROI * meanROI;
		q0sqr = varROI / (meanROI * meanROI);
		if (q0sqr < 1e-6f)
			q0sqr = 1e-6f;

		cudaMemcpy(J_cuda, J, sizeof(float) * size_I, cudaMemcpyHostToDevice);
		srad_cuda_1<<<dimGrid, dimBlock>>>(E_C, W_C, N_C, S_C, J_cuda, C_cuda, cols, rows,
		                                   q0sqr);
		srad_cuda_2<<<dimGrid, dimBlock>>>(E_C, W_C, N_C, S_C, J_cuda, C_cuda, cols, rows,
		                                   lambda);
		cudaMemcpy(J, J_cuda, sizeof(float) * size_I, cudaMemcpyDeviceToHost);
	}
	if (cudaGetLastError() != cudaSuccess)
		return 1;

	double total = 0;
	for (int i = 0; i < size_I; i += 97)
		total += J[i];
	printf("srad: q0sqr %.5f, sampled sum %.3f\n", q0sqr, total);

	cudaFree(C_cuda);
	cudaFree(J_cuda);
	cudaFree(E_C);
	cudaFree(W_C);
	cudaFree(N_C);
	cudaFree(S_C);
	free(J);
	return 0;
}
