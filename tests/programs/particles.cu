// SPDX-License-Identifier: MIT
// Particles as structures of 64 bytes, of which each kernel needs some members.
// must: uncoalesced
// may: stall
// first: uncoalesced
#include "program.cuh"

#include <vector>

struct Particle {
	float x, y, z;
	float radius;
	float mass;
	float age;
	float charge;
	int type;
	float vx, vy, vz;
	float temperature;
	int id;
	int cell;
	int generation;
	int reserved;
};

const int NUM = 1 << 23;
const int STEPS = 150;
const float DT = 0.01f;
const float MAX_AGE = 4.0f;

__device__ float noise(unsigned h)
{
	h ^= h >> 16;
	h *= 0x7feb352du;
	h ^= h >> 15;
	h *= 0x846ca68bu;
	h ^= h >> 16;
	return (h >> 8) * (1.0f / 16777216.0f);
}

__global__ void initParticles(Particle *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Particle q;
	q.x = noise(7u * i + 1);
	q.y = noise(7u * i + 2);
	q.z = noise(7u * i + 3);
	q.vx = noise(7u * i + 4) - 0.5f;
	q.vy = noise(7u * i + 5) - 0.5f;
	q.vz = noise(7u * i + 6);
	q.age = MAX_AGE * noise(7u * i + 7);
	q.radius = 0.01f;
	q.mass = 1.0f;
	q.charge = (i & 1) ? 1.0f : -1.0f;
	q.type = i & 3;
	q.temperature = 300.0f;
	q.id = i;
	q.cell = 0;
	q.generation = 0;
	q.reserved = 0;
	p[i] = q;
}

__global__ void advance(Particle *p, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p[i].vz -= 9.81f * dt;
	p[i].vx *= 0.999f;
	p[i].vy *= 0.999f;
	p[i].x += p[i].vx * dt;
	p[i].y += p[i].vy * dt;
	p[i].z += p[i].vz * dt;
	if (p[i].z < 0.0f) {
		p[i].z = -p[i].z;
		p[i].vz = -0.8f * p[i].vz;
	}
}

__global__ void grow(Particle *p, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	p[i].age += dt;
	if (p[i].age > MAX_AGE) {
		p[i].age = 0.0f;
		p[i].generation++;
	}
}

int main()
{
	Particle *d_p;
	CHECK(cudaMalloc(&d_p, (size_t)NUM * sizeof(Particle)));
	const int threads = 256;
	const int blocks = NUM / threads;
	initParticles<<<blocks, threads>>>(d_p, NUM);
	CHECK(cudaGetLastError());

	for (int s = 0; s < STEPS; s++) {
		advance<<<blocks, threads>>>(d_p, NUM, DT);
		grow<<<blocks, threads>>>(d_p, NUM, DT);
	}
	CHECK(cudaGetLastError());

	// a look at the first few
	std::vector<Particle> h(1024);
	CHECK(cudaMemcpy(h.data(), d_p, h.size() * sizeof(Particle), cudaMemcpyDeviceToHost));
	double height = 0.0;
	int reborn = 0;
	for (const Particle &q : h) {
		height += q.z;
		reborn += q.generation;
	}
	printf("particles: mean height %.5f, %d of %d reborn\n", height / h.size(), reborn,
	       (int)h.size());
	cudaFree(d_p);
	return 0;
}
