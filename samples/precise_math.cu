// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: divisions and square roots of floats in the innermost step, rounded exactly, which
 * takes about ten instructions and a branch each. The results are summed up, and need no last bit.
 *
 * bad:   the force of some bodies on all, with sqrtf() and a division.
 * fixed: the same with rsqrtf() and products.
 *
 * warpwise should find: precise-math with samples of warps; in fixed nothing.
 */
#include <math.h>

#include "sample.h"

enum { BODIES = 1 << 18, SOURCES = 1 << 14, BLOCK = 256, LAUNCHES = 10 };

static __host__ __device__ inline float pull(float4 a, float4 b)
{
	const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
	const float square = x * x + y * y + z * z + 1e-3f;
#if defined(FIXED) && defined(__CUDA_ARCH__)
	const float reciprocal = rsqrtf(square);

	return b.w * x * reciprocal * reciprocal * reciprocal;
#else
	const float distance = sqrtf(square);

	return b.w * x / (square * distance);
#endif
}

static __global__ void forces(const float4 *bodies, float *out)
{
	__shared__ float4 tile[BLOCK];
	const float4 mine = bodies[blockIdx.x * BLOCK + threadIdx.x];
	float sum = 0;

	for (int first = 0; first < SOURCES; first += BLOCK) {
		tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
		for (int i = 0; i < BLOCK; i++)
			sum += pull(mine, tile[i]);
		__syncthreads();
	}
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int main(void)
{
	static float4 bodies[BODIES];
	static float result[BODIES];
	float4 *device_bodies;
	float *out;

	for (int i = 0; i < BODIES; i++)
		bodies[i] = make_float4(scramble(i, 1) % 1024 / 1024.0f, scramble(i, 2) % 1024 / 1024.0f,
		                        scramble(i, 3) % 1024 / 1024.0f, 1.0f / SOURCES);
	CHECK(cudaMalloc(&device_bodies, sizeof(bodies)));
	CHECK(cudaMalloc(&out, sizeof(result)));
	CHECK(cudaMemcpy(device_bodies, bodies, sizeof(bodies), cudaMemcpyHostToDevice));
	forces<<<BODIES / BLOCK, BLOCK>>>(device_bodies, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		forces<<<BODIES / BLOCK, BLOCK>>>(device_bodies, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < BODIES; i += 32771) {
		double sum = 0;

		for (int k = 0; k < SOURCES; k++)
			sum += pull(bodies[i], bodies[k]);
		REQUIRE(fabs(sum - result[i]) < 1e-3 * (1 + fabs(sum)));
	}
	CHECK(cudaFree(device_bodies));
	CHECK(cudaFree(out));
	return 0;
}
