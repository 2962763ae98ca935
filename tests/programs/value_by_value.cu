// SPDX-License-Identifier: MIT
// An array is filled by a copy for each value, and each copy is awaited: one copy of all would do.
// must: small-copies
// may: needless-sync, pageable-copy, gpu-idle
// first: small-copies
#include "program.cuh"

__global__ void sum(const double *values, int n, double *result)
{
	double mine = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		mine += values[i];
	atomicAdd(result, mine);
}

int main()
{
	const int n = 6000;
	double *values = device_array<double>(n), *result = device_array<double>(1), total;
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMemset(result, 0, sizeof *result));
	for (int i = 0; i < n; i++) {
		double value = i;
		CHECK(cudaMemcpyAsync(values + i, &value, sizeof value, cudaMemcpyHostToDevice, stream));
		CHECK(cudaStreamSynchronize(stream));
	}
	sum<<<1, 256, 0, stream>>>(values, n, result);
	CHECK(cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost));
	REQUIRE(total == 0.5 * n * (n - 1));
	return 0;
}
