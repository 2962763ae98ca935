// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: matrices of floats are multiplied on the FP32 units, since cuBLAS uses tensor cores
 * for them only if it is allowed to round to TF32.
 *
 * bad:   cublasSgemm() as it is.
 * fixed: the same call after cublasSetMathMode(CUBLAS_TF32_TENSOR_OP_MATH).
 *
 * warpwise should find: tensor-cores (the names of cuBLAS's kernels); in fixed nothing.
 */
#include <dlfcn.h>

#include "sample.h"

/* cuBLAS is looked for when the sample runs, so that it compiles without. As in cublas_api.h. */
enum { SUCCESS = 0, NO_TRANSPOSE = 0, TF32_TENSOR_OP_MATH = 3 };
typedef int create_fn(void **handle);
typedef int set_math_mode_fn(void *handle, int mode);
typedef int sgemm_fn(void *handle, int transpose_a, int transpose_b, int m, int n, int k,
                     const float *alpha, const float *a, int lda, const float *b, int ldb,
                     const float *beta, float *c, int ldc);

enum { SIZE = 4096, LAUNCHES = 10 };

static void *find(const char *name)
{
	static void *library;

	if (!library)
		library = dlopen("libcublas.so", RTLD_NOW);
	for (int version = 13; !library && version >= 11; version--) {
		char file[32];

		snprintf(file, sizeof file, "libcublas.so.%d", version);
		library = dlopen(file, RTLD_NOW);
	}
	REQUIRE(library != NULL);
	return dlsym(library, name);
}

static void multiply(void *handle, const float *a, const float *b, float *c)
{
	static sgemm_fn *sgemm = (sgemm_fn *)find("cublasSgemm_v2");
	const float one = 1, zero = 0;

	REQUIRE(sgemm(handle, NO_TRANSPOSE, NO_TRANSPOSE, SIZE, SIZE, SIZE, &one, a, SIZE, b, SIZE,
	              &zero, c, SIZE) == SUCCESS);
}

int main(void)
{
	const size_t size_bytes = (size_t)SIZE * SIZE * sizeof(float);
	float *a, *b, *c, last;
	void *handle;

	CHECK(cudaMalloc(&a, size_bytes));
	CHECK(cudaMalloc(&b, size_bytes));
	CHECK(cudaMalloc(&c, size_bytes));
	CHECK(cudaMemset(a, 0, size_bytes));
	CHECK(cudaMemset(b, 0, size_bytes));
	REQUIRE(((create_fn *)find("cublasCreate_v2"))(&handle) == SUCCESS);
#ifdef FIXED
	REQUIRE(((set_math_mode_fn *)find("cublasSetMathMode"))(handle, TF32_TENSOR_OP_MATH) ==
	        SUCCESS);
#endif
	multiply(handle, a, b, c);

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		multiply(handle, a, b, c);
	measure_end();

	CHECK(cudaMemcpy(&last, c + SIZE * SIZE - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last == 0);
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(c));
	return 0;
}
