// SPDX-License-Identifier: MIT
// Someone's helper launches into the default stream between jobs in blocking streams, and the program ends by
// cudaDeviceReset(), without any other synchronisation.
// must: default-stream-barrier
// may: small-grid, lazy-loading, serial-kernels, false-dependency
// first: default-stream-barrier
#include "program.cuh"

__global__ void job(float *x, int rounds)
{
	float v = x[threadIdx.x];
	for (int i = 0; i < rounds; i++)
		v = v * 0.9999f + 0.1f;
	x[threadIdx.x] = v;
}

__global__ void tick(int *counter)
{
	*counter += 1;
}

int main()
{
	const int jobs = 6;
	cudaStream_t stream[jobs];
	float *data = device_array<float>(1024);
	int *counter = device_array<int>(1);
	for (int j = 0; j < jobs; j++)
		CHECK(cudaStreamCreate(&stream[j]));
	for (int j = 0; j < jobs; j++) {
		job<<<1, 128, 0, stream[j]>>>(data + 128 * j, 1000000);
		tick<<<1, 1>>>(counter);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceReset());
	return 0;
}
