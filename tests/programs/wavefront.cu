// SPDX-License-Identifier: MIT
// A wavefront over a matrix (edit distance): kernels of few blocks, each needs the one before. Streams do not help.
// clean
// may: launch-bound, small-grid, stall
#include "program.cuh"

__global__ void diagonal(int *cost, int n, int d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = d - i;
	if (i >= n || j < 1 || j >= n)
		return;
	int a = cost[(i - 1) * n + j] + 1, b = cost[i * n + j - 1] + 1, c = cost[(i - 1) * n + j - 1] + ((i ^ j) & 1);
	cost[i * n + j] = min(min(a, b), c);
}

int main()
{
	const int n = 4096;
	int *cost = device_array<int>(n * n);
	CHECK(cudaMemset(cost, 0, n * n * sizeof(int)));
	for (int d = 2; d < 2 * n - 1; d++)
		diagonal<<<(n + 255) / 256, 256>>>(cost, n, d);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
