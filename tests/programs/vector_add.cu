// SPDX-License-Identifier: MIT
// The first program of every course: two vectors from malloc, one kernel, the sum back.
// must: pageable-copy
// may: copy-bound, sync-copy
// first: pageable-copy
#include "program.cuh"

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

int main()
{
	const int n = 1 << 25;
	float *a = (float *)malloc(n * sizeof(float)), *b = (float *)malloc(n * sizeof(float));
	float *c = (float *)malloc(n * sizeof(float));
	for (int i = 0; i < n; i++)
		a[i] = (float)i, b[i] = 1;
	float *da = device_array<float>(n), *db = device_array<float>(n), *dc = device_array<float>(n);
	CHECK(cudaMemcpy(da, a, n * sizeof(float), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(db, b, n * sizeof(float), cudaMemcpyHostToDevice));
	add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(c, dc, n * sizeof(float), cudaMemcpyDeviceToHost));
	REQUIRE(c[n - 1] == (float)(n - 1) + 1);
	cudaFree(da), cudaFree(db), cudaFree(dc);
	free(a), free(b), free(c);
	return 0;
}
