// SPDX-License-Identifier: MIT
// A running median: each thread sorts a window in an array of its own, whose indices the compiler cannot know.
// must: local-memory
// may: stall, divergence, predication, uncoalesced, pageable-copy
// first: local-memory, divergence, uncoalesced
#include "program.cuh"

__global__ void median(const float *in, float *out, int n, int window)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[32];
	for (int k = 0; k < window; k++)
		v[k] = in[(i + k) % n];
	for (int k = 1; k < window; k++) {
		float x = v[k];
		int j = k;
		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
	out[i] = v[window / 2];
}

int main()
{
	const int n = 1 << 21;
	float *host = pinned_array<float>(n), *in = device_array<float>(n), *out = device_array<float>(n);
	unsigned state = 1;
	for (int i = 0; i < n; i++)
		host[i] = (float)next_random(&state);
	CHECK(cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice));
	for (int i = 0; i < 20; i++)
		median<<<n / 256, 256>>>(in, out, n, 25);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
