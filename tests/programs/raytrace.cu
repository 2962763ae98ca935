// SPDX-License-Identifier: MIT
// A ray tracer with spheres in constant memory: bound by arithmetic; that rays part is its nature.
// clean
// may: pageable-copy
#include "program.cuh"

#include <vector>
#include <cmath>

const int DIM = 2048;
const int SPHERES = 16;
const int FRAMES = 1500;
const int BOUNCES = 3;
#define INF 2e10f

struct Sphere {
	float x, y, z, radius, r, g, b;
};
__constant__ Sphere s[SPHERES];

struct vec {
	float x, y, z;
};
__device__ __forceinline__ vec mk(float x, float y, float z)
{
	vec v = { x, y, z };
	return v;
}
__device__ __forceinline__ float dot(vec a, vec b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}
__device__ __forceinline__ vec along(vec o, vec d, float t)
{
	return mk(o.x + t * d.x, o.y + t * d.y, o.z + t * d.z);
}
__device__ __forceinline__ vec unit(vec a)
{
	float k = rsqrtf(dot(a, a));
	return mk(a.x * k, a.y * k, a.z * k);
}

// nearest sphere along the ray, or -1
__device__ __forceinline__ int nearest(vec o, vec d, float &tmin)
{
	int hit = -1;
	tmin = INF;
#pragma unroll
	for (int i = 0; i < SPHERES; i++) {
		vec oc = mk(o.x - s[i].x, o.y - s[i].y, o.z - s[i].z);
		float b = dot(oc, d);
		float c = dot(oc, oc) - s[i].radius * s[i].radius;
		float disc = b * b - c;
		float t = -b - disc * rsqrtf(disc);
		bool ok = disc > 0.0f && t > 1e-3f && t < tmin;
		tmin = ok ? t : tmin;
		hit = ok ? i : hit;
	}
	return hit;
}

__global__ void __launch_bounds__(256, 3) render(uchar4 *img, float angle)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;

	float u = (px - DIM / 2) * (2.0f / DIM);
	float v = (py - DIM / 2) * (2.0f / DIM);
	float ca = cosf(angle), sa = sinf(angle);
	vec o = mk(-6.0f * sa, 0.0f, -6.0f * ca);
	vec d = unit(mk(u * ca + 1.5f * sa, v, -u * sa + 1.5f * ca));
	vec light = unit(mk(0.4f, 0.8f, -0.5f));

	float cr = 0.0f, cg = 0.0f, cb = 0.0f, weight = 1.0f;
	for (int k = 0; k <= BOUNCES; k++) {
		float t;
		int id = nearest(o, d, t);
		if (id < 0) {
			float sky = 0.5f + 0.5f * d.y;
			cr += weight * 0.3f * sky;
			cg += weight * 0.5f * sky;
			cb += weight * 0.8f * sky;
			break;
		}
		vec p = along(o, d, t);
		vec n = unit(mk(p.x - s[id].x, p.y - s[id].y, p.z - s[id].z));
		float ts;
		bool shadow = nearest(p, light, ts) >= 0;
		float diff = shadow ? 0.1f : fmaxf(0.1f, dot(n, light));
		cr += weight * 0.7f * s[id].r * diff;
		cg += weight * 0.7f * s[id].g * diff;
		cb += weight * 0.7f * s[id].b * diff;
		weight *= 0.3f;
		float dn = 2.0f * dot(d, n);
		d = mk(d.x - dn * n.x, d.y - dn * n.y, d.z - dn * n.z);
		o = p;
	}
	img[py * DIM + px] = make_uchar4((unsigned char)(255.0f * fminf(cr, 1.0f)),
	                                 (unsigned char)(255.0f * fminf(cg, 1.0f)),
	                                 (unsigned char)(255.0f * fminf(cb, 1.0f)), 255);
}

int main()
{
	Sphere h[SPHERES];
	unsigned seed = 7u;
	auto rnd = [&](float x) {
		seed = seed * 1664525u + 1013904223u;
		return x * (float)(seed >> 8) / 16777216.0f;
	};
	for (int i = 0; i < SPHERES; i++) {
		h[i].x = rnd(5.0f) - 2.5f;
		h[i].y = rnd(5.0f) - 2.5f;
		h[i].z = rnd(5.0f) - 2.5f;
		h[i].radius = 0.4f + rnd(0.8f);
		h[i].r = rnd(1.0f);
		h[i].g = rnd(1.0f);
		h[i].b = rnd(1.0f);
	}
	CHECK(cudaMemcpyToSymbol(s, h, sizeof(h)));

	uchar4 *d_img;
	CHECK(cudaMalloc(&d_img, DIM * DIM * sizeof(uchar4)));
	dim3 block(16, 16), grid(DIM / 16, DIM / 16);
	for (int f = 0; f < FRAMES; f++)
		render<<<grid, block>>>(d_img, 0.01f * f);
	CHECK(cudaGetLastError());

	std::vector<uchar4> img(DIM * DIM);
	CHECK(cudaMemcpy(img.data(), d_img, DIM * DIM * sizeof(uchar4), cudaMemcpyDeviceToHost));
	unsigned long long sum = 0;
	for (const uchar4 &c : img)
		sum += c.x + c.y + c.z;
	printf("raytrace: %d frames, checksum %llu\n", FRAMES, sum);
	cudaFree(d_img);
	return 0;
}
