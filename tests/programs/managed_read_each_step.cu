// SPDX-License-Identifier: MIT
// A flag in managed memory that the host reads behind every kernel: it has to wait, and the page comes and goes by faults
// each time. Copied from pinned or device memory it would cost a few us.
// must: managed-memory
// may: gpu-idle, needless-sync, launch-bound, stall, mapped-memory
// first: managed-memory, gpu-idle
#include "program.cuh"

__global__ void decay(float *x, int *flag)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = x[i] * 0.999f + 1;
	if (i == 0)
		*flag += x[0] > 1;
}

int main()
{
	const int n = 1 << 22;
	float *x = device_array<float>(n);
	int *flag;
	long sum = 0;
	CHECK(cudaMallocManaged(&flag, sizeof *flag));
	CHECK(cudaMemset(x, 0, n * sizeof *x));
	*flag = 0;
	for (int step = 0; step < 1000; step++) {
		decay<<<n / 256, 256>>>(x, flag);
		CHECK(cudaDeviceSynchronize());
		sum += *flag;
	}
	REQUIRE(sum > 400000);
	return 0;
}
