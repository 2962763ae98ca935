// SPDX-License-Identifier: MIT
// Two host threads feed a stream each, with pools for memory and events between them: as it should be.
// clean
// may: small-grid, launch-bound
#include "program.cuh"
#include <thread>

__global__ void work(float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = x[i];
		for (int k = 0; k < 300; k++)
			v = v * 0.99f + 0.01f;
		x[i] = v;
	}
}

static void feed(int steps)
{
	const int n = 1 << 21;
	cudaStream_t stream;
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	for (int s = 0; s < steps; s++) {
		float *x;
		CHECK(cudaMallocAsync(&x, n * sizeof(float), stream));
		work<<<1056, 256, 0, stream>>>(x, n);
		work<<<1056, 256, 0, stream>>>(x, n);
		CHECK(cudaFreeAsync(x, stream));
	}
	CHECK(cudaStreamSynchronize(stream));
}

int main()
{
	CHECK(cudaSetDevice(0));
	std::thread a(feed, 300), b(feed, 300);
	a.join();
	b.join();
	return 0;
}
