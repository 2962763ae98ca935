// SPDX-License-Identifier: MIT
// A pipeline as it should be: pinned memory, three streams, chunks; copies in, kernels and copies out overlap.
// clean
// may: copy-bound
#include "program.cuh"

__global__ void work(float *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = data[i];
		for (int k = 0; k < 160; k++)
			x = x * 0.999f + 0.001f;
		data[i] = x;
	}
}

int main()
{
	const int chunks = 24, n = 1 << 21, streams = 3;
	float *host = pinned_array<float>((size_t)chunks * n), *device[streams];
	cudaStream_t stream[streams];
	for (size_t i = 0; i < (size_t)chunks * n; i++)
		host[i] = 1;
	for (int s = 0; s < streams; s++) {
		device[s] = device_array<float>(n);
		CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
	}
	for (int c = 0; c < chunks; c++) {
		int s = c % streams;
		float *h = host + (size_t)c * n;
		CHECK(cudaMemcpyAsync(device[s], h, n * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
		work<<<1056, 256, 0, stream[s]>>>(device[s], n);
		CHECK(cudaMemcpyAsync(h, device[s], n * sizeof(float), cudaMemcpyDeviceToHost, stream[s]));
	}
	CHECK(cudaDeviceSynchronize());
	REQUIRE(host[0] > 0.99f && host[0] < 1.01f);
	return 0;
}
