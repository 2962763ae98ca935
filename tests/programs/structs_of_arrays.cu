// SPDX-License-Identifier: MIT
// Particles as an array of structs of 64 bytes, of which the kernel needs one member: one byte of sixteen is used.
// must: uncoalesced
// may: stall
// first: uncoalesced
#include "program.cuh"

struct particle {
	float x, y, z, mass, vx, vy, vz, charge, pad[8];
};

__global__ void move(struct particle *p, int n, float dt)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i].x += dt;
}

int main()
{
	const int n = 1 << 24;
	struct particle *p = device_array<struct particle>(n);
	CHECK(cudaMemset(p, 0, (size_t)n * sizeof *p));
	for (int i = 0; i < 40; i++)
		move<<<1056, 256>>>(p, n, 0.1f);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
