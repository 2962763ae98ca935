// SPDX-License-Identifier: MIT
// All pairs of bodies, tiles of float4 in shared memory, unrolled: bound by arithmetic.
// clean
#include "program.cuh"

#include <vector>

const int N = 131072;
const int TILE = 256;
const int STEPS = 8;
const float SOFTENING2 = 0.0001f;

__device__ __forceinline__ float3 interact(float4 pi, float4 pj, float3 a)
{
	float dx = pj.x - pi.x;
	float dy = pj.y - pi.y;
	float dz = pj.z - pi.z;
	float r2 = dx * dx + dy * dy + dz * dz + SOFTENING2;
	float inv = rsqrtf(r2);
	float s = pj.w * inv * inv * inv;
	a.x += dx * s;
	a.y += dy * s;
	a.z += dz * s;
	return a;
}

__global__ void __launch_bounds__(TILE)
        forces(const float4 *__restrict__ pos, float4 *__restrict__ acc)
{
	__shared__ float4 tile[TILE];
	int i = blockIdx.x * TILE + threadIdx.x;
	float4 me = pos[i];
	float3 a = make_float3(0.0f, 0.0f, 0.0f);

	for (int base = 0; base < N; base += TILE) {
		tile[threadIdx.x] = pos[base + threadIdx.x];
		__syncthreads();
#pragma unroll 32
		for (int j = 0; j < TILE; j++)
			a = interact(me, tile[j], a);
		__syncthreads();
	}
	acc[i] = make_float4(a.x, a.y, a.z, 0.0f);
}

__global__ void integrate(float4 *pos, float4 *vel, const float4 *acc, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= N)
		return;
	float4 p = pos[i], v = vel[i], a = acc[i];
	v.x += a.x * dt;
	v.y += a.y * dt;
	v.z += a.z * dt;
	p.x += v.x * dt;
	p.y += v.y * dt;
	p.z += v.z * dt;
	pos[i] = p;
	vel[i] = v;
}

static unsigned rng_state = 12345u;
static float frand()
{
	rng_state = rng_state * 1664525u + 1013904223u;
	return (rng_state >> 8) * (1.0f / 16777216.0f);
}

int main()
{
	std::vector<float4> h(N);
	for (int i = 0; i < N; i++)
		h[i] = make_float4(frand() * 2 - 1, frand() * 2 - 1, frand() * 2 - 1, 1.0f / N);

	float4 *pos, *vel, *acc;
	size_t bytes = N * sizeof(float4);
	CHECK(cudaMalloc(&pos, bytes));
	CHECK(cudaMalloc(&vel, bytes));
	CHECK(cudaMalloc(&acc, bytes));
	CHECK(cudaMemcpy(pos, h.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(vel, 0, bytes));

	for (int s = 0; s < STEPS; s++) {
		forces<<<N / TILE, TILE>>>(pos, acc);
		integrate<<<N / 256, 256>>>(pos, vel, acc, 0.01f);
	}
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(h.data(), pos, bytes, cudaMemcpyDeviceToHost));

	double cx = 0, cy = 0, cz = 0;
	for (int i = 0; i < N; i++) {
		cx += h[i].x;
		cy += h[i].y;
		cz += h[i].z;
	}
	printf("nbody: centre of mass %.5f %.5f %.5f\n", cx / N, cy / N, cz / N);
	cudaFree(pos);
	cudaFree(vel);
	cudaFree(acc);
	return 0;
}
