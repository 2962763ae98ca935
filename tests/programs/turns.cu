// SPDX-License-Identifier: MIT
// In, compute, out, and so on with 24 batches, all in one stream from pinned memory: the GPU computes while nothing
// is copied, and copies while nothing computes.
// must: no-overlap
// may: copy-bound, sync-copy, needless-sync
// first: no-overlap, copy-bound
#include "program.cuh"

__global__ void work(float *data, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float x = data[i];
		for (int k = 0; k < 6000; k++)
			x = x * 0.999f + 0.001f;
		data[i] = x;
	}
}

int main()
{
	const int batches = 24, n = 1 << 22;
	float *host = pinned_array<float>(n), *data = device_array<float>(n);
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	for (int b = 0; b < batches; b++) {
		CHECK(cudaMemcpyAsync(data, host, n * sizeof(float), cudaMemcpyHostToDevice, stream));
		work<<<1056, 256, 0, stream>>>(data, n);
		CHECK(cudaMemcpyAsync(host, data, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
		CHECK(cudaStreamSynchronize(stream));
	}
	return 0;
}
