// SPDX-License-Identifier: MIT
// A server: a request every 3 ms, copies in, two kernels, the answer out. The GPU idles because nobody asks: that is no
// fault of the program's use of CUDA.
// clean
// may: gpu-idle
#include "program.cuh"
#include <unistd.h>

__global__ void answer(const float *in, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		float v = in[i];
		for (int k = 0; k < 200; k++)
			v = v * 0.99f + 0.01f;
		out[i] = v;
	}
}

int main()
{
	const int n = 1 << 20;
	cudaStream_t stream;
	float *request = pinned_array<float>(n), *in = device_array<float>(n), *out = device_array<float>(n);
	CHECK(cudaStreamCreate(&stream));
	for (int r = 0; r < 60; r++) {
		usleep(3000);
		CHECK(cudaMemcpyAsync(in, request, n * sizeof(float), cudaMemcpyHostToDevice, stream));
		answer<<<1056, 256, 0, stream>>>(in, out, n);
		answer<<<1056, 256, 0, stream>>>(out, in, n);
		CHECK(cudaMemcpyAsync(request, in, 4096, cudaMemcpyDeviceToHost, stream));
		CHECK(cudaStreamSynchronize(stream));
	}
	return 0;
}
