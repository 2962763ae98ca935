// SPDX-License-Identifier: MIT
// All pairs of bodies, with tiles in shared memory: bound by arithmetic.
// clean
// may: stall
#include "program.cuh"

__global__ void forces(const float4 *body, float4 *acceleration, int n)
{
	__shared__ float4 tile[256];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[i], a = { 0, 0, 0, 0 };
	for (int t = 0; t < n; t += 256) {
		tile[threadIdx.x] = body[t + threadIdx.x];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 256; k++) {
			float4 o = tile[k];
			float x = o.x - me.x, y = o.y - me.y, z = o.z - me.z;
			float r = rsqrtf(x * x + y * y + z * z + 0.01f), f = o.w * r * r * r;
			a.x += x * f, a.y += y * f, a.z += z * f;
		}
		__syncthreads();
	}
	acceleration[i] = a;
}

int main()
{
	const int n = 132 * 8 * 256;
	float4 *body = device_array<float4>(n), *acceleration = device_array<float4>(n);
	CHECK(cudaMemset(body, 0, n * sizeof(float4)));
	for (int s = 0; s < 3; s++)
		forces<<<n / 256, 256>>>(body, acceleration, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
