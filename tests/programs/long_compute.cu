// SPDX-License-Identifier: MIT
// A small input from malloc, then seconds of computing at full occupancy: the copy is of no importance.
// clean
// may: stall
#include "program.cuh"

__global__ void evolve(float *x, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = x[i], w = v + 1, a = v + 2, b = v + 3;
	for (int k = 0; k < rounds; k++) {
		v = v * 0.999f + 0.001f;
		w = w * 0.998f + 0.002f;
		a = a * 0.997f + 0.003f;
		b = b * 0.996f + 0.004f;
	}
	x[i] = v + w + a + b;
}

int main()
{
	const int n = 132 * 2048;
	float *host = (float *)calloc(n, sizeof(float)), *x = device_array<float>(n);
	CHECK(cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice));
	for (int i = 0; i < 20; i++)
		evolve<<<n / 256, 256>>>(x, 100000);
	CHECK(cudaMemcpy(host, x, n * sizeof(float), cudaMemcpyDeviceToHost));
	REQUIRE(host[0] > 0);
	return 0;
}
