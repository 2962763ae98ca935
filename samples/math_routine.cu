// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: squares by pow(), which nvcc does not make a product of, though the exponent is a
 * constant: a call of two hundred instructions in doubles for each.
 *
 * bad:   for each point the nearest of some centres, distances with pow(x, 2).
 * fixed: the same with x * x.
 *
 * warpwise should find: math-routine with samples of warps; in fixed nothing.
 */
#include "sample.h"

enum { POINTS = 1 << 19, CENTRES = 256, BLOCK = 256, LAUNCHES = 10 };

static __host__ __device__ inline double square_of_distance(double2 a, double2 b)
{
#if defined(FIXED) || !defined(__CUDA_ARCH__)
	return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
#else
	return pow(a.x - b.x, 2) + pow(a.y - b.y, 2);
#endif
}

static __host__ __device__ inline int nearest(double2 point, const double2 *centres)
{
	double least = square_of_distance(point, centres[0]);
	int found = 0;

	for (int i = 1; i < CENTRES; i++) {
		const double square = square_of_distance(point, centres[i]);

		if (square < least) {
			least = square;
			found = i;
		}
	}
	return found;
}

static __global__ void assign(const double2 *points, const double2 *centres, int *found)
{
	__shared__ double2 near[CENTRES];
	const int i = blockIdx.x * BLOCK + threadIdx.x;

	if (threadIdx.x < CENTRES)
		near[threadIdx.x] = centres[threadIdx.x];
	__syncthreads();
	found[i] = nearest(points[i], near);
}

int main(void)
{
	static double2 points[POINTS], centres[CENTRES];
	static int result[POINTS];
	double2 *device_points, *device_centres;
	int *found;

	for (int i = 0; i < POINTS; i++)
		points[i] = make_double2(scramble(i, 1) % 4096, scramble(i, 2) % 4096);
	for (int i = 0; i < CENTRES; i++)
		centres[i] = make_double2(scramble(i, 3) % 4096, scramble(i, 4) % 4096);
	CHECK(cudaMalloc(&device_points, sizeof(points)));
	CHECK(cudaMalloc(&device_centres, sizeof(centres)));
	CHECK(cudaMalloc(&found, sizeof(result)));
	CHECK(cudaMemcpy(device_points, points, sizeof(points), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(device_centres, centres, sizeof(centres), cudaMemcpyHostToDevice));
	assign<<<POINTS / BLOCK, BLOCK>>>(device_points, device_centres, found);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		assign<<<POINTS / BLOCK, BLOCK>>>(device_points, device_centres, found);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(result, found, sizeof(result), cudaMemcpyDeviceToHost));
	for (int i = 0; i < POINTS; i += 97)
		REQUIRE(result[i] == nearest(points[i], centres));
	CHECK(cudaFree(device_points));
	CHECK(cudaFree(device_centres));
	CHECK(cudaFree(found));
	return 0;
}
