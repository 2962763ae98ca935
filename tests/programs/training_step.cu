// SPDX-License-Identifier: MIT
// A training loop by hand: cuBLAS products in FP32 on a GPU with tensor cores, an update, the loss every 20 steps.
// may: tensor-cores, small-grid, stall, sync-copy, tail-effect, needless-sync
// clean
#include "program.cuh"
#include <cublas_v2.h>

__global__ void update(float *w, const float *g, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		w[i] -= 0.001f * g[i];
}

int main()
{
	const int n = 4096;
	const float one = 1, zero = 0;
	float *x = device_array<float>(n * n), *w = device_array<float>(n * n), *y = device_array<float>(n * n);
	float loss;
	cublasHandle_t handle;
	REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaMemset(x, 0, n * n * sizeof(float)));
	CHECK(cudaMemset(w, 0, n * n * sizeof(float)));
	for (int s = 0; s < 60; s++) {
		REQUIRE(!cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, w, n, x, n, &zero, y, n));
		REQUIRE(!cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, y, n, x, n, &zero, y, n));
		update<<<n * n / 256, 256>>>(w, y, n * n);
		if (s % 20 == 19)
			CHECK(cudaMemcpy(&loss, y, sizeof loss, cudaMemcpyDeviceToHost));
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
