// SPDX-License-Identifier: MIT
// Large pinned copies in both directions at once, in streams of their own, and nothing to compute: bound by the bus.
// clean
// may: copy-bound
#include "program.cuh"

int main()
{
	const size_t bytes = 256 << 20;
	char *in = pinned_array<char>(bytes), *out = pinned_array<char>(bytes);
	char *a = device_array<char>(bytes), *b = device_array<char>(bytes);
	cudaStream_t up, down;
	CHECK(cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking));
	CHECK(cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking));
	for (int i = 0; i < 8; i++) {
		CHECK(cudaMemcpyAsync(a, in, bytes, cudaMemcpyHostToDevice, up));
		CHECK(cudaMemcpyAsync(out, b, bytes, cudaMemcpyDeviceToHost, down));
	}
	CHECK(cudaDeviceSynchronize());
	return 0;
}
