// SPDX-License-Identifier: MIT
// A bitonic sort of many elements: hundreds of kernels in a row, each needs the one before. Nothing to gain from streams.
// clean
// may: launch-bound, stall
#include "program.cuh"

__global__ void fill(unsigned *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	data[i] = i * 2654435761u;
}

__global__ void step(unsigned *data, int j, int k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
	if (other <= i)
		return;
	unsigned a = data[i], b = data[other];
	if ((i & k) == 0 ? a > b : a < b) {
		data[i] = b;
		data[other] = a;
	}
}

int main()
{
	const int n = 1 << 24;
	unsigned *data = device_array<unsigned>(n);
	fill<<<n / 256, 256>>>(data, n);
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j > 0; j /= 2)
			step<<<n / 256, 256>>>(data, j, k);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
