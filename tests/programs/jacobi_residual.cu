// SPDX-License-Identifier: MIT
// An iterative solver that asks for the residual after every step: a blocking copy of 4 bytes each time stops the
// GPU, which has nothing to do until the host has launched again. The remedy: ask every hundredth step.
// must: sync-copy|needless-sync|gpu-idle|launch-bound
// may: atomic-contention, small-copies, sync-copy, needless-sync, gpu-idle, launch-bound, pageable-copy, small-grid
// first: sync-copy, needless-sync, gpu-idle, launch-bound, small-copies
#include "program.cuh"

__global__ void jacobi(const float *in, float *out, int n, float *residual)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float difference = 0;
	if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
		float value = 0.25f * (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] + in[(y + 1) * n + x]);
		difference = fabsf(value - in[y * n + x]);
		out[y * n + x] = value;
	}
	for (int lane = 16; lane; lane /= 2)
		difference += __shfl_down_sync(0xffffffff, difference, lane);
	__shared__ float sums[8];
	if (threadIdx.x == 0)
		sums[threadIdx.y] = difference;
	__syncthreads();
	if (threadIdx.x == 0 && threadIdx.y == 0) {
		for (int i = 1; i < 8; i++)
			difference += sums[i];
		atomicAdd(residual, difference);
	}
}

int main()
{
	const int n = 512;
	float *a = device_array<float>(n * n), *b = device_array<float>(n * n), *residual = device_array<float>(1);
	float host = 1;
	CHECK(cudaMemset(a, 1, n * n * sizeof(float)));
	CHECK(cudaMemset(b, 1, n * n * sizeof(float)));
	for (int s = 0; s < 2000 && host >= 0; s++) {
		CHECK(cudaMemset(residual, 0, sizeof(float)));
		jacobi<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(a, b, n, residual);
		CHECK(cudaMemcpy(&host, residual, sizeof host, cudaMemcpyDeviceToHost));
		float *t = a;
		a = b, b = t;
	}
	return 0;
}
