// SPDX-License-Identifier: MIT
// Products in half precision by cuBLAS: on tensor cores, one block per SM as the library means it.
// clean
#include "program.cuh"
#include <cublas_v2.h>
#include <cuda_fp16.h>

int main()
{
	const int n = 8192;
	const float one = 1, zero = 0;
	__half *a = device_array<__half>((size_t)n * n), *b = device_array<__half>((size_t)n * n), *c = device_array<__half>((size_t)n * n);
	cublasHandle_t handle;
	REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaMemset(a, 0, (size_t)n * n * sizeof(__half)));
	CHECK(cudaMemset(b, 0, (size_t)n * n * sizeof(__half)));
	for (int s = 0; s < 40; s++)
		REQUIRE(!cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, CUDA_R_16F, n, b, CUDA_R_16F, n,
		                      &zero, c, CUDA_R_16F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	CHECK(cudaDeviceSynchronize());
	return 0;
}
